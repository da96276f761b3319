import { ApiFailure } from '../api/failure.ts';

/**
 * The service's messages by field, for a form of @mantine/form: `form.setErrors(fieldErrors(error))`.
 * Empty for any other error.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, sentences]) => [
      field,
      sentences.map((sentence) => besideField(field, sentence)).join(' '),
    ]),
  );
}

/** Programs know a field by its name in the request, people by its label, below which the sentence stands. */
function besideField(field: string, sentence: string): string {
  return sentence.startsWith(`${field} `) ? `This${sentence.slice(field.length)}` : sentence;
}
