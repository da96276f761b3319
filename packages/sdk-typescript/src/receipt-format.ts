import { inflateRawSync } from 'node:zlib';

// The form of a receipt, checked before anything is calculated (docs/receipts.md, "Format" and "QR code").

export interface CheckedField {
  readonly name: string;
  /** Null for a hidden field. */
  readonly open: { readonly salt: string; readonly value: string | null } | null;
  /** Null where it was left out, which only an open field allows. */
  readonly commitment: string | null;
}

export interface CheckedReceipt {
  readonly shown: ReadonlyMap<string, string | null>;
  /** Null for a receipt that is not proven. */
  readonly proof: {
    readonly round: {
      readonly installationId: string;
      readonly number: number;
      readonly treeSize: number;
      readonly root: string;
      readonly previous: string;
      readonly signedAt: string;
      readonly fork: { readonly number: number; readonly hash: string } | null;
      readonly hash: string | null;
      readonly keyId: string | null;
      readonly publicKey: string;
      readonly signature: string;
    };
    readonly leaf: {
      readonly index: number;
      readonly path: readonly string[];
      readonly fields: readonly CheckedField[];
      readonly hash: string | null;
    };
  } | null;
}

/** A value that is no receipt of this format. */
export class UnreadableReceiptError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableReceiptError';
  }
}

const format = 'nsimbi-receipt-1';
const hashForm = /^[0-9a-f]{64}$/;
/** A QR code has at most 7089 digits, and what they stand for is some kilobytes. */
const qrDigitsMax = 7_089;
const qrJsonBytesMax = 1_048_576;

/**
 * Reads a receipt: an object, its JSON, the API's response with it, or the text of a QR code. Pure.
 * @throws UnreadableReceiptError
 */
export function readReceipt(input: unknown): CheckedReceipt {
  const value = typeof input === 'string' ? valueIn(input) : input;
  const receipt = record(value, 'the receipt');
  return 'success' in receipt && 'data' in receipt ? checked(record(receipt.data, 'data')) : checked(receipt);
}

function valueIn(text: string): unknown {
  const digits = /^(?:[^\s{]*#)?([\d\s]{17,})$/.exec(text.trim())?.[1];
  return digits === undefined ? parsed(text) : expandedQrCode(digits.replace(/\s/g, ''));
}

function checked(receipt: Readonly<Record<string, unknown>>): CheckedReceipt {
  if (receipt.format !== format) throw new UnreadableReceiptError(`The format is not ${format}.`);
  const shown = Object.entries(record(receipt.transaction ?? {}, 'transaction')).map(
    ([name, value]) => [name, textOrNull(value, `transaction.${name}`)] as const,
  );
  const { round, leaf } = receipt;
  if (round === null && leaf === null) return { shown: new Map(shown), proof: null };
  return { shown: new Map(shown), proof: { round: checkedRound(round), leaf: checkedLeaf(leaf) } };
}

function checkedRound(value: unknown) {
  const round = record(value, 'round');
  const fork = round.fork_of === undefined || round.fork_of === null ? null : record(round.fork_of, 'round.fork_of');
  return {
    installationId: text(round.installation_id, /^[\x21-\x7e]{1,100}$/, 'round.installation_id'),
    number: integer(round.number, 1, 'round.number'),
    treeSize: integer(round.tree_size, 1, 'round.tree_size'),
    root: text(round.root, hashForm, 'round.root'),
    previous: text(round.previous, hashForm, 'round.previous'),
    signedAt: text(round.signed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'round.signed_at'),
    fork:
      fork === null
        ? null
        : {
            number: integer(fork.number, 0, 'round.fork_of.number'),
            hash: text(fork.hash, hashForm, 'round.fork_of.hash'),
          },
    hash: optionalText(round.hash, hashForm, 'round.hash'),
    keyId: optionalText(round.key_id, /^[0-9a-f]{16}$/, 'round.key_id'),
    publicKey: text(round.public_key, /^[A-Za-z0-9+/]{43}=$/, 'round.public_key'),
    signature: text(round.signature, /^[A-Za-z0-9+/]{86}==$/, 'round.signature'),
  };
}

function checkedLeaf(value: unknown) {
  const leaf = record(value, 'leaf');
  if (leaf.kind !== 'transaction') throw new UnreadableReceiptError('leaf.kind is not transaction.');
  const fields = list(leaf.fields, 'leaf.fields').map(checkedField);
  if (new Set(fields.map(({ name }) => name)).size < fields.length) {
    throw new UnreadableReceiptError('Two fields have the same name.');
  }
  return {
    index: integer(leaf.index, 0, 'leaf.index'),
    path: list(leaf.path, 'leaf.path').map((one) => text(one, hashForm, 'leaf.path')),
    fields,
    hash: optionalText(leaf.hash, hashForm, 'leaf.hash'),
  };
}

/** The lengths count: with another one, bytes of the salt could be read as letters of the name. */
function checkedField(value: unknown): CheckedField {
  const field = record(value, 'a field');
  const name = text(field.name, /^[a-z][a-z0-9_]{0,63}$/, 'the name of a field');
  if (field.salt === undefined) {
    return { name, open: null, commitment: text(field.commitment, hashForm, `the commitment of ${name}`) };
  }
  return {
    name,
    open: {
      salt: text(field.salt, /^[0-9a-f]{32}$/, `the salt of ${name}`),
      value: textOrNull(field.value, `the value of ${name}`),
    },
    commitment: optionalText(field.commitment, hashForm, `the commitment of ${name}`),
  };
}

function expandedQrCode(digits: string): unknown {
  const compact = list(parsed(inflated(bytesOfDigits(digits))), 'the QR code');
  const [version, statement, publicKey, signature, kind, index, path, fields] = compact;
  if (version !== 1) throw new UnreadableReceiptError('The QR code has another version.');
  const [installationId, number, treeSize, root, previous, signedAt, forkNumber, forkHash] = list(
    statement,
    'the statement',
  );
  return {
    format,
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
      fields: list(fields, 'the fields').map((field) => {
        const [name, saltOrCommitment, value] = list(field, 'a field');
        return value === undefined ? { name, commitment: saltOrCommitment } : { name, salt: saltOrCommitment, value };
      }),
    },
  };
}

/** 17 digits are a number of seven bytes; a shorter group at the end has fewer. */
function bytesOfDigits(digits: string): Buffer {
  if (digits.length > qrDigitsMax) throw new UnreadableReceiptError('The text is too long for a QR code.');
  const groups = digits.match(/\d{1,17}/g) ?? [];
  return Buffer.concat(
    groups.map((group) => {
      const length = [0, 3, 5, 8, 10, 13, 15, 17].indexOf(group.length);
      const hex = BigInt(group)
        .toString(16)
        .padStart(2 * length, '0');
      if (length < 1 || hex.length > 2 * length) throw new UnreadableReceiptError('The QR code is not whole.');
      return Buffer.from(hex, 'hex');
    }),
  );
}

function inflated(bytes: Buffer): string {
  try {
    const json = inflateRawSync(bytes, { maxOutputLength: qrJsonBytesMax });
    return new TextDecoder('utf-8', { fatal: true }).decode(json);
  } catch {
    throw new UnreadableReceiptError('The QR code is damaged or not whole.');
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnreadableReceiptError('It is neither JSON nor the text of a QR code.');
  }
}

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableReceiptError(`${what} is not an object.`);
  }
  return value as Readonly<Record<string, unknown>>;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableReceiptError(`${what} is not a list.`);
  return value;
}

function text(value: unknown, form: RegExp, what: string): string {
  if (typeof value !== 'string' || !form.test(value)) throw new UnreadableReceiptError(`${what} has a wrong form.`);
  return value;
}

function optionalText(value: unknown, form: RegExp, what: string): string | null {
  return value === undefined ? null : text(value, form, what);
}

function textOrNull(value: unknown, what: string): string | null {
  if (value !== null && typeof value !== 'string')
    throw new UnreadableReceiptError(`${what} is neither text nor null.`);
  return value;
}

function integer(value: unknown, least: number, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new UnreadableReceiptError(`${what} is not a whole number from ${least}.`);
  }
  return value;
}
