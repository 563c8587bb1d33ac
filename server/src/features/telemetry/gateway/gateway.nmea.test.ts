import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { frames } from '@plumbline/contract/devices/frames';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { commands } from '@plumbline/contract/telemetry/commands';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { ggaOf } from '@plumbline/science/formats/nmea';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Receivers'], {
  DIAL_IN_PORT: '0',
  DIAL_IN_UDP_PORT: '0',
  OUTBOUND_ALLOW: '127.0.0.1',
});
const { port, udpPort } = server.gateway!.dialIn!;
const deviceId = world.device.id;
const { sncode } = world.device;
const admin = world.admin.token;

/** A sentence with its check sum. */
function sentence(body: string): string {
  let sum = 0;
  for (const letter of body) sum ^= letter.charCodeAt(0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}
const clockOf = (at: Date) => at.toISOString().slice(11, 23).replaceAll(':', '').slice(0, 9);
const gga = (at: Date, minutes = '27.03942', solution = '4') =>
  `GNGGA,${clockOf(at)},53${minutes},N,00214.42462,W,${solution},16,0.88,56.0,M,48.5,M,1.0,0000`;
const epoch = (at: Date, minutes?: string) =>
  `${sentence(gga(at, minutes))}${sentence(`GNHDT,123.4,T`)}${sentence('GNGSA,A,3,80,71,73,79,69,,,,,,,,1.83,1.09,1.47,17')}`;

const base = ggaOf(gga(server.clock.now()).split(','));
await server.db
  .updateTable('point')
  .set({
    family: 'surfaceDisplacement',
    mode: 4,
    parameters: JSON.stringify({ e0: base['east'], n0: base['north'], h0: base['height'] }),
  })
  .where('id', '=', world.pointId)
  .execute();

type Setup = InputOf<typeof dialIn.set.input>['setup'];
const setUp = async (change: Partial<Setup> = {}) => {
  const setup: Setup = {
    enabled: true,
    silentSeconds: 30,
    intervalSeconds: 600,
    nmea: { channel: '1' },
    udp: true,
    networks: [],
    ...change,
  };
  return server.call(dialIn.set, { deviceId, setup }, admin);
};
const state = async () => (await server.call(dialIn.get, { deviceId }, admin)).body;
const until = <T>(of: () => Promise<T>, check: (value: T) => void) => waitUntilSettled(of, check);
const readings = () =>
  server.db
    .selectFrom('reading')
    .select(['at', 'values'])
    .where('point_id', '=', world.pointId)
    .orderBy('at')
    .execute();
async function collect() {
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, admin);
  let answer = '';
  await until(
    () => server.call(commands.commandStates, { deviceId }, admin),
    ({ body: { commands: list } }) => {
      answer = list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '';
      assert.ok(answer);
    },
  );
  return (JSON.parse(answer) as { ok: boolean }).ok;
}
/** The epochs that ended, as they were recorded. */
const recorded = async () =>
  (await server.call(frames.ofDevice, { deviceId, after: 0 }, admin)).body.frames.filter(
    ({ kind }) => kind === 'message',
  );
const textOf = (frame: Awaited<ReturnType<typeof recorded>>[number] | undefined) =>
  Buffer.from(frame?.hex ?? '', 'hex').toString();
const messages = async () => (await recorded()).map(textOf);
const sockets: Socket[] = [];
const dial = () => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => undefined);
  sockets.push(socket);
  return socket;
};
after(() => {
  for (const socket of sockets) socket.destroy();
});

test('a channel that the device does not have is refused', async () => {
  const { status, body } = await setUp({ nmea: { channel: '77' } });
  assert.deepEqual([status, (body as unknown as { error: string }).error], [400, 'channelUnknown']);
});

test('behind a modem: registration and sentences in one piece, cut anywhere; the position is a reading of its own time', async () => {
  assert.equal((await setUp()).status, 200);
  await server.call(frames.recordDevice, { deviceId, minutes: 10 }, admin);
  const socket = dial();
  const at = server.clock.now();
  const text = `${sncode}${epoch(at)}`;
  socket.write(text.slice(0, 60));
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  for (const letter of epoch(at)) socket.write(letter);
  await until(readings, (list) => assert.equal(list.length, 1));
  const [stored] = await readings();
  assert.equal(stored?.at.getTime(), Math.floor(at.getTime() / 10) * 10);
  assert.ok(
    stored!.values.slice(0, 3).every((value) => Math.abs(value ?? 1) < 0.001),
    String(stored?.values),
  );
  await until(state, ({ findings, state: { round } }) => {
    assert.deepEqual(findings, ['fine']);
    assert.deepEqual([round?.position?.values?.['heading'], round?.position?.badCheckSums], [123.4, 0]);
  });
  await until(recorded, ([message]) => {
    assert.match(textOf(message), /^\$GNGGA/);
    assert.equal(message?.decoded?.[0]?.channels['1']?.['solution'], 4);
  });
});

test('between two intervals nothing is stored; collect takes the newest, which moved', async () => {
  const socket = sockets.at(-1)!;
  server.clock.advance(1_000);
  socket.write(epoch(server.clock.now()));
  server.clock.advance(1_000);
  // 0.00001 minutes of latitude are 18.5 mm to the north.
  socket.write(epoch(server.clock.now(), '27.03943'));
  // An epoch is over when nothing more came for a moment.
  await until(messages, (list) => assert.match(list.at(-1) ?? '', /27\.03943/));
  assert.equal((await readings()).length, 1);
  assert.equal(await collect(), true);
  await until(readings, (list) => assert.equal(list.length, 2));
  const moved = (await readings()).at(-1)!.values.filter((value) => value !== null && Math.abs(value - 18.5) < 0.1);
  assert.ok(moved.length > 0, String((await readings()).at(-1)?.values));
  assert.equal(await collect(), false, 'an epoch counts once');
});

test('damaged sentences and a receiver without a position are said, and give no value', async () => {
  const socket = sockets.at(-1)!;
  const before = (await readings()).length;
  server.clock.advance(60_000);
  socket.write(sentence(gga(server.clock.now())).replace('27.03942', '27.93942'));
  const at = clockOf(server.clock.now());
  socket.write(sentence(`GNGGA,${at},,,,,0,00,,,M,,M,,`));
  await until(messages, (list) => assert.ok(list.at(-1)?.includes(`GNGGA,${at},,`), list.at(-1)));
  assert.equal(await collect(), true);
  await until(state, ({ findings }) => assert.deepEqual(findings, ['badCheckSums', 'noPosition']));
  const after = await readings();
  assert.ok(after.slice(before).every(({ values }) => values.every((value) => value === null || value === 0)));
  server.clock.advance(60_000);
  await collect();
  await until(state, ({ findings }) => assert.deepEqual(findings, ['noSentences']));
});

test('over UDP, a datagram for each second, with the registration before it', async () => {
  const before = (await readings()).length;
  const socket = createSocket('udp4');
  after(() => socket.close());
  server.clock.advance(400_000);
  const send = () => socket.send(`${sncode}${epoch(server.clock.now())}`, udpPort, '127.0.0.1');
  await until(
    async () => {
      server.clock.advance(1_000);
      send();
      return readings();
    },
    (list) => assert.equal(list.length, before + 1),
  );
  assert.equal(server.gateway!.dialIn!.connections, 1);
});

test('a position that cannot be true is held; a jump is stored once the next position confirms it', async () => {
  for (const socket of sockets) socket.destroy();
  const before = (await readings()).length;
  const bounds = [
    { quantity: 'north', jump: 1 },
    { quantity: 'solution', minimum: 4 },
  ] as const;
  assert.equal((await setUp({ udp: false, nmea: { channel: '1', bounds: [...bounds] } })).status, 200);
  await server.call(frames.recordDevice, { deviceId, minutes: 10 }, admin);
  server.clock.advance(1_000);
  const socket = dial();
  socket.write(sncode);
  // It takes the place of what came over UDP.
  const connectedAt = server.clock.now().toISOString();
  await until(state, (line) => assert.equal(line.state.connectedAt, connectedAt));
  /** A minute later a position, until it has arrived as a whole. */
  const send = async (minutes: string, solution = '4') => {
    server.clock.advance(60_000);
    await server.call(frames.clearDevice, { deviceId }, admin);
    socket.write(sentence(gga(server.clock.now(), minutes, solution)));
    await until(
      async () => (await server.call(frames.ofDevice, { deviceId, after: 0 }, admin)).body.frames,
      (list) => assert.ok(list.some(({ kind }) => kind === 'message')),
    );
  };
  const stored = async () => (await readings()).length - before;
  await send('27.03942');
  assert.equal(await collect(), true);
  await until(stored, (count) => assert.equal(count, 1));
  // 0.1 minutes are 185 m.
  await send('27.13942');
  assert.equal(await collect(), false);
  await until(state, ({ findings, state: { round } }) => {
    assert.deepEqual([findings, round?.position?.rejected], [['implausible'], ['north']]);
  });
  assert.equal(await stored(), 1);
  await send('27.13943');
  assert.equal(await collect(), true);
  await until(stored, (count) => assert.equal(count, 2));
  await send('27.13943', '1');
  assert.equal(await collect(), false);
  await until(state, ({ state: { round } }) => assert.deepEqual(round?.position?.rejected, ['solution']));
  assert.equal(await stored(), 2);
});

test('a receiver that is a TCP server is connected to', async () => {
  const before = (await readings()).length;
  const receiver = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(epoch(server.clock.now()));
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  after(() => receiver.close());
  server.clock.advance(400_000);
  await setUp({ udp: false, tcp: { host: '127.0.0.1', port: (receiver.address() as AddressInfo).port } });
  await until(readings, (list) => assert.equal(list.length, before + 1));
  await until(state, ({ state: { connection }, findings }) =>
    assert.deepEqual([connection, findings], ['connected', ['fine']]),
  );
  // From Modbus on it is read over Modbus: the connection is another.
  await setUp({
    nmea: null,
    silentSeconds: 900,
    tcp: { host: '127.0.0.1', port: (receiver.address() as AddressInfo).port },
  });
  await until(state, ({ state: { endReason } }) => assert.notEqual(endReason, null));
});
