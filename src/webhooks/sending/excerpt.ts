/** Bytes of an answer that are kept. */
const excerptBytesMax = 1_024;

/** Bytes that must be read for it: a character that goes over the edge is recognised by its other three. */
export const excerptReadMax = excerptBytesMax + 3;

const decoder = new TextDecoder();

/**
 * The beginning of an answer as text that can be stored and shown: at most 1 KiB of UTF-8, control characters other than
 * line ends and tabs replaced (PostgreSQL refuses NUL), no half characters. Null for an empty answer.
 */
export function readExcerpt(bytes: Buffer): string | null {
  if (bytes.length === 0) return null;
  return cutToBytes(printable(decoder.decode(bytes)), excerptBytesMax);
}

/** A receiver's text without characters that would break a line or a terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}

/** Cut between characters. */
function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  // Bytes 10xxxxxx continue a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
