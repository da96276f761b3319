import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';

/** The page as it is kept in the repository, so that it can be taken from there without building anything. */
export const builtPage = new URL('verify.html', import.meta.url);

/** Builds the page: its HTML with the one script that it needs, readable, for people who want to see what it does. */
export async function buildPage(): Promise<string> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2020',
      lib: { entry: 'src/page.ts', formats: ['iife'], name: 'receiptVerifier' },
    },
  })) as Rollup.RollupOutput[];
  const [chunk] = built[0]?.output ?? [];
  if (chunk === undefined) throw new Error('the build made no script');
  // The end tag of a script ends it wherever it stands.
  const script = chunk.code.replaceAll('</script', '<\\/script');
  return readFileSync(new URL('page.html', import.meta.url), 'utf8').replace('/* script */', () => `\n${script}`);
}
