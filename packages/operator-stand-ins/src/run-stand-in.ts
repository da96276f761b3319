/** What a stand-in needs to be run as a process. */
export interface RunningStandIn {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Runs one stand-in as a process until it is asked to end. Says where it is in one line of JSON when it can be called:
 * `{"operator", "baseUrl", "settings"}`.
 * @param words `--port N`, and `--set name=value` for any other option, the value as JSON or else as text.
 */
export async function runStandIn<StandIn extends RunningStandIn>(
  operator: string,
  words: readonly string[],
  start: (options: Record<string, unknown>) => Promise<StandIn>,
  settingsOf: (standIn: StandIn) => Readonly<Record<string, string>>,
): Promise<void> {
  const standIn = await start(optionsOf(words));
  console.log(JSON.stringify({ operator, baseUrl: standIn.baseUrl, settings: settingsOf(standIn) }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close());
}

/** @throws Error in a sentence when a word is not understood. */
export function optionsOf(words: readonly string[]): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (let index = 0; index < words.length; index += 2) {
    const word = words[index];
    const value = words[index + 1];
    if (value === undefined) throw new Error(`${word} needs a value`);
    if (word === '--port') options.port = Number(value);
    else if (word === '--set') {
      const mark = value.indexOf('=');
      if (mark <= 0) throw new Error(`--set wants name=value, not ${value}`);
      options[value.slice(0, mark)] = jsonOrText(value.slice(mark + 1));
    } else throw new Error(`${word} is not understood; there are --port N and --set name=value`);
  }
  return options;
}

/** A value of a command line: JSON, or else the text itself. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
