import { expect, test } from 'vitest';
import { hindranceOf } from './passkeys.ts';

const here = 'https://pay.example.ug';

test.each([
  ['where they work', here, here, true, null],
  ['at a plain address', null, here, true, 'Passkeys need an https address with a domain name,'],
  [
    'at another address',
    here,
    'http://10.0.0.7:4500',
    true,
    `Passkeys work only at ${here}. Open the dashboard there.`,
  ],
  ['in an old browser', here, here, false, 'This browser does not support passkeys.'],
])('passkeys %s are possible, or the page says why not', (_, passkeyOrigin, pageOrigin, isKnown, sentence) => {
  const hindrance = hindranceOf(passkeyOrigin, pageOrigin, isKnown);
  if (sentence === null) expect(hindrance).toBe(null);
  else expect(hindrance).toContain(sentence);
});
