import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchName, type NameMatchResult, scoreOfMatch } from './match-name.ts';

describe('the expected name and the registered name', () => {
  test.each<[expected: string, registered: string | null, NameMatchResult]>([
    ['Moses Ssekandi', 'Moses Ssekandi', 'match'],
    // As operators write them.
    ['Moses Ssekandi', 'SSEKANDI MOSES', 'match'],
    ['  moses   ssekandi ', 'Moses Ssekandi', 'match'],
    ['Ssekandi, Moses', 'Moses Ssekandi', 'match'],
    // Luganda doubles letters, and registers often leave one out.
    ['Sekandi Moses', 'Moses Ssekandi', 'match'],
    ['Nnabukenya Ruth', 'RUTH NABUKENYA', 'match'],
    ['Kiza Besigye', 'Kizza Besigye', 'match'],
    ['Kagwa Joan', 'Joan Kaggwa', 'match'],
    // Accents, apostrophes and titles.
    ['José Okello', 'Jose Okello', 'match'],
    ["Ng'ang'a Peter", 'Peter Nganga', 'match'],
    ['Ng’anga Peter', "Peter Ng'anga", 'match'],
    ['Hajji Musa Kigozi', 'Musa Kigozi', 'match'],
    ['Dr. Grace Apio', 'APIO GRACE', 'match'],
    // Double names, with and without a hyphen or a space.
    ['Nakato-Babirye Grace', 'Grace Nakato Babirye', 'match'],
    ['Mary Jane Achieng', 'Maryjane Achieng', 'match'],
    // Spellings of one name.
    ['Steven Okello', 'Stephen Okello', 'match'],
    ['Mohammed Kato', 'Muhammad Kato', 'match'],
    ['Catherine Akello', 'Katherine Akello', 'match'],
    // A middle name is missing on either side.
    ['Moses Ssekandi', 'Moses Paul Ssekandi', 'match'],
    ['Moses Paul Ssekandi', 'Moses Ssekandi', 'match'],
    // Initials and short forms.
    ['M. Ssekandi', 'Moses Ssekandi', 'close'],
    ['Moses P. Ssekandi', 'Moses Paul Ssekandi', 'close'],
    ['Ssekandi M P', 'Moses Ssekandi', 'different'],
    ['Ssekandi A M', 'Moses Ssekandi', 'different'],
    ['Moses Ssekandi', 'M SSEKANDI', 'close'],
    ['J. Ssekandi', 'Moses Ssekandi', 'different'],
    ['Sam Okello', 'Samuel Okello', 'close'],
    ['Samuel Okello', 'SAM OKELLO', 'close'],
    ['Liz Nakato', 'Elizabeth Nakato', 'close'],
    // Misspellings.
    ['Moses Ssekande', 'Moses Ssekandi', 'close'],
    ['Mulumba Paul', 'Murumba Paul', 'close'],
    ['Tumusiime Jacinta', 'Tumwesigye Jacinta', 'different'],
    // Short names are too alike to be misspelled: Kato, Kano.
    ['Kato Paul', 'Kano Paul', 'different'],
    // Others of one family.
    ['Moses Ssekandi', 'Peter Ssekandi', 'different'],
    ['Moses Paul Ssekandi', 'Moses Peter Ssekandi', 'close'],
    ['Grace Nakato Okello', 'Grace Nakato Mukasa', 'close'],
    ['Grace Nakato', 'Ruth Babirye', 'different'],
    // Businesses have one name.
    ['Umeme', 'UMEME', 'match'],
    ['Umeme', 'Jumia', 'different'],
    ['Umeme Uganda', 'Umeme', 'close'],
    // One name of two would let names be found one after the other.
    ['Ssekandi', 'Moses Ssekandi', 'unknown'],
    ['Moses', 'Moses Ssekandi', 'unknown'],
    ['M S', 'Moses Ssekandi', 'unknown'],
    ['07', 'Moses Ssekandi', 'unknown'],
    ['---', 'Moses Ssekandi', 'unknown'],
    ['Moses Ssekandi', null, 'unknown'],
    ['Moses Ssekandi', ' ', 'unknown'],
    // Many names in one request.
    ['Okello Mukasa Ssekandi Moses Peter Paul', 'Moses Ssekandi', 'different'],
    // Another script is compared as it is.
    ['Мария Иванова', 'МАРИЯ ИВАНОВА', 'match'],
  ])('%j and %j: %s', (expected, registered, result) => {
    expect(matchName(expected, registered)).toEqual({ result, reason: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  test('the score has one value per result', () => {
    expect(scoreOfMatch).toEqual({ match: 100, close: 70, different: 0, unknown: null });
  });
});

describe('nobody approaches a name letter by letter', () => {
  // Without doubled letters and the letters of titles.
  const letters = fc
    .shuffledSubarray([...'abcdeghiklmoptuvwxyz'], { minLength: 8, maxLength: 14 })
    .map((chosen) => chosen.join(''));

  test('with one name right, the first letters of the other one say no more than wrong letters', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 2, max: 5 }), (given, surname, known) => {
        const registered = `${given} ${surname}`;
        const wrong = matchName(`${given} qzqzqzqzqzqzqzqzqzqz`, registered);
        fc.pre(given !== surname);
        expect(matchName(`${given} ${surname.slice(0, known)}`, registered)).toEqual(wrong);
      }),
    );
  });

  test('with no name right, the result is the same however many letters of one agree', () => {
    const guesses = ['Ss', 'Ssek', 'Ssekan', 'Ssekandi'].map((begun) => matchName(`Qwertz ${begun}`, 'Moses Ssekandi'));
    expect(new Set(guesses.map(({ result, reason }) => `${result} ${reason}`)).size).toBe(1);
  });
});
