import { addTo, type Evidence, endOf, findFrom, isMoney, isOverdue, type Occasion, occasion } from '../evidence.ts';
import type { OperatorName, RecordedCall } from '../observation.ts';
import type { Rule } from '../rule.ts';

/** Rules about numbers of phones and about texts. */

const phoneForms: Readonly<Record<OperatorName, { readonly form: RegExp; readonly words: string }>> = {
  mtn: { form: /^256\d{9}$/, words: '256 and nine digits' },
  airtel: { form: /^[1-9]\d{8}$/, words: 'nine digits without 0 and 256' },
};

export const phoneOfTheRail: Rule = {
  number: 13,
  mistake: 'A number is sent in the wrong form: with a plus sign, with 0, or with 256 to the wrong operator.',
  instead: 'Store one form. Write it for each operator where the call is made.',
  toObserve: 'Let the client collect, pay out, or look a number up.',
  judge: ({ operators, calls }) => {
    const uganda = operators.filter(({ takesUgandaNumbers }) => takesUgandaNumbers).map(({ operator }) => operator);
    return calls.flatMap((call): Occasion[] => {
      const isAboutPhone = call.kind === 'collection' || call.kind === 'payout' || call.kind === 'person';
      if (!isAboutPhone || call.phone === null || !uganda.includes(call.operator)) return [];
      const { form, words } = phoneForms[call.operator];
      return form.test(call.phone)
        ? [occasion('avoided', call, `${call.phone} is ${words}.`)]
        : [occasion('made', call, `${call.phone} is not ${words}.`)];
    });
  },
};

export const notFoundEndsThere: Rule = {
  number: 14,
  mistake:
    'The operator is guessed from the first digits; a number that it does not know is silently tried at the other.',
  instead: 'Predict from a table, and let the customer choose. “Not found” ends the attempt with a clear message.',
  toObserve: 'Start both operators. Let one not know a number: 256773123455 at MTN, 700801110 at Airtel.',
  judge(evidence) {
    if (evidence.operators.length < 2) return [];
    const moneyCalls = new Map<string, RecordedCall[]>();
    for (const call of evidence.calls) {
      if (!isMoney(call) || call.phone === null) continue;
      addTo(moneyCalls, `${call.operator} ${nationalNumber(call.phone)}`, call);
    }
    return evidence.calls.flatMap((call): Occasion[] => {
      if (call.reason !== 'no_wallet') return [];
      const sought = call.kind === 'query' ? paymentOf(evidence, call) : call;
      if (sought === undefined || sought.phone === null) return [];
      const elsewhere = moneyCalls.get(`${otherOf[call.operator]} ${nationalNumber(sought.phone)}`) ?? [];
      const fits = ({ amount }: RecordedCall) => sought.amount === null || amount === sought.amount;
      const other = findFrom(elsewhere, call.atMs, fits);
      if (other !== undefined) {
        return [occasion('made', call, `${call.operator} did not know ${sought.phone}; ${other.operator} was tried.`)];
      }
      return isOverdue(evidence, endOf(call))
        ? [occasion('avoided', call, `${call.operator} did not know ${sought.phone}, and the attempt ended.`)]
        : [];
    });
  },
};

const otherOf: Readonly<Record<OperatorName, OperatorName>> = { mtn: 'airtel', airtel: 'mtn' };

function paymentOf(evidence: Evidence, query: RecordedCall): RecordedCall | undefined {
  return evidence.callsAbout(query).find(isMoney);
}

function nationalNumber(phone: string): string {
  return phone.slice(-9);
}

/** A test writes this word into a description that an operator would refuse, so that a cleaned text can be recognized. */
export const textMark = /nsimbitest/i;
const textForms: Readonly<Record<OperatorName, RegExp>> = {
  mtn: /^[A-Za-z0-9 .-]{0,128}$/,
  airtel: /^[A-Za-z0-9]{4,64}$/,
};

export const cleanTexts: Rule = {
  number: 19,
  mistake: 'A description with an apostrophe, an emoji or too many characters is sent as it is, and is refused.',
  instead: 'Reduce texts to letters, digits, spaces, dots and hyphens, and cut them to the operator’s length.',
  toObserve:
    'Give the client a description that contains the word nsimbitest, an apostrophe, an emoji and 200 characters.',
  judge: ({ calls }) =>
    calls.flatMap((call): Occasion[] => {
      if (!isMoney(call)) return [];
      const wrong = call.texts.find((text) => !textForms[call.operator].test(text));
      if (wrong !== undefined)
        return [occasion('made', call, `It had the text ${JSON.stringify(wrong.slice(0, 60))}.`)];
      return call.texts.some((text) => textMark.test(text))
        ? [occasion('avoided', call, 'The text of the test arrived in a form that the operator takes.')]
        : [];
    }),
};
