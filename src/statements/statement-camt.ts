import { clientDataOf } from '../ledger/client-data.ts';
import { kampalaTime } from '../ledger/kampala-day.ts';
import { xmlText } from '../workbook/xml-text.ts';
import type { Statement, StatementHolder, StatementRow } from './statement.ts';

/** XML is given away in parts of about so many characters. */
const partLength = 65_536;

/** Lengths that the schema allows, in characters: Max34Text, Max35Text, and so on. */
const lengths = { account: 34, reference: 35, name: 140, remittance: 140, note: 500 } as const;

/**
 * A statement as ISO 20022 camt.053.001.08 (BankToCustomerStatementV08), in pieces: one message with one statement of one account, the
 * wallet. Opening balance (OPBD) + credit entries - debit entries = closing balance (CLBD, or ITBD while the last day is not over). Amounts are whole shillings; an entry
 * is what reached the wallet or left it, and its fee is a charge that the entry includes.
 */
export async function* statementCamt(
  holder: StatementHolder,
  statement: Statement,
  rows: AsyncIterable<StatementRow>,
): AsyncGenerator<string> {
  let part = headXml(holder, statement);
  let count = 0;
  for await (const row of rows) {
    count += 1;
    part += entryXml(row);
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  // The sums stand before the entries.
  if (count !== statement.rowCount) throw new Error(`a statement of ${statement.rowCount} rows got ${count}`);
  yield `${part}</Stmt></BkToCstmrStmt></Document>\n`;
}

function headXml(holder: StatementHolder, statement: Statement): string {
  const { walletId, clientName, mode, madeAtMs } = holder;
  const { period, opening, closing, closingHeld } = statement;
  // Of days that are not over, the balances are of the moment at which it was made.
  const isOver = madeAtMs >= period.toMs;
  const made = xml('CreDtTm', kampalaTime(madeAtMs));
  const days = `${compactDay(period.fromDay)}-${compactDay(period.toDay)}`;
  const testNote = mode === 'test' ? xml('AddtlInf', 'TEST MODE: NO REAL MONEY') : '';
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
    element('GrpHdr', xml('MsgId', `${walletId}-${madeAtMs}`) + made + testNote) +
    '<Stmt>' +
    xml('Id', `${walletId}-${days}`) +
    made +
    element(
      'FrToDt',
      // The schema's period includes its end.
      xml('FrDtTm', kampalaTime(period.fromMs)) + xml('ToDtTm', kampalaTime(period.toMs - 1)),
    ) +
    element(
      'Acct',
      accountId(String(walletId), 'WALLET') + xml('Ccy', 'UGX') + element('Ownr', xml('Nm', clientName, lengths.name)),
    ) +
    balanceXml('OPBD', opening, period.fromDay) +
    balanceXml(isOver ? 'CLBD' : 'ITBD', closing, period.toDay) +
    // What is held for payments in progress is booked, but cannot be spent.
    balanceXml(isOver ? 'CLAV' : 'ITAV', closing - closingHeld, period.toDay) +
    summaryXml(statement)
  );
}

function balanceXml(code: string, amount: bigint, day: string): string {
  const type = element('Tp', element('CdOrPrtry', xml('Cd', code)));
  return element('Bal', `${type}${signedAmount(amount)}${element('Dt', xml('Dt', day))}`);
}

function summaryXml({ rowCount, moneyIn, moneyOut }: Statement): string {
  const net = moneyIn - moneyOut;
  return element(
    'TxsSummry',
    element(
      'TtlNtries',
      xml('NbOfNtries', String(rowCount)) +
        xml('Sum', String(moneyIn + moneyOut)) +
        element('TtlNetNtry', xml('Amt', String(absolute(net))) + xml('CdtDbtInd', indicatorOf(net))),
    ) +
      element('TtlCdtNtries', xml('Sum', String(moneyIn))) +
      element('TtlDbtNtries', xml('Sum', String(moneyOut))),
  );
}

function entryXml(row: StatementRow): string {
  const { reference, atMs, transaction, moneyIn, moneyOut, fee } = row;
  return element(
    'Ntry',
    xml('NtryRef', reference, lengths.reference) +
      signedAmount(moneyIn - moneyOut, transaction.direction === 'in' ? 'CRDT' : 'DBIT') +
      element('Sts', xml('Cd', 'BOOK')) +
      element('BookgDt', xml('DtTm', kampalaTime(atMs))) +
      element('ValDt', xml('DtTm', kampalaTime(atMs))) +
      xml('AcctSvcrRef', reference, lengths.reference) +
      element('BkTxCd', element('Prtry', xml('Cd', transaction.type))) +
      chargesXml(fee) +
      element('NtryDtls', element('TxDtls', detailsXml(row))),
  );
}

/** The fee is already taken off a credit, and contained in a debit. */
function chargesXml(fee: bigint): string {
  if (fee === 0n) return '';
  return element('Chrgs', element('Rcrd', amount(fee) + xml('CdtDbtInd', 'DBIT') + xml('ChrgInclInd', 'true')));
}

function detailsXml({ reference, transaction }: StatementRow): string {
  const { direction, counterpartyPhone, counterpartyName, provider, description } = transaction;
  const { operatorReceipt, externalReference } = transaction;
  const { reference: clientReference } = clientDataOf(transaction);
  const [party, agent] = direction === 'in' ? ['Dbtr', 'DbtrAgt'] : ['Cdtr', 'CdtrAgt'];
  const fitting = (text: string | null) => text !== null && lengthOf(text) <= lengths.reference;
  const named = [
    ['operator_receipt', operatorReceipt],
    ['external_reference', externalReference],
  ] as const;
  // A reference that is cut would be another one, so that a long one stands in a note, which has the room.
  const long = [...named, ['client_reference', clientReference] as const].filter(
    ([, text]) => text !== null && !fitting(text),
  );
  const references =
    xml('AcctSvcrRef', reference, lengths.reference) +
    (fitting(clientReference) ? xml('EndToEndId', clientReference) : '') +
    named.map(([name, text]) => (fitting(text) ? element('Prtry', xml('Tp', name) + xml('Ref', text)) : '')).join('');
  const parties =
    element(party, element('Pty', xml('Nm', counterpartyName, lengths.name))) +
    element(`${party}Acct`, counterpartyPhone === null ? '' : accountId(counterpartyPhone, 'MSISDN'));
  return (
    element('Refs', references) +
    element('RltdPties', parties) +
    element('RltdAgts', element(agent, element('FinInstnId', xml('Nm', provider, lengths.name)))) +
    element(
      'RmtInf',
      partsOf(description ?? '', lengths.remittance)
        .map((text) => xml('Ustrd', text))
        .join(''),
    ) +
    xml('AddtlTxInf', long.map(([name, text]) => `${name}: ${text}`).join('; '), lengths.note)
  );
}

/** An account that has no IBAN: a wallet, or the phone of a mobile-money account. */
function accountId(id: string, scheme: string): string {
  return element('Id', element('Othr', xml('Id', id, lengths.account) + element('SchmeNm', xml('Prtry', scheme))));
}

function signedAmount(value: bigint, indicator = indicatorOf(value)): string {
  return amount(absolute(value)) + xml('CdtDbtInd', indicator);
}

function amount(value: bigint): string {
  return `<Amt Ccy="UGX">${value}</Amt>`;
}

function indicatorOf(value: bigint): 'CRDT' | 'DBIT' {
  return value < 0n ? 'DBIT' : 'CRDT';
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** 2026-11-30 → 20261130 */
function compactDay(day: string): string {
  return day.replaceAll('-', '');
}

/** An element with elements in it; nothing where these are nothing, because the schema has no empty ones. */
function element(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** An element with text, at most so many characters; nothing where there is no text. */
function xml(name: string, text: string | null, lengthMax = Number.POSITIVE_INFINITY): string {
  const cut = text !== null && text.length > lengthMax ? [...text].slice(0, lengthMax).join('') : text;
  return element(name, xmlText(cut ?? ''));
}

/** In characters, as XML Schema counts them. */
function lengthOf(text: string): number {
  return [...text].length;
}

function partsOf(text: string, lengthMax: number): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += lengthMax) {
    parts.push(characters.slice(start, start + lengthMax).join(''));
  }
  return parts;
}
