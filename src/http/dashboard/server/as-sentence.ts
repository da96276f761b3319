/** The message of an error, which begins small and has no end, as a sentence for a person. */
export function asSentence(message: string): string {
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
}
