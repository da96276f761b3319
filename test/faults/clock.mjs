// Preloaded into the service by clock-jumps.fault.ts: the process's wall clock is off by the number of milliseconds
// that stands in the file FAULT_CLOCK_FILE names. The monotonic clock, as on a real machine, does not jump.
import { readFileSync } from 'node:fs';

const file = process.env.FAULT_CLOCK_FILE;
delete process.env.FAULT_CLOCK_FILE;
const RealDate = Date;
const realNow = Date.now;
let offsetMs = 0;
const look = () => {
  offsetMs = Number(readFileSync(file, 'utf8'));
};
look();
setInterval(look, 50).unref();

class JumpingDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(realNow() + offsetMs);
    else super(...parts);
  }

  static now() {
    return realNow() + offsetMs;
  }
}
globalThis.Date = JumpingDate;
