import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, quickStart } from '../../packages/dashboard/src/pages/developers/quick-start-samples.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';

const run = promisify(execFile);

let world: World;
let shop: Business;
let speaker: Speaker;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-samples-'));
  world = await World.open();
  shop = await world.business('Corner Shop', 50_000);
  speaker = await world.as(shop);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

/** How a person runs a pasted sample, by its language. TypeScript prints as the console does, so it is only searched. */
const runners: Readonly<
  Record<Language, { readonly file: string; readonly program: string; readonly words: string[] }>
> = {
  curl: { file: 'sample.sh', program: 'bash', words: [] },
  TypeScript: { file: 'sample.mts', program: process.execPath, words: [] },
  Python: { file: 'sample.py', program: 'python3', words: [] },
  PHP: { file: 'sample.php', program: 'php', words: [] },
};

describe.each(Object.keys(runners) as Language[])('the quick start in %s', async (language) => {
  const { file, program, words } = runners[language];
  const isHere = await run(program, ['--version']).then(
    () => true,
    () => false,
  );

  it.runIf(isHere)(
    'runs as it is pasted: the balance, a collection, its approval, the money and the events',
    async () => {
      const steps = quickStart(world.baseUrl, speaker.apiKey);
      const answerOf = async (id: string): Promise<string> => {
        const code = steps.find((step) => step.id === id)?.code[language] ?? '';
        writeFileSync(join(folder, file), code);
        const { stdout } = await run(program, [...words, join(folder, file)]);
        return stdout;
      };
      const before = await speaker.money();
      expect(await answerOf('balance')).toMatch(new RegExp(`balance\\W+${before.balance}`));

      const asked = await answerOf('collect');
      const id = Number(/transaction_id\W+(\d+)/.exec(asked)?.[1]);
      const { data: prompts } = (await speaker.get('/test/prompts?phone=256770000009')).body;
      const prompt = prompts.find((one: Json) => one.transaction_id === id);
      expect(prompt).toMatchObject({ amount: 20_000, description: 'Invoice 7' });
      await speaker.post(`/test/prompts/${prompt.id}/approve`, {});
      const { net_amount: net } = await speaker.end(id);

      expect((await speaker.money()).balance).toBe(before.balance + net);
      expect(await answerOf('status')).toMatch(/completed/);
      expect(await answerOf('events')).toContain('wallet.credited');
    },
  );
});
