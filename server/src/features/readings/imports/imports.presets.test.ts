/** Files after the manuals of their makers, with numbers of our own: recognised, and the mapping filled in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ImportLayout } from '@plumbline/contract/readings/imports.mapping';
import { type MappingInput, makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Makers']);
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };
const wire = { family: 'waterLevel' as const, mode: 1, parameters: JSON.stringify({ K: 0.01, f0: 2800 }) };

const uploadFile = async (name: string) => {
  const answer = await fixture.upload(readFileSync(new URL(`../../../../test/cases/${name}`, import.meta.url)), name);
  assert.equal(answer.error, undefined, JSON.stringify(answer));
  return answer.import;
};
type Meant = readonly (readonly [number, string, number?])[];

/** What a file is recognised as, what its columns are suggested for, and what the dry run of that suggestion finds. */
async function meets(
  name: string,
  preset: ImportLayout['preset'],
  columns: Meant,
  expected: { counts: readonly [added: number, refused: number]; from: string; to: string },
) {
  const sent = await uploadFile(name);
  assert.equal(sent.layout.preset, preset, name);
  const suggested = sent.layout.suggested as MappingInput;
  assert.ok(suggested?.values.layout === 'wide', `${name}: ${JSON.stringify(sent.layout)}`);
  assert.deepEqual(
    suggested.values.columns.map(({ column, name: quantity, factor }) => [column, quantity, factor]),
    columns.map(([column, quantity, factor = 1]) => [column, quantity, factor]),
    name,
  );
  const checked = await fixture.check(sent.id, suggested);
  assert.deepEqual([checked.counts!.added, checked.counts!.refused], expected.counts, name);
  assert.deepEqual([checked.from, checked.to], [expected.from, expected.to], name);
  return sent;
}
const zulu = (text: string) => `2024-${text}.000Z`;

test('Solinst: the point by its place, units of the preamble, clocks of the country', async () => {
  await makePoint(server, world, 'BARO 1', { ...manual, family: 'soilPressure' });
  await makePoint(server, world, 'GWM-7', manual);
  const baro = await meets(
    'p01-solinst-barologger.csv',
    'solinst',
    [
      [3, 'pressure'],
      [4, 'temp'],
    ],
    { counts: [4, 0], from: zulu('05-28T15:30:00'), to: zulu('05-28T16:15:00') },
  );
  const { place, timePattern, patternPresumed, timeColumns } = baro.layout;
  assert.deepEqual([place, timePattern, patternPresumed, timeColumns], ['BARO 1', 'mdy', false, [0, 1, 2]]);
  const lines = await fixture.lines(baro.id, 'added');
  assert.ok(lines.some(({ at }) => at === '2024-05-28T16:00:00.500Z'));
  await meets(
    'p02-solinst-ltc.csv',
    'solinst',
    [
      [3, 'level', 0.01],
      [4, 'temp'],
    ],
    { counts: [3, 0], from: zulu('05-28T00:00:00'), to: zulu('05-28T02:00:00') },
  );
});

test('Diver-Office: facts of sections, the place, the closing line', async () => {
  await makePoint(server, world, 'PB 12', manual);
  const sent = await meets(
    'p03-diver-baro.csv',
    'diver',
    [
      [1, 'pressure', 0.0980665],
      [2, 'temp'],
    ],
    { counts: [4, 0], from: zulu('05-28T00:00:00'), to: zulu('05-28T01:30:00') },
  );
  assert.deepEqual([sent.layout.reading.headerLine, sent.layout.reading.separator], [25, ',']);
  assert.equal(sent.layout.about['Serial number'], '..00-K0001  214.');
});

test('HOBOware and HOBOconnect: offsets of headings, rows of events, the title of the plot', async () => {
  await makePoint(server, world, 'PZ 4', manual);
  const sent = await meets(
    'p04-hobo-u20.csv',
    'hobo',
    [
      [2, 'pressure'],
      [3, 'temp'],
    ],
    { counts: [3, 0], from: zulu('05-28T21:30:00'), to: zulu('05-28T22:00:00') },
  );
  assert.deepEqual([sent.layout.stated?.timeZone, sent.layout.reading.separator], ['+02:00', '\t']);
  const connect = await uploadFile('p05-hoboconnect.csv');
  assert.deepEqual(
    [connect.layout.preset, connect.layout.timePattern, connect.layout.stated?.timeZone],
    ['hobo', 'dmy', '+01:00'],
  );
  assert.deepEqual(
    connect.layout.columns.slice(2, 4).map(({ unit, holds }) => [unit, holds]),
    [
      ['kPa', 'number'],
      ['°C', 'number'],
    ],
  );
});

test('Campbell and Worldsensing: the station and the node are the point; what is not connected is empty', async () => {
  await makePoint(server, world, 'PZ 6', wire);
  await makePoint(server, world, '119346', wire);
  await meets(
    'p06-campbell-toa5.dat',
    'campbell',
    [
      [3, 'frequency'],
      [4, 'temperature'],
    ],
    { counts: [3, 0], from: zulu('05-28T00:00:00'), to: zulu('05-28T02:00:00') },
  );
  const sent = await meets(
    'p07-worldsensing-vw.csv',
    'worldsensing',
    [
      [2, 'frequency'],
      [3, 'resistance'],
    ],
    { counts: [3, 0], from: zulu('05-28T00:00:00'), to: zulu('05-28T02:00:00') },
  );
  assert.deepEqual([sent.layout.place, sent.layout.about['Firmware']], ['119346', '2.73']);
  const nodes = await uploadFile('p08-worldsensing-nodes.csv');
  assert.deepEqual(
    [nodes.layout.preset, nodes.layout.place, nodes.layout.suggested, nodes.layout.columns[1]!.unit],
    ['worldsensing', null, null, 'digit'],
  );
});

test('Geokon: arrays without headings, the day of the year, midnight as 2400, several sensors', async () => {
  await makePoint(server, world, 'PZ 9', { ...wire, parameters: JSON.stringify({ K: 0.01, R0: 8900, input: 1 }) });
  const sent = await uploadFile('p09-geokon-lc2.csv');
  const { preset, place, timeColumns, timePattern, columns } = sent.layout;
  assert.deepEqual([preset, place, timeColumns, timePattern], ['geokon', 'PZ 9', [1, 2, 3, 4], 'ymd']);
  assert.deepEqual(
    columns.slice(5).map(({ name, unit }) => [name, unit]),
    [
      ['Battery', 'V'],
      ['Logger temperature', ''],
      ['Reading', ''],
      ['Temperature', '°C'],
      ['Array', ''],
    ],
  );
  const pointId = await makePoint(server, world, 'PZ 9 by hand', manual);
  const mapping: MappingInput = {
    values: {
      layout: 'wide',
      time: { columns: [...timeColumns], pattern: 'ymd', timeZone: 'UTC' },
      columns: [{ column: 8, pointId, kind: 'field', name: 'temp' }],
    },
  };
  const checked = await fixture.check(sent.id, mapping);
  assert.deepEqual(
    [checked.counts!.added, checked.from, checked.to],
    [4, '2024-05-28T08:00:15.000Z', '2024-05-29T01:00:15.000Z'],
  );
  const several = await uploadFile('p12-geokon-lc2x4.csv');
  assert.deepEqual(
    [
      several.layout.preset,
      several.layout.timeColumns,
      several.layout.columns[9]!.name,
      several.layout.columns[10]!.unit,
    ],
    ['geokon', [0, 1, 2, 3], 'Reading 4', '°C'],
  );
  assert.deepEqual(
    several.layout.marks.map(({ text }) => text),
    ['-99999.0', '-99.0'],
  );
});

test('Excel in German and in Chinese', async () => {
  await makePoint(server, world, 'P 10', manual);
  await makePoint(server, world, 'PZ-11', manual);
  const german = await meets(
    'p10-excel-german.csv',
    'excelGerman',
    [
      [1, 'level'],
      [2, 'temp'],
    ],
    { counts: [3, 0], from: zulu('04-01T00:00:00'), to: zulu('04-01T02:00:00') },
  );
  assert.deepEqual([german.layout.timePattern, german.layout.patternPresumed], ['dmy', true]);
  assert.deepEqual((await fixture.lines(german.id, 'added'))[0]!.values, { level: 1012.5, temp: 9.5 });
  await meets(
    'p11-excel-chinese.csv',
    'excelChinese',
    [
      [1, 'level'],
      [2, 'temp'],
    ],
    { counts: [3, 0], from: zulu('04-01T00:00:00'), to: zulu('04-01T16:15:00') },
  );
});

test('a place whose name goes on is another one; the month of no maker is asked for', async () => {
  const { import: deep } = await fixture.upload(
    '"Plot Title: PZ 4 deep"\n"#","Date Time, GMT+00:00","Abs Pres, kPa (LGR S/N: 1)"\n1,2024-05-01 08:00:00,101.3\n',
  );
  assert.deepEqual([deep.layout.preset, deep.layout.place, deep.layout.suggested], ['hobo', 'PZ 4 deep', null]);
  const { import: clock } = await fixture.upload(
    'Time,Level (m)\n05/06/2024 08:00:00 AM,1.5\n05/06/2024 09:00:00 AM,1.6\n',
  );
  assert.deepEqual([clock.layout.preset, clock.layout.timePattern], [null, null]);
});

test('what is of no maker stays without a name', async () => {
  for (const text of ['Time,PZ level (m)\n2024-05-01 08:00:00,3.21\n', 'a;b\n2024-05-01 08:00;1,5\n']) {
    const { import: sent } = await fixture.upload(text);
    assert.deepEqual([sent.layout.preset, sent.layout.place], [null, null]);
  }
});
