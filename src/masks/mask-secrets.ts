/** Cuts keys, webhook secrets, passwords in database addresses and the middle of phones out of a text. */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(nsk_(?:live|test)_[0-9A-Za-z]+)\.[0-9A-Za-z]+/g, '$1.[redacted]')
    .replace(/\bwhsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]')
    .replace(/(\bpostgres(?:ql)?:\/\/[^\s:/@"]+):[^\s@"]+@/g, '$1:[redacted]@')
    .replace(/(?<!\d)(256\d{2})\d{5}(\d{2})(?!\d)/g, '$1*****$2');
}
