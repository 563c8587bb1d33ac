import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { after, test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { commands } from '@plumbline/contract/telemetry/commands';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { withCrc } from '@plumbline/science/modbus/crc';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { Dtu } from '../../../../test/dtu.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Datagrams', 'Others'], { DIAL_IN_PORT: '0', DIAL_IN_UDP_PORT: '0' });
const { udpPort, port } = server.gateway!.dialIn!;
const deviceId = world.device.id;
const { sncode } = world.device;
const admin = world.admin.token;

type Setup = InputOf<typeof dialIn.set.input>['setup'];
const setup = (change: Partial<Setup> = {}): Setup => ({
  enabled: true,
  heartbeat: '',
  silentSeconds: 900,
  intervalSeconds: 600,
  answerWithinMs: 200,
  retries: 0,
  readLength: 125,
  udp: true,
  networks: [],
  rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
  ...change,
});
const setUp = async (change: Partial<Setup> = {}, of = { deviceId, token: admin }) => {
  const { status, body } = await server.call(dialIn.set, { deviceId: of.deviceId, setup: setup(change) }, of.token);
  assert.equal(status, 200, JSON.stringify(body));
};
const state = async () => (await server.call(dialIn.get, { deviceId }, admin)).body;
const until = <T>(of: () => Promise<T>, check: (value: T) => void) => waitUntilSettled(of, check);
const valuesOf = async (pointId: number) =>
  (await server.db.selectFrom('reading').selectAll().where('point_id', '=', pointId).orderBy('at').execute()).map(
    ({ at, values }) => [at.toISOString(), values[0]],
  );

/** A modem that sends datagrams, with a slave behind it. */
class UdpModem {
  readonly socket: Socket = createSocket('udp4');
  readonly received: Buffer[] = [];
  /** The float32 that it answers; null = it answers nothing. */
  value: number | null;
  /** Sends each byte of an answer as a datagram of its own, with the registration between. */
  isChopped = false;
  readonly name: string;

  constructor(register: string, value: number | null) {
    this.name = register;
    this.value = value;
    this.socket.on('message', (request) => {
      this.received.push(request);
      const { value: now } = this;
      if (now === null) return;
      const data = Buffer.alloc(4);
      data.writeFloatBE(now);
      const frame = withCrc([request[0] ?? 0, request[1] ?? 0, 4, ...data]);
      if (!this.isChopped) return this.send(frame);
      for (const byte of frame) this.send(Uint8Array.of(byte));
    });
  }

  send(bytes: Uint8Array | string): void {
    this.socket.send(bytes, udpPort, '127.0.0.1');
  }

  register(): void {
    this.send(`REG,${this.name}\r\n`);
  }
}
const modems: UdpModem[] = [];
const modemOf = (register: string, value: number | null): UdpModem => {
  const modem = new UdpModem(register, value);
  modems.push(modem);
  return modem;
};
after(() => {
  for (const { socket } of modems) socket.close();
});

async function collect() {
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, admin);
  const states = () => server.call(commands.commandStates, { deviceId }, admin);
  let answer = '';
  await until(states, ({ body: { commands: list } }) => {
    answer = list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '';
    assert.ok(answer);
  });
  return (JSON.parse(answer) as { ok: boolean }).ok;
}

test('over UDP nobody comes in whose device is not set up for it', async () => {
  await setUp({ udp: false });
  assert.deepEqual((await state()).udpAddress, { host: '127.0.0.1', port: udpPort });
  const modem = modemOf(sncode, 18.5);
  modem.register();
  await until(state, ({ findings, state: { endReason } }) =>
    assert.deepEqual([findings[0], endReason], ['udpRefused', 'udpRefused']),
  );
  assert.equal(modem.received.length, 0);
  await setUp({ networks: ['10.0.0.0/8'] });
  modem.register();
  await until(state, ({ findings }) => assert.equal(findings[0], 'networkRefused'));
  assert.equal(modem.received.length, 0);
});

test('it says who it is, is read, and what it answers is stored, byte by byte too', async () => {
  await setUp({ networks: ['127.0.0.0/8'] });
  const modem = modemOf(sncode, 18.5);
  modem.register();
  const at = server.clock.now().toISOString();
  await until(
    () => valuesOf(world.pointId),
    (list) => assert.deepEqual(list, [[at, 18.5]]),
  );
  await until(state, ({ state: { connection, address }, findings }) =>
    assert.deepEqual([connection, address, findings], ['connected', '127.0.0.1', ['fine']]),
  );
  server.clock.advance(60_000);
  modem.value = 20;
  modem.isChopped = true;
  assert.equal(await collect(), true);
  await until(
    () => valuesOf(world.pointId),
    (list) => assert.equal(list.at(-1)?.[1], 20),
  );
  // Said again, alone and before bytes, it is a sign of life and no line of its own.
  modem.register();
  modem.send(Buffer.concat([Buffer.from(`REG,${sncode}\r\n`), Buffer.from([0xfe])]));
  server.clock.advance(60_000);
  assert.equal(await collect(), true);
  assert.equal(server.gateway!.dialIn!.connections, 1);
});

test('the newest wins, over UDP and TCP', async () => {
  const first = modems.at(-1)!;
  const second = modemOf(sncode, 30);
  second.register();
  await until(
    async () => (await collect()) && second.received.length,
    (count) => assert.ok(count),
  );
  const requests = first.received.length;
  server.clock.advance(60_000);
  assert.equal(await collect(), true);
  await until(
    () => valuesOf(world.pointId),
    (list) => assert.equal(list.at(-1)?.[1], 30),
  );
  assert.equal(first.received.length, requests, 'nothing more is asked of the older one');
  const overTcp = new Dtu(port, sncode, { registers: { 1: { 0: 0x4194, 1: 0 } } });
  await until(
    async () => {
      server.clock.advance(1_000);
      return (await collect()) && overTcp.requests.length;
    },
    (times) => assert.ok(times),
  );
  second.register();
  await overTcp.closed;
});

test('a modem that gets the address and port of another is itself, not the other', async () => {
  await setUp({}, { deviceId: other.device.id, token: other.admin.token });
  const modem = modems.at(-1)!;
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  modem.value = 77;
  modem.send(other.device.sncode);
  await until(
    () => valuesOf(other.pointId),
    (list) => assert.deepEqual(list.at(-1)?.[1], 77),
  );
  await until(state, ({ state: { connection, endReason } }) =>
    assert.deepEqual([connection === 'connected', endReason], [false, 'closed']),
  );
  assert.ok((await valuesOf(world.pointId)).every(([, value]) => value !== 77));
});

const unknownTo = async (token: string) => (await server.call(dialIn.unknown, {}, token)).body.unknown;
/** Resolves once a modem that nobody knows is noted, and so is what came before it. It may be lost in a flood: it says it again. */
async function noted(modem: UdpModem): Promise<void> {
  const { token } = await makeAccount(server, 'System', null, `Datagrams.${modem.name}`);
  await waitUntil(async () => {
    modem.register();
    return (await unknownTo(token)).some(({ register }) => register === modem.name);
  }, `${modem.name} is noted`);
}

test('whoever is unknown is answered nothing, and noted in bounds', async () => {
  const system = await makeAccount(server, 'System', null, 'Datagrams.system');
  const unknownModem = modemOf('NOBODY-7', 1);
  for (let times = 0; times < 5; times++) {
    unknownModem.register();
    unknownModem.send(Buffer.from([0xfe]));
    await waitUntil(() => server.gateway!.dialIn!.unregistered === 0, 'nobody is looked up');
  }
  const list = () => unknownTo(system.token);
  await until(list, (unknown) => assert.ok(unknown.some(({ register }) => register === 'NOBODY-7')));
  for (let at = 0; at < 3_000; at++) unknownModem.send(`X-${at}`);
  await noted(modemOf('LAST-1', 1));
  assert.ok((await list()).length <= 200);
  assert.equal(server.gateway!.dialIn!.unregistered, 0);
  assert.equal(unknownModem.received.length, 0);
});

test('an address that says nothing is sent a bounded number of datagrams', async () => {
  const rows = Array.from({ length: 20 }, (_, unit) => ({
    unit: unit + 1,
    function: 3 as const,
    address: 0,
    type: 'uint16' as const,
    channel: '1',
    quantity: `q${unit}`,
  }));
  await setUp({ rows });
  server.clock.advance(400_000);
  const silent = modemOf(sncode, null);
  silent.register();
  await until(
    async () => silent.received.length,
    (count) => assert.equal(count, 16),
  );
  // The round is over: what else was to be asked has not been sent.
  await until(state, ({ state: { round } }) => assert.equal(round?.reads.length, rows.length));
  assert.equal(silent.received.length, 16);
  silent.send(Buffer.from([0xfe]));
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, admin);
  assert.ok(body.commandId);
  await until(
    async () => silent.received.length,
    (count) => assert.ok(count > 16),
  );
});

test('silence ends it, and it comes back by saying who it is', async () => {
  await setUp();
  const stored = (
    await server.db.selectFrom('dial_in').select('setup').where('device_id', '=', deviceId).execute()
  )[0]!;
  await server.db
    .updateTable('dial_in')
    .set({ setup: JSON.stringify({ ...stored.setup, silentSeconds: 1 }) })
    .where('device_id', '=', deviceId)
    .execute();
  const modem = modemOf(sncode, 5);
  modem.register();
  await until(
    async () => server.gateway!.dialIn!.holds(sncode),
    (isConnected) => assert.equal(isConnected, false),
  );
  await setUp();
  await until(state, ({ state: { endReason } }) => assert.equal(endReason, 'silent'));
  modem.send(Buffer.from([0xfe]));
  await noted(modemOf('BEHIND-1', 1));
  assert.notEqual((await state()).state.connection, 'connected', 'a heartbeat says nobody');
  modem.register();
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
});
