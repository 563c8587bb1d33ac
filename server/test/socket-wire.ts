/** A page's socket as bare Engine.IO frames over a WebSocket: says what no client library would. */
import { setTimeout as wait } from 'node:timers/promises';

export async function openWire(url: string, query: Record<string, string>) {
  const address = new URL(`${url.replace(/^http/, 'ws')}/socket.io/`);
  for (const [name, value] of Object.entries({ ...query, EIO: '4', transport: 'websocket' }))
    address.searchParams.set(name, value);
  const socket = new WebSocket(address);
  const received: string[] = [];
  let closed = false;
  let wake = () => {};
  socket.onmessage = ({ data }) => {
    // Engine.IO's own ping.
    if (data === '2') return socket.send('3');
    received.push(String(data));
    wake();
  };
  socket.onclose = () => {
    closed = true;
    wake();
  };
  socket.onerror = () => undefined;
  /** The first frame that fits; '' when the connection ended before. */
  async function hears(fits: RegExp, withinMs = 10_000): Promise<string> {
    const until = Date.now() + withinMs;
    for (;;) {
      const found = received.find((frame) => fits.test(frame));
      if (found !== undefined || closed || Date.now() > until) return found ?? '';
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, until - Date.now());
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  await hears(/^0/);
  return {
    received: received as readonly string[],
    hears,
    /** Asks into a namespace; gives the answer: `40...` = in, `44...` = refused. */
    async enter(namespace: string, token: string): Promise<string> {
      socket.send(`40${namespace === '/' ? '' : `${namespace},`}${JSON.stringify({ token })}`);
      return hears(namespace === '/' ? /^4[04](?!\/)/ : new RegExp(`^4[04]${namespace}`));
    },
    /** Sends a Socket.IO packet as it stands. */
    send(packet: string) {
      if (!closed) socket.send(`4${packet}`);
    },
    /** Until nothing more arrives for a moment. */
    async rest() {
      for (let before = -1; before !== received.length && !closed; ) {
        before = received.length;
        await wait(20);
      }
    },
    close: () => socket.close(),
  };
}
