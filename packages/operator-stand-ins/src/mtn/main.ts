import { runStandIn } from '../run-stand-in.ts';
import { settingsForMtn, startMtnStandIn } from './stand-in.ts';

await runStandIn('MTN', process.argv.slice(2), startMtnStandIn, settingsForMtn);
