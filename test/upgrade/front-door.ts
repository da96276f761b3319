import { connect, createServer, type Socket } from 'node:net';

/** A port that passes each new connection on to one of several processes, as a load balancer does. */
export interface FrontDoor {
  readonly baseUrl: string;
  /** New connections go to these ports in turn. Those that are open stay where they are. */
  setTargets(ports: readonly number[]): void;
  close(): Promise<void>;
}

export async function openFrontDoor(): Promise<FrontDoor> {
  let targets: readonly number[] = [];
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const port = targets[connections++ % targets.length];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const process = connect(port, '127.0.0.1');
    client.pipe(process).pipe(client);
    for (const socket of [client, process]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        process.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the front door has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    setTargets: (ports) => {
      targets = ports;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
