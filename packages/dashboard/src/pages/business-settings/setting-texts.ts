/** Who sets what the business cannot set itself, at the beginning of a sentence. Pure. */
export function operatorText(operatedBy: string | null): string {
  return operatedBy ?? 'The company that operates this service';
}

/** From where the pages of the business can be used. Pure. @param count addresses and networks that are allowed; 0 for every one. */
export function addressesText(count: number): string {
  if (count === 0) return 'Any address';
  return count === 1 ? '1 address or network' : `${count} addresses or networks`;
}
