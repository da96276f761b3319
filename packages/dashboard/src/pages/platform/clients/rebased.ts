/** Fields that are compared as they are: texts, numbers, switches. */
export type PlainFields = Record<string, string | number | boolean>;

/**
 * The fields of a form after another person has changed the stored values: fields that this person edited stay, and every
 * other field gets its stored value.
 * @param began what the form began with.
 */
export function rebased<Fields extends PlainFields>(typed: Fields, began: Fields, now: Fields): Fields {
  const changed = Object.entries(typed).filter(([field, value]) => value !== began[field]);
  return { ...now, ...Object.fromEntries(changed) };
}
