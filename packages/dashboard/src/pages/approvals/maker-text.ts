/** Who asked: a key by its number, a person by their email. */
export function makerText(maker: string): string {
  const key = /^api_key:(\d+)$/.exec(maker);
  return key === null ? maker : `API key ${key[1]}`;
}
