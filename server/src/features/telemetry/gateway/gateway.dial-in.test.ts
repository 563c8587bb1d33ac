import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { commands } from '@plumbline/contract/telemetry/commands';
import { DialInSetup, dialIn } from '@plumbline/contract/telemetry/dial-in';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { Dtu, type DtuBehaviour } from '../../../../test/dtu.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Dial-in'], { DIAL_IN_PORT: '0' });
const port = server.gateway!.dialIn!.port;
const { deviceId } = { deviceId: world.device.id };
const { sncode } = world.device;
const admin = world.admin.token;

type Setup = InputOf<typeof dialIn.set.input>['setup'];
/** 18.5 and 21.25 as float32. */
const registers = { 1: { 0: 0x4194, 1: 0, 2: 0x41aa, 3: 0 }, 2: { 0: 215 } };
const setup = (change: Partial<Setup> = {}): Setup => ({
  enabled: true,
  heartbeat: 'fe',
  silentSeconds: 90,
  intervalSeconds: 600,
  answerWithinMs: 300,
  retries: 1,
  readLength: 125,
  networks: [],
  rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
  ...change,
});
/** As it lies in the database: quicker than people may set it, and put right before the API reads it again. */
const stored = (change: Partial<Setup> = {}) => DialInSetup.parse(setup(change));
const lay = (change: Partial<Setup>) =>
  server.db
    .updateTable('dial_in')
    .set({ setup: JSON.stringify({ ...stored(), ...change }) })
    .execute();
async function setUp(change: Partial<Setup> = {}) {
  const { status, body } = await server.call(dialIn.set, { deviceId, setup: setup(change) }, admin);
  assert.equal(status, 200, JSON.stringify(body));
}
const state = async () => (await server.call(dialIn.get, { deviceId }, admin)).body;
const values = async () =>
  (await server.db.selectFrom('reading').selectAll().where('point_id', '=', world.pointId).orderBy('at').execute()).map(
    ({ at, values: fields }) => [at.toISOString(), fields[0]],
  );
const dial = (behaviour: Partial<DtuBehaviour> = {}, register: string = sncode) =>
  new Dtu(port, register, { registers, ...behaviour });
/** Until a condition holds; fails with what `of` gave last. */
const until = <T>(of: () => Promise<T>, check: (value: T) => void) => waitUntilSettled(of, check);

async function collect() {
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, admin);
  const states = () => server.call(commands.commandStates, { deviceId }, admin);
  let answer = '';
  await until(states, ({ body: { commands: list } }) => {
    answer = list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '';
    assert.ok(answer);
  });
  const { ok, text } = JSON.parse(answer) as { ok: boolean; text: string };
  return { ok, text };
}

/** Hangs up and waits until that is known. */
async function hangUp(dtu: Dtu) {
  dtu.end();
  await until(state, ({ state: { connection, endedAt } }) => {
    assert.notEqual(connection, 'connected');
    assert.ok(endedAt);
  });
}

test('a modem of a device that is not set up for it is told apart from one that never came', async () => {
  assert.deepEqual((await state()).findings, ['notSetUp']);
  assert.equal((await state()).register, sncode);
  const dtu = dial();
  await dtu.closed;
  await until(state, ({ state: { endReason } }) => assert.equal(endReason, 'notSetUp'));
  assert.equal(dtu.requests.length, 0);
});

test('it is read when it dials in: the value is a reading of the time of the round', async () => {
  await setUp();
  assert.deepEqual((await state()).findings, ['neverCame']);
  const dtu = dial({}, `REG,${sncode}\r\n`);
  const at = server.clock.now().toISOString();
  await until(values, (list) => assert.deepEqual(list, [[at, 18.5]]));
  await until(state, ({ state: { connection, round, address }, findings }) => {
    assert.deepEqual([connection, address, round?.at, round?.cause], ['connected', '127.0.0.1', at, 'connected']);
    assert.deepEqual(
      round?.reads.map(({ outcome, tries, numbers }) => [outcome, tries, numbers[0]?.value]),
      [['answer', 1, 18.5]],
    );
    assert.deepEqual(findings, ['fine']);
  });
  const { device } = (await server.call(devices.get, { deviceId }, admin)).body;
  assert.equal(device.connection, 'connected');
  await hangUp(dtu);
  assert.deepEqual((await state()).findings, ['away']);
});

test('byte by byte with heartbeats inside, and a wrong check sum first: the value arrives all the same', async () => {
  server.clock.advance(400_000);
  const dtu = dial({ isChopped: true, heartbeat: 'fe', badSums: 1, registers: { 1: { 0: 0x41a0, 1: 0 } } });
  const at = server.clock.now().toISOString();
  await until(values, (list) => assert.deepEqual(list.at(-1), [at, 20]));
  await until(state, ({ state: { round } }) => assert.equal(round?.reads[0]?.tries, 2));
  await hangUp(dtu);
});

test('no answer, a wrong check sum, an exception and a late answer are told apart, and nothing of them is stored', async () => {
  const before = (await values()).length;
  await setUp({
    retries: 0,
    rows: [
      { unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' },
      { unit: 3, function: 3, address: 0, type: 'int16', channel: '1', quantity: 'a' },
      { unit: 3, function: 3, address: 9, type: 'int16', channel: '1', quantity: 'b' },
      { unit: 3, function: 3, address: 19, type: 'int16', channel: '1', quantity: 'c' },
      { unit: 4, function: 4, address: 0, type: 'int16', channel: '1', quantity: 'd' },
    ],
  });
  server.clock.advance(60_000);
  const dtu = dial({ deaf: [3], badSums: 1 });
  await until(
    async () => dtu.socket.readyState,
    (ready) => assert.equal(ready, 'open'),
  );
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  const answer = await collect();
  assert.deepEqual(answer.ok, false);
  await until(state, ({ state: { round }, findings }) => {
    assert.equal(round?.cause, 'command');
    assert.deepEqual(
      round?.reads.map(({ unit, outcome, exception }) => [unit, outcome, exception]),
      [
        [1, 'crc', null],
        [3, 'timeout', null],
        [3, 'timeout', null],
        [3, 'skipped', null],
        [4, 'exception', 2],
      ],
    );
    assert.deepEqual(findings, ['someTimeout', 'crc', 'exception', 'skipped']);
  });
  assert.equal((await values()).length, before);
  dtu.behaviour.answerAfterMs = 450;
  server.clock.advance(60_000);
  await setUp({ retries: 0 });
  assert.deepEqual(await collect(), { ok: true, text: '1 of 1 reads answered' });
  await until(state, ({ findings }) => assert.deepEqual(findings, ['late']));
  assert.deepEqual((await values()).at(-1), [server.clock.now().toISOString(), 18.5]);
  await hangUp(dtu);
});

test('bytes that a person sends share the line with the rounds, where the set-up allows them', async () => {
  const dtu = dial();
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  const send = () => server.call(commands.debugCommand, { deviceId, hex: '01 03 00 02 00 02 65 CB' }, admin);
  const states = () => server.call(commands.commandStates, { deviceId }, admin);
  const refused = await send();
  await until(states, ({ body: { commands: list } }) =>
    assert.match(
      list.find(({ commandId }) => commandId === refused.body.commandId)?.answer ?? '',
      /"ok":false,"text":"the set-up of the device allows no bytes/,
    ),
  );
  await setUp({ downlink: true });
  const { body } = await send();
  await until(states, ({ body: { commands: list } }) =>
    assert.match(list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '', /"text":"01030441AA0000/),
  );
  const other = await server.call(commands.command, { deviceId, command: 'reboot' }, admin);
  await until(states, ({ body: { commands: list } }) =>
    assert.match(list.find(({ commandId }) => commandId === other.body.commandId)?.answer ?? '', /"ok":false/),
  );
  await hangUp(dtu);
});

test('the newest connection of a register id wins, and the end of the older one ends nothing', async () => {
  const first = dial();
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  const second = dial();
  await first.closed;
  await until(state, ({ state: { connection, endedAt } }) =>
    assert.deepEqual([connection, endedAt], ['connected', null]),
  );
  server.clock.advance(60_000);
  assert.equal((await collect()).ok, true);
  assert.ok(second.requests.length > 0);
  assert.equal(server.gateway!.dialIn!.connections, 1);
  await hangUp(second);
});

test('a connection from which nothing comes is ended, and the device is not connected', async () => {
  await setUp();
  await lay({ enabled: false, silentSeconds: 1 });
  const dtu = dial();
  await dtu.closed;
  await lay({});
  await setUp({ enabled: false });
  await until(state, ({ state: { connection, endReason }, findings }) => {
    assert.deepEqual([connection === 'connected', endReason], [false, 'silent']);
    assert.deepEqual(findings, ['silent', 'disabled']);
  });
});

test('by the clock: each interval is a round, of its own time', async () => {
  await setUp();
  server.clock.advance(400_000);
  server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / 1000) * 1000 + 700));
  await lay({ intervalSeconds: 1 });
  const dtu = dial();
  const first = server.clock.now().toISOString();
  await until(values, (list) => assert.deepEqual(list.at(-1)?.[0], first));
  server.clock.advance(1_000);
  const second = server.clock.now().toISOString();
  await until(values, (list) => assert.deepEqual(list.at(-1)?.[0], second));
  dtu.end();
  await dtu.closed;
  await lay({});
  await until(state, ({ state: { round } }) => assert.equal(round?.cause, 'interval'));
  await hangUp(dtu);
});

test('what changes while it is connected counts: another map, another id, another network', async () => {
  await setUp();
  server.clock.advance(400_000);
  const dtu = dial();
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  await setUp({
    rows: [{ unit: 2, function: 3, address: 0, type: 'int16', scale: 0.1, channel: '1', quantity: 'temperature' }],
  });
  server.clock.advance(60_000);
  assert.equal((await collect()).ok, true);
  await until(values, (list) => assert.deepEqual(list.at(-1), [server.clock.now().toISOString(), 21.5]));
  await setUp({ networks: ['10.0.0.0/8'] });
  await dtu.closed;
  const refused = dial();
  await refused.closed;
  await until(state, ({ findings }) => assert.equal(findings[0], 'networkRefused'));
  await setUp({ networks: ['10.0.0.0/8', '127.0.0.1'] });
  const again = dial();
  await until(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  assert.equal((await server.call(dialIn.remove, { deviceId }, admin)).status, 200);
  await again.closed;
});

test('strangers are noted, in bounds, for System accounts alone', async () => {
  const system = await makeAccount(server, 'System', null, 'Dial-in.system');
  const unknownModem = dial({}, 'IMEI:867959030000001\r\n');
  await unknownModem.closed;
  const binary = dial({}, '\x01\x02\xff');
  await binary.closed;
  const list = async () => (await server.call(dialIn.unknown, {}, system.token)).body.unknown;
  await until(list, (unknown) =>
    assert.deepEqual(unknown.map(({ register, address, times }) => [register, address, times]).sort(), [
      ['867959030000001', '127.0.0.1', 1],
      ['hex:0102FF', '127.0.0.1', 1],
    ]),
  );
  assert.equal((await server.call(dialIn.unknown, {}, admin)).status, 403);
});

test('a flood of connections without a name costs a bounded number, and a device comes in beside it', async () => {
  await setUp();
  const before = (await values()).length;
  const sockets = Array.from({ length: 1_300 }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => undefined),
  );
  await until(
    async () => server.gateway!.dialIn!.unregistered,
    (count) => assert.ok(count >= 900, String(count)),
  );
  assert.ok(server.gateway!.dialIn!.unregistered <= 1_000);
  server.clock.advance(400_000);
  const dtu = dial();
  await until(values, (list) => assert.equal(list.length, before + 1));
  for (const socket of sockets) socket.destroy();
  // Each of them says something else: the list stays as long as it may be.
  const talkers = Array.from({ length: 260 }, () => dial({}, `X${randomBytes(8).toString('hex')}\n`));
  await Promise.all(talkers.map(({ closed }) => closed));
  // Who talks is written in order: once the last is there, so are those before it.
  await dial({}, 'LAST\n').closed;
  const last = () => server.db.selectFrom('dial_in_unknown').select('times').where('register', '=', 'LAST').execute();
  await until(last, (list) => assert.equal(list.length, 1));
  const { count } = await server.db
    .selectFrom('dial_in_unknown')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.ok(Number(count) <= 200 && Number(count) > 100, String(count));
  await hangUp(dtu);
});

test('a number that cannot be true is held: shown in its round, found by the doctor, and no reading; a confirmed jump is one', async () => {
  const [row] = setup().rows ?? [];
  assert.ok(row);
  await setUp({ rows: [{ ...row, minimum: -40, maximum: 85, jump: 5 }] });
  server.clock.advance(700_000);
  const dtu = dial({ registers: { 1: { 0: 0x4194, 1: 0 } } });
  const read = async (high: number) => {
    dtu.behaviour.registers = { 1: { 0: high, 1: 0 } };
    server.clock.advance(10_000);
    await collect();
    const at = server.clock.now().toISOString();
    // How a round went is written a moment after it.
    await until(state, ({ state: { round } }) => assert.equal(round?.at, at));
    const { state: now, findings } = await state();
    const [number] = now.round?.reads[0]?.numbers ?? [];
    return [number?.value, number?.missing, number?.rejected, findings.includes('implausible')];
  };
  await until(state, ({ state: { round } }) => assert.equal(round?.reads[0]?.numbers[0]?.value, 18.5));
  const before = (await values()).length;
  // 1000 as float32 is out of range; 40 is a jump of more than 5, confirmed by 41.
  assert.deepEqual(await read(0x447a), [null, 'implausible', 1000, true]);
  assert.deepEqual(await read(0x4220), [null, 'implausible', 40, true]);
  assert.equal((await values()).length, before, 'what is held is no reading');
  assert.deepEqual(await read(0x4224), [41, null, null, false]);
  await until(values, (list) => assert.deepEqual([list.length, list.at(-1)?.[1]], [before + 1, 41]));
  await hangUp(dtu);
  await setUp();
});
