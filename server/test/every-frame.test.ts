/**
 * Sends every socket event that the contract declares, in every wrong way, without and with an acknowledgement, by every
 * role and by nobody, and every MQTT packet malformed; after each the server must still serve pages, sockets and devices.
 * A new event is covered by being declared. What is thrown or rejected past every handler is counted by the last test.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { roleTypes } from '@plumbline/contract/kernel/permissions';
import { socketEvents } from '@plumbline/contract/kernel/sockets';
import type { z } from 'zod';
import { makeAccount, makeMember } from './harness.ts';
import { connectPacket, openDevice, packet, text } from './mqtt-wire.ts';
import { serves } from './serving.ts';
import { openWire } from './socket-wire.ts';
import { openWorlds } from './worlds.ts';

const [server, world] = await openWorlds(['Frames'], { MQTT_PORT: '0' });
const { projectId, pointId, device } = world;
const unhandled: unknown[] = [];
const count = (error: unknown) => unhandled.push(error);
process.on('unhandledRejection', count);
process.on('uncaughtException', count);
after(() => {
  process.off('unhandledRejection', count);
  process.off('uncaughtException', count);
});

const tokens = new Map<string, string>([
  ['nobody', ''],
  ['a stranger', 'pls_nothing'],
  ['an outsider', world.normal.token],
  ['Admin', world.admin.token],
  ['Manager of the corporation', (await makeAccount(server, 'Manager', world.corporationId, 'frames.all')).token],
  ['System', (await makeAccount(server, 'System', null, 'frames.system')).token],
]);
for (const type of roleTypes.filter((each) => each !== 'Custom')) {
  const account = await makeAccount(server, 'Normal', world.corporationId, `frames.${type}`);
  await makeMember(server, projectId, account.id, type);
  tokens.set(type, account.token);
}

const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
const junk: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  2 ** 31,
  '',
  'x',
  '\0',
  '\ud800',
  'x'.repeat(40_000),
  [],
  [null],
  deep,
  {},
  { length: 1e9 },
  JSON.parse('{"__proto__":{"then":1},"constructor":1,"toString":null}'),
  JSON.parse('{"then":"x","text":"AT"}'),
  { text: 'AT' },
  { projectId, pointIds: [pointId] },
];

/** What may come after the name of an event: nothing, junk, each field of its input with junk, too much. */
function payloads(input: z.ZodType): unknown[][] {
  const fields = Object.keys((input as unknown as { shape?: object }).shape ?? {});
  return [
    [],
    ...junk.map((each) => [each]),
    ...fields.flatMap((field) => junk.map((each) => [{ [field]: each }])),
    [{ text: 'AT' }, 'not a function'],
    [{ text: 'AT' }, {}, null],
    Array.from({ length: 300 }, () => null),
  ];
}

for (const [namespace, events] of Object.entries(socketEvents))
  for (const [role, token] of tokens)
    test(`${namespace}: no frame of ${role} ends the server`, async () => {
      const wire = await openWire(server.url, { device: String(device.id) });
      const letIn = (await wire.enter(namespace, token)).startsWith('40');
      let sentCount = 0;
      for (const [event, { input }] of Object.entries(events)) {
        for (const payload of payloads(input)) {
          wire.send(`2${namespace},${JSON.stringify([event, ...payload])}`);
          wire.send(`2${namespace},${sentCount++}${JSON.stringify([event, ...payload])}`);
        }
      }
      const answers = () => wire.received.filter((frame) => frame.startsWith(`43${namespace},`)).length;
      for (let tries = 0; tries < 200 && letIn && answers() < sentCount; tries++) await wait(50);
      await wire.rest();
      const answered = answers();
      assert.equal(answered, letIn ? sentCount : 0, 'every frame of who was let in is answered, if only by a refusal');
      wire.close();
      await serves(server, world);
    });

test('no frame that is none of the protocol ends the server', async () => {
  for (const [namespace, events] of Object.entries(socketEvents))
    for (const event of [...Object.keys(events), 'error', 'disconnect', 'connect', 'newListener', '__proto__', ''])
      for (const frame of [
        `2${namespace},[${JSON.stringify(event)}`,
        `2${namespace},{"0":${JSON.stringify(event)}}`,
        `2${namespace},99999999999999999999${JSON.stringify([event])}`,
        `2${namespace},-1${JSON.stringify([event])}`,
        `2${namespace},${JSON.stringify([event])}`,
        `2${namespace},${JSON.stringify([[event]])}`,
        `51-${namespace},${JSON.stringify([event, { _placeholder: true, num: 0 }])}`,
        `59-${namespace},${JSON.stringify([event, { _placeholder: true, num: 7 }])}`,
        `3${namespace},1${JSON.stringify([event])}`,
        `6${namespace},1${JSON.stringify([event])}`,
        `4${namespace},${JSON.stringify({ message: event })}`,
        `1${namespace},`,
        `0${namespace},[]`,
        `0${namespace},"x"`,
        '9',
        '',
      ]) {
        const wire = await openWire(server.url, { device: String(device.id) });
        await wire.enter(namespace, world.admin.token);
        wire.send(frame);
        wire.send(`2${namespace},1["${event}"]`);
        await wire.rest();
        wire.close();
      }
  await serves(server, world);
});

test('the query of /command is read as nothing but a device', async () => {
  for (const query of [
    '',
    'device=',
    'device=0',
    'device=1e9',
    'device=99999999999',
    'register=%00',
    'register=a&register=b',
    'device[x]=1',
    'device=__proto__',
  ])
    await openWire(server.url, Object.fromEntries(new URLSearchParams(query))).then(async (wire) => {
      assert.match(await wire.enter('/command', world.admin.token), /^44/, query);
      wire.close();
    });
  await serves(server, world);
});

test('the root namespace lets nobody in', async () => {
  const wire = await openWire(server.url, {});
  assert.match(await wire.enter('/', world.admin.token), /^44/);
  wire.close();
});

const own = { username: device.sncode, password: device.secret };
const bytes = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, each) => (each * 7919 + seed * 104_729 + ((each * seed) >> 3)) & 0xff));
/** A packet of every type and flag, with every kind of body. */
function* packets() {
  const bodies = [
    Buffer.alloc(0),
    Buffer.from([0]),
    Buffer.from([0, 1]),
    Buffer.from([0xff, 0xff]),
    Buffer.from([0xff, 0xff, 1, 2, 3]),
    text('#'),
    text(`devices/${device.sncode}/readings`),
    Buffer.concat([text('a/+/#'), Buffer.from([0, 1, 2])]),
    Buffer.concat([Buffer.from([0, 1]), text('a/'.repeat(300)), Buffer.from([2])]),
    Buffer.concat([Buffer.from([0, 1]), text('+/+/#'), Buffer.from([3])]),
    Buffer.concat([text('__proto__'), Buffer.from([0, 0])]),
    bytes(40, 3),
    bytes(2_000, 5),
  ];
  for (let first = 0; first < 256; first += first % 16 < 3 ? 1 : 5)
    for (const body of bodies) yield packet(first, body);
}

test('no MQTT packet ends the server, before a CONNECT or after it', async () => {
  const port = server.gateway!.mqtt!.port!;
  const tries: Buffer[][] = [];
  for (const each of packets()) tries.push([each], [connectPacket({ ...own, clientId: 'x' }), each, each]);
  for (let seed = 0; seed < 60; seed++)
    tries.push([bytes(200, seed)], [connectPacket({ ...own, clientId: 'y' }), bytes(5_000, seed)]);
  for (const given of [
    { clientId: '__proto__' },
    { clientId: 'constructor', clean: false },
    { clientId: 'x'.repeat(3_000) },
    { clientId: '\0/#' },
    { name: 'MQIsdp', level: 3 },
    { name: '', level: 0 },
    { level: 255 },
    { will: { topic: '#', payload: 'x' } },
    { will: { topic: 'a/'.repeat(300), payload: 'x' } },
    { will: { topic: `devices/${device.sncode}/readings`, payload: '{' } },
    { username: '__proto__' },
    { username: '\0' },
  ])
    tries.push([connectPacket({ ...own, ...given })]);
  for (let at = 0; at < tries.length; at += 50)
    await Promise.all(
      tries.slice(at, at + 50).map(async (sent) => {
        const wire = await openDevice(port);
        await wire.send(...sent);
        await wire.finish();
      }),
    );
  await serves(server, world);
});

test('nothing was thrown or rejected that nobody handled', () => assert.deepEqual(unhandled, []));
