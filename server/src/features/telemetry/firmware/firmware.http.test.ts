import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { errors } from '@plumbline/contract/kernel/errors';
import { firmware, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { type Command, makeUpgradeFixture } from '../../../../test/upgrade.fixtures.ts';

const { server, world, other, bytes, firmwareId, token, respond, last, connect, begin, hears } =
  await makeUpgradeFixture();

const fetchFile = (
  headers: Record<string, string> = {},
  { secret = world.device.secret, sncode = world.device.sncode, id = firmwareId } = {},
) =>
  fetch(`${server.url}/api/devices/${sncode}/firmware/${id}`, {
    headers: { ...(secret && { authorization: `Bearer ${secret}` }), ...headers },
  });

test('the download is for the device that got the command, by its secret, in whole or in part', async () => {
  assert.equal((await fetchFile()).status, 404, 'no upgrade');
  await begin();
  for (const [what, response] of [
    ['no secret', fetchFile({}, { secret: '' })],
    ['a wrong one', fetchFile({}, { secret: 'pld_wrong' })],
    ["another device's", fetchFile({}, { secret: other.device.secret })],
    ["a person's token", fetchFile({}, { secret: world.admin.token })],
    ['nobody', fetchFile({}, { sncode: 'nobody' })],
  ] as const) {
    const answer = await response;
    const { error } = (await answer.json()) as { error: string };
    assert.deepEqual([answer.status, error], [401, 'deviceRefused'], what);
  }
  const strange = await fetchFile({}, { sncode: other.device.sncode, secret: other.device.secret });
  assert.equal(strange.status, 404, 'a device that was not told');
  assert.equal((await last()).beganAt, null);

  const whole = await fetchFile();
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
  assert.deepEqual([whole.status, whole.headers.get('accept-ranges')], [200, 'bytes']);
  assert.equal((await last()).phase, 'downloading');
  const tag = whole.headers.get('etag')!;
  const part = async (range: string, more: Record<string, string> = {}) => {
    const response = await fetchFile({ range, ...more });
    return [response.status, response.headers.get('content-range'), Buffer.from(await response.arrayBuffer())] as const;
  };
  assert.deepEqual(await part('bytes=99990-'), [206, 'bytes 99990-99999/100000', bytes.subarray(99990)]);
  assert.deepEqual(await part('bytes=0-0'), [206, 'bytes 0-0/100000', bytes.subarray(0, 1)]);
  assert.deepEqual(await part('bytes=-5'), [206, 'bytes 99995-99999/100000', bytes.subarray(99995)]);
  assert.deepEqual(await part('bytes=10-999999', { 'if-range': tag }), [
    206,
    'bytes 10-99999/100000',
    bytes.subarray(10),
  ]);
  assert.equal((await part('bytes=10-20', { 'if-range': '"another"' }))[0], 200);
  for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'])
    assert.equal((await part(range))[0], 200, range);
  for (const range of ['bytes=100000-', 'bytes=-0']) {
    const [status, content, body] = await part(range);
    assert.deepEqual([status, content], [416, 'bytes */100000']);
    assert.equal((JSON.parse(body.toString()) as { code: number }).code, errors.rangeInvalid.code);
  }
});

test('an upgrade is cancelled before its device begins: then there is no file, and its answers count nothing', async () => {
  await connect();
  const { id } = await begin();
  const { commandId } = await hears(1);
  const one = { deviceId: world.device.id, upgradeId: id };
  const cancelled = await server.call(firmware.cancel, one, await token());
  assert.equal(cancelled.body.upgrade.state, 'cancelled');
  assert.equal((await fetchFile()).status, 404);
  await respond({ commandId, state: 'downloading' });
  assert.equal((await last()).state, 'cancelled');
  const next = await server.call(firmware.retry, one, await token());
  await fetchFile().then((response) => response.arrayBuffer());
  const late = await server.call(firmware.cancel, { ...one, upgradeId: next.body.upgrade.id }, await token());
  assert.deepEqual([late.status, late.body.error], [409, 'upgradeBegan']);
});

test('while an upgrade is in progress a device gets no other', async () => {
  await begin();
  const again = await server.call(firmware.upgradeDevice, { deviceId: world.device.id, firmwareId }, await token());
  assert.deepEqual([again.status, again.body.error], [409, 'upgradeOpen']);
});

test('an upgrade that was cancelled stays so, however long nobody hears of the device', async () => {
  await connect();
  const { id } = await begin();
  await server.call(firmware.cancel, { deviceId: world.device.id, upgradeId: id }, await token());
  const ended = await last();
  server.clock.advance((firmwareLimits.openHours + 1) * hourMs);
  await server.tick('watch-upgrades');
  const { state, reason, endedAt } = await last();
  assert.deepEqual([state, reason, endedAt], ['cancelled', ended.reason, ended.endedAt]);
});

test('a device that speaks HTTP alone gets its command with its readings and answers there', async () => {
  await begin();
  const post = async (path: string, body?: object) =>
    (
      await fetch(`${server.url}/api/devices/${world.device.sncode}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json() as Promise<{ commands?: Command[]; known?: boolean }>;
  const { commands } = await post('commands');
  assert.deepEqual(
    commands?.map(({ text }) => text),
    ['firmware-upgrade'],
  );
  assert.equal((await last()).phase, 'sent');
  const { commandId } = commands![0]!;
  assert.equal((await post('responses', { commandId, ok: true, version: '2.0.0.0' })).known, true);
  assert.equal((await last()).state, 'success');
});
