import { expect, test } from 'vitest';
import { fakeParts } from '../../test/http/fakes.ts';
import { CannotListen, explainListening } from './cannot-listen.ts';
import { listen } from './listening.ts';
import { createServer } from './server.ts';

/** The sentence with which listening fails. */
async function failureAt(host: string, port: number, portSetting = 'PORT'): Promise<string> {
  const server = await createServer(fakeParts());
  try {
    await explainListening({ host, port, portSetting }, () => listen(server, { host, port }));
    throw new Error('it listens');
  } catch (error) {
    if (!(error instanceof CannotListen)) throw error;
    return error.message;
  } finally {
    await server.close();
  }
}

test('a port in use is named with its setting, and that another Nsimbi may run', async () => {
  const first = await createServer(fakeParts());
  const port = await listen(first, { host: '127.0.0.1', port: 0 });
  expect(await failureAt('127.0.0.1', port)).toBe(
    `127.0.0.1:${port} is in use: another program listens there, perhaps another Nsimbi. Stop that one, or choose another port with PORT.`,
  );
  expect(await failureAt('127.0.0.1', port, 'NSIMBI_METRICS_PORT')).toMatch(
    /choose another port with NSIMBI_METRICS_PORT\.$/,
  );
  await first.close();
});

test('an address that this machine does not have', async () => {
  // An address for documentation (RFC 5737), which no machine has.
  expect(await failureAt('192.0.2.1', 4500)).toBe(
    'This machine has no address 192.0.2.1 to listen on. Set HOST to one that it has, such as 127.0.0.1, or 0.0.0.0 for all.',
  );
});

test('a privileged port', async () => {
  // Whether this user may open port 80 depends on who runs the tests.
  const refused = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' });
  const opening = explainListening({ host: '0.0.0.0', port: 80, portSetting: 'PORT' }, () => Promise.reject(refused));
  await expect(opening).rejects.toThrow(
    'This user may not listen on 0.0.0.0:80: ports below 1024 need a privilege. Choose a higher port with PORT, and put a reverse proxy before it.',
  );
});

test('anything else stays as it is', async () => {
  const opening = explainListening({ host: '::1', port: 4500, portSetting: 'PORT' }, () =>
    Promise.reject(new Error('out of files')),
  );
  await expect(opening).rejects.toThrow('out of files');
});
