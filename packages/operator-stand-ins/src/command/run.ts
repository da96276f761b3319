import { readFileSync, writeFileSync } from 'node:fs';
import { airtelFaults, startAirtelStandIn } from '../airtel/stand-in.ts';
import type { KnownFaults } from '../faults/fault-list.ts';
import type { Faults } from '../faults/faults.ts';
import { ratesOf } from '../faults/profiles.ts';
import { type FaultPlan, PlanError, readPlan } from '../faults/read-plan.ts';
import { asObject } from '../http/read-request.ts';
import type { LiveSettings } from '../live-settings.ts';
import { mtnFaults, startMtnStandIn } from '../mtn/stand-in.ts';
import { CallRecorder } from '../report/call-recorder.ts';
import type { OperatorName } from '../report/observation.ts';
import { type Report, reportOn } from '../report/report.ts';
import { introduceAirtel, introduceMtn } from './introduction.ts';
import { type CommandOptions, OptionError } from './options.ts';

/** The stand-ins of one command. */
export interface RunningStandIns {
  /** What a client needs to call them, for a terminal. */
  readonly introduction: string;
  /** The report on all that was called until now. */
  report(): Report;
  /** Writes the report to the file that was asked for, if any, ends the stand-ins, and gives the report. */
  end(): Promise<Report>;
}

interface Started {
  readonly introduction: string;
  readonly world: { readonly faults: Faults; readonly settings: Pick<LiveSettings, 'change' | 'toJSON'> };
  close(): Promise<void>;
}

/**
 * Starts the operators that were asked for, with one report about both.
 * @throws OptionError, PlanError or SettingError in a sentence, and the system's error when a port is taken; nothing runs then.
 */
export async function startStandIns(options: CommandOptions): Promise<RunningStandIns> {
  const { operators, report: file, patienceSeconds } = options;
  // Plans are read first: what is wrong with them is known before anything listens.
  const plans = new Map(operators.map((operator) => [operator, planFor(options, operator)]));
  const recorder = new CallRecorder();
  const taken = new Set<string>();
  const started: Started[] = [];
  const endAll = async () => {
    await Promise.all(started.map((standIn) => standIn.close()));
  };
  try {
    for (const operator of operators) {
      const standIn = operator === 'mtn' ? await startMtn(options, recorder) : await startAirtel(options, recorder);
      started.push(standIn);
      const changes = settingsFor(options, operator, standIn.world.settings.toJSON());
      for (const name of Object.keys(changes)) taken.add(name);
      standIn.world.settings.change(changes);
      standIn.world.faults.follow(plans.get(operator)!);
    }
    const unknown = options.settings.find(({ name }) => !taken.has(name));
    if (unknown !== undefined) throw new OptionError(`no operator that was started has the setting ${unknown.name}`);
  } catch (error) {
    await endAll();
    throw error;
  }
  const report = () => reportOn(recorder.observe(patienceSeconds * 1_000), recorder.leftOut);
  return {
    introduction: started.map(({ introduction }) => introduction).join('\n\n'),
    report,
    async end() {
      const last = report();
      if (file !== null) writeFileSync(file, `${JSON.stringify(last, null, 2)}\n`);
      await endAll();
      return last;
    },
  };
}

async function startMtn(
  { host, ports, environment, callbacks }: CommandOptions,
  recorder: CallRecorder,
): Promise<Started> {
  const callbackHost = callbacks === null ? 'localhost' : new URL(callbacks).hostname;
  const standIn = await startMtnStandIn({ host, port: ports.mtn, environment, callbackHost, recorder });
  return { introduction: introduceMtn(standIn), world: standIn.world, close: () => standIn.close() };
}

async function startAirtel({ host, ports, callbacks }: CommandOptions, recorder: CallRecorder): Promise<Started> {
  const standIn = await startAirtelStandIn({ host, port: ports.airtel, callbackUrl: callbacks, recorder });
  return { introduction: introduceAirtel(standIn), world: standIn.world, close: () => standIn.close() };
}

const knownFaults: Readonly<Record<OperatorName, KnownFaults>> = { mtn: mtnFaults, airtel: airtelFaults };

function planFor({ faults, seed }: CommandOptions, operator: OperatorName): FaultPlan {
  const known = knownFaults[operator];
  if (faults.is === 'rate') return readPlan(known, { seed, rates: ratesOf(known, faults.rate, faults.profile) });
  const plan = asObject(readJson(faults.path));
  // A file for both operators has one plan for each; a file for one has the plan itself.
  const own = plan !== null && (plan.mtn !== undefined || plan.airtel !== undefined) ? (plan[operator] ?? {}) : plan;
  return readPlan(known, { seed, ...asObject(own) });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PlanError(`the plan ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** A setting without an operator is for each operator that has it. */
function settingsFor(
  { settings, operators }: CommandOptions,
  operator: OperatorName,
  own: object,
): Record<string, unknown> {
  const wanted = settings.filter(
    (setting) =>
      setting.operator === operator ||
      (setting.operator === null && (operators.length === 1 || Object.hasOwn(own, setting.name))),
  );
  return Object.fromEntries(wanted.map(({ name, value }) => [name, value]));
}
