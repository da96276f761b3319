import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOfCheckout, runCampaign } from './campaign.ts';
import { faultKinds } from './faults.ts';

/**
 * `npm run campaign -- --operations N --processes P --seed S`: docs/reliability.md. Exits with 0 when nothing is wrong, with 1
 * when something is, and with 130 when it was interrupted and can be resumed.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    folder: { type: 'string' },
    resume: { type: 'string' },
  },
});
const without = values.without.split(',').filter((kind) => kind !== '');
const wrong = [
  ...without
    .filter((kind) => !(faultKinds as string[]).includes(kind))
    .map((kind) => `there is no fault ${kind}; there are ${faultKinds.join(', ')}`),
  ...(['operations', 'processes', 'seed'] as const)
    .filter((name) => !/^[1-9]\d{0,8}$/.test(values[name]))
    .map((name) => `--${name} is a whole number from 1`),
];
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}

const folder = values.resume ?? values.folder ?? mkdtempSync(join(tmpdir(), 'nsimbi-campaign-'));
// Started by root, the database runs as another user.
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);
const options = {
  operations: Number(values.operations),
  processes: Number(values.processes),
  seed: Number(values.seed),
  clients: 12,
  without,
  commit: commitOfCheckout(),
};
const pause = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => pause.abort());
say(`the campaign is in ${folder}`);
const sitting = await runCampaign(folder, values.resume === undefined ? options : null, { say, pause: pause.signal });
if (sitting.is === 'paused') {
  say(`paused; to resume it: npm run campaign -- --resume ${folder}`);
  process.exit(130);
}
const { problems } = sitting.report;
for (const { rule, detail } of problems) console.error(`${rule}: ${detail}`);
say(`${problems.length} problems; the report is in ${join(folder, 'report.md')} and report.json`);
if (problems.length === 0) {
  for (const large of ['disk.img', 'disk', 'servers', 'data'])
    rmSync(join(folder, large), { recursive: true, force: true });
}
process.exit(problems.length === 0 ? 0 : 1);

function say(sentence: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${sentence}`);
}
