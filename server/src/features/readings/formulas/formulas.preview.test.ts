import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bindings } from '@plumbline/contract/points/bindings';
import { families } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { formulas } from '@plumbline/contract/readings/formulas';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North']);
const startMs = Date.parse('2026-03-17T00:00:00Z');
const records = 2_500;
before(async () => {
  for (let from = 0; from < records; from += 500) {
    const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        Array.from({ length: 500 }, (_, i) => ({
          at: startMs + (from + i) * 30_000,
          channels: { 1: { temperature: from + i === 777 ? 500 : 20 } },
        })),
      ),
    });
    assert.equal(response.status, 200);
  }
});

const preview = (more: object) =>
  server.call(formulas.preview, { pointId: world.pointId, ...more } as never, world.admin.token);

test('another formula on the latest sample and on the days before, and nothing is written', async () => {
  const { status, body } = await preview({
    formulaType: 'CUSTOM_FORMULA',
    customFormula: { temperature: 'k * temperature' },
    parameters: { k: 1.5 },
    initialValues: { temperature: 10 },
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.latest?.variables, { temperature: 20, K: 1, offset: 0, k: 1.5 });
  const [field] = body.latest!.fields;
  assert.deepEqual([field?.before, field?.after, field?.cumulativeAfter, field?.error], [20, 30, 20, null]);
  assert.deepEqual([body.plot.records, body.plot.sampled, body.changed], [records, records, records]);
  assert.ok(body.plot.times.length <= 1000);
  assert.ok(body.plot.before.includes(500), 'the peak is kept');
  assert.deepEqual([body.largest?.before, body.largest?.after, body.largest?.difference], [500, 750, 250]);
  const halved = await preview({ formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature / 2' } });
  assert.equal(halved.body.largest?.difference, -250, 'a fall is a difference too');
  const doubled = await preview({ formulaType: 'SYSTEM_FORMULA', parameters: { K: 2 } });
  assert.deepEqual(doubled.body.latest?.variables, { temperature: 20, K: 2, offset: 0 });
  const stored = await server.db
    .selectFrom('point')
    .select(['formula_type', 'custom_formula'])
    .where('id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(stored, { formula_type: 'SYSTEM_FORMULA', custom_formula: {} });
});

test('a formula that cannot be read says where, one without a result says so', async () => {
  const illegal = await preview({ formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature *' } });
  assert.deepEqual(illegal.body.latest?.fields[0]?.error, { error: 'formulaIllegal', at: 13, reason: 'unexpectedEnd' });
  const none = await preview({
    formulaType: 'CUSTOM_FORMULA',
    customFormula: { temperature: '1 / (temperature - 20)' },
  });
  assert.equal(none.body.latest?.fields[0]?.error?.error, 'formulaCannotCalculate');
  const elsewhere = [1, 2, 3, 4, 5, 6, 7, 8, 9].find(
    (mode) => !(families.temperature.modes as readonly number[]).includes(mode),
  );
  assert.equal((await preview({ mode: elsewhere })).body.error, 'badInput');
  assert.equal((await preview({ field: 'level' })).body.error, 'badInput');
});

test('only readings that it would convert count: from a date on, and of an earlier version in its own time', async () => {
  const triple = { formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature * 3' } };
  const iso = (n: number) => new Date(startMs + n * 30_000).toISOString();
  const since = await preview({ ...triple, validFrom: iso(2_000) });
  assert.deepEqual([since.body.plot.records, since.body.changed, since.body.latest?.at], [500, 500, iso(records - 1)]);
  const none = await preview({ ...triple, validFrom: iso(records) });
  assert.deepEqual([none.body.latest, none.body.changed], [null, 0], 'no reading is that young');

  const begun = await server.call(
    points.update,
    { pointId: world.pointId, ...triple, validFrom: iso(1_000) } as never,
    world.admin.token,
  );
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  await server.work?.settle();
  const { body } = await server.call(bindings.deviceGroups, { pointId: world.pointId }, world.admin.token);
  const [now, former] = body.deviceGroups;
  const inForce = await preview({ formulaType: 'SYSTEM_FORMULA' });
  assert.equal(inForce.body.plot.records, 1_500, 'readings of before keep the conversion of before');
  const earlier = await preview({ ...triple, groupId: former!.id });
  assert.deepEqual(
    [earlier.body.plot.records, earlier.body.latest?.at, earlier.body.latest?.fields[0]?.after],
    [1_000, iso(999), 60],
  );
  const same = await preview({ groupId: former!.id });
  assert.equal(same.body.changed, 0, 'what is not told is as in the version');
  assert.equal((await preview({ ...triple, groupId: now!.id })).status, 404, 'what is in force is the point itself');
});
