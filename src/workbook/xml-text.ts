/** Characters that XML 1.0 (section 2.2) has no form for, not even an escaped one. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text that XML can hold: a character that it cannot becomes U+FFFD, so that no text shortens unseen. */
export function possibleText(text: string): string {
  return text.replace(impossible, '\uFFFD');
}

/** The same as the content of an XML element or attribute. */
export function xmlText(text: string): string {
  return possibleText(text).replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}
