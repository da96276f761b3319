import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { readReceipt } from '../../../src/receipts/verify/read-receipt.ts';
import { UnreadableReceipt } from '../../../src/receipts/verify/receipt.ts';
import {
  type Primitives,
  type ShownValues,
  type Verdict,
  verifyReceipt,
} from '../../../src/receipts/verify/verify-receipt.ts';

// The browser's own cryptography is missing in pages that did not come by https, and older browsers lack Ed25519.
hashes.sha512 = sha512;
const primitives: Primitives = {
  sha256,
  // RFC 8032 without the relaxed rules of ZIP 215, as Node's verification.
  isSignature: (publicKey, message, signature) => verify(signature, message, publicKey, { zip215: false }),
};

type Found = Verdict | { readonly result: 'unreadable'; readonly reason: string };

const file = elementOf('file', HTMLInputElement);
const text = elementOf('text', HTMLTextAreaElement);
const keys = elementOf('keys', HTMLTextAreaElement);
const verdict = elementOf('verdict', HTMLElement);

let receipt: Uint8Array | null = null;

keys.value = listedKeys().join('\n');
// A link to this page may bring the text of the QR code after its #, which browsers send to nobody.
if (location.hash.length > 1) {
  text.value = location.hash.slice(1);
  takeText();
}
text.addEventListener('input', takeText);
keys.addEventListener('input', show);
file.addEventListener('change', async () => {
  const [chosen] = file.files ?? [];
  if (chosen === undefined) return;
  receipt = new Uint8Array(await chosen.arrayBuffer());
  text.value = '';
  show();
});

function takeText(): void {
  receipt = text.value.trim() === '' ? null : new TextEncoder().encode(text.value);
  file.value = '';
  show();
}

/** The keys of the service that served this page, or of the one who saved it. */
function listedKeys(): string[] {
  return JSON.parse(elementOf('trusted-keys', HTMLElement).textContent ?? '[]');
}

function show(): void {
  verdict.hidden = receipt === null;
  if (receipt === null) return;
  const found = verdictOf(receipt);
  verdict.dataset.result = found.result;
  verdict.replaceChildren(...shownAs(found));
}

function verdictOf(bytes: Uint8Array): Found {
  try {
    const trusted = keys.value.split(/\s+/).filter((key) => key !== '');
    return verifyReceipt(readReceipt(bytes), trusted, primitives);
  } catch (error) {
    if (error instanceof UnreadableReceipt) return { result: 'unreadable', reason: error.message };
    throw error;
  }
}

function shownAs(found: Found): HTMLElement[] {
  switch (found.result) {
    case 'valid':
      return [
        titled('Valid'),
        paragraph(
          `These values are in round ${found.round.number}, signed ${timeText(found.round.signed_at)}. Compare them with what you were shown.`,
        ),
        tableOf(found.values),
      ];
    case 'altered':
      return [titled('Altered'), ...found.alterations.map(({ place, sentence }) => paragraph(`${place}: ${sentence}`))];
    case 'not_proven':
      return [
        titled('Not yet proven'),
        paragraph(
          'The transaction is not in a signed round yet, so nothing proves these values. Ask for the receipt again later.',
        ),
        tableOf(found.values),
      ];
    case 'unknown_key':
      return [
        titled('Signed by an unknown key'),
        paragraph(
          `The receipt is whole, but its key ${found.round.key_id} is not among the keys above. Anybody can make such a receipt.`,
        ),
        tableOf(found.values),
      ];
    case 'unreadable':
      return [titled('Not a receipt'), paragraph(`This cannot be read as a receipt: ${found.reason}.`)];
  }
}

function timeText(iso: string): string {
  return `${iso.slice(0, 10)} at ${iso.slice(11, 19)} UTC`;
}

function titled(words: string): HTMLElement {
  const title = document.createElement('h2');
  title.textContent = words;
  return title;
}

function paragraph(words: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = words;
  return element;
}

function tableOf(values: ShownValues): HTMLElement {
  const table = document.createElement('table');
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    const row = table.insertRow();
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name.replaceAll('_', ' ');
    row.append(head);
    row.insertCell().textContent = value;
  }
  return table;
}

function elementOf<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}
