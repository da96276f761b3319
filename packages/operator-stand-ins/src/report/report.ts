import { evidenceOf, type Occasion } from './evidence.ts';
import type { Observation } from './observation.ts';
import type { Rule } from './rule.ts';
import { keysOfTheProduct, ownEnvironment, tokenEndsInFlight } from './rules/access.ts';
import {
  callbackIsConfirmed,
  callbackTwice,
  pendingIsNotFailed,
  pollsWithoutCallback,
  readsEveryReason,
  stateOutranksCode,
} from './rules/asking.ts';
import { cleanTexts, notFoundEndsThere, phoneOfTheRail } from './rules/forms.ts';
import { comparesBooks, comparesDetails, stopsWhenDown, watchesFloat } from './rules/operation.ts';
import {
  acceptedIsNotPaid,
  duplicateIsKnown,
  lateOutcomeCounts,
  oneOpenPrompt,
  readableErrorIsFinal,
  refundOnce,
  unknownCollectionIsNotFailed,
  unknownPayoutIsNotFailed,
} from './rules/outcomes.ts';

/** All mistakes by their number. */
export const rules: readonly Rule[] = [
  acceptedIsNotPaid,
  unknownCollectionIsNotFailed,
  duplicateIsKnown,
  readableErrorIsFinal,
  pollsWithoutCallback,
  callbackTwice,
  callbackIsConfirmed,
  pendingIsNotFailed,
  lateOutcomeCounts,
  oneOpenPrompt,
  comparesDetails,
  tokenEndsInFlight,
  phoneOfTheRail,
  notFoundEndsThere,
  keysOfTheProduct,
  refundOnce,
  unknownPayoutIsNotFailed,
  readsEveryReason,
  cleanTexts,
  stateOutranksCode,
  ownEnvironment,
  comparesBooks,
  stopsWhenDown,
  watchesFloat,
];

export type Verdict = 'avoided' | 'made' | 'not_observed' | 'not_visible';

export interface Finding {
  readonly number: number;
  readonly mistake: string;
  readonly instead: string;
  /** `not_visible`: no operator can see it in the calls that it gets. */
  readonly verdict: Verdict;
  /** On how many occasions the client avoided it, and on how many it made it. */
  readonly avoided: number;
  readonly made: number;
  /** Some occasions behind the verdict. */
  readonly examples: readonly Pick<Occasion, 'operator' | 'reference' | 'what'>[];
  /** What the client must be made to do so that it shows. */
  readonly toObserve: string;
}

export interface Report {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly findings: readonly Finding[];
  /** How many calls the report is made from, and how many came after the recorder was full. */
  readonly calls: { readonly recorded: number; readonly leftOut: number };
  readonly patienceSeconds: number;
}

const examplesMax = 5;

/**
 * Judges a client by what it did. A mistake counts as made if it was made once.
 * @param leftOut how many calls were not recorded.
 */
export function reportOn(observation: Observation, leftOut = 0): Report {
  const evidence = evidenceOf(observation);
  const counts: Record<Verdict, number> = { avoided: 0, made: 0, not_observed: 0, not_visible: 0 };
  const findings = rules.map(({ number, mistake, instead, toObserve, judge }): Finding => {
    const occasions = judge?.(evidence) ?? [];
    const made = occasions.filter(({ is }) => is === 'made');
    const avoided = occasions.filter(({ is }) => is === 'avoided');
    const verdict: Verdict =
      judge === null ? 'not_visible' : made.length > 0 ? 'made' : avoided.length > 0 ? 'avoided' : 'not_observed';
    counts[verdict] += 1;
    const examples = (made.length > 0 ? made : avoided)
      .slice(0, examplesMax)
      .map(({ operator, reference, what }) => ({ operator, reference, what }));
    return { number, mistake, instead, verdict, avoided: avoided.length, made: made.length, examples, toObserve };
  });
  return {
    counts,
    findings,
    calls: { recorded: observation.calls.length, leftOut },
    patienceSeconds: observation.patienceMs / 1_000,
  };
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  avoided: 'avoided',
  made: 'MADE',
  not_observed: 'not observed',
  not_visible: 'not visible',
};

/** A report for a terminal, one paragraph for each mistake. */
export function reportText({ counts, findings, calls, patienceSeconds }: Report): string {
  const lines = [
    `${calls.recorded} calls. Of ${findings.length} mistakes: ${counts.made} made, ${counts.avoided} avoided, ${counts.not_observed} not observed, ` +
      `${counts.not_visible} not visible in calls. The client had ${patienceSeconds} s for each step.`,
  ];
  if (calls.leftOut > 0) lines.push(`${calls.leftOut} later calls were not recorded and are not judged.`);
  for (const { number, mistake, instead, verdict, avoided, made, examples, toObserve } of findings) {
    lines.push('', `${String(number).padStart(2)}  ${verdictWords[verdict]}: ${mistake}`);
    if (verdict === 'made') {
      lines.push(`    ${made} times; instead: ${instead}`);
      for (const { operator, reference, what } of examples) lines.push(`    ${operator} ${reference ?? ''}: ${what}`);
    } else if (verdict === 'avoided') lines.push(`    ${avoided} times, for example: ${examples[0]?.what}`);
    else lines.push(`    ${toObserve}`);
  }
  return lines.join('\n');
}
