// Verifies a receipt of Nsimbi (../receipts.md, "Verification") with Node 20 or newer: node verify.mjs RECEIPT.json KEY...
// A KEY is a public key in base64, taken from a place that the sender of the receipt does not control.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, ...trusted] = process.argv.slice(2);
const { format, transaction = {}, round, leaf } = JSON.parse(readFileSync(file, 'utf8'));
const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
const bytes = (hex) => Buffer.from(hex, 'hex');
const commitmentOf = ({ name, value, salt, commitment }) =>
  salt !== undefined
    ? hash('nsimbi:field:1\0', bytes(salt), name, value === null ? '\0\0' : `\0\x01${value}`)
    : bytes(commitment);
// The lengths count: with another length of the salt, its last bytes and the name could share their letters in another way.
const isField = ({ name, value, salt, commitment }) =>
  /^[a-z][a-z0-9_]*$/.test(name) &&
  (salt === undefined ? /^[0-9a-f]{64}$/.test(commitment) : /^[0-9a-f]{32}$/.test(salt)) &&
  (salt === undefined || value === null || typeof value === 'string');

function rootOf(leafHash) {
  let [node, last, root] = [leaf.index, round.tree_size - 1, leafHash];
  for (const sibling of leaf.path.map(bytes)) {
    if (last === 0) return null;
    const isRight = node % 2 === 1 || node === last;
    root = isRight ? hash('\x01', sibling, root) : hash('\x01', root, sibling);
    for (; isRight && node % 2 === 0 && node > 0; node /= 2) last = Math.floor(last / 2);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return leaf.index < round.tree_size && last === 0 ? root.toString('hex') : null;
}

function verdict() {
  if (format !== 'nsimbi-receipt-1') return 'unreadable';
  if (round === null || leaf === null) return 'not_proven';
  const names = new Set(leaf.fields.map(({ name }) => name));
  if (leaf.kind !== 'transaction' || !leaf.fields.every(isField) || names.size < leaf.fields.length)
    return 'unreadable';
  const opened = new Map(leaf.fields.filter(({ salt }) => salt !== undefined).map(({ name, value }) => [name, value]));
  const forged = Object.keys(transaction).filter((name) => opened.get(name) !== transaction[name]);
  if (forged.length > 0) return `altered transaction.${forged.join(' transaction.')}`;
  const lines = ['installation_id', 'number', 'tree_size', 'root', 'previous', 'signed_at'].map((name) => round[name]);
  if (round.fork_of) lines.push(`fork of ${round.fork_of.number} ${round.fork_of.hash}`);
  const statement = ['nsimbi round 1', ...lines, ''].join('\n');
  const publicKey = Buffer.from(round.public_key, 'base64');
  const leafHash = hash('\0nsimbi:transaction:1\0', ...leaf.fields.map(commitmentOf));
  const stated = [
    [leaf.hash, leafHash],
    [round.hash, hash(statement)],
    [round.key_id, hash(publicKey).subarray(0, 8)],
  ];
  for (const field of leaf.fields) stated.push([field.commitment, commitmentOf(field)]);
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  const isSigned = verify(
    null,
    statement,
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(round.signature, 'base64'),
  );
  const isWhole = stated.every(([text, calculated]) => text === undefined || calculated.toString('hex') === text);
  if (!isSigned || !isWhole || rootOf(leafHash) !== round.root) return 'altered';
  return trusted.includes(round.public_key) ? 'valid' : 'unknown_key';
}

console.log(verdict());
