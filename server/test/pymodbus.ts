/** A Modbus slave that nobody here wrote: Debian's python3-pymodbus (peers/pymodbus_slave.py). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('./peers/pymodbus_slave.py', import.meta.url));

/** For `test(name, { skip: noPymodbus }, ...)`: why it cannot be tested here, or false. */
export const noPymodbus: string | false =
  spawnSync(python, ['-c', 'import pymodbus, pymodbus.server']).status !== 0 &&
  'needs python3-pymodbus and python3-serial-asyncio of Debian';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Starts one that speaks Modbus TCP, or RTU frames over TCP; resolves when it listens. */
export async function startPymodbus(framing: 'tcp' | 'rtu') {
  const port = await freePort();
  const slave = spawn(python, [script, String(port), ...(framing === 'tcp' ? ['tcp'] : [])], { stdio: 'ignore' });
  const stop = (): void => void slave.kill();
  for (let tries = 0; tries < 200; tries++) {
    if (await isListening(port)) return { port, stop };
    await wait(100);
  }
  stop();
  throw new Error('pymodbus did not listen within 20 s');
}
