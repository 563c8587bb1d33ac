import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commissioning } from '@plumbline/contract/points/commissioning';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { addPoint, addReading, makeDevice } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

const make = (input: object) => addPoint(server, north, input);
const checklist = async () =>
  (await server.call(commissioning.checklist, { projectId: north.projectId }, north.admin.token)).body;

test('the checklist says per point what is still missing', async () => {
  const device = await makeDevice(server, north, ['1']);
  const bare = await make({ name: 'Bare' });
  const wire = await make({
    name: 'Wire',
    family: 'waterLevel',
    mode: 1,
    parameters: { K: 1, f0: 2900 },
    sncode: device.sncode,
    coordinates: { longitude: 1, latitude: 1 },
  });
  const manual = await make({
    name: 'Hand',
    type: 2,
    imageLocation: { x: 0.5, y: 0.5 },
    initialValues: { temperature: 1 },
  });
  const master = await make({ name: 'Line', type: 3, slaves: [{ pointId: bare }] });
  await addReading(server, wire, [1, 2, 3, 4]);
  const { points: total, complete, counts, missing } = await checklist();
  const of = (id: number) => missing.find(({ pointId }) => pointId === id);
  assert.deepEqual(of(bare)?.gaps, ['pointNotBound', 'noReading', 'noInitialValue', 'noThresholds', 'noLocation']);
  assert.deepEqual([of(wire)?.gaps, of(wire)?.sncode], [['noInitialValue', 'noThresholds'], device.sncode]);
  assert.deepEqual(of(manual)?.gaps, ['noReading', 'noThresholds']);
  assert.deepEqual(of(master)?.gaps, ['noLocation']);
  assert.deepEqual([total, complete, counts.pointNotBound, counts.noInitialValue], [5, 0, 1, 3]);

  await server.call(points.update, { pointId: wire, initialValues: { level: 1 } }, north.admin.token);
  await server.call(
    thresholds.setThresholds,
    { pointId: wire, thresholds: [{ field: 'level', kind: 'value', levels: [1, 2, 3, 4] }] },
    north.admin.token,
  );
  for (const pointId of [master, bare])
    await server.call(lifecycle.deprecate, { pointId, deprecated: true }, north.admin.token);
  const after = await checklist();
  assert.deepEqual([after.points, after.complete, after.counts.pointNotBound], [3, 1, 0]);
  await server.call(lifecycle.reset, { pointId: manual, data: 'clear' }, north.admin.token);
  await server.db.updateTable('point').set({ parameters: '{}' }).where('id', '=', wire).execute();
  assert.deepEqual((await checklist()).missing.find(({ pointId }) => pointId === wire)?.gaps, ['parametersMissing']);
});

test('limits that are off watch nothing, another field is no main field, a master joins points, and archived points are no work', async () => {
  const { token } = north.admin;
  const off = await make({ name: 'Off', type: 2, imageLocation: { x: 0.5, y: 0.5 } });
  const limit = { field: 'temperature', kind: 'value' as const, levels: [1, 2, 3, 4] };
  for (const [enabled, gaps] of [
    [false, ['noReading', 'noInitialValue', 'noThresholds']],
    [true, ['noReading', 'noInitialValue']],
  ] as const) {
    const set = { pointId: off, thresholds: [{ ...limit, enabled }] };
    assert.equal((await server.call(thresholds.setThresholds, set, token)).status, 200);
    assert.deepEqual(
      (await gapsOf(off))?.filter((gap) => gap !== 'noLocation'),
      gaps,
    );
  }
  const tilt = await make({ name: 'Tilt', type: 2, family: 'tilt', initialValues: { y: 1 } });
  assert.ok((await gapsOf(tilt))?.includes('noInitialValue'), 'y is not its main field');
  const master = await make({ name: 'Empty', type: 3, slaves: [{ pointId: off }] });
  assert.ok(!(await gapsOf(master))?.includes('noSlaves'));
  await server.db.updateTable('point').set({ slaves: '[]' }).where('id', '=', master).execute();
  assert.ok((await gapsOf(master))?.includes('noSlaves'));

  const { points: before } = await checklist();
  assert.equal((await server.call(lifecycle.archive, { pointId: off, archived: true }, token)).status, 200);
  const { points: after, missing } = await checklist();
  assert.deepEqual([after, missing.some(({ pointId }) => pointId === off)], [before - 1, false]);
});

async function gapsOf(point: number) {
  return (await checklist()).missing.find(({ pointId }) => pointId === point)?.gaps;
}
