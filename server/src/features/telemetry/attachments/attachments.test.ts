/** Files that devices hand in: in pieces, once, to their corporation alone, and what is found in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentLimits, attachments } from '@plumbline/contract/telemetry/attachments';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;
const { id: deviceId, sncode, secret } = north.device;

const piece = (name: string, kind: string, content: Buffer, offset: number, size = content.length, shown = secret) =>
  fetch(`${server.url}/api/devices/${sncode}/attachments?name=${name}&kind=${kind}&offset=${offset}&size=${size}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${shown}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
const answerOf = async (response: Response) => {
  assert.equal(response.status, 200, await response.clone().text());
  return response.json() as Promise<{ received: number; isWhole: boolean }>;
};
const log = Buffer.from(
  [
    '2026-03-01 10:00:00 start',
    '2026-03-01 10:05:00 WARNING low voltage',
    '[2026-03-01 10:06:00] ERROR sensor 3 failed',
    'done',
  ].join('\n'),
);

test('a log in pieces: it goes on where it broke off, and is read once it is whole', async () => {
  const half = log.subarray(0, 40);
  const rest = log.subarray(40);
  assert.deepEqual(await answerOf(await piece('a.log', 'log', half, 0, log.length)), { received: 40, isWhole: false });
  const { body: under } = await server.call(attachments.progress, { deviceId }, token);
  assert.deepEqual(
    under.attachments.map(({ name, received, size }) => [name, received, size]),
    [['a.log', 40, log.length]],
  );
  const [{ id: attachmentId } = { id: 0 }] = under.attachments;
  const early = await server.call(attachments.analysis, { deviceId, attachmentId }, token);
  assert.equal((early.body as { error?: string }).error, 'fileNotUploaded');
  assert.deepEqual(
    await answerOf(await piece('a.log', 'log', half, 0, log.length)),
    { received: 40, isWhole: false },
    'the same again',
  );
  assert.deepEqual(
    await answerOf(await piece('a.log', 'log', rest, 60, log.length + 20)),
    { received: 0, isWhole: false },
    'another size begins anew',
  );
  assert.deepEqual(await answerOf(await piece('a.log', 'log', half, 0, log.length)), { received: 40, isWhole: false });
  assert.deepEqual(await answerOf(await piece('a.log', 'log', rest, 40, log.length)), {
    received: log.length,
    isWhole: true,
  });
  const { body } = await server.call(attachments.logs, { deviceId }, token);
  const [made] = body.attachments;
  assert.ok(made?.completedAt);
  const { body: found } = await server.call(attachments.analysis, { deviceId, attachmentId: made.id }, token);
  assert.deepEqual(found.analysis, {
    content: 'text',
    lines: 4,
    errors: 1,
    warnings: 1,
    firstAt: '2026-03-01 10:00:00',
    lastAt: '2026-03-01 10:06:00',
    samples: ['[2026-03-01 10:06:00] ERROR sensor 3 failed'],
  });
  const file = await fetch(`${server.url}/api/devices/${deviceId}/attachments/${made.id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), log);
});

test('by the addresses of the specification, of its own corporation alone', async () => {
  const get = (path: string, by: string) =>
    fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${by}` } });
  for (const path of [
    '/attachments/gdm-static-files',
    '/attachments/gdm-logs',
    '/attachments/logs',
    '/attachments/upload-progress',
  ]) {
    assert.equal((await get(`${path}?deviceId=${deviceId}`, token)).status, 200, path);
    assert.equal((await get(`${path}?deviceId=${deviceId}`, south.admin.token)).status, 404, path);
  }
  const [own] = (await server.call(attachments.logs, { deviceId }, token)).body.attachments;
  assert.equal((await get(`/attachments/analysis/${own?.id}?deviceId=${deviceId}`, token)).status, 200);
  // Of another device, by the id of one that may be seen.
  assert.equal(
    (await get(`/attachments/analysis/${own?.id}?deviceId=${south.device.id}`, south.admin.token)).status,
    404,
  );
});

test('a file is removed by way of its own device alone', async () => {
  const [log] = (await server.call(attachments.logs, { deviceId }, token)).body.attachments;
  assert.ok(log);
  const remove = (of: number, by: string) =>
    server.call(attachments.remove, { deviceId: of, attachmentId: log.id }, by);
  assert.equal((await remove(deviceId, south.admin.token)).status, 404);
  assert.equal((await remove(south.device.id, south.admin.token)).status, 404, 'by the id of one that may be seen');
  assert.equal((await server.call(attachments.logs, { deviceId }, token)).body.attachments[0]?.id, log.id);
  assert.equal((await remove(deviceId, token)).status, 200);
  assert.ok(
    !(await server.call(attachments.logs, { deviceId }, token)).body.attachments.some(({ id }) => id === log.id),
  );
});

test('who is not the device, what goes beyond the file, and too many at once', async () => {
  assert.equal((await piece('b.log', 'log', log, 0, log.length, south.device.secret)).status, 401);
  assert.equal((await piece('b.log', 'log', log, 0, log.length - 1)).status, 400);
  assert.equal((await piece('.b', 'log', log, 0)).status, 400);
  assert.equal((await piece('b.log', 'picture', log, 0)).status, 400);
  assert.equal((await piece('b.log', 'log', Buffer.alloc(attachmentLimits.pieceBytes + 1), 0)).status, 413);
  for (let nth = 0; nth < attachmentLimits.underWay; nth++)
    assert.equal((await piece(`c${nth}.bin`, 'static', Buffer.from('x'), 0, 2)).status, 200);
  assert.equal((await piece('d.bin', 'static', Buffer.from('x'), 0, 2)).status, 503);
  server.clock.advance(attachmentLimits.idleMs + 1_000);
  assert.equal((await piece('d.bin', 'static', Buffer.from('xy'), 0, 2)).status, 200, 'those were given up');
});

test('of a device the newest are kept, and what others handed in', async () => {
  const query = 'name=s.log&kind=log&offset=0&size=4';
  const other = await fetch(`${server.url}/api/devices/${south.device.sncode}/attachments?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${south.device.secret}`, 'content-type': 'application/octet-stream' },
    body: 'done',
  });
  assert.equal((await answerOf(other)).isWhole, true);
  for (let nth = 0; nth < attachmentLimits.files + 2; nth++)
    await answerOf(await piece('e.bin', 'static', Buffer.from([0xff, nth]), 0));
  const [{ count } = { count: 0 }] = await server.db
    .selectFrom('attachment')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .where('completed_at', 'is not', null)
    .execute();
  assert.equal(Number(count), attachmentLimits.files);
  const theirs = await server.db
    .selectFrom('attachment')
    .select('name')
    .where('device_id', '=', south.device.id)
    .where('completed_at', 'is not', null)
    .execute();
  assert.deepEqual(theirs, [{ name: 's.log' }]);
});
