// Builds the dashboard after `npm ci`. An install without development dependencies has no Vite, so it cannot: it says so
// and goes on, because the service works without the pages and an image may bring a dist that was built before.
// Plain JavaScript, so that any Node that npm runs under can start it.
import { fileURLToPath } from 'node:url';

const vite = await import('vite').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return null;
});

if (vite === null) {
  console.log('The dashboard is not built: its build tools are development dependencies, and these are not installed.');
} else {
  await vite.build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  });
}
