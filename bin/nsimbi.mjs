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

// All flags of V8 and of the allocator are in this file: those that must be there before Node starts in its first line. Little is
// retained and much is allocated, so with V8's defaults garbage grows to several times what is retained
// (docs/decisions/0012-memory-and-garbage.md).
const { setFlagsFromString } = await import('node:v8');
setFlagsFromString('--heap-growing-percent=75');
// Without it V8 allocates in the old generation what has survived a few collections before, and what it points to stays with it.
setFlagsFromString('--no-allocation-site-pretenuring');
// A small buffer that survives retains a pool of 8 KiB, not Node's 64.
const { Buffer } = await import('node:buffer');
Buffer.poolSize = 8_192;

const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { runCli } = await import('../src/cli/program.ts');
process.exitCode = await runCli(process.argv.slice(2), process.env);
