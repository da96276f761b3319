import { isLoopback } from './kinds.ts';

/** What is doubtful about NSIMBI_PUBLIC_URL, in one sentence; null when nothing is. */
export function publicUrlDoubt(publicUrl: string | null): string | null {
  if (publicUrl === null || publicUrl.startsWith('https:') || isLoopback(publicUrl)) return null;
  return 'NSIMBI_PUBLIC_URL is http: callbacks cross the network in the clear, and operators take only https in production';
}
