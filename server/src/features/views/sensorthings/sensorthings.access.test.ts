import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { users } from '@plumbline/contract/people/users';
import { sql } from 'kysely';
import {
  makeAccount,
  makeMember,
  makeWorld,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness.ts';

let server: TestServer;
let root: string;
let north: World;
let south: World;
/** A second project of North's corporation, in which the member is nobody. */
let sibling: World;
let member: { id: number; token: string };
const at = Date.parse('2026-03-01T00:00:00Z');

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown> & { value: Record<string, unknown>[] };
}
async function get(path: string, token: string | undefined, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${root}/${path}`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : { value: [] } };
}

before(async () => {
  server = await startServer();
  root = `${server.url}/api/sensorthings/v1.1`;
  north = await makeWorld(server, 'North');
  south = await makeWorld(server, 'Secret');
  sibling = await makeWorld(server, 'Hidden');
  const moved = { corporation_id: north.corporationId };
  await server.db.updateTable('project').set(moved).where('id', '=', sibling.projectId).execute();
  await server.db.updateTable('device').set(moved).where('id', '=', sibling.device.id).execute();
  member = await makeAccount(server, 'Normal', north.corporationId, 'member');
  await makeMember(server, north.projectId, member.id, 'Guest');
  for (const [world, name] of [
    [north, 'Open'],
    [south, 'Secret'],
    [sibling, 'Hidden'],
  ] as const) {
    await server.db
      .updateTable('point')
      .set({ name: `${name} point` })
      .where('id', '=', world.pointId)
      .execute();
    await server.db
      .updateTable('structure')
      .set({ name: `${name} dam` })
      .where('id', '=', world.structureId)
      .execute();
    await server.db
      .updateTable('device')
      .set({ name: `${name} logger` })
      .where('id', '=', world.device.id)
      .execute();
    await sql`INSERT INTO reading (point_id, at, received_at, values, raw, device_id)
      VALUES (${world.pointId}, ${new Date(at)}, ${new Date(at)}, ARRAY[${world.pointId}]::float8[], '{}', ${world.device.id})`.execute(
      server.db,
    );
  }
});
after(() => server.close());

/** Everything that an address can lead to, by ids that are somebody else's. */
const foreignPaths = ({ structureId, itemId, pointId, device }: World) => {
  const stream = `${pointId}-temperature`;
  const ids = [
    `Things(${structureId})`,
    `Things(${itemId})`,
    `Locations(${structureId})`,
    `Datastreams('${stream}')`,
    `Sensors('${device.id}-temperature-4')`,
    `FeaturesOfInterest(${pointId})`,
    `Observations('${stream}-${at}')`,
  ];
  const inside = {
    Things: ['Datastreams', 'Locations', 'HistoricalLocations', 'Datastreams/$ref', 'name', 'name/$value', '$ref'],
    Locations: ['Things', 'HistoricalLocations', 'location'],
    Datastreams: [
      'Thing',
      'Sensor',
      'ObservedProperty',
      'Observations',
      'Observations/$ref',
      'name',
      'Thing/Locations',
    ],
    Sensors: ['Datastreams', 'name', 'metadata/$value'],
    FeaturesOfInterest: ['Observations', 'name', `Observations('${stream}-${at}')`],
    Observations: ['Datastream', 'FeatureOfInterest', 'Datastream/Thing', 'result', 'result/$value', '$ref'],
  } as Record<string, string[]>;
  return ids.flatMap((id) => [id, ...inside[id.replace(/\(.*/, '')]!.map((rest) => `${id}/${rest}`)]);
};

test('a foreign entity is 404 by every path, exactly like one that does not exist', async () => {
  for (const [world, token] of [
    [south, north.admin.token],
    [south, member.token],
    [sibling, member.token],
    [north, south.admin.token],
  ] as const)
    for (const path of foreignPaths(world)) {
      const answer = await get(path, token);
      assert.equal(answer.status, 404, `${path}: ${answer.text.slice(0, 200)}`);
      assert.deepEqual(JSON.parse(answer.text), { error: 'notFound', code: 4004, detail: { path } });
    }
  for (const path of foreignPaths(north)) assert.ok((await get(path, member.token)).status < 300, `own ${path}`);
});

const everywhere = [
  'Things',
  'Locations',
  'Datastreams',
  'Sensors',
  'ObservedProperties',
  'FeaturesOfInterest',
  'Observations',
  'Observations?$orderby=phenomenonTime desc',
  'Observations?$orderby=result desc',
  'Observations?$resultFormat=dataArray',
  'Things?$expand=Datastreams($expand=Observations($expand=FeatureOfInterest),Sensor,ObservedProperty),Locations',
  'ObservedProperties?$expand=Datastreams($expand=Thing($expand=Locations($expand=Things)),Observations)',
  'Sensors?$expand=Datastreams($expand=Thing,Observations)',
  'FeaturesOfInterest?$expand=Observations($expand=Datastream($expand=Thing,Sensor))',
  'Locations?$expand=Things/Datastreams/Observations',
  "ObservedProperties('temperature-temperature')/Datastreams?$expand=Thing",
  "ObservedProperties('temperature-temperature')/Datastreams/$ref",
  "Things?$filter=Datastreams/any(d: d/Sensor/Datastreams/any(e: e/name ne 'x')) or true",
  'Datastreams?$filter=true or Thing/id gt 0',
  'Observations?$filter=result ne null or result eq null',
];

test('no list, order, expansion or filter shows anything of a foreign project', async () => {
  for (const [token, secrets] of [
    [north.admin.token, [/Secret/]],
    [member.token, [/Secret/, /Hidden/]],
    [south.admin.token, [/Open/, /Hidden/]],
  ] as const)
    for (const path of everywhere) {
      const answer = await get(path, token);
      assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 300)}`);
      assert.ok(answer.body.value.length > 0, path);
      for (const secret of secrets) assert.doesNotMatch(answer.text, secret, path);
    }
  assert.match((await get('Things?$expand=Datastreams', member.token)).text, /Open dam/);
});

test('no filter finds a foreign name, and no count counts a foreign thing', async () => {
  const count = async (path: string, token: string) =>
    (await get(`${path}${path.includes('?') ? '&' : '?'}$top=0&$count=true`, token)).body['@iot.count'];
  for (const set of ['Things', 'Locations', 'Datastreams', 'Sensors', 'FeaturesOfInterest', 'Observations']) {
    const [one, two, all] = [
      await count(set, member.token),
      await count(set, north.admin.token),
      await count(set, south.admin.token),
    ];
    const each = set === 'Things' || set === 'Locations' ? 2 : 1;
    assert.deepEqual([one, two, all], [each, 2 * each, each], set);
  }
  assert.equal(await count('ObservedProperties', member.token), 1);
  for (const filter of [
    "Things?$filter=startswith(name, 'Secret')",
    "Things?$filter=Datastreams/FeatureOfInterest/name eq 'x'",
    "Datastreams?$filter=Thing/name eq 'Hidden dam'",
    `Datastreams?$filter=id eq '${sibling.pointId}-temperature'`,
    `Datastreams?$filter=properties/pointId eq ${south.pointId}`,
    "Sensors?$filter=startswith(name, 'Hidden')",
    "ObservedProperties?$filter=Datastreams/Thing/name eq 'Secret dam'",
    `Observations?$filter=result eq ${sibling.pointId}`,
    `Observations?$filter=id eq '${sibling.pointId}-temperature-${at}'`,
    "Observations?$filter=Datastream/Thing/name eq 'Hidden dam'",
    `Observations?$filter=parameters/deviceId eq ${sibling.device.id}`,
  ]) {
    const answer = await get(`${filter}&$count=true`, member.token);
    if (answer.status === 400) continue;
    assert.deepEqual([answer.body['@iot.count'], answer.body.value], [0, []], filter);
  }
  const token = `Observations?$skiptoken=${sibling.pointId}-temperature-0`;
  assert.equal((await get(token, member.token)).status, 400, 'a place in a foreign datastream is no place');
});

test('an observed property that two corporations measure belongs to each with its own datastreams', async () => {
  for (const [token, ids] of [
    [member.token, [north.pointId]],
    [north.admin.token, [north.pointId, sibling.pointId]],
    [south.admin.token, [south.pointId]],
  ] as const) {
    const { body } = await get("ObservedProperties('temperature-temperature')/Datastreams?$select=id", token);
    assert.deepEqual(
      body.value.map((each) => each['@iot.id']),
      ids.map((id) => `${id}-temperature`),
    );
  }
});

test('Retrieve:Data decides project by project; devices are named to those who may see them', async () => {
  const role = async (permissions: Permission[]) => {
    const { id } = await server.db
      .insertInto('role')
      .values({ corporation_id: north.corporationId, type: 'Custom', name: `Role ${permissions.join()}`, permissions })
      .returning('id')
      .executeTakeFirstOrThrow();
    const account = await makeAccount(server, 'Normal', north.corporationId, `with.${id}`);
    for (const projectId of [north.projectId, sibling.projectId])
      await server.db
        .insertInto('project_member')
        .values({ project_id: projectId, account_id: account.id, role_id: id })
        .execute();
    return account.token;
  };
  assert.equal((await get('Things', await role(['Retrieve:Project', 'Retrieve:Structure']))).status, 403);
  const dataOnly = await role(['Retrieve:Data']);
  const sensors = (await get('Sensors', dataOnly)).body.value;
  assert.deepEqual(
    sensors.map(({ name, properties }) => [name, (properties as Record<string, unknown>)['sncode']]),
    [
      [`Device ${north.device.id}, temperature`, undefined],
      [`Device ${sibling.device.id}, temperature`, undefined],
    ].sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
  );
  assert.deepEqual((await get("Sensors?$filter=startswith(name, 'Open')", dataOnly)).body.value, []);
  const [observation] = (await get('Observations', dataOnly)).body.value;
  assert.deepEqual(observation!['parameters'], { deviceId: north.device.id });
  // A guest in one project and without data in the other sees the one.
  const mixed = await makeAccount(server, 'Normal', north.corporationId, 'mixed');
  await makeMember(server, north.projectId, mixed.id, 'Guest');
  const { id } = await server.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'Role Retrieve:Project,Retrieve:Structure')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: sibling.projectId, account_id: mixed.id, role_id: id })
    .execute();
  assert.doesNotMatch((await get('Things?$expand=Datastreams/Observations', mixed.token)).text, /Hidden/);
});

test('access tokens work until they are taken away; nothing is answered without one', async () => {
  const { body } = await server.call(users.createToken, { name: 'GIS', expiresInDays: 1 }, member.token);
  assert.equal((await get('Things', body.token)).status, 200);
  await server.call(users.revokeToken, { tokenId: body.accessToken.id }, member.token);
  for (const [path, token] of [
    ['', undefined],
    ['Things', undefined],
    ['Things', 'pla_nonsense'],
    ['Things', body.token],
  ] as const)
    assert.equal((await get(path, token)).status, 401, path);
  assert.equal((await fetch(`${root}x/Things`, { headers: { authorization: `Bearer ${member.token}` } })).status, 404);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    assert.equal(
      (await fetch(`${root}/Things`, { method, headers: { authorization: `Bearer ${member.token}` } })).status,
      405,
    );
});

test('links carry the host that was asked; a proxy is believed only where it is trusted', async () => {
  const self = async (headers: Record<string, string>) =>
    ((await get('Things?$top=1', member.token, headers)).body.value[0]!['@iot.selfLink'] as string).replace(
      /\/api.*/,
      '',
    );
  assert.equal(await self({}), server.url);
  assert.equal(await self({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }), server.url);
  const behind = await startServer({ TRUST_PROXY: '127.0.0.1' });
  try {
    const world = await makeWorld(behind, 'Behind');
    const response = await fetch(`${behind.url}/api/sensorthings/v1.1/Things`, {
      headers: {
        authorization: `Bearer ${world.admin.token}`,
        'x-forwarded-host': 'data.example',
        'x-forwarded-proto': 'https',
      },
    });
    const { value } = (await response.json()) as { value: Record<string, string>[] };
    assert.equal(value[0]!['@iot.selfLink'], `https://data.example/api/sensorthings/v1.1/Things(${world.structureId})`);
  } finally {
    await behind.close();
  }
});
