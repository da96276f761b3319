import { queryOptions } from '@tanstack/react-query';
import type { LiveReadiness, LiveStepObject } from '../../../../../../src/http/dashboard/schemas/live-readiness.ts';
import { api } from '../../../api/api.ts';
import { platformNavigation } from '../../../app/navigation.ts';
import type { Tone } from '../../../components/status.ts';

/** The page of the steps. */
export const goLivePath = '/platform/go-live';

/** The steps that lead to live mode. Each read checks them anew, which may take ten seconds. */
export const liveReadinessQuery = queryOptions({
  queryKey: ['platform', 'live-readiness'],
  queryFn: ({ signal }) => api.get<LiveReadiness>('/platform/live-readiness', { signal }),
});

type Group = LiveStepObject['group'];
type Status = LiveStepObject['status'];

export const groupTitles: Readonly<Record<Group, string>> = {
  operators: 'Operators',
  people: 'People',
  protection: 'Protection',
  operation: 'Operation',
};

export const statusTexts: Readonly<Record<Status, { readonly label: string; readonly tone: Tone }>> = {
  done: { label: 'Done', tone: 'good' },
  to_do: { label: 'To do', tone: 'attention' },
  unknown: { label: 'Cannot be checked', tone: 'bad' },
  not_used: { label: 'Not used', tone: 'neutral' },
};

export function isOpen({ status }: LiveStepObject): boolean {
  return status === 'to_do' || status === 'unknown';
}

/** The steps by group, in their order; a group without any is left out. */
export function groupsOf(steps: readonly LiveStepObject[]): readonly (readonly [Group, readonly LiveStepObject[]])[] {
  return (Object.keys(groupTitles) as Group[])
    .map((group) => [group, steps.filter((step) => step.group === group)] as const)
    .filter(([, ofGroup]) => ofGroup.length > 0);
}

/** How many steps are done and open, in a sentence. */
export function summaryOf({ open, steps }: LiveReadiness): string {
  const done = steps.filter(({ status }) => status === 'done').length;
  if (open === 0) return `All steps are done.`;
  return `${done} of ${steps.length} steps are done, ${open} ${open === 1 ? 'is' : 'are'} open.`;
}

/** What the navigation calls a page to which a step leads. */
export function pageLabel(page: string): string {
  if (page === '/account') return 'Your account';
  const entries = platformNavigation.flatMap((group) => group.entries);
  return entries.find(({ path }) => `/platform${path}` === page)?.label ?? 'Open the page';
}
