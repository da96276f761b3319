import { ApiFailure } from './failure.ts';

/** What a person can confirm themselves with. */
export type ConfirmingFactor = 'passkey' | 'code' | 'password';

/** Asks the person for a factor. Resolves to whether one was given. */
type AskForFactor = (factors: readonly ConfirmingFactor[]) => Promise<boolean>;

let ask: AskForFactor | null = null;
let asking: Promise<boolean> | null = null;

/** Sets who asks the person: the dialog, while it is there. @returns call it to end. */
export function answerFactorRequired(asker: AskForFactor): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/**
 * Sends a request, and where the service wants a factor first, asks the person and sends the same request once more. Requests that are
 * refused at the same time wait for one answer. Rejects as the request does: with the refusal where the person gave none.
 */
export async function withFactor<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!isFactorRequired(error) || ask === null) throw error;
    asking ??= ask(factorsOf(error)).finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return await send();
  }
}

function isFactorRequired(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'factor_required';
}

function factorsOf({ data }: ApiFailure): readonly ConfirmingFactor[] {
  return Array.isArray(data?.factors) ? data.factors : [];
}
