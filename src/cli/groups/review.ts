import type { Cli } from '../cli.ts';
import { reviewList } from '../commands/review-list.ts';
import { reviewResolve } from '../commands/review-resolve.ts';
import { reviewShow } from '../commands/review-show.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi review */
export function reviewCommands(cli: Cli) {
  return newGroup('review', 'What only a person can decide.', [reviewList(cli), reviewShow(cli), reviewResolve(cli)]);
}
