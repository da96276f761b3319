#!/usr/bin/env node
import { commandOptionsOf, helpText, OptionError } from './command/options.ts';
import { startStandIns } from './command/run.ts';
import { PlanError } from './faults/read-plan.ts';
import { SettingError } from './live-settings.ts';
import { reportText } from './report/report.ts';

// The command: see helpText. It ends with status 1 for a mistake of the client under --strict, and 2 for a wrong option.

try {
  const options = commandOptionsOf(process.argv.slice(2));
  if (options === null) console.log(helpText);
  else {
    const running = await startStandIns(options);
    console.log(`${running.introduction}\n\nReady. Ctrl-C ends the stand-ins and prints the report.`);
    let isEnding = false;
    const end = async () => {
      if (isEnding) return;
      isEnding = true;
      const report = await running.end();
      console.log(`\n${reportText(report)}`);
      if (options.strict && report.counts.made > 0) process.exitCode = 1;
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  }
} catch (error) {
  const isSentence = error instanceof OptionError || error instanceof PlanError || error instanceof SettingError;
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isSentence && !isTaken) throw error;
  console.error(isTaken ? `${error.message}; choose another port` : (error as Error).message);
  process.exitCode = 2;
}
