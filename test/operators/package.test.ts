import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { helpText } from '../../packages/operator-stand-ins/src/command/options.ts';

// Whoever installs the package has nothing of the repository: the archive is unpacked elsewhere, below node_modules.

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stand-ins-package-'));
const installed = join(folder, 'node_modules/@nsimbi/operator-stand-ins');

beforeAll(() => {
  const pack = ['pack', '--silent', '--pack-destination', folder];
  execFileSync('npm', pack, { cwd: join(root, 'packages/operator-stand-ins'), stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('tar', ['xzf', 'nsimbi-operator-stand-ins-0.2.0.tgz'], { cwd: folder });
  mkdirSync(join(folder, 'node_modules/@nsimbi'), { recursive: true });
  renameSync(join(folder, 'package'), installed);
});
afterAll(() => rmSync(folder, { recursive: true }));

const runNode = (...words: string[]) => execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });

test('the command of the package runs without the repository', () => {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(runNode(join(installed, bin['nsimbi-operator-stand-ins']), '--help')).toBe(`${helpText}\n`);
});

test('a test of somebody else imports the stand-ins and the report', () => {
  const program = `
    import { startAirtelStandIn } from '@nsimbi/operator-stand-ins/airtel';
    import { startMtnStandIn } from '@nsimbi/operator-stand-ins/mtn';
    import { CallRecorder } from '@nsimbi/operator-stand-ins/recorder';
    import { reportOn } from '@nsimbi/operator-stand-ins/report';
    const recorder = new CallRecorder();
    const [mtn, airtel] = [await startMtnStandIn({ recorder }), await startAirtelStandIn({ recorder })];
    const answer = await fetch(mtn.baseUrl + '/collection/token/', { method: 'POST' });
    const report = reportOn(recorder.observe(0));
    console.log(answer.status, report.calls.recorded, report.findings.length);
    await Promise.all([mtn.close(), airtel.close()]);
  `;
  writeFileSync(join(folder, 'program.mjs'), program);
  expect(runNode('program.mjs')).toBe('401 1 24\n');
});
