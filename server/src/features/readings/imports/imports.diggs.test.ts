/** DIGGS in: monitors with lists of times and values, as converters write them; numbers of our own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MappingInput, makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Diggs']);
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

interface Parts {
  readonly sensor: string;
  readonly times: string;
  readonly values: string;
}
const property = (index: number, name: string, kind: string, unit: string) =>
  `<Property index="${index}"><propertyName>${name}</propertyName><typeData>double</typeData>
   <propertyClass codeSpace="x">${kind}</propertyClass><uom>${unit}</uom></Property>`;
const monitor = ({ sensor, times, values }: Parts) => `<measurement><Monitor gml:id="m">
  <reading><Reading gml:id="r"><responseZoneLocation xlink:href="#zone"/><outcome><MonitorResult gml:id="o">
  <timeDomain><TimePositionList gml:id="t"><timePositionList>${times}</timePositionList></TimePositionList></timeDomain>
  <results><ResultSet><parameters><PropertyParameters gml:id="pp"><properties>
  ${property(2, 'Temperature', 'temperature', 'degF')}${property(1, 'Elevation', 'water_elev', 'ft')}
  </properties></PropertyParameters></parameters><dataValues>${values}</dataValues></ResultSet></results>
  </MonitorResult></outcome><sensor><Sensor gml:id="s"><gml:name>${sensor}</gml:name></Sensor></sensor></Reading></reading>
  </Monitor></measurement>`;
const diggs = (...monitors: string[]) => `<?xml version="1.0"?>
<!-- made for a test -->
<Diggs xmlns="http://diggsml.org/schemas/2.6" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink">
 <samplingFeature><Well gml:id="w"><gml:name>Well 7</gml:name><opening><LinearExtent gml:id="zone"/></opening></Well></samplingFeature>
 ${monitors.join('')}</Diggs>`;
const good = { sensor: 'DG-1', times: '2024-05-01T08:00:00 2024-05-01T09:00:00', values: '10,50 20,68' };

test('the readings of a monitor go to the point of its sensor, with its units', async () => {
  const pointId = await makePoint(server, world, 'DG-1', manual);
  const { import: sent } = await fixture.upload(diggs(monitor(good)), 'well.xml');
  assert.deepEqual(
    [
      sent.format,
      sent.layout.series.map(({ location, point, type, unit, readings }) => [location, point, type, unit, readings]),
    ],
    [
      'diggs',
      [
        ['Well 7', 'DG-1', 'water_elev', 'ft', 2],
        ['Well 7', 'DG-1', 'temperature', 'degF', 2],
      ],
    ],
  );
  const checked = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  assert.deepEqual([checked.counts!.lines, checked.counts!.added, checked.counts!.refused], [4, 2, 0]);
  await fixture.apply(sent.id);
  const rows = await fixture.rowsOf(pointId);
  assert.deepEqual(
    rows.map(({ at, values }) => [at, values[0], values[3]]),
    [
      ['2024-05-01T00:00:00.000Z', 3.048, 10],
      ['2024-05-01T01:00:00.000Z', 6.096, 20],
    ],
  );
});

test('a sensor takes nothing of what was computed; the series is shown beside its point', async () => {
  const wire = { family: 'waterLevel' as const, mode: 1, parameters: JSON.stringify({ K: 0.01, f0: 2800 }) };
  await makePoint(server, world, 'DG-2', wire);
  const { import: sent } = await fixture.upload(diggs(monitor({ ...good, sensor: 'DG-2' })), 'wire.xml');
  assert.equal(sent.layout.suggested, null);
  assert.equal(sent.layout.near.length, 2);
});

test('what cannot be read is refused by name, and is kept nowhere', async () => {
  const faultOf = async (text: string) => {
    const { error, detail } = await fixture.upload(text, 'bad.xml');
    return [error, (detail as { fault?: string } | undefined)?.fault];
  };
  const readable = diggs(monitor(good));
  assert.deepEqual(await faultOf(diggs(monitor({ ...good, values: '10,50' }))), ['fileDamaged', 'timesAndValues']);
  assert.deepEqual(await faultOf(diggs(monitor({ ...good, values: '10,50,1 20,68' }))), [
    'fileDamaged',
    'timesAndValues',
  ]);
  assert.deepEqual(await faultOf(readable.replace('</measurement>', '')), ['fileDamaged', 'xml']);
  assert.deepEqual(await faultOf(readable.slice(0, -40)), ['fileDamaged', 'xml']);
  const entities = readable
    .replace('<!-- made', '<!DOCTYPE Diggs [<!ENTITY a "aaaa">]><!-- made')
    .replace('10,50', '&a;');
  assert.deepEqual(await faultOf(entities), ['fileDamaged', 'entities']);
  assert.deepEqual(await faultOf(readable.replace('10,50', '&a;')), ['fileDamaged', 'xml']);
  const deep = `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`;
  assert.deepEqual(await faultOf(readable.replace('<samplingFeature>', `${deep}<samplingFeature>`)), [
    'fileDamaged',
    'depth',
  ]);
  assert.deepEqual(await faultOf(diggs()), ['sheetEmpty', undefined]);
});

test('times that stand twice, as at the end of summer, are one list; marks and words are refused one by one', async () => {
  await makePoint(server, world, 'DG-3', manual);
  const times = '2024-05-03T01:30:00Z 2024-05-03T01:30:00Z 2024-05-03T02:30:00Z';
  const { import: sent } = await fixture.upload(
    diggs(monitor({ sensor: 'DG-3', times, values: '10,50 11,50 dry,-9999' })),
    'twice.xml',
  );
  const checked = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  assert.deepEqual(
    [checked.counts!.added, checked.counts!.repeated, checked.counts!.refused, checked.counts!.refusedLines],
    [1, 2, 2, 2],
  );
});
