import { expect, it } from 'vitest';
import { signInStep } from './sign-in-step.ts';

it.each([
  [{ token: 't', user: { id: 'p' } }, { is: 'signed_in' }],
  [
    { twoFactorRedirect: true, twoFactorMethods: ['totp', 'otp'] },
    { is: 'second_factor', hasApp: true },
  ],
  // Somebody who has passkeys only.
  [
    { twoFactorRedirect: true, twoFactorMethods: [] },
    { is: 'second_factor', hasApp: false },
  ],
  [{ twoFactorRedirect: true }, { is: 'second_factor', hasApp: false }],
  [{ status: true }, { is: 'password_set' }],
])('after %j comes %j', (answer, step) => {
  expect(signInStep(answer)).toEqual(step);
});
