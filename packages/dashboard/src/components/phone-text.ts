/** A number of the form 256772000001 as people read it: +256 772 000 001. Masked digits stay; anything else stays as it is. */
export function phoneText(phone: string): string {
  const found = /^256(.{3})(.{3})(.{3})$/u.exec(phone);
  return found === null ? phone : `+256 ${found[1]} ${found[2]} ${found[3]}`;
}

/**
 * What a person typed as a phone number, in the form that the service takes: 256 and nine digits. Takes +256…, 256…,
 * 0772… and 772…, with spaces and dashes. What fits none is given as typed, without spaces, for the service to judge.
 */
export function phoneDigits(typed: string): string {
  const text = typed.replace(/[\s()-]/g, '');
  const found = /^(?:\+?256|0)?(\d{9})$/.exec(text);
  return found === null ? text : `256${found[1]}`;
}
