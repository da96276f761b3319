import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

/** What a name server says of a name: its IPv4 addresses, `unknown` (NXDOMAIN), `failing` (SERVFAIL) or nothing at all. */
export type Says = readonly string[] | 'unknown' | 'failing' | 'silence';

const addressRecord = 1;

/** A name server on this machine. It asks `say` at every question, so that an answer can change between two. */
export async function startNameServer(say: (name: string) => Says): Promise<{ server: string; questions: string[] }> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    questions.push(name);
    const says = say(name);
    if (says !== 'silence') socket.send(answer(question.subarray(0, end), type, says), from.port, from.address);
  });
  const listening = Promise.withResolvers<void>();
  socket.bind(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  onTestFinished(() => new Promise<void>((closed) => socket.close(() => closed())));
  return { server: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035, section 4: the question's header and question again, then one record for each address. */
function answer(question: Buffer, type: number, says: Exclude<Says, 'silence'>): Buffer {
  const code = says === 'unknown' ? 3 : says === 'failing' ? 2 : 0;
  const addresses = typeof says === 'string' || type !== addressRecord ? [] : says;
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, addressRecord, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}
