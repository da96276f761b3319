import { runStandIn } from '../run-stand-in.ts';
import { settingsForAirtel, startAirtelStandIn } from './stand-in.ts';

await runStandIn('Airtel', process.argv.slice(2), startAirtelStandIn, settingsForAirtel);
