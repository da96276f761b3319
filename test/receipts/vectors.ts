import { createHash, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { qrTextOf } from '../../src/receipts/verify/qr-text.ts';
import type { Receipt, ReceiptField } from '../../src/receipts/verify/receipt.ts';

/** One receipt with what every verifier must find. `input` is the receipt itself, or the text of its QR code. */
export interface Vector {
  readonly name: string;
  readonly input: unknown;
  readonly result: 'valid' | 'altered' | 'not_proven' | 'unknown_key' | 'unreadable';
  /** The places of an altered one, in order. */
  readonly altered?: readonly string[];
}

export interface Vectors {
  readonly trusted_keys: readonly string[];
  readonly vectors: readonly Vector[];
}

export const vectorsFile = new URL('../../packages/receipt-verifier/vectors/vectors.json', import.meta.url);

export function readVectors(): Vectors {
  return JSON.parse(readFileSync(vectorsFile, 'utf8'));
}

// What follows makes receipts directly from the words of docs/receipts.md, with nothing of the program that proves or verifies.

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A private key whose seed is one repeated byte. */
function keyOf(byte: number): { readonly key: KeyObject; readonly publicKey: string } {
  const seed = Buffer.alloc(32, byte);
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const { x = '' } = key.export({ format: 'jwk' });
  return { key, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

const values: readonly (readonly [name: string, value: string | null, isShown: boolean])[] = [
  ['reference', 'API_COL_1795597200_42', true],
  ['wallet_id', '7', false],
  ['client_id', '3', false],
  ['mode', 'live', true],
  ['type', 'collection', true],
  ['direction', 'in', true],
  ['status', 'completed', true],
  ['amount', '50000', true],
  ['fee', '2500', true],
  ['net_amount', '47500', true],
  ['currency', 'UGX', true],
  ['created_at', '2026-11-25T09:00:00.000Z', true],
  ['completed_at', '2026-11-25T09:00:07.250Z', true],
  ['business_name', 'Kawa Coffee Ltd', true],
  ['business_name_masked', 'K. C. L.', false],
  ['counterparty_phone', '256772000042', false],
  ['counterparty_phone_masked', '25677*****42', true],
  ['counterparty_name', 'Ŋŋooya Nakato', false],
  ['counterparty_name_masked', 'Ŋ. N.', true],
  ['provider', 'MTN', true],
  ['operator_receipt', '17955972001', true],
  ['description', 'Beans, 12 bags ☕', true],
  ['failure_code', null, true],
];

interface Parts {
  readonly index: number;
  readonly size: number;
  readonly key: ReturnType<typeof keyOf>;
  readonly fork?: { readonly number: number; readonly hash: string };
}

/** A receipt of the values above at a place of a tree; the other leaves are hashes of their places. */
function receiptAt({ index, size, key, fork }: Parts): Receipt {
  const secret = Buffer.alloc(16, 0x5a);
  const fields = values.map(([name, value, isShown]): ReceiptField => {
    const salt = createHmac('sha256', secret).update(name).digest().subarray(0, 16);
    const commitment = sha256('nsimbi:field:1\0', salt, name, value === null ? '\0\0' : `\0\u0001${value}`).toString(
      'hex',
    );
    return isShown ? { name, value, salt: salt.toString('hex'), commitment } : { name, commitment };
  });
  const leaf = sha256(
    '\0nsimbi:transaction:1\0',
    ...fields.map(({ commitment = '' }) => Buffer.from(commitment, 'hex')),
  );
  const leaves = Array.from({ length: size }, (_, at) => (at === index ? leaf : sha256(`other ${at}`)));
  const { root, path } = treeOf(leaves, index);
  const statement = {
    installation_id: '2f6c7f0e-6b0a-4b52-9f0e-0c9a1c5b7d11',
    number: 118,
    tree_size: size,
    root: root.toString('hex'),
    previous: sha256('the round before').toString('hex'),
    signed_at: '2026-11-25T09:00:10.000Z',
  };
  const lines = [
    'nsimbi round 1',
    ...Object.values(statement),
    ...(fork ? [`fork of ${fork.number} ${fork.hash}`] : []),
  ];
  const signed = lines.map((line) => `${line}\n`).join('');
  return {
    format: 'nsimbi-receipt-1',
    transaction: Object.fromEntries(values.filter(([, , isShown]) => isShown).map(([name, value]) => [name, value])),
    round: {
      ...statement,
      fork_of: fork ?? null,
      hash: sha256(signed).toString('hex'),
      key_id: sha256(Buffer.from(key.publicKey, 'base64')).toString('hex').slice(0, 16),
      public_key: key.publicKey,
      signature: sign(null, Buffer.from(signed), key.key).toString('base64'),
    },
    leaf: {
      kind: 'transaction',
      index,
      path: path.map((hash) => hash.toString('hex')),
      fields,
      hash: leaf.toString('hex'),
    },
  };
}

/** Root and inclusion path of RFC 9162 sections 2.1.1 and 2.1.3.1, over leaves that are hashes already. */
function treeOf(leaves: readonly Buffer[], index: number): { readonly root: Buffer; readonly path: readonly Buffer[] } {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return { root: only, path: [] };
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const left = treeOf(leaves.slice(0, split), index < split ? index : 0);
  const right = treeOf(leaves.slice(split), index < split ? 0 : index - split);
  const root = sha256('\u0001', left.root, right.root);
  return { root, path: index < split ? [...left.path, right.root] : [...right.path, left.root] };
}

/** A receipt with one thing changed: `at` leads to it. */
function changed(receipt: Receipt, at: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(receipt) as unknown as Record<string | number, unknown>;
  let place = copy;
  for (const step of at.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
  place[at.at(-1) ?? ''] = value;
  return copy;
}

/** Without what only names the place of an alteration, as a minimal issuer writes it. */
function minimal(receipt: Receipt): unknown {
  const { round, leaf } = structuredClone(receipt) as unknown as {
    round: Record<string, unknown>;
    leaf: Record<string, unknown>;
  };
  const { hash: _hash, key_id: _keyId, ...shortRound } = round;
  const { hash: _leafHash, ...shortLeaf } = leaf;
  const fields = (leaf.fields as Record<string, unknown>[]).map(({ commitment, ...field }) =>
    'salt' in field ? field : { ...field, commitment },
  );
  return { format: receipt.format, round: shortRound, leaf: { ...shortLeaf, fields } };
}

/**
 * The net amount, shown as the amount: `net_` goes from the name to the end of the salt, so that the commitment is the same, and the
 * committed amount is hidden under another name.
 */
function withPartOfNameInSalt(receipt: Receipt): unknown {
  const fields = receipt.leaf?.fields.map((field) => {
    if (field.name === 'amount') return { name: 'another', commitment: field.commitment };
    if (field.name !== 'net_amount' || !('salt' in field)) return field;
    return { ...field, name: 'amount', salt: `${field.salt}${Buffer.from('net_').toString('hex')}` };
  });
  return changed(changed(receipt, ['leaf', 'fields'], fields) as Receipt, ['transaction'], { amount: '47500' });
}

/** The leaf has the same bytes, with one field less: that of the wallet's id has its commitment and that of the client's. */
function withTwoCommitmentsInOne(fields: readonly ReceiptField[]): unknown {
  const [reference, walletId, clientId, ...others] = fields;
  return [reference, { ...walletId, commitment: `${walletId?.commitment}${clientId?.commitment}` }, ...others];
}

/** Every vector of the file. */
export function makeVectors(): Vectors {
  const trusted = keyOf(1);
  const receipt = receiptAt({ index: 4, size: 7, key: trusted });
  const place = (name: string) => values.findIndex(([one]) => one === name);
  const field = (name: string) => ['leaf', 'fields', place(name)];
  const otherHash = sha256('another').toString('hex');
  const path = receipt.leaf?.path ?? [];
  const fields = receipt.leaf?.fields ?? [];
  const stranger = receiptAt({ index: 4, size: 7, key: keyOf(2) });
  const qrText = qrTextOf(receipt) ?? '';
  const qrOfChanged = qrTextOf(changed(receipt, [...field('amount'), 'value'], '5000') as Receipt) ?? '';
  return {
    trusted_keys: [trusted.publicKey],
    vectors: [
      { name: 'valid', input: receipt, result: 'valid' },
      { name: 'valid, alone in its tree', input: receiptAt({ index: 0, size: 1, key: trusted }), result: 'valid' },
      { name: 'valid, first of two', input: receiptAt({ index: 0, size: 2, key: trusted }), result: 'valid' },
      { name: 'valid, last of five', input: receiptAt({ index: 4, size: 5, key: trusted }), result: 'valid' },
      { name: 'valid, last of 1000', input: receiptAt({ index: 999, size: 1_000, key: trusted }), result: 'valid' },
      {
        name: 'valid, in the first round after a fork',
        input: receiptAt({ index: 2, size: 3, key: trusted, fork: { number: 90, hash: otherHash } }),
        result: 'valid',
      },
      { name: 'valid, with what is needed alone', input: minimal(receipt), result: 'valid' },
      { name: 'valid, as the text of a QR code', input: qrText, result: 'valid' },
      {
        name: 'valid, as an address with that text',
        input: `https://pay.example.ug/verify#${qrText}`,
        result: 'valid',
      },
      { name: 'signed by an unknown key', input: stranger, result: 'unknown_key' },
      { name: 'not yet proven', input: { ...receipt, round: null, leaf: null }, result: 'not_proven' },
      {
        name: 'a shown amount that is not the committed one',
        input: changed(receipt, ['transaction', 'amount'], '500000'),
        result: 'altered',
        altered: ['transaction.amount'],
      },
      {
        name: 'a shown value whose field is hidden',
        input: changed(receipt, ['transaction', 'counterparty_phone'], '256772000042'),
        result: 'altered',
        altered: ['transaction.counterparty_phone'],
      },
      {
        name: 'a shown value of a field that does not exist',
        input: changed(receipt, ['transaction', 'paid_to'], 'Somebody else'),
        result: 'altered',
        altered: ['transaction.paid_to'],
      },
      {
        name: 'a committed value that was changed',
        input: changed({ ...receipt, transaction: {} }, [...field('operator_receipt'), 'value'], '17955972002'),
        result: 'altered',
        altered: ['fields.operator_receipt'],
      },
      {
        name: 'a value that was changed to null',
        input: changed({ ...receipt, transaction: {} }, [...field('description'), 'value'], null),
        result: 'altered',
        altered: ['fields.description'],
      },
      {
        name: 'a null that was changed to an empty text',
        input: changed({ ...receipt, transaction: {} }, [...field('failure_code'), 'value'], ''),
        result: 'altered',
        altered: ['fields.failure_code'],
      },
      {
        name: 'a salt that was changed',
        input: changed(receipt, [...field('fee'), 'salt'], '00'.repeat(16)),
        result: 'altered',
        altered: ['fields.fee'],
      },
      {
        name: 'a hidden commitment that was changed',
        input: changed(receipt, [...field('counterparty_phone'), 'commitment'], otherHash),
        result: 'altered',
        altered: ['fields'],
      },
      {
        name: 'a field that was removed',
        input: changed(
          receipt,
          ['leaf', 'fields'],
          fields.filter(({ name }) => name !== 'client_id'),
        ),
        result: 'altered',
        altered: ['fields'],
      },
      {
        name: 'fields in another order',
        input: changed(receipt, ['leaf', 'fields'], fields.toReversed()),
        result: 'altered',
        altered: ['fields'],
      },
      {
        name: 'a path with another hash',
        input: changed(receipt, ['leaf', 'path', 1], otherHash),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a path that is too short',
        input: changed(receipt, ['leaf', 'path'], path.slice(0, -1)),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a path that is too long',
        input: changed(receipt, ['leaf', 'path'], [...path, otherHash]),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'another place in the tree',
        input: changed(receipt, ['leaf', 'index'], 5),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a place outside of the tree',
        input: changed(receipt, ['leaf', 'index'], 7),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a value that was changed, with what is needed alone',
        input: minimal(changed(receipt, [...field('amount'), 'value'], '5000') as Receipt),
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a value that was changed in a QR code',
        input: qrOfChanged,
        result: 'altered',
        altered: ['path'],
      },
      {
        name: 'a round with another time',
        input: changed(receipt, ['round', 'signed_at'], '2026-11-24T09:00:10.000Z'),
        result: 'altered',
        altered: ['round'],
      },
      {
        name: 'a round with another root',
        input: changed(receipt, ['round', 'root'], otherHash),
        result: 'altered',
        altered: ['path', 'round'],
      },
      {
        name: 'the first round after a fork, of which the fork was cut out',
        input: changed(
          receiptAt({ index: 2, size: 3, key: trusted, fork: { number: 90, hash: otherHash } }),
          ['round', 'fork_of'],
          null,
        ),
        result: 'altered',
        altered: ['round'],
      },
      {
        name: 'the id of another key',
        input: changed(receipt, ['round', 'key_id'], '0123456789abcdef'),
        result: 'altered',
        altered: ['key_id'],
      },
      {
        name: 'the signature of another key',
        input: changed(receipt, ['round', 'signature'], stranger.round?.signature),
        result: 'altered',
        altered: ['signature'],
      },
      {
        name: 'the key of the verifier with the signature of a stranger',
        input: changed(
          changed(stranger, ['round', 'public_key'], trusted.publicKey) as Receipt,
          ['round', 'key_id'],
          receipt.round?.key_id,
        ),
        result: 'altered',
        altered: ['signature'],
      },
      { name: 'another format', input: changed(receipt, ['format'], 'nsimbi-receipt-2'), result: 'unreadable' },
      { name: 'a leaf of another kind', input: changed(receipt, ['leaf', 'kind'], 'event'), result: 'unreadable' },
      {
        name: 'two fields of one name',
        input: changed(receipt, ['leaf', 'fields'], [...fields, fields[0]]),
        result: 'unreadable',
      },
      {
        name: 'a salt that takes a part of the name',
        input: withPartOfNameInSalt(receipt),
        result: 'unreadable',
      },
      {
        name: 'two hidden commitments in one',
        input: changed(receipt, ['leaf', 'fields'], withTwoCommitmentsInOne(fields)),
        result: 'unreadable',
      },
      {
        name: 'a name that takes a part of its value',
        input: changed(receipt, [...field('amount'), 'name'], 'amount\0\u00015'),
        result: 'unreadable',
      },
      { name: 'a QR code without its end', input: qrText.slice(0, -20), result: 'unreadable' },
    ],
  };
}
