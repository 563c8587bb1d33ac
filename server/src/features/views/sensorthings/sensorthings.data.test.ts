import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iso, openSensorThings, t0 } from '../../../../test/sensorthings-world.ts';

const things = await openSensorThings();

test('request-data/select: only what is selected comes, links too', async () => {
  const { world, list } = things;
  const [first] = await list('Datastreams?$select=name,Thing,@iot.id&$top=1');
  assert.deepEqual(Object.keys(first!).sort(), ['@iot.id', 'Thing@iot.navigationLink', 'name']);
  assert.deepEqual(await list('Things?$select=id&$top=1'), [{ '@iot.id': world.structureId }]);
  const [thing] = await list('Things?$select=name&$expand=Datastreams($select=name;$top=1)&$top=1');
  assert.deepEqual(thing, {
    name: 'Main dam',
    Datastreams: [{ name: 'T-1, temperature' }],
  });
});

test('request-data/expand: nested, with options of its own, its count and the link to what is behind', async () => {
  const { root, world, list, walk } = things;
  const [item] = await list(
    `Things?$filter=id eq ${world.itemId}&$expand=Locations,Datastreams($top=2;$skip=1;$count=true;$orderby=name desc;$select=id,name;$expand=ObservedProperty($select=name),Sensor($select=id))`,
  );
  const streams = item!['Datastreams'] as Record<string, unknown>[];
  assert.equal(item!['Datastreams@iot.count'], 10);
  assert.deepEqual(
    streams.map(({ name }) => name),
    ['W-1, pressure', 'W-1, level'],
  );
  assert.deepEqual(streams[0]!['ObservedProperty'], { name: 'Water level: pressure' });
  assert.deepEqual(streams[0]!['Sensor'], { '@iot.id': '0-waterLevel-4' });
  assert.equal((item!['Locations'] as unknown[]).length, 1);
  assert.ok(!('Datastreams@iot.navigationLink' in item!) && 'HistoricalLocations@iot.navigationLink' in item!);
  const behind = await walk((item!['Datastreams@iot.nextLink'] as string).slice(root.length + 1));
  assert.deepEqual(
    behind.map(({ name }) => name),
    [
      'W-1, depth',
      'D-1, largest Y',
      'D-1, largest X',
      'D-1, Y of node 2',
      'D-1, Y of node 1',
      'D-1, X of node 2',
      'D-1, X of node 1',
    ],
  );
  assert.deepEqual(behind[3]!['ObservedProperty'], { name: 'Deep displacement: Y' });
  const [beyond] = await list(`Things?$filter=id eq ${world.itemId}&$expand=Datastreams($skip=20;$count=true)`);
  assert.deepEqual([beyond!['Datastreams@iot.count'], beyond!['Datastreams']], [10, []]);
  const [short] = await list(
    `Things?$filter=id eq ${world.itemId}&$expand=Datastreams/Sensor,Datastreams/ObservedProperty`,
  );
  const [stream] = short!['Datastreams'] as Record<string, Record<string, unknown>>[];
  assert.ok(stream!['Sensor']!['@iot.id'] && stream!['ObservedProperty']!['@iot.id']);
});

test('request-data/expand: the newest observations of every datastream, with their features', async () => {
  const { root, list } = things;
  const streams = await list(
    `Datastreams?$filter=properties/main eq true&$expand=Observations($top=2;$orderby=phenomenonTime desc;$count=true;$expand=FeatureOfInterest($select=name))`,
  );
  const newest = (name: string) =>
    streams.find((each) => each['name'] === name)!['Observations'] as Record<string, unknown>[];
  assert.deepEqual(
    newest('W-1, level').map(({ result, FeatureOfInterest }) => [result, FeatureOfInterest]),
    [
      [29.9, { name: 'W-1' }],
      [29.8, { name: 'W-1' }],
    ],
  );
  assert.deepEqual(
    newest('T-1, temperature').map(({ result }) => result),
    [24, 23],
  );
  assert.deepEqual(newest('D-1, largest X'), []);
  const water = streams.find((each) => each['name'] === 'W-1, level')!;
  assert.equal(water['Observations@iot.count'], 300);
  const [behind] = await list((water['Observations@iot.nextLink'] as string).slice(root.length + 1));
  assert.equal(behind!['result'], 29.7);
});

test('datamodel/observation: result, times, quality in words, device; what failed is marked, what is missing is null', async () => {
  const { world, points, get } = things;
  const at = (minute: number) => get(`Observations('${points['W-1']}-level-${t0 + minute * 60_000}')`);
  const plain = (await at(10)).body as Record<string, unknown>;
  assert.deepEqual(
    [plain['phenomenonTime'], plain['resultTime'], plain['result'], plain['resultQuality'], plain['parameters']],
    [
      iso(10),
      iso(10).replace('00.000', '05.000'),
      1,
      { quality: 'pass' },
      { deviceId: world.device.id, device: world.device.sncode },
    ],
  );
  assert.deepEqual((await at(8)).body['resultQuality'], { quality: 'fail', tests: ['range', 'spike'] });
  assert.deepEqual((await at(9)).body['resultQuality'], { quality: 'suspect', tests: ['person'] });
  const missing = (await at(7)).body;
  assert.deepEqual([missing['result'], missing['resultQuality']], [null, { quality: 'missing' }]);
});

test('data-array: observations as arrays, grouped by datastream, what is selected alone', async () => {
  const { root, points, get, list, walk, level } = things;
  const { body } = await get('Observations?$count=true&$top=7&$resultFormat=dataArray');
  assert.equal(body['@iot.count'], 1205);
  assert.ok(body['@iot.nextLink']);
  const [first, second] = body.value as unknown as Record<string, unknown[]>[];
  assert.deepEqual(first!['components'], [
    'id',
    'phenomenonTime',
    'resultTime',
    'result',
    'resultQuality',
    'validTime',
    'parameters',
  ]);
  assert.equal(first!['Datastream@iot.navigationLink'], `${root}/Datastreams('${points['T-1']}-temperature')`);
  assert.deepEqual([first!['dataArray@iot.count'], second!['dataArray@iot.count']], [5, 2]);
  for (const row of first!['dataArray'] as unknown[][]) assert.equal(row.length, 7);
  const [slim] = await list(`${level}/Observations?$top=2&$resultFormat=dataArray&$select=phenomenonTime,result`);
  assert.deepEqual(
    [slim!['components'], slim!['dataArray']],
    [
      ['phenomenonTime', 'result'],
      [
        [iso(0), 0],
        [iso(1), 0.1],
      ],
    ],
  );
  const arrays = await walk(`${level}/Observations?$top=128&$resultFormat=dataArray&$select=result`);
  assert.deepEqual(
    arrays.map((each) => each['dataArray@iot.count']),
    [128, 128, 44],
  );
});
