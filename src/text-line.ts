/**
 * Text on one line, such as a name or a reason: no control characters, and something besides spaces. The source of a
 * regular expression with the flag `u`. A file of its own, because commands load it without the library of the schemas.
 */
export const linePattern = '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$';
