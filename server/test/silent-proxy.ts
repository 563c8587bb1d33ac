/**
 * A way to the database that can fall silent: it stops forwarding and closes nothing, as a host that lost its power or
 * a firewall that forgot a connection. Connections of before stay silent for ever; those made after `mend` work.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The given address, by way of the proxy. */
  readonly url: string;
  /** Bytes that were sent into the silence. */
  readonly swallowedBytes: number;
  fallSilent(): void;
  mend(): void;
  /** Ends every connection, as a host does that comes back and knows nothing of them. */
  cut(): void;
  close(): Promise<void>;
}

export async function openSilentProxy(databaseUrl: string, at = 0): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  let swallowedBytes = 0;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    if (silent) return;
    const far = connect(Number(target.port || 5432), target.hostname);
    sockets.add(far);
    far.on('error', () => near.destroy());
    near.on('close', () => silent || far.destroy());
    far.on('close', () => silent || near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    get swallowedBytes() {
      return swallowedBytes;
    },
    fallSilent() {
      silent = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('data');
        socket.removeAllListeners('close');
        // What still comes is swallowed: the sender is acknowledged and never answered.
        socket.on('data', (bytes) => {
          swallowedBytes += bytes.length;
        });
        socket.resume();
      }
    },
    mend() {
      silent = false;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
