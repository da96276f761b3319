/** Where something listens, and what a person changes to have it listen elsewhere. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
  /** The setting or option of the port, such as `PORT`. */
  readonly portSetting: string;
}

/** A port could not be opened. The message says in one line why, and what to change. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';

  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause });
  }
}

/**
 * Opens a port with `open` and explains why that fails.
 * @throws CannotListen for a port in use, a port or an address that is not allowed or not there; other errors as they are.
 */
export async function explainListening<T>(place: ListeningPlace, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const sentence = sentenceOf(place, codeOf(error));
    throw sentence === null ? error : new CannotListen(sentence, error);
  }
}

function sentenceOf({ host, port, portSetting }: ListeningPlace, code: string | null): string | null {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `${address} is in use: another program listens there, perhaps another Nsimbi. Stop that one, or choose another ` +
        `port with ${portSetting}.`
      );
    case 'EACCES':
      return (
        `This user may not listen on ${address}: ports below 1024 need a privilege. Choose a higher port with ` +
        `${portSetting}, and put a reverse proxy before it.`
      );
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host} to listen on. Set HOST to one that it has, such as 127.0.0.1, or 0.0.0.0 for all.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} to listen on cannot be looked up. Set HOST to an address of this machine, such as 127.0.0.1.`;
    default:
      return null;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
