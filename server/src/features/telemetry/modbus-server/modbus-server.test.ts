/** Control systems that read over Modbus TCP: pymodbus of Debian, and one by hand that does what it should not. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { modbusServer } from '@plumbline/contract/telemetry/modbus-server';
import { type TcpFrame, TcpFrameReader, tcpFrameOf } from '@plumbline/science/modbus/tcp';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { modbusPortLimits, openModbusServer } from './modbus-server.tcp.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { MODBUS_PORT: '0' });
const { projectId, pointId } = north;
const { token } = north.admin;

type Given = InputOf<typeof modbusServer.set.input>['map'];
const row = { address: 0, pointId, field: 'temperature' } as const;
const map = (change: Partial<Given> = {}): Given => ({
  enabled: true,
  networks: ['127.0.0.0/8'],
  keepsStale: false,
  rows: [row],
  ...change,
});
async function set(given: Given, world = north) {
  const { status, body } = await server.call(
    modbusServer.set,
    { projectId: world.projectId, map: given },
    world.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.unit ?? 0;
}
/** Of Debian, whose package it is. */
const python = '/usr/bin/python3';
const port = () => server.modbus?.port ?? 0;

/** A control system by hand. */
class Client {
  readonly socket: Socket;
  readonly #reader = new TcpFrameReader();
  readonly #answers = new Map<number, (frame: TcpFrame) => void>();
  #transaction = 0;
  constructor(to = port()) {
    this.socket = connect(to, '127.0.0.1');
    this.socket.on('error', () => undefined);
    this.socket.on('data', (bytes) => {
      for (const frame of this.#reader.take(bytes) ?? []) this.#answers.get(frame.transaction)?.(frame);
    });
  }
  request(unit: number, ...pdu: number[]): Promise<number[]> {
    const transaction = ++this.#transaction;
    const answered = new Promise<number[]>((resolve, reject) => {
      this.#answers.set(transaction, (frame) => resolve([...frame.pdu]));
      this.socket.once('close', () => reject(new Error('the connection ended')));
    });
    this.socket.write(tcpFrameOf({ transaction, unit, pdu: Uint8Array.from(pdu) }));
    return answered;
  }
  read = (unit: number, address = 0, count = 6) =>
    this.request(unit, 3, address >> 8, address & 255, count >> 8, count & 255);
  ended = () => new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
}
/** A connection that is taken, as soon as a change of who may read counts. */
const admitted = (unit: number): Promise<Client> =>
  until(
    async () => {
      const client = new Client();
      const answer = await client.read(unit).catch(() => null);
      if (answer?.[0] === 3) return client;
      client.socket.destroy();
      return null;
    },
    (client): client is Client => client !== null,
  );
/** A new connection is not taken; who is named is looked up once a second. */
const refused = () =>
  waitFor(async () => {
    const client = new Client();
    const answered = await client.read(1).then(
      () => true,
      () => false,
    );
    client.socket.destroy();
    return answered;
  }, false);
/** Value, state, level and seconds of the six registers of a row. */
function rowOf(pdu: readonly number[]) {
  const view = new DataView(Uint8Array.from(pdu.slice(2)).buffer);
  return [view.getFloat32(0), view.getUint16(4), view.getUint16(6), view.getUint32(8)];
}
/** What is read once what was set counts: within a second. */
async function settled(client: Client, unit: number, wanted: readonly number[]) {
  await waitUntilSettled(
    () => client.read(unit),
    (pdu) => assert.deepEqual(rowOf(pdu), wanted),
  );
}

const at = () => server.clock.now().getTime();
async function store(temperature: number, ms = at()) {
  const response = await fetch(`${server.url}/api/devices/${north.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${north.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: ms, channels: { 1: { temperature } } }),
  });
  assert.equal(response.status, 200, await response.text());
}

test('never read, good, stale, another level: each has its state, and what is not good is not a number', async (t) => {
  await server.db.updateTable('point').set({ interval_seconds: 60 }).where('id', '=', pointId).execute();
  const unit = await set(map());
  const client = new Client();
  t.after(() => client.socket.destroy());
  await settled(client, unit, [Number.NaN, 3, 0, 0]);
  await store(18.5);
  const seconds = Math.floor(at() / 1000);
  await settled(client, unit, [18.5, 1, 0, seconds]);
  await server.db
    .insertInto('threshold')
    .values({
      point_id: pointId,
      field: 'temperature',
      kind: 'value',
      method: 'upper',
      levels: [30, 40, 50, 60],
    } as never)
    .execute();
  await settled(client, unit, [18.5, 1, 1, seconds]);
  await server.db.updateTable('point_state').set({ level: 3 }).where('point_id', '=', pointId).execute();
  await settled(client, unit, [18.5, 1, 4, seconds]);
  server.clock.advance(15 * 60_000);
  await settled(client, unit, [Number.NaN, 2, 4, seconds]);
  await set(map({ keepsStale: true }));
  await settled(client, unit, [18.5, 2, 4, seconds]);
  await server.db.updateTable('point_state').set({ level: 0 }).where('point_id', '=', pointId).execute();
  await settled(client, unit, [18.5, 2, 0, seconds]);
  await store(19);
  await server.db.updateTable('point_state').set({ failed: true }).where('point_id', '=', pointId).execute();
  await settled(client, unit, [Number.NaN, 4, 0, Math.floor(at() / 1000)]);
  await server.db.updateTable('point_state').set({ failed: false }).where('point_id', '=', pointId).execute();
  const { body } = await server.call(modbusServer.get, { projectId }, token);
  assert.deepEqual(body.now, [{ value: 19, state: 'good', level: 0, at: server.clock.now().toISOString() }]);
  await server.db.updateTable('point').set({ deprecated_at: server.clock.now() }).where('id', '=', pointId).execute();
  await settled(client, unit, [Number.NaN, 0, 0, 0]);
  await server.db.updateTable('point').set({ deprecated_at: null }).where('id', '=', pointId).execute();
});

test('whole numbers: rounded after the factor, the lowest where there is none or it is too large', async (t) => {
  await store(21.456);
  const unit = await set(
    map({
      rows: [
        { ...row, type: 'int32', scale: 100 },
        { ...row, address: 6, type: 'int32', scale: 1e9 },
        { ...row, address: 12, order: 'CDAB' },
      ],
    }),
  );
  const client = new Client();
  t.after(() => client.socket.destroy());
  await waitUntilSettled(
    () => client.read(unit, 0, 18),
    (pdu) => {
      const view = new DataView(Uint8Array.from(pdu.slice(2)).buffer);
      assert.deepEqual([view.getInt32(0), view.getUint16(4)], [2146, 1]);
      assert.deepEqual([view.getInt32(12), view.getUint16(16)], [-(2 ** 31), 5]);
      const swapped = Buffer.from(pdu.slice(26, 30));
      assert.equal(Buffer.concat([swapped.subarray(2), swapped.subarray(0, 2)]).readFloatBE(), Math.fround(21.456));
    },
  );
});

test('pymodbus reads, is refused what there is not, and writes nothing', async (t) => {
  if (spawnSync(python, ['-c', 'import pymodbus.client']).status !== 0)
    return t.skip('pymodbus (Debian: python3-pymodbus) is not installed');
  await store(18.5);
  const unit = await set(map());
  const first = await admitted(unit);
  await waitFor(async () => rowOf(await first.read(unit))[0], 18.5);
  first.socket.destroy();
  const peer = spawn(python, [
    fileURLToPath(new URL('../../../../test/peers/pymodbus_client.py', import.meta.url)),
    String(port()),
  ]);
  t.after(() => peer.kill());
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const request = async (call: string, address: number, count: number, of = unit) => {
    peer.stdin.write(`${JSON.stringify({ call, unit: of, address, count })}\n`);
    const { value } = await lines.next();
    const { registers, exception } = JSON.parse(value ?? '{}') as { registers?: number[]; exception?: number };
    return registers ?? exception;
  };
  assert.deepEqual(await request('holding', 0, 4), [0x4194, 0, 1, 1]);
  assert.deepEqual(await request('input', 0, 2), [0x4194, 0]);
  assert.equal(await request('holding', 4, 3), 2, 'a register that no row fills');
  assert.equal(await request('coils', 0, 1), 1);
  assert.equal(await request('write', 0, 2), 1);
  assert.equal(await request('holding', 0, 2, 200), 10, 'nobody has this unit');
  assert.deepEqual(await request('holding', 0, 2), [0x4194, 0], 'what was refused changed nothing');
});

test('another project is not there for who may read one; whoever may read none is not connected', async (t) => {
  const unit = await set(map());
  const other = await set(map({ rows: [{ ...row, pointId: south.pointId }], networks: ['10.0.0.0/8'] }), south);
  assert.notEqual(other, unit);
  const client = await admitted(unit);
  t.after(() => client.socket.destroy());
  assert.deepEqual(await client.read(other), [0x83, 10], 'as a unit that there is not');
  assert.deepEqual(await client.read(247), [0x83, 10]);
  await set(map({ networks: ['10.0.0.0/8'] }));
  await waitUntilSettled(
    () => client.read(unit),
    (pdu) => assert.deepEqual(pdu, [0x83, 10], 'an open connection too'),
  );
  await refused();
  await set(map({ networks: [] }));
  await refused();
  await set(map({ enabled: false }));
  await waitUntilSettled(
    () => client.read(unit),
    (pdu) => assert.deepEqual(pdu, [0x83, 10]),
  );
});

test('functions, counts and frames that there are not are refused; a stream that is none ends', async (t) => {
  const unit = await set(map());
  const client = await admitted(unit);
  t.after(() => client.socket.destroy());
  for (const code of [1, 2, 5, 6, 7, 8, 15, 16, 22, 23, 43, 100])
    assert.deepEqual(await client.request(unit, code, 0, 0, 0, 1), [code | 0x80, 1], `function ${code}`);
  assert.deepEqual(await client.read(unit, 0, 0), [0x83, 3]);
  assert.deepEqual(await client.read(unit, 0, 126), [0x83, 3]);
  assert.deepEqual(await client.read(unit, 65_535, 6), [0x83, 2]);
  assert.deepEqual(await client.request(unit, 3, 0, 0), [0x83, 3]);
  client.socket.write('GET / HTTP/1.1\r\n\r\n');
  await client.ended();
});

test('connections, requests that wait and time without one are bounded', async (t) => {
  await waitFor(async () => server.modbus?.connections, 0);
  const first = await admitted(await set(map()));
  assert.equal(server.modbus?.connections, 1);
  first.socket.destroy();
  await waitFor(async () => server.modbus?.connections, 0);
  const clients = Array.from({ length: modbusPortLimits.ofAddress + 5 }, () => new Client());
  t.after(() => {
    for (const { socket } of clients) socket.destroy();
  });
  await waitFor(async () => clients.filter(({ socket }) => socket.closed).length, 5);
  await waitFor(async () => server.modbus?.connections, modbusPortLimits.ofAddress);
  for (const { socket } of clients) socket.destroy();
  await waitFor(async () => server.modbus?.connections, 0);
  const flooding = new Client();
  const frame = tcpFrameOf({ transaction: 1, unit: 1, pdu: Uint8Array.of(3, 0, 0, 0, 6) });
  flooding.socket.write(Buffer.concat(Array.from({ length: modbusPortLimits.waiting + 1 }, () => frame)));
  await flooding.ended();
  const { db, clock, log } = server;
  const short = await openModbusServer({ db, clock, log, host: '127.0.0.1', port: 0, idleMs: 200 });
  t.after(() => short.close());
  const silent = new Client(short.port);
  await waitFor(async () => short.connections, 1);
  await silent.ended();
});

test('a map names fields of points of its own project; registers are filled once', async () => {
  const cases: [Given, string, string][] = [
    [map({ rows: [{ ...row, pointId: south.pointId }] }), 'map.rows.0.pointId', 'choose'],
    [map({ rows: [{ ...row, field: 'level' }] }), 'map.rows.0.field', 'choose'],
    [map({ rows: [row, { ...row, address: 5 }] }), 'map.rows.1.address', 'registerTaken'],
    [map({ rows: [{ ...row, scale: 0 }] }), 'map.rows.0.scale', 'scaleZero'],
    [map({ networks: ['everybody'] }), 'map.networks.0', 'network'],
  ];
  for (const [given, path, message] of cases) {
    const { status, body } = await server.call(modbusServer.set, { projectId, map: given }, token);
    const [issue] = (body as unknown as { detail: { path: string; message: string }[] }).detail;
    assert.deepEqual([status, issue?.path, issue?.message], [400, path, message]);
  }
});

test('who may not change the project sees nothing of it; removed, its unit is free again', async () => {
  const unit = await set(map());
  const member = await makeAccount(server, 'Normal', north.corporationId, 'scada.member');
  await makeMember(server, projectId, member.id, 'Member');
  for (const by of [member.token, south.admin.token]) {
    const expected = by === member.token ? 403 : 404;
    assert.equal((await server.call(modbusServer.get, { projectId }, by)).status, expected);
    assert.equal((await server.call(modbusServer.set, { projectId, map: map() }, by)).status, expected);
    assert.equal((await server.call(modbusServer.remove, { projectId }, by)).status, expected);
  }
  assert.equal((await server.call(modbusServer.remove, { projectId }, token)).status, 200);
  assert.equal((await server.call(modbusServer.remove, { projectId }, token)).status, 404);
  const { body } = await server.call(modbusServer.get, { projectId }, token);
  assert.deepEqual([body.unit, body.map, body.now, body.server?.port], [null, null, [], port()]);
  assert.equal(await set(map()), unit, 'the lowest that is free');
});
