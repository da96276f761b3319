/** Control characters, as part of a set of a regular expression. */
const control = '\\u0000-\\u001F\\u007F-\\u009F';

/**
 * Text on one line, such as a name or a reason: no control characters, and something besides spaces. The source of a
 * regular expression, with or without the flag `u`: tools that read the OpenAPI document use none. A file of its own, because
 * commands load it without the library of the schemas.
 */
export const linePattern = `^[^${control}]*[^${control}\\s][^${control}]*$`;
