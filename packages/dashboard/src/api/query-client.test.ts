import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure, ConnectionLost } from './failure.ts';
import { createQueryClient } from './query-client.ts';

const refusal = (status: number, code: string) => new ApiFailure(status, { message: 'No.', code });

afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

describe('a read', () => {
  test('that lost its connection is asked again when the service is back, once', async () => {
    let healthy = false;
    vi.stubGlobal('fetch', async () => new Response(null, { status: healthy ? 200 : 502 }));
    const ask = vi.fn().mockRejectedValueOnce(new ConnectionLost()).mockResolvedValue('balance');
    const client = createQueryClient(() => {});
    client.mount();
    const observer = new QueryObserver(client, { queryKey: ['balance'], queryFn: ask });
    const stop = observer.subscribe(() => {});

    await expect.poll(() => onlineManager.isOnline()).toBe(false);
    expect(ask).toHaveBeenCalledTimes(1);
    healthy = true;
    await expect.poll(() => observer.getCurrentResult().data).toBe('balance');
    expect(onlineManager.isOnline()).toBe(true);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    client.unmount();
  });

  test('that was refused is not asked again', async () => {
    const ask = vi.fn().mockRejectedValue(refusal(404, 'not_found'));
    const client = createQueryClient(() => {});
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn: ask })).rejects.toThrow('No.');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('without a session leads to the sign-in', async () => {
    const signIn = vi.fn();
    const client = createQueryClient(signIn);
    const ask = () => Promise.reject(refusal(401, 'unauthorized'));
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn: ask })).rejects.toThrow();
    expect(signIn).toHaveBeenCalledOnce();
  });
});

describe('a write', () => {
  test('whose answer was lost is not repeated, not even when the connection is back', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
    const pay = vi.fn().mockRejectedValue(new ConnectionLost());
    const client = createQueryClient(() => {});
    client.mount();
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: pay }));
    await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ConnectionLost);
    await expect.poll(() => onlineManager.isOnline()).toBe(true);
    await client.resumePausedMutations();
    expect(pay).toHaveBeenCalledTimes(1);
    client.unmount();
  });

  test('without a connection fails at once instead of waiting for a later one', async () => {
    onlineManager.setOnline(false);
    const pay = vi.fn().mockRejectedValue(new ConnectionLost());
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
    const client = createQueryClient(() => {});
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: pay }));
    await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ConnectionLost);
    expect(pay).toHaveBeenCalledTimes(1);
  });
});
