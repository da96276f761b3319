import { uniform } from './faults/uniform.ts';

const firstNames = ['Amina', 'Babirye', 'Charles', 'Doreen', 'Emmanuel', 'Grace', 'Hassan', 'Irene', 'Joseph', 'Ketty'];
const lastNames = [
  'Aine',
  'Birungi',
  'Ddamulira',
  'Ekwaro',
  'Kasozi',
  'Lutaaya',
  'Mbabazi',
  'Nakitende',
  'Oryem',
  'Tusiime',
];

/** Who a number is registered to: always the same person for the same number. */
export function personOf(phone: string): { readonly firstName: string; readonly lastName: string } {
  return {
    firstName: firstNames[Math.floor(uniform(0, 'first', phone) * firstNames.length)]!,
    lastName: lastNames[Math.floor(uniform(0, 'last', phone) * lastNames.length)]!,
  };
}
