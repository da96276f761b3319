import { type Config, loadConfig } from '../config.ts';
import { thisPerson } from './actor.ts';
import type { Output } from './output.ts';
import { fieldLines, jsonLine, type OutputRecord, tableLines } from './record.ts';

/** What every command stands on: the settings, where its words go, and whether it went well. */
export class Cli {
  readonly env: NodeJS.ProcessEnv;
  readonly output: Output;
  /** What the process ends with when no error is thrown. */
  exitCode: 0 | 1 = 0;

  constructor(env: NodeJS.ProcessEnv, output: Output) {
    this.env = env;
    this.output = output;
  }

  /** @throws ConfigError */
  config(): Config {
    return loadConfig(this.env);
  }

  /** Who the audit log and the ledger say has done it. */
  get actor(): string {
    return thisPerson();
  }

  /** Answers with one record: a line of JSON, or a line a field for people. */
  show(asJson: boolean | undefined, record: OutputRecord): void {
    for (const line of asJson === true ? [jsonLine(record)] : fieldLines(record)) this.output.answer(line);
  }

  /** Answers with many: a line of JSON each, or a table for people; `none` is the sentence for an empty one. */
  showAll(asJson: boolean | undefined, records: readonly OutputRecord[], none: string): void {
    if (records.length === 0) this.output.say(none);
    for (const line of asJson === true ? records.map(jsonLine) : tableLines(records)) this.output.answer(line);
  }
}
