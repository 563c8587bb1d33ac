import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Conversion']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
const crack = { type: 2, mode: 0, family: 'crack' as const };

test('each time is converted by the conversion that was in force then', async () => {
  const pointId = await makePoint(server, world, 'P-1', {});
  const changed = new Date('2024-06-01T00:00:00Z');
  const conversion = {
    type: 0,
    mode: 4,
    formulaType: 'CUSTOM_FORMULA',
    parameters: {},
    customFormula: { temperature: 'temperature * 2' },
    initialValues: {},
  };
  const group = { point_id: pointId, device_id: world.device.id, channel: '1' };
  await server.db
    .insertInto('device_group')
    .values([
      {
        ...group,
        conversion: JSON.stringify(conversion),
        from_at: new Date('2024-01-01T00:00:00Z'),
        to_at: changed,
      } as never,
      { ...group, conversion: null, from_at: changed, to_at: null } as never,
    ])
    .execute();
  const { import: sent } = await fixture.upload('Time,T\n2024-05-31 23:59:00,10\n2024-06-01 00:00:00,10\n');
  const raw = [{ column: 1, pointId, name: 'temperature', kind: 'raw' as const }];
  await fixture.check(sent.id, wideMapping(raw, { timeZone: 'UTC' }));
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map(({ values, raw: sample }) => [values, sample]),
    [
      [[20], { temperature: 10 }],
      [[10], { temperature: 10 }],
    ],
  );
});

test('composites follow what is imported and entered, and go with its undo', async () => {
  const slave = await makePoint(server, world, 'K-1', crack);
  const composite: object = {
    type: 1,
    mode: 0,
    family: 'crack',
    interval_seconds: 3600,
    formula_type: 'CUSTOM_FORMULA',
    custom_formula: JSON.stringify({ opening: 'a * 2' }),
    slaves: JSON.stringify([{ pointId: slave, variable: 'a', field: 'opening' }]),
  };
  const above = await makePoint(server, world, 'K-2', composite);
  const { import: sent } = await fixture.upload('Time,K-1\n2024-05-01 08:00:00,1.5\n2024-05-02 08:00:00,2.5\n');
  await fixture.check(sent.id, wideMapping([{ column: 1, pointId: slave, name: 'opening' }], { timeZone: 'UTC' }));
  const done = await fixture.apply(sent.id);
  const computed = async () => (await fixture.rowsOf(above)).map(({ values }) => values[0]);
  assert.deepEqual(await computed(), [3, 5]);
  const entered = await server.call(
    imports.enter,
    { pointId: slave, at: '2024-05-02T08:00:00Z', values: { opening: 10 } },
    token,
  );
  assert.deepEqual(await computed(), [3, 20]);
  await server.call(history.undo, { pointId: slave, changeId: entered.body.changeId! }, token);
  assert.deepEqual(await computed(), [3, 5]);
  const undone = await server.call(history.undo, { pointId: slave, changeId: done.changeId! }, token);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual([await computed(), (await fixture.rowsOf(slave)).length], [[], 0]);
});
