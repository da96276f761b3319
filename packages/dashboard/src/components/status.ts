/** How a status is meant: done, under way, failed, needs a person, or neither good nor bad. */
export type Tone = 'good' | 'waiting' | 'bad' | 'attention' | 'neutral';

const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  delivered: 'good',
  approved: 'good',
  active: 'good',
  enabled: 'good',
  healthy: 'good',
  resolved: 'good',
  matched: 'good',
  succeeded: 'good',
  pending: 'waiting',
  processing: 'waiting',
  waiting: 'waiting',
  queued: 'waiting',
  running: 'waiting',
  scheduled: 'waiting',
  invited: 'waiting',
  failed: 'bad',
  declined: 'bad',
  rejected: 'bad',
  down: 'bad',
  disabled: 'bad',
  frozen: 'bad',
  revoked: 'bad',
  needs_approval: 'attention',
  in_review: 'attention',
  open: 'attention',
  degraded: 'attention',
  failing: 'attention',
  retrying: 'attention',
  expiring: 'attention',
};

export function toneOf(status: string): Tone {
  return tones[status] ?? 'neutral';
}

/** A status or another code of the service as people read it: `in_review` is In review. */
export function wordText(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
