/** AGS4 as other houses write it: units and references of each row, several depths of one installation, broken lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { structures } from '@plumbline/contract/site/structures';
import { agsLine, mondOf } from '../../../../test/ags-text.ts';
import { type MappingInput, makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Boreholes']);
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };
const levelsOf = async (pointId: number) => (await fixture.rowsOf(pointId)).map(({ values }) => values[0]);
const reading = (n: number, value: string, unit: string) => [
  ...['BH1', 'P1', '', `2024-03-0${n}T08:00:00`, 'WLEV', '', value, unit],
];

test('each reading is converted from the unit of its own row, also of units that come far down', async () => {
  const pointId = await makePoint(server, world, 'BH1 P1', manual);
  const upload = () =>
    fixture.upload(
      mondOf(reading(1, '1.5', 'm'), reading(2, '1600', 'mm'), reading(3, '5.5', 'ft'), reading(4, '7', 'kPa')),
      'units.ags',
    );
  const { import: sent } = await upload();
  const [series] = sent.layout.series;
  assert.deepEqual([series!.unit, series!.otherUnits], ['m', ['mm', 'ft', 'kPa']]);
  const suggested = sent.layout.suggested as MappingInput;
  const checked = await fixture.check(sent.id, suggested);
  assert.deepEqual([checked.counts!.added, checked.reasons], [3, { unitDiffers: 1 }]);
  await fixture.apply(sent.id);
  assert.deepEqual(await levelsOf(pointId), [1.5, 1.6, 1.6764]);
  // A mapping of somebody's own, that says no unit: its factor is that of the first row.
  const names = (suggested.values as { names: object[] }).names.map((each) => ({ ...each, unit: null, offset: 1 }));
  const second = (await upload()).import.id;
  const again = await fixture.check(second, { values: { ...suggested.values, names } as MappingInput['values'] });
  assert.deepEqual([again.counts!.overwritten, again.reasons], [3, { unitDiffers: 1 }]);
  assert.deepEqual(
    (await fixture.lines(second, 'overwritten')).map(({ values }) => values),
    [{ level: 2.5 }, { level: 2.6 }, { level: 2.6764 }],
  );
});

test('every broken line of the readings is counted, whatever is broken elsewhere', async () => {
  await makePoint(server, world, 'BH2 P1', manual);
  const loca = [
    agsLine('GROUP', 'LOCA'),
    agsLine('HEADING', 'LOCA_ID', 'LOCA_NATE'),
    agsLine('UNIT', '', 'm'),
    agsLine('TYPE', 'ID', '2DP'),
    ...Array.from({ length: 250 }, (_, i) => agsLine('DATA', `BH${i}`)),
  ].join('');
  const good = [1, 2, 3, 4, 5].map((n) => reading(n, '1', 'm').with(0, 'BH2'));
  const broken = Array.from({ length: 300 }, () => ['BH2', 'P1']);
  const { import: sent } = await fixture.upload(loca + mondOf(...good, ...broken), 'broken.ags');
  const groups = new Set(sent.layout.problems.map(({ group }) => group));
  assert.deepEqual([...groups], ['LOCA', 'MOND'], 'the faults of one group hide those of another');
  const { counts } = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  assert.deepEqual([counts!.lines, counts!.added, counts!.refused], [305, 5, 300]);
  // Where it cannot be read which group begins, its rows are no rows of the group before.
  const { import: torn } = await fixture.upload(
    loca + mondOf(...good).replace('"GROUP","MOND"', '"GROUP","MOND'),
    'torn.ags',
  );
  assert.deepEqual(torn.layout.series, []);
  assert.ok(torn.layout.problems.some(({ fault }) => fault === 'notQuoted'));
});

test('two depths of one installation are two series', async () => {
  const shallow = await makePoint(server, world, 'P7 5', manual);
  const deep = await makePoint(server, world, 'P7 12', manual);
  const at = (distance: string, value: string) => [
    'BH7',
    'P7',
    distance,
    '2024-03-01T08:00:00',
    'WLEV',
    '',
    value,
    'm',
  ];
  const { import: sent } = await fixture.upload(mondOf(at('5.00', '1.111'), at('12.00', '9.999')), 'depths.ags');
  assert.deepEqual(
    sent.layout.series.map(({ distance }) => distance),
    [5, 12],
  );
  const { values } = sent.layout.suggested as Mapping;
  assert.deepEqual(values.layout === 'ags4' && values.names.map(({ distance, pointId }) => [distance, pointId]), [
    [5, shallow],
    [12, deep],
  ]);
  await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  await fixture.apply(sent.id);
  assert.deepEqual([await levelsOf(shallow), await levelsOf(deep)], [[1.111], [9.999]]);
});

test('a depth is no name: 5 m of P9 is not the point P5', async () => {
  const structure = (
    await server.call(structures.create, { projectId: world.projectId, name: 'BH9' }, world.admin.token)
  ).body.structure.id;
  const place = { ...manual, structure_id: structure };
  await makePoint(server, world, 'P5', place);
  const own = await makePoint(server, world, 'P9-12', place);
  const at = (distance: string) => ['BH9', 'P9', distance, '2024-03-01T08:00:00', 'WLEV', '', '1.1', 'm'];
  const { import: sent } = await fixture.upload(mondOf(at('5.00'), at('12.00')), 'depth-is-no-name.ags');
  const { values } = sent.layout.suggested as Mapping;
  assert.deepEqual(values.layout === 'ags4' && values.names.map(({ distance, pointId }) => [distance, pointId]), [
    [12, own],
  ]);
  assert.deepEqual(sent.layout.near, []);
});

test('depths of one installation go to the points that lie there, whatever else they are called', async () => {
  const upper = await makePoint(server, world, 'P8 upper', { ...manual, depth_m: 5 });
  const lower = await makePoint(server, world, 'P8 lower', { ...manual, depth_m: 12.004 });
  await makePoint(server, world, 'Q8', { ...manual, depth_m: 5 });
  const at = (distance: string, value: string) => [
    ...['BH8', 'P8', distance, '2024-03-01T08:00:00', 'WLEV', '', value, 'm'],
  ];
  const { import: sent } = await fixture.upload(
    mondOf(at('5.00', '1.1'), at('12.00', '9.9'), at('20.00', '3.3')),
    'lying.ags',
  );
  const { values } = sent.layout.suggested as Mapping;
  assert.deepEqual(values.layout === 'ags4' && values.names.map(({ distance, pointId }) => [distance, pointId]), [
    [5, upper],
    [12, lower],
  ]);
});

test('the repeated hour is recognised by its reference', async () => {
  const pointId = await makePoint(server, world, 'BH3 P1', manual);
  const at = (reference: string, value: string) => [
    ...['BH3', 'P1', '', '2024-11-03T01:30:00', 'WLEV', reference, value, 'm'],
  ];
  const { import: sent } = await fixture.upload(mondOf(at('', '1'), at('2', '2')), 'autumn.ags');
  const { values } = sent.layout.suggested as MappingInput;
  const time = { timeZone: 'America/New_York', pattern: null };
  const doubtful = await fixture.check(sent.id, { values: { ...values, time } as typeof values });
  assert.deepEqual(doubtful.reasons, { timeAmbiguous: 2 });
  await fixture.check(sent.id, { values: { ...values, time: { ...time, ambiguous: 'earlier' } } as typeof values });
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map((row) => [row.at, row.values[0]]),
    [
      ['2024-11-03T05:30:00.000Z', 1],
      ['2024-11-03T06:30:00.000Z', 2],
    ],
  );
});

test('the line at which the look ends is no fault of the file', async () => {
  const rows = Array.from({ length: 9_000 }, (_, i) => [
    ...['BH4', 'P1', '', new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString().slice(0, 19), 'WLEV', '', `${i}.125`, 'm'],
  ]);
  const text = mondOf(...rows);
  assert.ok(text.length > 600_000);
  const { import: sent } = await fixture.upload(text, 'long.ags');
  assert.deepEqual(sent.layout.problems, []);
  // A file that itself ends in the middle of a line is reported.
  const cut = await fixture.upload(mondOf(...rows.slice(0, 3)).slice(0, -9), 'cut.ags');
  assert.equal(cut.import.layout.problems.length, 1);
});

test('finished values are not suggested for a point that a sensor feeds', async () => {
  const parameters = JSON.stringify({ K: 0.01, f0: 2800 });
  const pointId = await makePoint(server, world, 'BH5 P1', { family: 'waterLevel', mode: 1, parameters });
  const at = (type: string, value: string, unit: string) => [
    ...['BH5', 'P1', '', '2024-03-01T08:00:00', type, '', value, unit],
  ];
  const { import: sent } = await fixture.upload(mondOf(at('WLEV', '91.5', 'm'), at('TEMP', '12', 'DegC')), 'own.ags');
  assert.deepEqual(
    [sent.layout.suggested, sent.layout.near],
    [
      null,
      [
        { column: 0, pointId },
        { column: 1, pointId },
      ],
    ],
  );
});

test('a displacement that was computed is suggested for no sensor, though its conversion would take it', async () => {
  await makePoint(server, world, 'BH6 G1', { family: 'surfaceDisplacement', mode: 4 });
  const at = (type: string, value: string, unit: string) => [
    ...['BH6', 'G1', '', '2024-03-01T08:00:00', type, '', value, unit],
  ];
  const { import: sent } = await fixture.upload(mondOf(at('dx', '6.4', 'mm'), at('dy', '-8.7', 'mm')), 'gnss.ags');
  assert.equal(sent.layout.suggested, null);
  assert.equal(sent.layout.near.length, 2);
});

test('values that stand already are unchanged, in whatever unit they come', async () => {
  await makePoint(server, world, 'BH11 P1', manual);
  const of = (value: string, unit: string) => mondOf(reading(1, value, unit).with(0, 'BH11'));
  const { import: first } = await fixture.upload(of('1.234', 'm'), 'first.ags');
  await fixture.check(first.id, first.layout.suggested as MappingInput);
  await fixture.apply(first.id);
  const { import: second } = await fixture.upload(of('1234', 'mm'), 'second.ags');
  const { counts } = await fixture.check(second.id, second.layout.suggested as MappingInput);
  assert.deepEqual([counts!.unchanged, counts!.overwritten, counts!.added], [1, 0, 0]);
});
