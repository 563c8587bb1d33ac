/** A network in a test: it can be cut, and it can lose answers. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The way of the browser to the server, which can be cut, or lose the answers of what it has delivered. */
export async function openWay(target: URL) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'deaf' = 'open';
  const server: Server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    near.on('close', () => sockets.delete(near));
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far);
    far.on('data', (chunk) => (state === 'deaf' ? near.destroy() : near.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cut = (next: typeof state): void => {
    state = next;
    if (next !== 'open') for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    set: cut,
    close: () => {
      cut('cut');
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
