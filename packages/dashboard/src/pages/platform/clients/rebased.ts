/** Fields that are compared as they are: texts, numbers, switches. */
export type PlainFields = Record<string, string | number | boolean>;

/**
 * What a form holds once somebody else has changed what it began with: what the person has changed stays, and every other
 * field is as it is now.
 * @param began what the form began with.
 */
export function rebased<Fields extends PlainFields>(typed: Fields, began: Fields, now: Fields): Fields {
  const changed = Object.entries(typed).filter(([field, value]) => value !== began[field]);
  return { ...now, ...Object.fromEntries(changed) };
}
