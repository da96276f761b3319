/** What differs from run to run, and what stands for it in a recording. */
const changing: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00/g, '<time of Kampala>'],
  [/<MsgId>(\d+)-\d{13}</g, '<MsgId>$1-<milliseconds><'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  // A reference holds the second in which its transaction was created.
  [/\b([A-Z]{2,8}(?:_[A-Z]+)?)_\d{10}_(\d+)\b/g, '$1_<seconds>_$2'],
  [/\breq_[A-Za-z0-9_-]+/g, '<request id>'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, '<secret>'],
  [/\bnsk_(?:test|live)_[A-Za-z0-9_-]+/g, '<api key>'],
  [/\d{4}-\d\d-\d\d at 00:00 in Kampala/g, '<day> at 00:00 in Kampala'],
  [/sha256=[0-9a-f]{64}/g, 'sha256=<signature>'],
  [/\bv1,[A-Za-z0-9+/]{43}=/g, 'v1,<signature>'],
  [/"created": \d{10}\b/g, '"created": <seconds>'],
  [/"duration_ms": \d+/g, '"duration_ms": <milliseconds>'],
  [/\btry again in \d+ seconds?/g, 'try again in <number of> seconds'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
];

/** Replaces times, generated ids, secrets, signatures and ports, so that two runs of the same release give the same text. */
export function placeholders(text: string): string {
  return changing.reduce((shown, [pattern, placeholder]) => shown.replace(pattern, placeholder), text);
}
