import { ClientNotFound, ClientNotValid, PhoneTaken } from '../../../../access/clients.ts';
import { notFound } from '../../../../http/refusal-of-error.ts';
import { invalidField } from '../../../../wallet/refusal.ts';

/** Does a change of a client, and says what was wrong with it as the API does. @param field where the form shows it. */
export async function asRefusal<T>(field: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof ClientNotFound) throw notFound();
    if (error instanceof PhoneTaken) throw invalidField('phone', sentenceOf(error));
    if (error instanceof ClientNotValid) throw invalidField(field, sentenceOf(error));
    throw error;
  }
}

/** Those errors begin in the middle of a sentence. */
function sentenceOf({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
