import { receiptQrCode } from '../receipts/qr-code.ts';
import type { IssuedReceipt } from '../receipts/read-receipt-of.ts';
import { proofFacts, type ReceiptFact, receiptFacts, receiptTitle } from '../receipts/receipt-facts.ts';
import { qrTextOf } from '../receipts/verify/qr-text.ts';
import type { Issuer } from '../statements/issuer.ts';

/** What the pages of receipts may load: nothing, besides the style that they contain. */
export const receiptPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page of a link: the receipt for people, without any script. Pure. @param issuer who issues it; null where that is not set. */
export function receiptPage(receipt: IssuedReceipt, issuer: Issuer | null): string {
  const digits = qrTextOf(receipt);
  return page(
    `Receipt ${receipt.transaction.reference}`,
    [
      `<h1>${escaped(receiptTitle(receipt))}</h1>`,
      receipt.transaction.mode === 'test' ? '<p class="notice">Test mode: no real money.</p>' : '',
      factList(receiptFacts(receipt, issuer)),
      '<h2>Proof</h2>',
      factList(proofFacts(receipt)),
      digits === null ? '' : `<p><a href="/verify#${digits}">Verify this receipt</a></p>`,
      qrImage(receipt),
      '<p><a href="?format=pdf">Download as PDF</a> <a href="?format=json">Download as JSON</a></p>',
    ].join('\n'),
  );
}

/** The page of a link that shows nothing, for whatever reason. Pure. */
export function noReceiptPage(): string {
  return page(
    'No receipt',
    '<h1>This link shows no receipt</h1>\n<p>The link is incomplete, has expired or was revoked. Ask the sender for a new one.</p>',
  );
}

function factList(facts: readonly ReceiptFact[]): string {
  const rows = facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

function qrImage(receipt: IssuedReceipt): string {
  const code = receiptQrCode(receipt);
  if (code === null) return '';
  const path = code.runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
  return (
    `<svg viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label="QR code with this receipt for a verifier">` +
    `<rect width="${code.size}" height="${code.size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
dl { margin: 0; } dl div { display: grid; grid-template-columns: 10rem 1fr; gap: .25rem 1rem; padding: .3rem 0; border-top: 1px solid #8886; }
dt { opacity: .8; } dd { margin: 0; }
a { margin-right: 1rem; color: inherit; }
svg { width: 100%; max-width: 24rem; display: block; margin: 1rem 0; }
.notice { font-weight: 700; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
