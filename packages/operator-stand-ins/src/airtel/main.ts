import { runStandIn } from '../run-stand-in.ts';
import { settingsForAirtel } from '../service-settings.ts';
import { startAirtelStandIn } from './stand-in.ts';

await runStandIn('Airtel', process.argv.slice(2), startAirtelStandIn, settingsForAirtel);
