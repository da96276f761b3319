// Verifies a receipt of Nsimbi (../receipts.md, "Verification") with Node 20 or newer: node verify.mjs RECEIPT.json KEY...
// A KEY is a public key in base64, taken from a place that the sender of the receipt does not control.
import { readFileSync } from 'node:fs';

const { subtle } = globalThis.crypto;
const [file, ...trusted] = process.argv.slice(2);
const { format, transaction = {}, round, leaf } = JSON.parse(readFileSync(file, 'utf8'));

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const sha256 = async (...parts) =>
  Buffer.from(await subtle.digest('SHA-256', Buffer.concat(parts.map((part) => Buffer.from(part)))));
const isHex = (text, bytes) => typeof text === 'string' && new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(text);

async function commitmentOf({ name, value, salt }) {
  const end = value === null ? ['\0\0'] : ['\0\u0001', value];
  return sha256('nsimbi:field:1\0', Buffer.from(salt, 'hex'), name, ...end);
}

// RFC 9162 section 2.1.3.2. Null where the path has not the length that the tree asks for.
async function rootOf(leafHash) {
  let [hash, node, last] = [leafHash, leaf.index, round.tree_size - 1];
  for (const sibling of leaf.path.map((text) => Buffer.from(text, 'hex'))) {
    if (last === 0) return null;
    const isRight = node % 2 === 1 || node === last;
    hash = isRight ? await sha256('\u0001', sibling, hash) : await sha256('\u0001', hash, sibling);
    while (isRight && node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return leaf.index < round.tree_size && last === 0 ? hash : null;
}

async function verify() {
  if (format !== 'nsimbi-receipt-1') return 'unreadable';
  if (round === null || leaf === null) return 'not_proven';
  const { fields } = leaf;
  const isWellFormed = ({ name, value, salt, commitment }) =>
    /^[a-z][a-z0-9_]*$/.test(name) &&
    (salt === undefined ? isHex(commitment, 32) : isHex(salt, 16) && (value === null || typeof value === 'string'));
  if (leaf.kind !== 'transaction' || !fields.every(isWellFormed)) return 'unreadable';
  if (new Set(fields.map(({ name }) => name)).size !== fields.length) return 'unreadable';

  const altered = [];
  const opened = new Map(fields.filter(({ salt }) => salt !== undefined).map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(transaction)) {
    if (opened.get(name)?.value !== value) altered.push(`transaction.${name}`);
  }
  const commitments = [];
  for (const field of fields) {
    const commitment = field.salt === undefined ? field.commitment : hex(await commitmentOf(field));
    if ((field.commitment ?? commitment) !== commitment) altered.push(`fields.${field.name}`);
    commitments.push(Buffer.from(field.commitment ?? commitment, 'hex'));
  }
  const leafHash = await sha256(`\0nsimbi:${leaf.kind}:1\0`, ...commitments);
  const root = await rootOf(leafHash);
  if ((leaf.hash ?? hex(leafHash)) !== hex(leafHash)) altered.push('fields');
  else if (root === null || hex(root) !== round.root) altered.push('path');

  const lines = [
    'nsimbi round 1',
    round.installation_id,
    round.number,
    round.tree_size,
    round.root,
    round.previous,
    round.signed_at,
  ];
  if (round.fork_of) lines.push(`fork of ${round.fork_of.number} ${round.fork_of.hash}`);
  const statement = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const publicKey = Buffer.from(round.public_key, 'base64');
  const keyId = hex(await sha256(publicKey)).slice(0, 16);
  const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  if ((round.hash ?? hex(await sha256(statement))) !== hex(await sha256(statement))) altered.push('round');
  else if ((round.key_id ?? keyId) !== keyId) altered.push('key_id');
  else if (!(await subtle.verify('Ed25519', key, Buffer.from(round.signature, 'base64'), statement)))
    altered.push('signature');

  if (altered.length > 0) return `altered ${altered.join(' ')}`;
  return trusted.includes(round.public_key) ? 'valid' : 'unknown_key';
}

console.log(await verify());
