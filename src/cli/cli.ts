import { onBehalfOfPlatform } from '../access/audit-log.ts';
import { type Config, loadConfig } from '../config.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { thisPerson } from './actor.ts';
import type { Output } from './output.ts';
import { fieldLines, jsonLine, type OutputRecord, tableLines } from './record.ts';

/** What every command uses: the settings, the output, and the exit code. */
export class Cli {
  readonly env: NodeJS.ProcessEnv;
  readonly output: Output;
  /** The exit code when no error is thrown. */
  exitCode: 0 | 1 = 0;

  constructor(env: NodeJS.ProcessEnv, output: Output) {
    this.env = env;
    this.output = output;
  }

  /** @throws ConfigError */
  config(): Config {
    return loadConfig(this.env);
  }

  /** The person at the terminal as the audit log names them; the ledger has the name alone. */
  get actor(): Actor {
    return { name: thisPerson(), onBehalfOf: onBehalfOfPlatform, address: 'command line', session: null };
  }

  /** Prints one record: as a line of JSON, or with one line for each field. */
  show(asJson: boolean | undefined, record: OutputRecord): void {
    for (const line of asJson === true ? [jsonLine(record)] : fieldLines(record)) this.output.print(line);
  }

  /** Prints records: a line of JSON each, or a table; `none` is the sentence when there are none. */
  showAll(asJson: boolean | undefined, records: readonly OutputRecord[], none: string): void {
    if (records.length === 0) this.output.say(none);
    for (const line of asJson === true ? records.map(jsonLine) : tableLines(records)) this.output.print(line);
  }
}
