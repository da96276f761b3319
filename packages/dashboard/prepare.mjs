// Builds the dashboard after `npm ci`. An install without development dependencies cannot: it says so and goes on, because
// the service works without the pages, and an image may bring a dist that was built before.
// Plain JavaScript, so that any Node that npm runs under can start it.
import { fileURLToPath } from 'node:url';

const needed = ['vite', '@vitejs/plugin-react', '@mantine/core'];

if (needed.every(isInstalled)) {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'warn' });
} else {
  console.log(
    'The dashboard is not built now: its build tools are development dependencies, and these are not installed. Build it ' +
      'with "npm ci" before "npm prune --omit=dev" (docs/operations.md, "Install").',
  );
}

function isInstalled(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return false;
  }
}
