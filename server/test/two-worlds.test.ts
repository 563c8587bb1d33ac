/**
 * What one may see does not change when somebody else's world comes to life. Every route that reads without naming a
 * place is asked by the people of North before and after: first another project of their corporation comes, then another
 * corporation, both full. Nothing here knows a route by name but those that show no world at all, so a route that is
 * added later is asked too.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { projectPermissions } from '@plumbline/contract/kernel/permissions';
import type { Route } from '@plumbline/contract/kernel/route';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { walls } from '@plumbline/contract/overview/walls';
import { users } from '@plumbline/contract/people/users';
import { registry } from '@plumbline/contract/registry';
import { links } from '@plumbline/contract/site/links';
import { sql } from 'kysely';
import { makeAccount, makeMember, makeWorld, type World } from './harness.ts';
import { sealReport } from './report-preparations.ts';
import { type Input, inputFor, send } from './route-inputs.ts';
import { openWorlds } from './worlds.ts';

const [server, north] = await openWorlds(['North'], { ROLES: 'web,gateway' });

/** Routes whose answer is the same in every world: words of the product, of the installation, or of whoever asks. */
const ofNoWorld = new Set([
  'users.avatar',
  'corporations.brandFile',
  'guide.list',
  'guide.search',
  'guide.get',
  'work.list',
  'registrations.list',
  'dialIn.unknown',
  'users.listTokens',
  'installation.health',
  'releases.version',
  'releases.list',
  'releases.get',
  'privateConf.get',
  'languagePacks.list',
  'languagePacks.states',
  'languagePacks.missing',
  'languagePacks.file',
  'licences.fingerprint',
  'licences.info',
  'plugins.list',
  'plugins.offered',
  'plugins.decode',
  'languagePacks.get',
  'sessions.loginInfo',
  'roles.permissions',
  'models.list',
  'models.series',
  'models.options',
  'models.constants',
  'models.get',
  'formulas.system',
  'formulas.check',
  'connections.simInfoQuery',
  'sensorthings.root',
  'sensorthings.read ObservedProperties',
  'grafana.test',
  'grafana.tagKeys',
  // Names of structures, and values: the structures of these worlds have the same names.
  'grafana.tagValues',
  'grafana.query',
]);

/** Asking these writes a line into what they answer, under the next number there is, or is counted there: their words alone tell whose it is. */
const ofOwnDeeds = (key: string): boolean => /^(operations\.|users\.listTokens )/.test(key);

interface Query {
  readonly name: string;
  readonly route: Route;
  readonly input: Input;
}
/** What is asked for of each entity set of SensorThings. */
const paths = [
  'Things',
  'Locations',
  'Datastreams',
  'Sensors',
  'ObservedProperties',
  'Observations',
  'FeaturesOfInterest',
];

/** Every read without a place. What is optional is left out: the widest answer. */
function readsWithoutPlace(world: World): Query[] {
  const all = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
  );
  return all
    .filter(
      ({ route }) =>
        !route.within &&
        route.needs !== 'device' &&
        route.needs !== 'feed' &&
        (route.method === 'GET' || route.readOnly),
    )
    .flatMap(({ name, route }) => {
      const input = inputFor(route, idsOf(world));
      if (name === 'sensorthings.read')
        return paths.map((path) => ({ name: `${name} ${path}`, route, input: { path } }));
      if (name === 'grafana.tagValues') return [{ name, route, input: { key: 'structure' } }];
      if (name.startsWith('grafana.') && 'metric' in input) input['metric'] = `project-${world.projectId}`;
      if (name === 'mcp.call')
        return ['list_projects', 'list_alerts'].map((tool) => ({
          name: `${name} ${tool}`,
          route,
          input: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } },
        }));
      if ('keyword' in input || name === 'stats.search') input['keyword'] = 'o';
      if ('register' in input) input['register'] = world.device.sncode;
      if (name === 'links.open') input['code'] = codeOf.get(world);
      if (name === 'statusPages.open') input['token'] = statusTokenOf.get(world);
      if (name.startsWith('reportVerification.')) input['code'] = reportCodeOf.get(world);
      if (name.startsWith('walls.') && 'token' in input) input['token'] = wallTokenOf.get(world);
      // Not an opening: the list of walls would count it.
      if (name === 'walls.open') input['again'] = true;
      if ('notificationId' in input) input['notificationId'] = notificationOf.get(world);
      for (const field of ['projectId', 'structureId', 'pointId', 'level', 'status', 'from', 'to', 'unread'])
        delete input[field];
      return [{ name, route, input }];
    });
}
const idsOf = (world: World) => ({
  ...world,
  userId: world.normal.id,
  roleId: 1,
  userGroupId: 1,
  deviceId: world.device.id,
  measuringDeviceId: world.device.id,
  pointIds: [world.pointId],
  alertIds: [world.alertId],
});

/** The notification of each world's administrator. */
const notificationOf = new Map<World, number>();
/** The short link of each world. */
const codeOf = new Map<World, string>();
const statusTokenOf = new Map<World, string>();
const wallTokenOf = new Map<World, string>();
const reportCodeOf = new Map<World, string>();

/** Fills a world with what lists are made of, each thing told of to everybody of its corporation. */
async function fill(world: World, title: string) {
  const now = server.clock.now();
  const { db } = server;
  await db
    .insertInto('notification_choice')
    .values({ account_id: world.admin.id, project_id: world.projectId, muted: ['AlertSettled'] })
    .execute();
  await db
    .updateTable('point')
    .set({ name: `Point of ${title}`, longitude: 114, latitude: 30 })
    .where('id', '=', world.pointId)
    .execute();
  await db
    .updateTable('device')
    .set({ name: `Logger of ${title}` })
    .where('id', '=', world.device.id)
    .execute();
  await db
    .updateTable('structure')
    .set({ name: sql<string>`name || ${` of ${title}`}` })
    .where('project_id', '=', world.projectId)
    .execute();
  for (const kind of ['raised', 'changed'] as const)
    await sql`INSERT INTO alert_change (alert_id, at, kind, level, status, by_name)
      VALUES (${world.alertId}, ${now}, ${kind}, 2, 'Pending', ${`Somebody of ${title}`})`.execute(db);
  await db
    .insertInto('threshold')
    .values({
      point_id: world.pointId,
      field: 'temperature',
      kind: 'value',
      method: 'twoSided',
      levels: [30, 40, 50, 60],
      rate_levels: null,
    })
    .execute();
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw, device_id)
    VALUES (${world.pointId}, ${now}, ${now}, ARRAY[41]::float8[], '{}', ${world.device.id})`.execute(db);
  await db
    .insertInto('point_state')
    .values({ point_id: world.pointId, at: now, received_at: now, values: [41], level: 2 })
    .execute();
  const { body: link } = await server.call(
    links.create,
    { projectId: world.projectId, query: `point=${world.pointId}&title=${title}` },
    world.admin.token,
  );
  codeOf.set(world, link.code);
  const { projectId, structureId, pointId } = world;
  const { body: status } = await server.call(
    statusPages.create,
    { projectId, title, language: 'en', structureIds: [structureId], pointIds: [pointId] },
    world.admin.token,
  );
  statusTokenOf.set(world, status.token);
  const { body: wall } = await server.call(
    walls.create,
    {
      name: title,
      language: 'en',
      timeZone: 'UTC',
      projectIds: [projectId],
      // The first slide is the one that is asked for: what it shows is of the project.
      slides: [{ kind: 'project', dwellSeconds: 20, projectId }],
    },
    world.admin.token,
  );
  wallTokenOf.set(world, wall.token);
  const letters = title
    .toUpperCase()
    .replace(/[^A-HJ-NP-Z]/g, '')
    .padEnd(20, '2')
    .replace(/(.{4})(?=.)/g, '$1-');
  reportCodeOf.set(world, await sealReport(server, world, letters));
  await db
    .insertInto('recovery_address')
    .values({ account_id: world.admin.id, address: `${title}@example.com`, verified_at: now })
    .execute();
  await db
    .insertInto('wechat_binding')
    .values({ account_id: world.admin.id, open_id: title, union_id: null, nickname: title, bound_at: now })
    .execute();
  await db
    .insertInto('passkey')
    .values({
      account_id: world.admin.id,
      credential_id: title,
      public_key: Buffer.from(title),
      counter: 0,
      transports: [],
      name: title,
      created_at: now,
      last_used_at: null,
    })
    .execute();
  // Where alerts reach its administrator.
  await db
    .insertInto('contact')
    .values({ account_id: world.admin.id, email: `${title}@example.com`, mobile: null, email_from: 1, sms_from: null })
    .execute();
  const { id: tokenId } = await db
    .selectFrom('token')
    .select('id')
    .where('account_id', '=', world.admin.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('push_subscription')
    .values({
      account_id: world.admin.id,
      token_id: tokenId,
      endpoint_hash: Buffer.from(title),
      sealed: '-',
      host: `${title}.example.com`,
      browser: 'Firefox',
      system: 'Windows',
      level_from: 1,
      created_at: now,
    })
    .execute();
  const delivered = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: now.getTime() - 1000, channels: { 1: { temperature: 35 } } }),
  });
  assert.equal(delivered.status, 200, await delivered.text());
  // The gateway writes a moment later that it has heard the device: what is asked next must not depend on when.
  const isConnectionStored = () =>
    db
      .selectFrom('device_state')
      .select('device_id')
      .where('device_id', '=', world.device.id)
      .where('last_seen_at', 'is not', null)
      .executeTakeFirst();
  for (let tries = 0; tries < 200 && !(await isConnectionStored()); tries++) await wait(25);
  assert.ok(await isConnectionStored(), 'the gateway has not written that it heard the device');
  const notifications = await db
    .insertInto('notification')
    .values(
      [world.admin, world.normal].map(({ id }) => ({
        account_id: id,
        type: 'MeasuringAlert',
        title: `Alert of ${title}`,
        project_id: world.projectId,
        alert_id: world.alertId,
        point_id: world.pointId,
        level: 2,
        created_at: now,
        read_at: null,
      })),
    )
    .returning('id')
    .execute();
  notificationOf.set(world, notifications[0]!.id);
}

/** Numbers that no world before has, so that an id in an answer says whose it is. */
async function startIdsAt(first: number) {
  const { rows } = await sql<{ name: string }>`
    SELECT pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS name
    FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`.execute(server.db);
  for (const { name } of rows) await sql`SELECT setval(${name}::regclass, ${first})`.execute(server.db);
}

/** A token of the administrator that reads the project of North, and no other. */
async function scopedToken(): Promise<string> {
  const permissions = projectPermissions.filter((each) => each.startsWith('Retrieve:'));
  const scope = { permissions, projectIds: [north.projectId] };
  return (await server.call(users.createToken, { name: 'script', scope }, north.admin.token)).body.token;
}

const people = async () => {
  const { corporationId, projectId } = north;
  const account = async (type: 'Manager' | 'Normal', name: string, role?: 'Owner' | 'Guest') => {
    const made = await makeAccount(server, type, corporationId, name);
    if (role) await makeMember(server, projectId, made.id, role);
    return made.token;
  };
  return {
    above: { Admin: north.admin.token, Manager: await account('Manager', 'north.manager') },
    members: {
      Owner: await account('Normal', 'north.owner', 'Owner'),
      Guest: await account('Normal', 'north.guest', 'Guest'),
      outsider: await account('Normal', 'north.outsider'),
      // Of the administrator, to whom everything of the corporation is told.
      script: await scopedToken(),
    },
  };
};

/** What moves with the machine that the test runs on is the same in every answer. */
const withoutMachine = (body: unknown): unknown =>
  body && JSON.parse(JSON.stringify(body, (key, value) => (/^(lastSignSeconds|freeBytes)$/.test(key) ? 0 : value)));

async function answers(queries: readonly Query[], tokens: Readonly<Record<string, string>>) {
  const replies: Record<string, unknown> = {};
  for (const { name, route, input } of queries)
    for (const [who, token] of Object.entries(tokens)) {
      const { status, body } = await send(server.url, route, input, token);
      assert.ok(status !== 400 && status !== 500, `${name}: ${status} ${JSON.stringify(body)}`);
      replies[`${name} as ${who}`] = { status, body: withoutMachine(body) };
    }
  return replies;
}

/** What in an answer belongs to a world: its words, and its ids. */
const tracesIn = (
  answer: unknown,
  { words, from }: { readonly words: readonly string[]; readonly from: number | null },
) => {
  const text = JSON.stringify(answer);
  const numbers = from === null ? [] : [...text.matchAll(/\d+/g)].map(([number]) => number);
  return [
    ...words.filter((word) => text.includes(word)),
    ...numbers.filter((number) => from !== null && Number(number) > from && Number(number) < from + 1_000_000),
  ];
};

test('nobody reads of a world that is not his, in no list, no count and no search', async () => {
  await fill(north, 'North');
  const { above, members } = await people();
  const queries = readsWithoutPlace(north);
  assert.ok(queries.length > 25, `${queries.length} routes`);
  const everybody = { ...above, ...members };
  const before = await answers(queries, everybody);

  await startIdsAt(600_000_000);
  const sibling = await makeWorld(server, 'Eastbank');
  for (const [table, id] of [
    ['project', sibling.projectId],
    ['device', sibling.device.id],
    ['task', sibling.taskId],
  ] as const)
    await server.db.updateTable(table).set({ corporation_id: north.corporationId }).where('id', '=', id).execute();
  await fill(sibling, 'Eastbank');
  const east = { words: ['Eastbank', sibling.device.sncode], from: 600_000_000 };
  const withSibling = await answers(queries, everybody);
  for (const who of Object.keys(members))
    for (const { name } of queries) {
      const key = `${name} as ${who}`;
      assert.deepEqual(tracesIn(withSibling[key], ofOwnDeeds(key) ? { ...east, from: null } : east), [], key);
      if (ofOwnDeeds(key)) continue;
      assert.deepEqual(withSibling[key], before[key], `${key}: another project changes the answer`);
    }

  await startIdsAt(700_000_000);
  const south = await makeWorld(server, 'South');
  await fill(south, 'South');
  const far = { words: ['South', south.device.sncode], from: 700_000_000 };
  const withSouth = await answers(queries, everybody);
  for (const key of Object.keys(withSouth)) {
    assert.deepEqual(tracesIn(withSouth[key], ofOwnDeeds(key) ? { ...far, from: null } : far), [], key);
    if (ofOwnDeeds(key)) continue;
    assert.deepEqual(withSouth[key], withSibling[key], `${key}: another corporation changes the answer`);
  }

  // The same questions find South for its own people: else nothing was asked.
  const own = await answers(readsWithoutPlace(south), { Admin: south.admin.token });
  const blind = Object.entries(own)
    .filter(([key, answer]) => tracesIn(answer, far).length === 0 && !ofNoWorld.has(key.replace(' as Admin', '')))
    .map(([key]) => key);
  assert.deepEqual(
    blind,
    countsOnly.map((name) => `${name} as Admin`),
    'routes that show nothing of a full world',
  );
});

/** Routes that answer in figures and times alone, or with a file, which is not read here: no name and no id of a world is in them. */
const countsOnly: string[] = [
  'secondFactors.get',
  'operations.file',
  'gateway.counters',
  'health.stat',
  'onDuty.calendar',
  'onDuty.readCalendar',
  'reportVerification.readings',
  'reportLinks.file',
  'stats.alertStatus',
  'walls.picture',
];
