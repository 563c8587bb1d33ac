import assert from 'node:assert/strict';
import { test } from 'node:test';
import { points } from '@plumbline/contract/points/points';
import { always, first, forever, makeGroupsFixture, second } from '../../../../test/groups.fixtures.ts';
import { issueOf, makeDevice, takeConversions } from '../../../../test/points.fixtures.ts';

const { server, north, south, call, make, bind, historyOf, periodsOf, later } = await makeGroupsFixture();

test('binding writes history: from when to when, and who', async () => {
  const [one, two] = [await makeDevice(server, north, ['1', '2']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  const t1 = later();
  await bind(id, one.id);
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: forever, sncode: one.sncode, parameters: first.parameters },
  ]);
  const t2 = later();
  const rebound = await bind(id, two.id);
  assert.equal(rebound.body.measuringPoint.deviceGroup?.since, t2.toISOString());
  const t3 = later();
  await bind(id, null);
  assert.deepEqual(
    (await historyOf(id)).map(({ sncode, channel, fromAt, toAt, migration, byName }) => [
      sncode,
      channel,
      fromAt,
      toAt,
      migration,
      byName,
    ]),
    [
      [two.sncode, '1', t2.toISOString(), t3.toISOString(), 'none', 'North.admin'],
      [one.sncode, '1', t1.toISOString(), t2.toISOString(), 'none', 'North.admin'],
    ],
  );
  // Unbound, the point still converts what arrived since the last binding.
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: t2.getTime(), sncode: one.sncode, parameters: first.parameters },
    { fromMs: t2.getTime(), toMs: forever, sncode: two.sncode, parameters: first.parameters },
  ]);
  later();
  await bind(id, two.id);
  const [now, ...before] = await historyOf(id);
  assert.deepEqual([now?.fromAt, now?.toAt, before.length], [t2.toISOString(), null, 1], 'the same channel goes on');
});

test('each device group keeps the conversion of its time', async () => {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  await bind(id, one.id);
  await takeConversions(server);
  await call(points.update, { pointId: id, parameters: { K: 0.11, f0: 2900 }, reason: 'calibration sheet' });
  assert.deepEqual(
    (await takeConversions(server)).map(({ fromMs, before, after, reason, byName }) => [
      fromMs,
      before,
      after,
      reason,
      byName,
    ]),
    [
      [
        null,
        { parameters: first.parameters },
        { parameters: { K: 0.11, f0: 2900 } },
        'calibration sheet',
        'North.admin',
      ],
    ],
  );
  const at = later();
  await bind(id, two.id);
  later();
  await call(points.update, { pointId: id, ...second });
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: at.getTime(), sncode: one.sncode, parameters: { K: 0.11, f0: 2900 } },
    { fromMs: at.getTime(), toMs: forever, sncode: two.sncode, parameters: second.parameters },
  ]);
  const [event, ...more] = await takeConversions(server);
  assert.deepEqual([event?.fromMs, event?.scope, more.length], [at.getTime(), 'values', 0]);
  await call(points.update, { pointId: id, initialValues: { level: 2 } });
  const [initial] = await takeConversions(server);
  assert.deepEqual(
    [initial?.fromMs, initial?.scope, initial?.after],
    [null, 'initials', { initialValues: { level: 2 } }],
  );
  await call(points.update, { pointId: id, ...second, name: 'Same conversion', intervalSeconds: 60 });
  assert.deepEqual(await takeConversions(server), [], 'what stays is not told');
});

test('a binding is dated in the field: not in the future, not before the former group began', async () => {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  const start = later();
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
  assert.deepEqual(issueOf((await bind(id, one.id, { changedAt: ago(-1) })).body), ['changedAt', 'changedInFuture']);
  assert.equal((await bind(id, one.id, { changedAt: ago(10) })).status, 200);
  assert.deepEqual(issueOf((await bind(id, two.id, { changedAt: ago(11) })).body), [
    'changedAt',
    'changedBeforeFormer',
  ]);
  assert.equal((await bind(id, two.id, { changedAt: ago(5) })).status, 200);
  const boundary = start.getTime() - 5 * 60_000;
  assert.deepEqual(
    (await periodsOf(id)).map(({ fromMs, sncode }) => [fromMs, sncode]),
    [
      [always, one.sncode],
      [boundary, two.sncode],
    ],
  );
});

test('a point hangs at a collector and a DTU of the same corporation', async () => {
  const device = await makeDevice(server, north, ['1']);
  const [collector, dtu] = [
    await makeDevice(server, north, [], 'collector'),
    await makeDevice(server, north, [], 'DTU'),
  ];
  const foreign = await makeDevice(server, south, [], 'DTU');
  const { id } = await make();
  assert.equal((await bind(id, device.id, { dtuId: foreign.id })).status, 404);
  assert.deepEqual(issueOf((await bind(id, device.id, { dtuId: collector.id })).body), ['dtuId', 'deviceType']);
  const bound = await bind(id, device.id, { collectorId: collector.id, dtuId: dtu.id });
  const { collectorId, dtuId } = bound.body.measuringPoint.deviceGroup!;
  assert.deepEqual([collectorId, dtuId], [collector.id, dtu.id]);
});
