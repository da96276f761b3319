/**
 * A text without the middle of anything that may be a phone, in whatever form an operator writes it: runs of 9 to 15
 * digits lose the five before their last two, so that 256772123456 becomes 25677*****56. Response codes such as DP00800001999 stay.
 */
export function maskPhones(text: string): string {
  return text.replace(/(?<!\d|\bDP)(\d{2,8})\d{5}(\d{2})(?!\d)/g, '$1*****$2');
}
