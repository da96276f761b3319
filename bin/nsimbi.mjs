#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16
// Plain JavaScript that every Node can read, so that one too old for the rest can say so.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Nsimbi needs Node 22.19 or newer and this is ${process.versions.node}. Install a newer Node; or, where development ` +
      'dependencies are installed, use "npm start" or "npm run nsimbi -- COMMAND", which bring their own.',
  );
  process.exit(1);
}

// What is kept is small and what passes through is much: without this, and the young generation bounded as above and in
// `npm start`, V8 lets garbage grow to several times what is kept (docs/performance.md, "Memory").
const { setFlagsFromString } = await import('node:v8');
setFlagsFromString('--heap-growing-percent=75');
// What survived a few collections is not made in the old generation from then on: what it points to would stay with it.
setFlagsFromString('--no-allocation-site-pretenuring');
// And one small buffer that survives keeps 8 KiB of others, not Node's 64.
const { Buffer } = await import('node:buffer');
Buffer.poolSize = 8_192;

const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { runCli } = await import('../src/cli/program.ts');
process.exitCode = await runCli(process.argv.slice(2), process.env);
