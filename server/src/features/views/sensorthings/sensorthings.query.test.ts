import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iso, openSensorThings, t0 } from '../../../../test/sensorthings-world.ts';

const things = await openSensorThings();

test('request-data/orderby, top, skip, pagination: every page once, in order, whatever the order', async () => {
  const { get, list, names, walk, level } = things;
  const all = await walk('Datastreams?$top=3&$select=name');
  assert.equal(all.length, 11);
  assert.equal(new Set(all.map(({ name }) => name)).size, 11);
  const down = await walk('Datastreams?$top=4&$orderby=ObservedProperty/name desc,name&$select=name');
  assert.equal(down[0]!['name'], 'W-1, temperature');
  assert.equal(down.length, 11);
  assert.deepEqual(await names('Things?$orderby=name desc'), ['Section 1', 'Main dam']);
  assert.deepEqual(await names('Things?$skip=1'), ['Section 1']);
  assert.equal((await get('Things?$skip=5')).body.value.length, 0);
  assert.equal((await get('Things?$top=2')).body['@iot.nextLink'], undefined);
  assert.deepEqual((await get('Things?$top=0&$count=true')).body, { '@iot.count': 2, value: [] });

  const results = (rows: Record<string, unknown>[]) => rows.map(({ result }) => result);
  const up = results(await walk(`${level}/Observations?$top=70&$select=result`));
  assert.equal(up.length, 300);
  assert.deepEqual([up[0], up[7], up[299]], [0, null, 29.9]);
  assert.deepEqual(
    results(await walk(`${level}/Observations?$top=70&$orderby=phenomenonTime desc&$select=result`)),
    [...up].reverse(),
  );
  assert.deepEqual(results(await list(`${level}/Observations?$skip=290&$top=3&$select=result`)), [29, 29.1, 29.2]);
  assert.deepEqual(
    results(await walk(`${level}/Observations?$skip=295&$top=2&$orderby=phenomenonTime desc&$select=result`)),
    [0.4, 0.3, 0.2, 0.1, 0],
  );
  const sorted = results(await walk(`${level}/Observations?$top=120&$orderby=result desc&$select=result`));
  assert.deepEqual([sorted[0], sorted[298], sorted[299]], [29.9, 0, null]);
});

test('pagination: observations of several datastreams merge by time, ties by datastream, both ways', async () => {
  const { points, walk } = things;
  const path = `Observations?$filter=phenomenonTime le ${iso(120)}&$top=100&$select=id,phenomenonTime`;
  const up = await walk(`${path}&$orderby=phenomenonTime`);
  assert.equal(up.length, 121 * 4 + 3);
  const times = up.map((each) => each['phenomenonTime'] as string);
  assert.deepEqual(times, [...times].sort());
  const ids = up.map((each) => each['@iot.id']);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.slice(0, 3), [
    `${points['T-1']}-temperature-${t0}`,
    `${points['W-1']}-level-${t0}`,
    `${points['W-1']}-depth-${t0}`,
  ]);
  const down = await walk(`${path}&$orderby=phenomenonTime desc`);
  assert.deepEqual(
    down.map((each) => each['@iot.id']),
    [...ids].reverse(),
  );
  const byStream = await walk(path);
  assert.equal(byStream.length, up.length);
  assert.deepEqual(
    [...new Set(byStream.map((each) => (each['@iot.id'] as string).replace(/-\d+$/, '')))],
    [
      `${points['T-1']}-temperature`,
      ...['level', 'depth', 'pressure', 'temp'].map((field) => `${points['W-1']}-${field}`),
    ],
  );
  const skipped = await walk(`${path}&$skip=300`);
  assert.deepEqual(skipped, byStream.slice(300));
  assert.deepEqual(
    (await walk(`${path}&$orderby=phenomenonTime&$skip=300`)).map((each) => each['@iot.id']),
    ids.slice(300),
  );
});

test('request-data/count: with and without a filter, of observations by the store', async () => {
  const { points, get, count, level } = things;
  assert.equal(await count('Datastreams'), 11);
  assert.equal(await count("Datastreams?$filter=unitOfMeasurement/symbol eq 'mm'"), 6);
  assert.equal(await count('Observations'), 300 * 4 + 5);
  assert.equal(
    await count(`${level}/Observations?$filter=phenomenonTime ge ${iso(10)} and phenomenonTime lt ${iso(20)}`),
    10,
  );
  assert.equal(await count(`${level}/Observations?$filter=result ge 29`), 10);
  assert.equal(await count(`${level}/Observations?$filter=result ne null`), 299);
  assert.equal(await count(`FeaturesOfInterest(${points['W-1']})/Observations`), 1200);
  assert.equal((await get('Things?$count=false')).body['@iot.count'], undefined);
});

test('request-data/filter: properties, nested names, relations to one and to many', async () => {
  const { world, points, names } = things;
  const found = async (set: string, filter: string) => names(`${set}?$filter=${encodeURIComponent(filter)}`);
  assert.deepEqual(await found('Things', "name eq 'Main dam'"), ['Main dam']);
  assert.deepEqual(await found('Things', `id eq ${world.itemId}`), ['Section 1']);
  assert.deepEqual(await found('Things', `id eq '${world.itemId}'`), ['Section 1']);
  assert.deepEqual(await found('Things', `@iot.id in (${world.itemId}, 99)`), ['Section 1']);
  assert.deepEqual(await found('Things', `id gt ${world.structureId}`), ['Section 1']);
  assert.deepEqual(await found('Things', 'properties/parentId eq null'), ['Main dam']);
  assert.deepEqual(await found('Things', 'properties/nothing eq null'), ['Main dam', 'Section 1']);
  assert.deepEqual(await found('Things', 'properties/nothing eq 5'), []);
  assert.deepEqual(await found('Things', "Datastreams/name eq 'W-1, level'"), ['Section 1']);
  assert.deepEqual(
    await found(
      'Things',
      "Datastreams/ObservedProperty/name eq 'Water level: level' and Datastreams/Sensor/name eq 'By hand, water level'",
    ),
    ['Section 1'],
    'the same datastream has both',
  );
  assert.deepEqual(
    await found('Things', "Datastreams/properties/family eq 'waterLevel' and Datastreams/properties/field eq 'x1'"),
    [],
    'no one datastream has both',
  );
  assert.deepEqual(
    await found(
      'Things',
      "Datastreams/any(d: d/properties/family eq 'waterLevel') and Datastreams/any(d: d/properties/field eq 'x1')",
    ),
    ['Section 1'],
  );
  assert.deepEqual(await found('Things', "not Datastreams/any(d: d/properties/family eq 'waterLevel')"), ['Main dam']);
  assert.deepEqual(await found('Sensors', 'Datastreams/id eq null'), []);
  assert.deepEqual(await found('Datastreams', `Thing/id eq ${world.structureId}`), ['T-1, temperature']);
  assert.deepEqual(await found('Datastreams', "Thing/Locations/name eq 'Main dam'"), ['T-1, temperature']);
  assert.deepEqual(await found('Datastreams', `id eq '${points['W-1']}-level'`), ['W-1, level']);
  assert.deepEqual(
    await found('Datastreams', `phenomenonTime ge ${iso(0)} and ObservedProperty/properties/field eq 'temp'`),
    ['W-1, temperature'],
  );
  assert.deepEqual(await found('Datastreams', `phenomenonTime gt ${iso(0)}`), []);
  assert.deepEqual(await found('Datastreams', 'phenomenonTime eq null and properties/node eq 2'), [
    'D-1, X of node 2',
    'D-1, Y of node 2',
  ]);
  assert.deepEqual(await found('FeaturesOfInterest', 'properties/level ge 1 and properties/archived eq false'), [
    'T-1',
    'W-1',
  ]);
  assert.deepEqual(await found('Things', "name eq 'O''Brien'"), []);
  assert.deepEqual(await found('Things', "name eq 'x''; DROP TABLE point; --'"), []);
});

test('request-data/built-in-query-functions: places, with POLYGON and POINT, as QGIS asks', async () => {
  const { names, count } = things;
  const found = (set: string, filter: string) => names(`${set}?$filter=${encodeURIComponent(filter)}`);
  const box = "geography'Polygon ((114.2 30.5, 114.4 30.5, 114.4 30.7, 114.2 30.7, 114.2 30.5))'";
  assert.deepEqual(await found('FeaturesOfInterest', `geo.intersects(feature, ${box})`), ['W-1']);
  assert.deepEqual(await found('FeaturesOfInterest', `st_within(feature, ${box})`), ['W-1']);
  assert.deepEqual(await found('FeaturesOfInterest', `st_disjoint(feature, ${box})`), ['T-1', 'D-1']);
  assert.deepEqual(await found('FeaturesOfInterest', `st_contains(${box}, feature)`), ['W-1']);
  assert.deepEqual(await found('FeaturesOfInterest', "st_equals(feature, geography'POINT (114.3 30.6)')"), ['W-1']);
  assert.deepEqual(
    await found('FeaturesOfInterest', "st_touches(feature, geography'LINESTRING (114.3 30.6, 115 31)')"),
    ['W-1'],
  );
  assert.deepEqual(await found('FeaturesOfInterest', `st_relate(feature, ${box}, 'T*F**F***')`), ['W-1']);
  assert.deepEqual(await found('FeaturesOfInterest', "geo.distance(feature, geography'POINT (114.3 30.5)') lt 0.2"), [
    'W-1',
  ]);
  assert.deepEqual(await found('FeaturesOfInterest', 'geo.length(feature) eq 0'), ['T-1', 'W-1', 'D-1']);
  assert.equal(await count(`Datastreams?$filter=${encodeURIComponent(`geo.intersects(observedArea, ${box})`)}`), 4);
  assert.equal(
    await count(
      `Observations?$filter=${encodeURIComponent(`geo.intersects(FeatureOfInterest/feature, ${box}) and phenomenonTime lt ${iso(2)}`)}`,
    ),
    8,
  );
  const type = (kind: string) => `location/type eq '${kind}' or location/geometry/type eq '${kind}'`;
  assert.equal(await count(`Locations?$filter=${type('Point')}`), 2);
  assert.equal(await count(`Locations?$filter=${type('Polygon')}`), 0);
});

test('request-data/filter: observations by time, result, quality, id, and by what they belong to', async () => {
  const { world, points, walk } = things;
  const of = async (filter: string) =>
    (await walk(`Observations?$filter=${encodeURIComponent(filter)}&$top=1000&$select=result,phenomenonTime`)).map(
      ({ result }) => result,
    );
  const water = `Datastream/id eq '${points['W-1']}-level'`;
  assert.deepEqual(await of(`${water} and result ge 29.8`), [29.8, 29.9]);
  assert.deepEqual(await of(`${water} and phenomenonTime eq ${iso(50)}`), [5]);
  assert.deepEqual(await of(`${water} and phenomenonTime gt ${iso(297)}`), [29.8, 29.9]);
  assert.deepEqual(await of(`${water} and phenomenonTime lt ${iso(2).replace('.000Z', '+00:00')}`), [0, 0.1]);
  assert.deepEqual(await of(`${water} and resultQuality/quality eq 'fail'`), [0.8]);
  assert.deepEqual(await of(`${water} and resultQuality/quality in ('suspect', 'missing')`), [null, 0.9]);
  assert.deepEqual(await of(`${water} and (result lt 0.2 or result gt 29.8) and not (result eq 0)`), [0.1, 29.9]);
  assert.deepEqual(await of(`${water} and hour(phenomenonTime) eq 4 and minute(phenomenonTime) ge 58`), [29.8, 29.9]);
  assert.deepEqual(await of(`${water} and result mul 10 mod 100 eq 5`), [0.5, 10.5, 20.5]);
  assert.deepEqual(await of(`id eq '${points['W-1']}-level-${t0 + 5 * 60_000}'`), [0.5]);
  assert.deepEqual(
    await of(`resultTime le ${iso(0).replace('00.000', '05.000')} and Datastream/properties/field eq 'depth'`),
    [1],
  );
  assert.deepEqual(await of("Datastream/Thing/name eq 'Main dam' and result gt 22"), [23, 24]);
  assert.deepEqual(await of("startswith(FeatureOfInterest/name, 'T') and result le 20"), [20]);
  assert.deepEqual(
    await of(
      "(Datastream/ObservedProperty/name eq 'Temperature: temperature' and result gt 23) or (Datastream/properties/field eq 'level' and result lt 0.1)",
    ),
    [24, 0],
  );
  assert.deepEqual(await of(`result gt Datastream/properties/intervalSeconds`), []);
  assert.deepEqual(await of(`${water} and phenomenonTime ge ${iso(299)} add duration'PT1S'`), []);
  assert.deepEqual(await of(`phenomenonTime gt now() sub duration'P1D'`), []);
  assert.deepEqual(await of(`${water} and date(phenomenonTime) gt 2026-03-01`), []);
  assert.deepEqual(await of(`${water} and parameters/deviceId eq ${world.device.id} and result lt 0.1`), [0]);
});
