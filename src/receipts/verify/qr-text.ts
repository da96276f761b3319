import { deflateSync, inflateSync } from 'fflate';
import { type Receipt, type ReceiptField, receiptFormat, receiptOf, UnreadableReceipt } from './receipt.ts';

// The text of a QR code: a compact list as JSON, deflated, in decimal digits. A QR code stores digits almost as densely as bytes, and
// digits survive being copied, wrapped and put after the # of an address.

/** Seven bytes become 17 digits; a shorter end becomes as many digits as its largest number has. */
const digitsOfBytes = [0, 3, 5, 8, 10, 13, 15, 17] as const;
const bytesPerGroup = 7;
/** A QR code has at most 7089 digits. */
const digitsMax = 7_089;

/**
 * A proven receipt as the text of a QR code. What can be calculated from the rest is left out. Pure.
 * @returns null for a receipt that is not proven, or too large for a QR code.
 */
export function qrTextOf({ round, leaf }: Receipt): string | null {
  if (round === null || leaf === null) return null;
  const fork = round.fork_of ? [round.fork_of.number, round.fork_of.hash] : [];
  const compact = [
    1,
    [round.installation_id, round.number, round.tree_size, round.root, round.previous, round.signed_at, ...fork],
    round.public_key,
    round.signature,
    leaf.kind,
    leaf.index,
    leaf.path,
    leaf.fields.map((field) =>
      'salt' in field ? [field.name, field.salt, field.value] : [field.name, field.commitment],
    ),
  ];
  const digits = digitsOf(deflateSync(new TextEncoder().encode(JSON.stringify(compact)), { level: 9 }));
  return digits.length > digitsMax ? null : digits;
}

/** Whether a text looks like that of a QR code: digits alone, or an address that ends with them after a #. */
export function looksLikeQrText(text: string): boolean {
  return /^(?:[^\s{]*#)?[\d\s]{17,}$/.test(text.trim());
}

/**
 * The receipt in the text of a QR code. Pure.
 * @throws UnreadableReceipt
 */
export function receiptOfQrText(text: string): Receipt {
  const digits = text.replace(/^[^#]*#/, '').replace(/\s+/g, '');
  if (!/^\d+$/.test(digits) || digits.length > digitsMax)
    throw new UnreadableReceipt('it is not the text of a QR code');
  return receiptOf(expanded(parsed(bytesOf(digits))));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(inflateSync(bytes)));
  } catch {
    throw new UnreadableReceipt('the text of the QR code is damaged or not whole');
  }
}

/** The list as the object that it stands for; receiptOf checks the values. */
function expanded(compact: unknown): unknown {
  if (!Array.isArray(compact) || compact[0] !== 1) throw new UnreadableReceipt('the QR code has another version');
  const [, statement, publicKey, signature, kind, index, path, fields] = compact;
  if (!Array.isArray(statement) || !Array.isArray(fields) || !fields.every((field) => Array.isArray(field))) {
    throw new UnreadableReceipt('the QR code lacks a part');
  }
  const [installationId, number, treeSize, root, previous, signedAt, forkNumber, forkHash] = statement;
  return {
    format: receiptFormat,
    round: {
      installation_id: installationId,
      number,
      tree_size: treeSize,
      root,
      previous,
      signed_at: signedAt,
      fork_of: forkNumber === undefined ? null : { number: forkNumber, hash: forkHash },
      public_key: publicKey,
      signature,
    },
    leaf: {
      kind,
      index,
      path,
      fields: fields.map(([name, saltOrCommitment, value]: ReceiptField[keyof ReceiptField][]) =>
        value === undefined ? { name, commitment: saltOrCommitment } : { name, salt: saltOrCommitment, value },
      ),
    },
  };
}

function digitsOf(bytes: Uint8Array): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at += bytesPerGroup) {
    const group = bytes.subarray(at, at + bytesPerGroup);
    let number = 0n;
    for (const byte of group) number = number * 256n + BigInt(byte);
    digits += String(number).padStart(digitsOfBytes[group.length] ?? 0, '0');
  }
  return digits;
}

function bytesOf(digits: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 17) {
    const group = digits.slice(at, at + 17);
    const length = digitsOfBytes.indexOf(group.length as (typeof digitsOfBytes)[number]);
    if (length === -1) throw new UnreadableReceipt('the text of the QR code is not whole');
    const number = BigInt(group);
    if (number >= 256n ** BigInt(length)) throw new UnreadableReceipt('the text of the QR code is damaged');
    for (let place = length - 1; place >= 0; place -= 1) bytes.push(Number((number >> BigInt(8 * place)) & 255n));
  }
  return Uint8Array.from(bytes);
}
