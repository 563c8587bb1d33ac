import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSensorThings, t0 } from '../../../../test/sensorthings-world.ts';
import { makePoint } from '../../../../test/series.ts';

const things = await openSensorThings();

const entitySets = [
  'Things',
  'Locations',
  'Datastreams',
  'Sensors',
  'ObservedProperties',
  'Observations',
  'FeaturesOfInterest',
];
const mandatory: Record<string, string[]> = {
  Things: ['name', 'description'],
  Locations: ['name', 'description', 'encodingType', 'location'],
  Datastreams: ['name', 'description', 'observationType', 'unitOfMeasurement'],
  Sensors: ['name', 'description', 'encodingType', 'metadata'],
  ObservedProperties: ['name', 'definition', 'description'],
  Observations: ['phenomenonTime', 'resultTime', 'result'],
  FeaturesOfInterest: ['name', 'description', 'encodingType', 'feature'],
};
const relations: Record<string, string[]> = {
  Things: ['Datastreams', 'Locations', 'HistoricalLocations'],
  Locations: ['Things', 'HistoricalLocations'],
  Datastreams: ['Thing', 'Sensor', 'ObservedProperty', 'Observations'],
  Sensors: ['Datastreams'],
  ObservedProperties: ['Datastreams'],
  Observations: ['Datastream', 'FeatureOfInterest'],
  FeaturesOfInterest: ['Observations'],
};

test('resource-path: the service root lists every entity set by its absolute address, and the conformance', async () => {
  const { root, token } = things;
  for (const path of ['', '/']) {
    const response = await fetch(`${root}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as { value: { name: string; url: string }[] } & {
      serverSettings: { conformance: string[] };
    };
    assert.deepEqual(
      body.value.map(({ name, url }) => [name, url]).sort(),
      [...entitySets, 'HistoricalLocations'].sort().map((name) => [name, `${root}/${name}`]),
    );
    assert.ok(
      body.serverSettings.conformance.includes('http://www.opengis.net/spec/iot_sensing/1.1/req/request-data/filter'),
    );
    assert.ok(!body.serverSettings.conformance.some((each) => /create|batch|mqtt|data-array/.test(each)));
  }
});

test('datamodel: control information, mandatory properties and relations of every entity', async () => {
  const { root, get, list } = things;
  for (const set of entitySets)
    for (const entity of await list(`${set}?$top=2`)) {
      const self = entity['@iot.selfLink'] as string;
      assert.ok(self.startsWith(`${root}/${set}(`), self);
      for (const name of mandatory[set]!)
        assert.ok(entity[name] !== undefined && entity[name] !== null, `${set} ${name}`);
      for (const nav of relations[set]!) assert.equal(entity[`${nav}@iot.navigationLink`], `${self}/${nav}`);
      const again = await get(self.slice(root.length + 1));
      assert.deepEqual(again.body, entity, 'read by its own link it is the same');
    }
  assert.deepEqual((await get('HistoricalLocations')).body, { value: [] });
});

test('resource-path: paths of four steps lead to entities, links and properties', async () => {
  const { get } = things;
  const follow = async (path: string, set: string, depth: number): Promise<void> => {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    const isList = Array.isArray(answer.body.value);
    const reference = await get(`${path}/$ref`);
    assert.equal(reference.status, 200, `${path}/$ref`);
    const links = isList ? reference.body.value : [reference.body];
    for (const link of links) assert.deepEqual(Object.keys(link), ['@iot.selfLink']);
    if (depth === 0 || (isList && answer.body.value.length === 0)) return;
    const first = isList ? answer.body.value[0]! : answer.body;
    const id = first['@iot.id'];
    const inside = isList ? `${path}(${typeof id === 'number' ? id : `'${id}'`})` : path;
    for (const nav of relations[set]!) {
      if (nav === 'HistoricalLocations') continue;
      const to = Object.keys(relations).find((name) => name === nav || plural(nav) === name)!;
      await follow(`${inside}/${nav}`, to, depth - 1);
    }
  };
  for (const set of entitySets) await follow(set, set, 3);
});
const plural = (nav: string) =>
  ({ ObservedProperty: 'ObservedProperties', FeatureOfInterest: 'FeaturesOfInterest' })[nav] ?? `${nav}s`;

test('resource-path: a property, its raw value, and 204 for one that is not there', async () => {
  const { world, points, get, level } = things;
  const thing = `Things(${world.itemId})`;
  assert.deepEqual((await get(`${thing}/name`)).body, { name: 'Section 1' });
  const raw = await get(`${thing}/name/$value`);
  assert.deepEqual([raw.status, raw.type, raw.body], [200, 'text/plain; charset=utf-8', 'Section 1']);
  assert.deepEqual((await get(`${thing}/properties/parent`)).body, { parent: 'Main dam' });
  assert.deepEqual(
    ((await get(`Locations(${world.structureId})/location/$value`)).body as unknown as { type: string }).type,
    'Point',
  );
  for (const path of [`Datastreams('${points['D-1']}-x1')/phenomenonTime`, `${thing}/properties/nothing`])
    assert.equal((await get(path)).status, 204, path);
  assert.equal((await get(`${level}/unitOfMeasurement/symbol/$value`)).body, 'm');
});

test('request-data/status-code: what does not exist is 404, what cannot be understood is 400 and says why', async () => {
  const { world, points, get, level } = things;
  for (const path of [
    'Nothing',
    'Things(999999)',
    "Things('abc')",
    'Things(99999999999999999999)',
    "Datastreams('1-nothing')",
    `Datastreams('${points['W-1']}-level')/Thing(1)`,
    `Things(${world.structureId})/Datastreams('${points['W-1']}-level')`,
    'Things(999999)/Datastreams',
    'Things(999999)/Datastreams/$ref',
    `Things/Datastreams`,
    `${level}/Observations('${points['T-1']}-temperature-${t0}')`,
    `Observations('${points['W-1']}-level-${t0 + 1}')`,
    `Observations('${points['W-1']}-level-${t0 + 1}')/Datastream`,
    `Things(${world.itemId})/nothing`,
    `Things(${world.itemId})/name/first`.replace('/first', '/$value/$value'),
    'Things(1)/$value',
    'HistoricalLocations(1)/Thing',
  ])
    assert.equal((await get(path)).status, 404, path);
  for (const [path, message] of [
    ['Things?$filter=nothing eq 1', 'Things have no property "nothing"'],
    ['Things?$filter=name eq', 'not the end'],
    ['Things?$filter=name eq 1', 'A text cannot be compared with a number'],
    ["Things?$filter=name eq 'a", 'quote is not closed'],
    ['Things?$filter=name', 'true or false'],
    ['Things?$filter=frobnicate(name)', 'no function "frobnicate"'],
    ['Things?$filter=length(name, name) eq 1', 'length takes 1'],
    ['Things?$orderby=nothing', 'no property "nothing"'],
    ['Things?$orderby=Datastreams/name', 'relation to many'],
    ['Things?$select=nothing', 'no property "nothing"'],
    ['Things?$expand=Nothing', 'no relation "Nothing"'],
    ['Things?$expand=Datastreams($foo=1)', 'no option of an $expand'],
    ['Things?$expand=Datastreams($top=-1)', 'whole number'],
    ['Things?$expand=Datastreams($filter=foo eq 1)', 'no property "foo"'],
    ['Things?$expand=Datastreams/Observations/Datastream/Thing/Datastreams/Thing', 'More than 5'],
    ['Things?$foo=1', 'no option "$foo"'],
    ['Things?$resultFormat=dataArray', 'dataArray'],
    ['Things?$resultFormat=csv', ''],
    ['Things?$top=many', ''],
    ['Things?$skiptoken=1', '$skiptoken does not apply'],
    [`Things(${world.itemId})?$top=1`, '$top does not apply to one entity'],
    [`Things(${world.itemId})/name?$select=name`, 'does not apply to a property'],
    ['Datastreams?$filter=Observations/result gt 1', 'cannot look into Observations'],
    ['Observations?$filter=phenomenonTime gt 2026-01-01T00:00:00', 'needs its zone'],
    ['Observations?$filter=phenomenonTime gt 2026-13-01T00:00:00Z', 'no time'],
    ['Observations?$skiptoken=nonsense', 'no place'],
    ['Observations?$skiptoken=1-nothing-0', 'no place'],
    ["Locations?$filter=st_within(location, geography'POLYGON ((1 1, 2 2))')", 'four positions'],
    ["Locations?$filter=st_within(name, geography'POINT (1 1)')", 'takes location'],
    ["Things?$filter=id gt 'abc'", 'eq, ne or in'],
    [`Things?$filter=${'('.repeat(60)}1 eq 1${')'.repeat(60)}`, 'levels of nesting'],
    ['Things?$filter=1e308 mul 1e308 eq 1', 'Cannot be calculated'],
  ] as const) {
    const { status, body } = await get(path);
    assert.equal(status, 400, `${path}: ${status} ${JSON.stringify(body)}`);
    const error = body as unknown as { error: string; detail: { message: string }[] };
    assert.equal(error.error, 'badInput');
    assert.ok(
      JSON.stringify(error.detail).includes(message.replaceAll('"', '\\"')),
      `${path}: ${JSON.stringify(error.detail)}`,
    );
  }
});

test('datamodel: a point that was withdrawn is in no set', async () => {
  const { server, world, names } = things;
  const point = { projectId: world.projectId, structureId: world.itemId };
  await makePoint(server, point, 'Withdrawn', { deprecated_at: server.clock.now() });
  await makePoint(server, point, 'In service');
  assert.deepEqual(await names("FeaturesOfInterest?$filter=name in ('Withdrawn','In service')"), ['In service']);
  const streams = await names("Datastreams?$filter=startswith(name,'Withdrawn') or startswith(name,'In service')");
  assert.deepEqual(streams, ['In service, temperature']);
});

test('datamodel: points whose values are entered have a sensor with every mandatory property', async () => {
  const { server, world: point, list } = things;
  await makePoint(server, point, 'Probed', { family: 'deepDisplacement', mode: 0 });
  const sensors = await list('Sensors?$top=200');
  assert.ok(sensors.some(({ name }) => name === 'By hand, deep displacement'));
  for (const sensor of sensors)
    for (const property of ['name', 'description', 'encodingType', 'metadata'])
      assert.equal(typeof sensor[property], 'string', `${sensor['name']} ${property}`);
});
