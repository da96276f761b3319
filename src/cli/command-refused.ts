/** A command that cannot be done as asked. The message is one line that says why, and what to do about it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
