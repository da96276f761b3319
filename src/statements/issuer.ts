/** Who issues statements and receipts: the company that operates this service. */
export interface Issuer {
  readonly name: string;
  readonly address: string | null;
  /** Its taxpayer identification number. */
  readonly tin: string | null;
}

/** The issuer as it is set; null where none is. */
export function issuerOf(settings: {
  readonly issuerName: string | null;
  readonly issuerAddress: string | null;
  readonly issuerTin: string | null;
}): Issuer | null {
  const { issuerName: name, issuerAddress: address, issuerTin: tin } = settings;
  return name === null ? null : { name, address, tin };
}

/** The issuer on one line. */
export function issuerText({ name, address, tin }: Issuer): string {
  return [name, address, tin === null ? null : `TIN ${tin}`].filter((part) => part !== null).join(', ');
}
