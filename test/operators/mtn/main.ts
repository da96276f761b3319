import { startMtnStandIn } from '../../../src/stand-ins/mtn/stand-in.ts';
import { runStandIn } from '../../../src/stand-ins/run-stand-in.ts';
import { settingsForMtn } from '../../../src/stand-ins/service-settings.ts';

await runStandIn('MTN', process.argv.slice(2), startMtnStandIn, settingsForMtn);
