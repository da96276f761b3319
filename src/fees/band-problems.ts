import type { FeeBand } from './fee.ts';

/** What is wrong with one part of one band, in a sentence. */
export interface FeeBandProblem {
  /** Its place in the schedule, from 0. */
  readonly band: number;
  readonly part: keyof FeeBand;
  readonly sentence: string;
}

/** Far above any fee, and far below where an amount and its fee are too large to be written. */
const feePartMax = 1_000_000_000n;

/** Everything that is wrong with the bands of a schedule: their order, their ends, and their parts. */
export function feeBandProblems(bands: readonly FeeBand[]): FeeBandProblem[] {
  if (bands.length === 0) {
    return [{ band: 0, part: 'upTo', sentence: 'A fee schedule needs at least one band.' }];
  }
  return bands.flatMap((band, index) => problemsOf(band, index, bands[index - 1] ?? null, index === bands.length - 1));
}

function problemsOf(band: FeeBand, index: number, before: FeeBand | null, isLast: boolean): FeeBandProblem[] {
  const problems: FeeBandProblem[] = [];
  const say = (part: keyof FeeBand, sentence: string) => problems.push({ band: index, part, sentence });
  if (isLast && band.upTo !== null) {
    say('upTo', 'The last band must have no upper end, so that every amount has a fee.');
  }
  if (!isLast && band.upTo === null) {
    say('upTo', 'Bands must be in the order of their upper ends, and only the last one has none.');
  }
  if (band.upTo !== null && before !== null && before.upTo !== null && band.upTo <= before.upTo) {
    say('upTo', 'Bands must be in the order of their upper ends, and only the last one has none.');
  }
  if (!Number.isInteger(band.basisPoints) || band.basisPoints < 0 || band.basisPoints > 10_000) {
    say('basisPoints', 'Basis points are whole numbers from 0 to 10,000.');
  }
  for (const part of ['fixed', 'minimum'] as const) {
    if (band[part] > feePartMax) say(part, 'This part of a fee is at most 1,000,000,000 shillings.');
  }
  if (band.maximum !== null && band.maximum < band.minimum) {
    say('maximum', 'The maximum of a band cannot be below its minimum.');
  }
  return problems;
}

/** Bands that no schedule can have. */
export class BadFeeBands extends Error {
  override readonly name = 'BadFeeBands';
  readonly problems: readonly FeeBandProblem[];

  constructor(problems: readonly FeeBandProblem[]) {
    super(problems[0]?.sentence ?? 'The bands are wrong.');
    this.problems = problems;
  }
}
