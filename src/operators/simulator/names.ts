const givenNames = [
  'Aisha',
  'Akello',
  'Brian',
  'Catherine',
  'Denis',
  'Esther',
  'Florence',
  'Godfrey',
  'Hadijah',
  'Ivan',
  'Juliet',
  'Kato',
  'Lillian',
  'Moses',
  'Nakato',
  'Okello',
  'Patience',
  'Ronald',
  'Sarah',
  'Wasswa',
];
const familyNames = [
  'Acheng',
  'Asiimwe',
  'Byaruhanga',
  'Kabuye',
  'Kirabo',
  'Lubega',
  'Mugisha',
  'Musoke',
  'Nabirye',
  'Nalwoga',
  'Namukasa',
  'Nsubuga',
  'Ochieng',
  'Odongo',
  'Opio',
  'Ssali',
  'Ssekandi',
  'Tumusiime',
  'Wanyama',
];

/**
 * The registered name of a test number: always the same for a number, and null for numbers that end in 0000, so that
 * a client can see what an operator without a name looks like.
 */
export function registeredName(phone: string): string | null {
  if (phone.endsWith('0000')) return null;
  // The two lists have lengths without a common factor, so that neighbouring numbers differ in both names.
  const number = Number(phone.slice(-7));
  return `${givenNames[number % givenNames.length]} ${familyNames[number % familyNames.length]}`;
}
