import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate, trustedAuthority } from '../../test/webhooks/certificate.fixture.ts';
import { startRawReceiver, startReceiver } from '../../test/webhooks/receiver.fixture.ts';
import { AddressPolicy } from '../webhooks/safe-address/address-policy.ts';
import { type ChatSender, createChatSender } from './chat-sender.ts';

function senderTo(allowedNetworks: readonly string[], deadlineMs?: number): ChatSender {
  const addressPolicy = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks });
  const sender = createChatSender({
    brand: 'Service',
    addressPolicy,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  onTestFinished(() => sender.close());
  return sender;
}

async function startChat(answer?: Parameters<typeof startReceiver>[0]) {
  return await startReceiver(answer, makeCertificate({ authority: trustedAuthority(), ipv4: '127.0.0.1' }));
}

describe('a message to a chat', () => {
  test('is JSON with the text', async () => {
    const chat = await startChat();
    const sent = await senderTo(['127.0.0.1']).send(`https://127.0.0.1:${chat.port}/services/T0/s3cret`, 'Nkuba ½');
    expect(sent).toEqual({ is: 'accepted' });
    const [one] = chat.received;
    expect([one?.method, one?.path, one?.body]).toEqual(['POST', '/services/T0/s3cret', '{"text":"Nkuba ½"}']);
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Notifications/1.0',
    });
  });

  test('that is refused did not arrive, and the reason names no path', async () => {
    const chat = await startChat((response) => void response.writeHead(404).end('no_service'));
    const sent = await senderTo(['127.0.0.1']).send(`https://127.0.0.1:${chat.port}/services/s3cret`, 'x');
    expect(sent).toEqual({ is: 'failed', error: 'The receiver answered with 404.', mayHaveArrived: false });
  });

  test('that gets no answer may have arrived', async () => {
    const chat = await startChat(() => undefined);
    const sent = await senderTo(['127.0.0.1'], 300).send(`https://127.0.0.1:${chat.port}/s3cret`, 'x');
    expect(sent).toMatchObject({ is: 'failed', mayHaveArrived: true, error: expect.stringMatching(/^Timed out/) });
    expect(JSON.stringify(sent)).not.toContain('s3cret');
  });

  test('to which no TLS connection is made did not arrive', async () => {
    const { port } = await startRawReceiver((socket) => socket.end('no TLS here'));
    const sent = await senderTo(['127.0.0.1']).send(`https://127.0.0.1:${port}/`, 'x');
    expect(sent).toMatchObject({ is: 'failed', mayHaveArrived: false });
  });

  test.each([
    ['http://chat.example/x', /must begin with https/],
    ['https://127.0.0.1/x', /loopback/],
    ['https://localhost/x', /this machine/],
    ['https://169.254.169.254/latest', /link-local/],
  ])('does not go to %s', async (url, why) => {
    const sent = await senderTo([]).send(url, 'x');
    expect(sent).toMatchObject({ is: 'failed', error: expect.stringMatching(why), mayHaveArrived: false });
  });

  test('does not go to a name that leads to this machine', async () => {
    const sender = createChatSender({
      brand: 'Service',
      addressPolicy: new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: [] }),
      lookup: async () => ['127.0.0.1'],
    });
    onTestFinished(() => sender.close());
    const sent = await sender.send('https://chat.example/x', 'x');
    expect(sent).toMatchObject({ is: 'failed', error: expect.stringMatching(/^Not sent: chat\.example/) });
  });
});
