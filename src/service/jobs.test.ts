import { expect, test } from 'vitest';
import { type Job, startJobs } from './jobs.ts';

test('a process runs the jobs of its roles, and stops those that it has started', async () => {
  const steps: string[] = [];
  const job = (name: string, role: Job['role']): Job => ({
    name,
    role,
    start: () => steps.push(`start ${name}`),
    stop: async () => steps.push(`stop ${name}`),
  });
  const jobs = [job('deliveries', 'work'), job('cache', 'api'), job('settlement', 'work')];
  const stop = startJobs(jobs, ['work', 'dashboard']);
  expect(steps).toEqual(['start deliveries', 'start settlement']);
  await Promise.all([stop(), stop()]);
  expect(steps).toEqual(['start deliveries', 'start settlement', 'stop deliveries', 'stop settlement']);
});
