/** The acceptance files of the issue, imported over HTTP: the known answers come out. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readings } from '@plumbline/contract/readings/readings';
import { type MappingInput, makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Files']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

const realFile = (path: string) => new URL(`../../../../../shared/data/${path}`, import.meta.url);
const real = { skip: existsSync(realFile('MANIFEST.md')) ? false : 'the acceptance files are not there' };

test('a logger file of an inclinometer chain: lines that are in it twice count once', real, async () => {
  const answer = JSON.parse(readFileSync(realFile('answers/ipi_toa5.json'), 'utf8'));
  const pointId = await makePoint(server, world, 'IPI', {
    type: 2,
    mode: 0,
    family: 'deepDisplacement',
    node_count: answer.nodes,
  } as object);
  const { import: sent } = await fixture.upload(readFileSync(realFile('inclinometer/ipi_toa5.dat')), 'ipi.dat');
  assert.deepEqual(
    [sent.layout.format, sent.layout.about['station'], sent.layout.about['table']],
    ['toa5', answer.station, answer.table],
  );
  const of = (axis: string) =>
    sent.layout.columns.filter(({ name }) => name.startsWith(`IPI_1_Def_${axis}(`)).map(({ column }) => column);
  const columns = [
    ...of('A').map((column, i) => ({ column, pointId, name: `x${i + 1}` })),
    ...of('B').map((column, i) => ({ column, pointId, name: `y${i + 1}` })),
  ];
  assert.equal(columns.length, answer.nodes * 2);
  const checked = await fixture.check(sent.id, wideMapping(columns, { timeZone: 'UTC' }));
  assert.deepEqual(
    [checked.counts!.lines, checked.counts!.added, checked.counts!.repeated],
    [answer.rows, answer.dedup.unique_timestamps, answer.duplicate_timestamps],
  );
  await fixture.apply(sent.id);
  const rows = await fixture.rowsOf(pointId);
  assert.deepEqual(
    [rows[0]!.at.slice(0, 19).replace('T', ' '), rows.at(-1)!.at.slice(0, 19).replace('T', ' ')],
    [answer.dedup.earliest, answer.dedup.latest],
  );
  // Summed from the bottom up, the difference to the first record is the known answer.
  let sum = 0;
  const cumulative: number[] = [];
  for (let node = answer.nodes; node >= 1; node--) {
    const place = 2 + (node - 1) * 2;
    sum += rows.at(-1)!.values[place]! - rows[0]!.values[place]!;
    cumulative.unshift(sum);
  }
  for (const [i, expected] of answer.dedup.cumulative_A_mm.entries())
    assert.ok(Math.abs(cumulative[i]! - expected) < 1e-4, `node ${i + 1}`);
});

test('a piezometer log: newest first, in feet and Fahrenheit, with irregular dates', real, async () => {
  const answer = JSON.parse(readFileSync(realFile('answers/piezometer_PZ-B-06-23.json'), 'utf8'));
  const pointId = await makePoint(server, world, 'PZ-B-06-23', manual);
  const { import: sent } = await fixture.upload(readFileSync(realFile('piezometer/PZ-B-06-23.csv')), 'PZ.csv');
  const step = { kind: 'field' as const, node: null };
  const mapping: MappingInput = {
    values: {
      layout: 'rows',
      time: { columns: [1], pattern: 'ymd', timeZone: 'America/New_York', ambiguous: 'earlier' },
      pointColumn: 0,
      columns: [
        { column: 2, name: 'pressure', factor: 2.98906692, ...step },
        { column: 3, name: 'level', factor: 0.3048, ...step },
        { column: 4, name: 'temp', factor: 5 / 9, offset: -160 / 9, ...step },
      ],
      names: [{ point: 'PZ-B-06-23', pointId }],
    },
  };
  assert.deepEqual(
    sent.layout.columns.slice(2, 5).map(({ unit }) => unit),
    ['ft H₂O', 'ft', 'deg F'],
  );
  const checked = await fixture.check(sent.id, mapping);
  assert.deepEqual(
    [checked.counts!.lines, checked.counts!.added + checked.counts!.repeated],
    [answer.rows, answer.rows],
  );
  assert.equal(checked.counts!.repeated, answer.duplicate_times);
  await fixture.apply(sent.id);
  const latest = (await server.call(readings.latest, { pointIds: [pointId] }, token)).body.latest[0]!;
  const [level, , pressure, temp] = latest.values as number[];
  assert.ok(Math.abs(pressure! - answer.pressure_kPa_of_first_row) < 1e-4, `${pressure}`);
  assert.ok(Math.abs(temp! - answer.temperature_C_of_first_row) < 1e-5);
  assert.ok(Math.abs(level! / 0.3048 - pressure! / 2.98906692 - answer.elev_minus_pressure_ft.min) < 1e-4);
});
