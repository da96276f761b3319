import { startAirtelStandIn } from '../../../src/stand-ins/airtel/stand-in.ts';
import { runStandIn } from '../../../src/stand-ins/run-stand-in.ts';
import { settingsForAirtel } from '../../../src/stand-ins/service-settings.ts';

await runStandIn('Airtel', process.argv.slice(2), startAirtelStandIn, settingsForAirtel);
