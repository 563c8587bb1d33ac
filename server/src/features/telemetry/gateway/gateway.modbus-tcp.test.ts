/** Loggers that are connected to over Modbus TCP: a slave of our own that does what it should not, and Debian's python3-pymodbus. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { frames } from '@plumbline/contract/devices/frames';
import { models } from '@plumbline/contract/devices/models';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { commands } from '@plumbline/contract/telemetry/commands';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { TcpFrameReader, tcpFrameOf } from '@plumbline/science/modbus/tcp';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { noPymodbus, startPymodbus } from '../../../../test/pymodbus.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

// Without a port for modems: loggers are connected to all the same.
const [server, world] = await openWorlds(['Modbus TCP'], { OUTBOUND_ALLOW: '127.0.0.1' });
const deviceId = world.device.id;
const { token } = world.admin;

type Behaviour = 'answers' | 'silent' | 'exception' | 'wrongUnit' | 'late' | 'noise';
/** A slave on Modbus TCP: register 0 and 1 are 18.5 as float32. */
class Slave {
  behaviour: Behaviour = 'answers';
  readonly sockets: Socket[] = [];
  /** An answer that comes with the next one. */
  #late: Uint8Array | null = null;
  readonly server: Server;
  constructor() {
    this.server = createServer((socket) => {
      this.sockets.push(socket);
      socket.on('error', () => undefined);
      const reader = new TcpFrameReader();
      socket.on('data', (bytes) => {
        for (const { transaction, unit, pdu } of reader.take(bytes) ?? [])
          this.answer(socket, transaction, unit, pdu[0] ?? 0);
      });
    });
  }
  answer(socket: Socket, transaction: number, unit: number, code: number) {
    const good = { transaction, unit, pdu: Uint8Array.of(code, 4, 0x41, 0x94, 0, 0) };
    if (this.behaviour === 'silent') return;
    if (this.behaviour === 'late') {
      // 21.25, which nobody else says.
      this.#late = tcpFrameOf({ ...good, pdu: Uint8Array.of(code, 4, 0x41, 0xaa, 0, 0) });
      return;
    }
    if (this.#late) socket.write(this.#late);
    this.#late = null;
    if (this.behaviour === 'noise') return void socket.write('GET / HTTP/1.1\r\n\r\n');
    if (this.behaviour === 'exception')
      return void socket.write(tcpFrameOf({ ...good, pdu: Uint8Array.of(code | 0x80, 2) }));
    const frame = tcpFrameOf({ ...good, unit: this.behaviour === 'wrongUnit' ? unit + 1 : unit });
    // Byte by byte: a frame is found however it is cut.
    for (const byte of frame) socket.write(Uint8Array.of(byte));
  }
  get port() {
    return (this.server.address() as AddressInfo).port;
  }
}
const slave = new Slave();
await new Promise<void>((ready) => slave.server.listen(0, '127.0.0.1', ready));
let stopLogger = (): void => undefined;
after(() => {
  stopLogger();
  for (const socket of slave.sockets) socket.destroy();
  slave.server.close();
});

type Setup = InputOf<typeof dialIn.set.input>['setup'];
const setup = (change: Partial<Setup> = {}): Setup => ({
  enabled: true,
  heartbeat: '',
  silentSeconds: 900,
  intervalSeconds: 600,
  answerWithinMs: 2_000,
  retries: 0,
  readLength: 125,
  networks: [],
  tcp: { host: '127.0.0.1', port: slave.port },
  rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
  ...change,
});
const set = async (given: Setup) =>
  assert.equal((await server.call(dialIn.set, { deviceId, setup: given }, token)).status, 200);
const state = async () => (await server.call(dialIn.get, { deviceId }, token)).body;
const values = async () =>
  (
    await server.db.selectFrom('reading').select('values').where('point_id', '=', world.pointId).orderBy('at').execute()
  ).map((each) => each.values[0]);
async function collect() {
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, token);
  let answer = '';
  await waitUntilSettled(
    () => server.call(commands.commandStates, { deviceId }, token),
    ({ body: { commands: list } }) => {
      answer = list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '';
      assert.ok(answer);
    },
  );
  return (JSON.parse(answer) as { text: string }).text;
}

test('it is connected to and read; its value is stored', async () => {
  await server.call(frames.recordDevice, { deviceId, minutes: 10 }, token);
  await set(setup());
  await waitUntilSettled(values, (list) => assert.deepEqual(list, [18.5]));
  await waitUntilSettled(state, ({ state: { connection, address }, findings }) =>
    assert.deepEqual([connection, address, findings], ['connected', `127.0.0.1:${slave.port}`, ['fine']]),
  );
  await server.gateway?.frames.settled();
  const list = (await server.call(frames.ofDevice, { deviceId, after: 0 }, token)).body.frames;
  assert.deepEqual(
    list.map(({ kind, hex }) => [kind, hex]),
    [
      ['connected', ''],
      ['request', '000100000006010300000002'],
      ['answer', '00010000000701030441940000'],
    ],
  );
});

test('no answer, a late one, a refusal and an answer to something else are told apart, and none is stored', async () => {
  for (const [behaviour, text] of [
    ['silent', '0 of 1 reads answered, timeout 1'],
    ['exception', '0 of 1 reads answered, exception 1'],
    ['wrongUnit', '0 of 1 reads answered, noise 1'],
    ['late', '0 of 1 reads answered, timeout 1'],
  ] as const) {
    slave.behaviour = behaviour;
    assert.equal(await collect(), text, behaviour);
  }
  // The late answer of the last one comes with that of the next, and is not taken for it.
  slave.behaviour = 'answers';
  server.clock.advance(1_000);
  assert.equal(await collect(), '1 of 1 reads answered');
  await waitUntilSettled(values, (list) => assert.deepEqual(list, [18.5, 18.5]));
});

test('a stream that is no Modbus ends the connection, which is made again', async () => {
  const before = slave.sockets.length;
  slave.behaviour = 'noise';
  await collect();
  slave.behaviour = 'answers';
  await waitUntilSettled(
    async () => slave.sockets.length,
    (count) => assert.ok(count > before),
  );
  await waitUntilSettled(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
});

const row = { unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' } as const;
const newest = async () => (await values()).at(-1);
async function collectAgain() {
  server.clock.advance(1_000);
  assert.equal(await collect(), '1 of 1 reads answered');
}

test('a connection that is made again is by the newest register map', async () => {
  await set(setup({ rows: [{ ...row, scale: 2 }] }));
  await collectAgain();
  await waitUntilSettled(newest, (value) => assert.equal(value, 37));
  const before = slave.sockets.length;
  slave.sockets.at(-1)?.destroy();
  await waitUntilSettled(
    async () => slave.sockets.length,
    (count) => assert.ok(count > before),
  );
  await waitUntilSettled(state, ({ state: { connection } }) => assert.equal(connection, 'connected'));
  await collectAgain();
  await waitUntilSettled(values, (list) => assert.deepEqual(list.slice(-2), [37, 37]));
});

test('by the register map of its model, and by what that is changed to', async () => {
  const system = await makeAccount(server, 'System', null, 'maps');
  const given = { code: 'TCP-1', label: 'Map', series: 'MAP', type: 'measuring', link: 'dialIn' };
  const made = await server.call(
    models.create,
    { ...given, registers: [{ ...row, unit: 5, scale: 10 }] } as never,
    system.token,
  );
  await server.db.updateTable('device').set({ model: 'TCP-1' }).where('id', '=', deviceId).execute();
  await set(setup({ map: 'model', unit: 1, rows: [] }));
  await collectAgain();
  await waitUntilSettled(newest, (value) => assert.equal(value, 185));
  const registers = [{ ...row, scale: 100 }];
  await server.call(models.update, { modelId: made.body.model.id, registers } as never, system.token);
  await collectAgain();
  await waitUntilSettled(newest, (value) => assert.equal(value, 1850));
  await set(setup());
});

test('another gateway process does not connect to what this one holds', async (context) => {
  const before = slave.sockets.length;
  const lockTries = async () => {
    const { rows } = await server.database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%'`,
    );
    return rows.length;
  };
  const tryCount = await lockTries();
  const second = await startServer({
    ROLES: 'gateway',
    DATABASE_URL: server.config.databaseUrl!,
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  let isOpen = true;
  context.after(() => isOpen && second.close());
  await waitUntil(async () => (await lockTries()) > tryCount, 'the other process has asked for the lock of the logger');
  // It stops once it has done what follows.
  isOpen = false;
  await second.close();
  assert.equal(slave.sockets.length, before);
});

test('an address inside that the settings do not allow, and one where nobody is, are said', async () => {
  await set(setup({ tcp: { host: '10.255.255.1', port: 502 } }));
  await waitUntilSettled(state, ({ findings }) => assert.equal(findings[0], 'addressRefused'));
  const gone = createServer();
  await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
  const { port } = gone.address() as AddressInfo;
  await new Promise((closed) => gone.close(closed));
  await set(setup({ tcp: { host: '127.0.0.1', port } }));
  await waitUntilSettled(state, ({ findings }) => assert.equal(findings[0], 'unreachable'));
  await waitUntilSettled(
    async () =>
      (await server.call(linkDoctor.ofDevice, { deviceId }, token)).body.findings.map(({ finding }) => finding),
    (list) => assert.deepEqual(list, ['unreachable']),
  );
});

test("Debian's python3-pymodbus as the logger", { skip: noPymodbus }, async () => {
  const { port, stop } = await startPymodbus('tcp');
  stopLogger = stop;
  server.clock.advance(700_000);
  await set(
    setup({
      answerWithinMs: 3_000,
      tcp: { host: '127.0.0.1', port },
      rows: [
        { unit: 1, function: 3, address: 2, type: 'float32', channel: '1', quantity: 'temperature' },
        { unit: 2, function: 4, address: 1, type: 'int16', scale: 0.1, channel: '1', quantity: 'other' },
        { unit: 2, function: 4, address: 200, type: 'int16', channel: '1', quantity: 'missing' },
      ],
    }),
  );
  await waitUntilSettled(state, ({ state: { round, connection } }) => {
    assert.equal(connection, 'connected');
    assert.deepEqual(
      round?.reads.map(({ outcome, exception, numbers }) => [outcome, exception, numbers[0]?.value]),
      [
        ['answer', null, -21.25],
        ['answer', null, -10],
        ['exception', 2, null],
      ],
    );
  });
  await waitUntilSettled(values, (list) => assert.equal(list.at(-1), -21.25));
});
