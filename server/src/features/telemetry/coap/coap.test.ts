/** Readings over CoAP: npm's client, Debian's coap-client, and packets that are none. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { request } from 'coap';
import { generate, type NamedOption, parse } from 'coap-packet';
import { waitFor } from '../../../../../e2e/wait-for.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { openCoap } from './coap.port.api.ts';

const [server, north] = await openWorlds(['North'], { COAP_PORT: '0' });
const { sncode, secret } = north.device;
const port = () => server.coap?.port ?? 0;
const message = (temperature: number, minute: number) =>
  JSON.stringify({ at: server.clock.now().getTime() - minute * 60_000, channels: { 1: { temperature } } });
const countOf = async (value: number) =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).execute()).filter(
    ({ values }) => values[0] === value,
  ).length;

interface Sent {
  readonly pathname?: string;
  readonly query?: string;
  readonly method?: 'POST' | 'GET';
  readonly confirmable?: boolean;
}
/** By npm's client: code and text of the answer. */
function send(text: string, given: Sent = {}): Promise<[string, string]> {
  const { pathname = `/devices/${sncode}/readings`, query = `secret=${secret}`, method = 'POST' } = given;
  return new Promise((resolve, reject) => {
    const sending = request({
      host: '127.0.0.1',
      port: port(),
      pathname,
      query,
      method,
      confirmable: given.confirmable ?? true,
    });
    sending.on('response', (answer) => resolve([answer.code, answer.payload.toString()]));
    sending.on('error', reject);
    sending.end(text);
  });
}

const nothing = { stored: 0, unchanged: 0, overwritten: 0, unbound: 0, empty: 0, deferred: 0, refused: 0 };
const counted = (of: Partial<typeof nothing>) => JSON.stringify({ ...nothing, ...of });

test('what is read as nothing, refused or held is told as over HTTP, in one packet however much it is', async () => {
  const at = server.clock.now().getTime();
  const answerTo = async (records: object) => {
    const [code, text] = await send(JSON.stringify(records));
    assert.ok(text.length <= 1_024, text);
    return [code, JSON.parse(text)] as const;
  };
  const [code, misnamed] = await answerTo({ at: at - 60_000 * 70, channels: { 1: { Temperature: 1 } } });
  assert.deepEqual([code, misnamed.stored, misnamed.empty, misnamed.refused], ['2.04', 1, 1, 0]);
  assert.deepEqual(
    [misnamed.warnings[0].error, misnamed.warnings[0].detail],
    ['readingEmpty', { reads: ['temperature'], sent: ['Temperature'] }],
  );
  const [, mixed] = await answerTo([
    { at: at - 60_000 * 71, channels: { 1: { temperature: 1 }, 9: { temperature: 2 } } },
    { at: at + 3_600_000, channels: { 1: { temperature: 3 } } },
  ]);
  assert.deepEqual([mixed.stored, mixed.deferred, mixed.refused], [1, 2, 2]);
  assert.deepEqual(mixed.reasons.map(({ error }: { error: string }) => error).sort(), [
    'readingChannelUnknown',
    'readingInFuture',
  ]);
  const [deferredCode] = await answerTo({ at: at + 3_600_000, channels: { 1: { temperature: 4 } } });
  assert.equal(deferredCode, '2.04');
  const channels = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`n${nth}`, { x: 1 }]));
  const [, all] = await answerTo({ at, channels: { ...channels, 1: { temperature: 5 } } });
  assert.deepEqual([all.stored, all.refused], [1, 60]);
});

test('stored before it is answered, confirmable or not; the same again is unchanged', async () => {
  assert.deepEqual(await send(message(31, 1)), ['2.04', counted({ stored: 1 })]);
  assert.equal(await countOf(31), 1);
  assert.deepEqual(await send(message(31, 1)), ['2.04', counted({ unchanged: 1 })]);
  assert.deepEqual(await send(message(32, 2), { confirmable: false }), ['2.04', counted({ stored: 1 })]);
});

test("Debian's coap-client", async (t) => {
  const client = ['/usr/bin/coap-client-notls', '/usr/bin/coap-client'].find((path) => existsSync(path));
  if (!client) return t.skip('coap-client (Debian: libcoap3-bin) is not installed');
  const url = `coap://127.0.0.1:${port()}/devices/${sncode}/readings?secret=${secret}`;
  const { stdout } = await promisify(execFile)(client, ['-m', 'post', '-e', message(33, 3), url], { timeout: 10_000 });
  assert.match(stdout, /"stored":1/);
  assert.equal(await countOf(33), 1);
});

test('a wrong secret, another device and what there is not are refused, and nothing is stored', async () => {
  const cases: [string, Sent, string][] = [
    [message(34, 4), { query: 'secret=wrong' }, '4.01'],
    [message(34, 4), { query: '' }, '4.01'],
    [message(34, 4), { pathname: '/devices/nobody/readings' }, '4.01'],
    [message(34, 4), { pathname: '/devices' }, '4.04'],
    [message(34, 4), { method: 'GET' }, '4.05'],
    ['no json', {}, '4.00'],
  ];
  for (const [text, given, code] of cases) assert.equal((await send(text, given))[0], code, JSON.stringify(given));
  assert.equal(await countOf(34), 0);
});

/** Packets by hand; gives what comes back. */
async function exchange(...packets: Buffer[]) {
  const socket = createSocket('udp4');
  const answers: Buffer[] = [];
  socket.on('message', (bytes) => answers.push(bytes));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const send = (bytes: Buffer) => socket.send(bytes, port(), '127.0.0.1');
  for (const bytes of packets) send(bytes);
  return { answers, send, end: () => socket.close() };
}
const packet = (text: string, messageId: number, more: NamedOption[] = []) =>
  generate({
    code: 'POST',
    confirmable: true,
    messageId,
    token: Buffer.from('t'),
    options: [
      ...['devices', sncode, 'readings'].map((part) => ({ name: 'Uri-Path' as const, value: Buffer.from(part) })),
      { name: 'Uri-Query', value: Buffer.from(`secret=${secret}`) },
      ...more,
    ],
    payload: Buffer.from(text),
  });

test('a message that is sent again under its id is stored once and answered alike', async () => {
  const one = packet(message(35, 5), 77);
  const { answers, send, end } = await exchange(one, one);
  await waitFor(async () => answers.length, 1);
  // What comes after both is answered after both.
  send(packet(message(35.5, 8), 78));
  await waitFor(async () => answers.some((bytes) => parse(bytes).messageId === 78), true);
  assert.equal(answers.length, 2, 'what came while it was being stored is not answered twice');
  end();
  assert.deepEqual([parse(answers[0]!).code, parse(answers[0]!).ack, parse(answers[0]!).messageId], ['2.04', true, 77]);
  assert.equal(await countOf(35), 1);
});

test('blocks of a longer message are not taken', async () => {
  const { answers, end } = await exchange(packet('{', 78, [{ name: 'Block1', value: Buffer.of(0x0e) }]));
  await waitFor(async () => answers.length, 1);
  assert.equal(parse(answers[0]!).code, '4.02');
  end();
});

test('a message that could not be stored is taken when its sender sends it again', async () => {
  let tries = 0;
  const deliver = async () => {
    if (++tries === 1) throw new Error('the database is away');
    return { ...nothing, stored: 1, refused: [], warnings: [] };
  };
  const failing = await openCoap({ deliver, log: server.log, host: '127.0.0.1', port: 0 });
  const socket = createSocket('udp4');
  const answers: Buffer[] = [];
  socket.on('message', (bytes) => answers.push(bytes));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const again = () => socket.send(packet(message(37, 7), 78), failing.port, '127.0.0.1');
  again();
  await waitFor(async () => failing.remembered === 0 && tries, 1);
  again();
  await waitFor(async () => answers.length, 1);
  assert.equal(parse(answers[0]!).code, '2.04');
  socket.close();
  await failing.close();
});

test('a ping is answered; what is no packet is not, and ends nothing', async () => {
  const { answers, end } = await exchange(generate({ code: '0.00', confirmable: true, messageId: 5 }));
  await waitFor(async () => answers.length, 1);
  assert.equal(parse(answers[0]!).reset, true);
  end();
  let seed = 11;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed;
  };
  const good = packet(message(36, 6), 99);
  const noise = Array.from({ length: 500 }, (_, nth) => {
    if (nth % 2 === 0) return Buffer.from(Array.from({ length: next() % 60 }, () => next() % 256));
    const bytes = Buffer.from(good);
    for (let flip = 0; flip < 4; flip++) bytes[next() % bytes.length] = next() % 256;
    return bytes;
  });
  const sent = await exchange(...noise);
  assert.equal((await send(message(37, 7)))[0], '2.04', 'it serves on');
  sent.end();
});
