import { afterEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './failure.ts';
import { answerFactorRequired, withFactor } from './step-up.ts';

const refusal = () =>
  new ApiFailure(403, { message: 'Confirm your identity.', code: 'factor_required', data: { factors: ['code'] } });

let end = () => {};
afterEach(() => end());

/** A request that is refused until a factor was given. */
function request() {
  let isConfirmed = false;
  const send = vi.fn(async () => {
    if (!isConfirmed) throw refusal();
    return 'done';
  });
  return { send, confirm: () => (isConfirmed = true) };
}

test('a request that needs a factor is sent again, once, after the person gave one', async () => {
  const { send, confirm } = request();
  end = answerFactorRequired(async (factors) => {
    expect(factors).toEqual(['code']);
    confirm();
    return true;
  });
  expect(await withFactor(send)).toBe('done');
  expect(send).toHaveBeenCalledTimes(2);
});

test('requests at the same time ask once', async () => {
  const [one, other] = [request(), request()];
  const ask = vi.fn(async () => {
    one.confirm();
    other.confirm();
    return true;
  });
  end = answerFactorRequired(ask);
  expect(await Promise.all([withFactor(one.send), withFactor(other.send)])).toEqual(['done', 'done']);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('it stays refused where the person gives none, where nobody asks, and where the factor does not help', async () => {
  const { send } = request();
  await expect(withFactor(send)).rejects.toMatchObject({ code: 'factor_required' });
  end = answerFactorRequired(async () => false);
  await expect(withFactor(send)).rejects.toMatchObject({ code: 'factor_required' });
  expect(send).toHaveBeenCalledTimes(2);
  end();
  end = answerFactorRequired(async () => true);
  await expect(withFactor(send)).rejects.toMatchObject({ code: 'factor_required' });
  expect(send).toHaveBeenCalledTimes(4);
});

test('other failures are not asked about', async () => {
  const ask = vi.fn(async () => true);
  end = answerFactorRequired(ask);
  const failure = new ApiFailure(403, { message: 'No.', code: 'forbidden' });
  await expect(withFactor(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(ask).not.toHaveBeenCalled();
});
