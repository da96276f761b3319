import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { answerPrompt } from './answer-prompt.ts';
import { readHandset } from './read-handset.ts';

/** The virtual handset of test mode: phones on the screen. */
export function serveHandset(api: DashboardApi, services: DashboardServices): void {
  readHandset(api, services);
  answerPrompt(api, services);
}
