/** The same against a slave that nobody here wrote: Debian's python3-pymodbus, behind a modem that relays bytes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { commands } from '@plumbline/contract/telemetry/commands';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import type { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import type { z } from 'zod';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { noPymodbus, startPymodbus } from '../../../../test/pymodbus.ts';
import { openWorlds } from '../../../../test/worlds.ts';

let stopSlave = (): void => undefined;
const sockets: Socket[] = [];
after(() => {
  stopSlave();
  for (const socket of sockets) socket.destroy();
});
const [server, world] = await openWorlds(['pymodbus'], { DIAL_IN_PORT: '0' });

async function openSlave(): Promise<Socket> {
  const { port, stop } = await startPymodbus('rtu');
  stopSlave = stop;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Relays between the slave and the gateway: as it comes, or byte by byte with a heartbeat between any two answers. */
function relay(port: number, register: string, bus: Socket, { isChopped }: { isChopped: boolean }): Socket {
  const line = connect({ port, host: '127.0.0.1', noDelay: true }, () => line.write(`REG,${register}\r\n`));
  sockets.push(line);
  line.on('error', () => undefined);
  line.on('data', (bytes) => bus.write(bytes));
  let last = Promise.resolve();
  bus.on('data', (bytes: Buffer) => {
    last = last.then(async () => {
      if (!isChopped) return void line.write(bytes);
      const middle = bytes.length >> 1;
      for (const byte of [...bytes.subarray(0, middle), ...Buffer.from('HB'), ...bytes.subarray(middle)]) {
        if (!line.destroyed) line.write(Uint8Array.of(byte));
        // Each byte in a turn of its own: this process is at both ends.
        await setImmediate();
      }
    });
  });
  return line;
}

type Row = z.input<typeof RegisterRow>;
const rows: Row[] = [
  { unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' },
  { unit: 1, function: 3, address: 2, type: 'float32', channel: '1', quantity: 'negative' },
  { unit: 1, function: 3, address: 4, type: 'uint16', scale: 0.1, offset: -20, channel: '1', quantity: 'scaled' },
  { unit: 1, function: 3, address: 5, type: 'uint16', nothing: 65535, channel: '1', quantity: 'none' },
  { unit: 2, function: 4, address: 1, type: 'int16', channel: '1', quantity: 'signed' },
  { unit: 2, function: 3, address: 500, type: 'int16', channel: '1', quantity: 'beyond' },
];

test('a slave of pymodbus is read as it stands, clean and byte by byte with heartbeats inside', {
  skip: noPymodbus,
  timeout: 90_000,
}, async () => {
  const bus = await openSlave();
  const { id: deviceId, sncode } = world.device;
  const setup = {
    enabled: true,
    heartbeat: '4842',
    silentSeconds: 700,
    intervalSeconds: 600,
    answerWithinMs: 2000,
    retries: 0,
    readLength: 125,
    networks: [],
    rows,
  };
  const token = world.admin.token;
  assert.equal((await server.call(dialIn.set, { deviceId, setup }, token)).status, 200);
  for (const isChopped of [false, true]) {
    server.clock.advance(400_000);
    const at = server.clock.now().toISOString();
    const line = relay(server.gateway!.dialIn!.port, sncode, bus, { isChopped });
    const read = async () => (await server.call(dialIn.get, { deviceId }, token)).body.state;
    await waitUntilSettled(read, ({ round }) => assert.equal(round?.at, at));
    const { round } = await read();
    const numbers = Object.fromEntries(
      (round?.reads ?? []).flatMap(({ numbers: list, outcome, exception }) =>
        list.map(({ quantity, value, missing }) => [quantity, value ?? missing ?? `${outcome} ${exception}`]),
      ),
    );
    assert.deepEqual(numbers, {
      temperature: 18.5,
      negative: -21.25,
      scaled: 1234 * 0.1 - 20,
      none: 'nothing',
      signed: -100,
      beyond: 'exception 2',
    });
    const stored = () => server.db.selectFrom('reading').select(['at', 'values']).orderBy('at', 'desc').execute();
    await waitUntilSettled(stored, (list) =>
      assert.deepEqual([list[0]?.at.toISOString(), list[0]?.values], [at, [18.5]]),
    );
    if (!isChopped) await repeated(deviceId, token);
    line.destroy();
    await waitUntilSettled(read, ({ endedAt }) => assert.ok(endedAt));
    bus.removeAllListeners('data');
  }
  bus.destroy();
});

/** Many rounds, one after the other: each read of each is answered. */
async function repeated(deviceId: number, token: string) {
  const setup = {
    enabled: true,
    heartbeat: '4842',
    silentSeconds: 700,
    intervalSeconds: 600,
    answerWithinMs: 2000,
    retries: 0,
    readLength: 1,
    networks: [],
    rows: rows.slice(0, 5),
  };
  assert.equal((await server.call(dialIn.set, { deviceId, setup }, token)).status, 200);
  for (let round = 0; round < 20; round++) {
    const { commandId } = (await server.call(commands.command, { deviceId, command: 'collect' }, token)).body;
    await waitUntilSettled(
      async () => (await server.call(commands.commandStates, { deviceId }, token)).body.commands,
      (list) =>
        assert.match(list.find((each) => each.commandId === commandId)?.answer ?? '', /"5 of 5 reads answered"/),
    );
  }
  const before = { ...setup, readLength: 125, rows };
  assert.equal((await server.call(dialIn.set, { deviceId, setup: before }, token)).status, 200);
}
