import type { Sealer } from '../../secrets/sealer.ts';

/** The secrets of a webhook as its row holds them. */
export interface SealedSecrets {
  readonly webhookId: number;
  readonly secret: Buffer;
  /** The one that takes its place. */
  readonly nextSecret: Buffer | null;
  /** From when it is the only one, in milliseconds since 1970; until then both sign. */
  readonly nextSecretFromMs: number | null;
}

/** The secrets that sign at a moment. `nextSecret` is there only during the overlap of a roll. */
export interface OpenSecrets {
  readonly secret: string;
  readonly nextSecret: string | null;
}

/** Seals a secret for one webhook: in another one's row it does not open. */
export function sealSecret(sealer: Sealer, webhookId: number, secret: string): Buffer {
  return sealer.seal(secret, contextOf(webhookId));
}

/** The secrets that sign at `nowMs`. @throws SecretNotReadable */
export function openSecrets(sealer: Sealer, row: SealedSecrets, nowMs: number): OpenSecrets {
  const open = (sealed: Buffer) => sealer.open(sealed, contextOf(row.webhookId));
  if (row.nextSecret === null || row.nextSecretFromMs === null) return { secret: open(row.secret), nextSecret: null };
  if (nowMs >= row.nextSecretFromMs) return { secret: open(row.nextSecret), nextSecret: null };
  return { secret: open(row.secret), nextSecret: open(row.nextSecret) };
}

function contextOf(webhookId: number): string {
  return `webhook ${webhookId}`;
}
