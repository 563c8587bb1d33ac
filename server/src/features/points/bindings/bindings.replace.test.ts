import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindings } from '@plumbline/contract/points/bindings';
import { always, first, forever, makeGroupsFixture, second } from '../../../../test/groups.fixtures.ts';
import { issueOf, makeDevice, takeConversions } from '../../../../test/points.fixtures.ts';

const { server, north, south, call, make, bind, historyOf, periodsOf, later } = await makeGroupsFixture();

async function replaced() {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['7'])];
  const { id } = await make();
  await bind(id, one.id);
  const at = later();
  server.clock.advance(3_600_000);
  const answer = await call(bindings.replaceDevice, {
    pointId: id,
    measuringDeviceId: two.id,
    channel: '7',
    changedAt: at.toISOString(),
    ...second,
    reason: 'lightning',
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { id, one, two, at, groupId: answer.body.deviceGroups[0]!.id, answer };
}

test('a replacement is modified, migrated and marked complete', async () => {
  const { id, one, two, at, groupId, answer } = await replaced();
  assert.deepEqual(
    answer.body.deviceGroups.map(({ sncode, channel, parameters, fromAt, migration, reason }) => [
      sncode,
      channel,
      parameters,
      fromAt === at.toISOString(),
      migration,
      reason,
    ]),
    [
      [two.sncode, '7', second.parameters, true, 'notMigrated', 'lightning'],
      [one.sncode, '1', first.parameters, false, 'none', ''],
    ],
  );
  assert.equal(answer.body.measuringPoint.deviceGroup?.migration, 'notMigrated');
  assert.deepEqual(await takeConversions(server), [], 'history stays until its data is migrated');
  const open = await call(bindings.replaceDevice, { pointId: id, measuringDeviceId: one.id });
  assert.deepEqual([open.status, open.body.error], [409, 'migrationOpen']);

  for (const times of [1, 2]) {
    const migrated = await call(bindings.migrateData, { pointId: id, groupId });
    assert.equal(migrated.body.deviceGroups[0]?.migration, 'notMigrated', `until it is completed, time ${times}`);
  }
  const [event, again] = await takeConversions(server);
  const briefOf = (answer: unknown) => {
    const { parameters, sncode, channel } = answer as { parameters: object; sncode: string; channel: string };
    return [parameters, sncode, channel];
  };
  assert.deepEqual(
    [event?.fromMs, briefOf(event?.before), briefOf(event?.after), event?.reason, again?.fromMs],
    [
      at.getTime(),
      [first.parameters, one.sncode, '1'],
      [second.parameters, two.sncode, '7'],
      'lightning',
      at.getTime(),
    ],
  );
  const done = await call(bindings.completeMigration, { pointId: id, groupId });
  assert.equal(done.body.deviceGroups[0]?.migration, 'completed');
  for (const route of [bindings.migrateData, bindings.cancelMigration, bindings.completeMigration]) {
    const over = await call(route, { pointId: id, groupId });
    assert.deepEqual([over.status, over.body.error], [409, 'migrationOver'], route.path);
  }
  const next = await call(bindings.replaceDevice, { pointId: id, measuringDeviceId: one.id });
  assert.equal(next.status, 200, 'the next replacement may begin');
});

test('a cancelled replacement goes back to the former group', async () => {
  const { id, one, at, groupId } = await replaced();
  await call(bindings.migrateData, { pointId: id, groupId });
  await takeConversions(server);
  const { body } = await call(bindings.cancelMigration, { pointId: id, groupId, reason: 'wrong channel' });
  assert.deepEqual(
    [body.measuringPoint.parameters, body.measuringPoint.deviceGroup?.sncode, body.measuringPoint.usedChannel],
    [first.parameters, one.sncode, '1'],
  );
  assert.deepEqual(
    body.deviceGroups.map(({ migration, toAt }) => [migration, toAt === null]),
    [
      ['cancelled', false],
      ['none', true],
    ],
  );
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: forever, sncode: one.sncode, parameters: first.parameters },
  ]);
  const [event] = await takeConversions(server);
  assert.deepEqual(
    [event?.fromMs, (event?.after as { parameters?: object } | undefined)?.parameters, event?.reason],
    [at.getTime(), first.parameters, 'wrong channel'],
  );
});

test('a cancelled replacement takes no channel from another point', async () => {
  const { id, one, groupId } = await replaced();
  const other = await make();
  await bind(other.id, one.id);
  const answer = await call(bindings.cancelMigration, { pointId: id, groupId });
  assert.deepEqual(
    [answer.status, answer.body.error, answer.body.detail],
    [409, 'channelOccupied', { channelNo: '1', sncode: one.sncode, pointName: other.name }],
  );
  await bind(other.id, null);
  await server.db.deleteFrom('device').where('id', '=', one.id).execute();
  const alone = await call(bindings.cancelMigration, { pointId: id, groupId });
  assert.deepEqual([alone.status, alone.body.measuringPoint.deviceGroup], [200, null], 'its device is gone');
  assert.equal(alone.body.deviceGroups[1]?.sncode, one.sncode, 'history still names it');
});

test('what cannot be replaced says why', async () => {
  const device = await makeDevice(server, north, ['1']);
  const { id, name } = await make();
  const replace = (input: object) =>
    call(bindings.replaceDevice, { pointId: id, measuringDeviceId: device.id, ...input });
  const unbound = await replace({});
  assert.deepEqual([unbound.status, unbound.body.error, unbound.body.detail], [409, 'pointNotBound', { name }]);
  await bind(id, device.id);
  assert.equal((await replace({ channel: '9' })).body.error, 'channelUnknown');
  assert.equal((await replace({ measuringDeviceId: south.device.id })).status, 404);
  assert.deepEqual(issueOf((await replace({ parameters: { K: 1 } })).body), ['parameters.f0', 'required']);
  assert.equal((await call(bindings.migrateData, { pointId: id, groupId: 999_999 })).status, 404);
  const [group] = await historyOf(id);
  assert.equal((await call(bindings.migrateData, { pointId: id, groupId: group!.id })).body.error, 'migrationOver');
  const sensor = await replace({ ...second, reason: 'new sensor on the same channel' });
  assert.deepEqual(
    [sensor.status, sensor.body.measuringPoint.usedChannel, sensor.body.deviceGroups.length],
    [200, '1', 2],
  );
});
