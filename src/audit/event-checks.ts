import { type Check, checkOf } from './check.ts';
import { inStep } from './steps.ts';

/**
 * The condition that the text of a snapshot has a value, and after it a comma, or the brace that ends it. To parse the text
 * would cost more than all other checks of a transaction. Quotes in a client's text are escaped, so that no such text can
 * look like a field.
 */
function shows(field: string, value: string, end: ',' | '}' = ','): string {
  return `strpos(e.snapshot, '"${field}":' || ${value} || '${end}') > 0`;
}

/** A text or nothing, as JSON has it: to_json escapes as JSON.stringify does. */
const text = (column: string) => `coalesce(to_json(${column})::text, 'null')`;
const time = (column: string) => `coalesce('"' || to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`;
const balanceAfter = `coalesce(t.balance_after::text, 'null')`;

const status = `CASE WHEN completed THEN '"completed"' WHEN failed THEN '"failed"' WHEN pending THEN '"pending"' ELSE '"processing"' END`;

/** Whose phone and name a snapshot shows, as src/ledger/transaction-object.ts names them. */
const parties = `(t.type IN ('deposit', 'adjustment') OR CASE WHEN t.type IN ('collection', 'refund')
       THEN ${shows('customer_phone', text('t.counterparty_phone'))} AND ${shows('customer_name', text('t.counterparty_name'))}
       ELSE ${shows('recipient_phone', text('t.counterparty_phone'))} AND ${shows('recipient_name', text('t.counterparty_name'))} END
   AND ${shows('provider', text('t.provider'))})`;

const receipt = `(t.operator_receipt IS NULL OR NOT completed OR strpos(e.snapshot, '"operator_receipt":') = 0
   OR strpos(e.snapshot, '"operator_receipt":' || to_json(t.operator_receipt)::text) > 0)`;

/** Money, parties and texts never change; status and balance are those of the moment, and the last moment's are the transaction's. */
const isCopy = `(
  ${shows('id', 't.transaction_id')} AND ${shows('mode', `'"' || t.mode || '"'`)}
  AND ${shows('type', `'"' || t.type || '"'`)} AND ${shows('direction', `'"' || t.direction || '"'`)}
  AND ${shows('amount', 't.amount')} AND ${shows('fee_amount', 't.fee_amount')} AND ${shows('net_amount', 't.net_amount')}
  AND ${shows('external_reference', text('t.external_reference'))} AND ${shows('description', text('t.description'))}
  AND ${shows('created_at', time('t.created_at'))} AND ${parties} AND ${receipt}
  AND ${shows('status', status)}
  AND (NOT (completed OR failed)
       OR (${shows('balance_after', balanceAfter)} OR ${shows('balance_after', balanceAfter, '}')})
          AND ${shows('completed_at', time('t.completed_at'))} AND ${shows('failed_at', time('t.failed_at'))}
          AND ${shows('failure_code', text('t.failure_code'))} AND ${shows('failure_reason', text('t.failure_reason'))}))`;

/** Compares the copies in the events of a step with their transactions. Joined whole, for the reason that src/audit/transaction-facts.ts has. */
export const snapshotCheck: Check = checkOf(
  'snapshot_shows_its_transaction',
  `
    SELECT format('event %s of wallet %s does not show transaction %s', e.first_sequence, e.wallet_id, e.transaction_id) AS detail
      FROM (SELECT *, 'transaction.completed' = ANY (names) AS completed, 'transaction.failed' = ANY (names) AS failed,
                   'transaction.pending' = ANY (names) AS pending
              FROM event e WHERE ${inStep('e')} AND snapshot IS NOT NULL) e
      FULL JOIN (SELECT * FROM transaction t WHERE ${inStep('t')}) t USING (wallet_id, transaction_id)
     WHERE e.snapshot IS NOT NULL AND t.amount IS NOT NULL AND NOT ${isCopy}`,
);
