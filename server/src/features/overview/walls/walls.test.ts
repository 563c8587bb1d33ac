/** What a wall shows by its link: its projects as the screens show them, nothing foreign, and nothing once it is ended or its maker has lost the right. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { wallLimits, walls } from '@plumbline/contract/overview/walls';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { sql } from 'kysely';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { rule, send, setRules, settled } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], {}, '2026-03-17T00:05:00Z');
const { projectId, pointId } = north;
const { token } = north.admin;
const nobody = '';
let secret = '';
let wallId = 0;

const create = (input: Partial<InputOf<typeof walls.create.input>> = {}, as = token) =>
  server.call(
    walls.create,
    {
      name: 'Control room',
      language: 'en',
      timeZone: 'Asia/Shanghai',
      projectIds: [projectId],
      slides: [{ kind: 'overview', dwellSeconds: 20 }],
      ...input,
    },
    as,
  );
const update = (input: Partial<InputOf<typeof walls.update.input>>) =>
  server.call(walls.update, { wallId, ...input }, token);
const open = (link = secret, again = true) => server.call(walls.open, { token: link, again }, nobody);
const shown = async () => {
  const { status, body } = await open();
  assert.equal(status, 200);
  return body;
};
const slide = async (place: number) => {
  const { status, body } = await server.call(walls.slide, { token: secret, place }, nobody);
  assert.equal(status, 200);
  return body;
};
/** Answers are shared for some seconds. */
const later = () => server.clock.advance(6_000);

before(async () => {
  await setRules(server, north, rule());
  await send(server, north, [5, 31]);
  await settled(server);
});

test('a wall shows its projects, their alerts and counts, to whoever has its link', async () => {
  const { body } = await create({
    slides: [
      { kind: 'overview', dwellSeconds: 20 },
      { kind: 'project', dwellSeconds: 10, projectId },
      { kind: 'points', dwellSeconds: 15, pointIds: [pointId], days: 7 },
    ],
    soundFrom: 3,
    dim: { from: '22:00', to: '06:00', percent: 40 },
  });
  [secret, wallId] = [body.token, body.wall.id];
  assert.match(secret, /^[\w-]{43}$/);
  const wall = await shown();
  assert.deepEqual(
    [wall.name, wall.slides.length, wall.soundFrom, wall.dim?.percent, wall.hidden],
    ['Control room', 3, 3, 40, 0],
  );
  assert.deepEqual(
    wall.projects.map(({ id, name }) => [id, name]),
    [[projectId, 'North project']],
  );
  assert.equal(wall.counts.projects, 1);
  const [alert] = wall.alerts;
  assert.deepEqual([alert?.level, alert?.value, wall.alertTotal], [3, 31, 2]);
});

test('slides show what the screens show: structures, values with their limits, curves', async () => {
  const overview = await slide(0);
  assert.ok(overview.kind === 'overview');
  assert.deepEqual(
    overview.watched.map((point) => [point.pointId, point.value]),
    [[pointId, 31]],
  );
  const project = await slide(1);
  assert.ok(project.kind === 'project');
  assert.deepEqual(
    [project.alerts[0]?.level, project.alertTotal],
    [3, 2],
    'alerts of its own, whatever the head has room for',
  );
  assert.deepEqual([project.name, project.status.level, project.structures[0]?.openAlerts], ['North project', 3, 2]);
  const points = await slide(2);
  assert.ok(points.kind === 'points');
  assert.deepEqual(
    points.points.map(({ value, curve, thresholds }) => [value, curve?.values, thresholds.length]),
    [[31, [5, 31], 1]],
  );
  assert.equal((await slide(7)).kind, 'gone');
});

test('a storm in one project hides no alert on the slide of another', async () => {
  const made = await server.call(
    projects.create,
    {
      corporationId: north.corporationId,
      name: 'Stormy',
      timeZone: 'UTC',
      address: 'Wuhan',
      coordinates: { longitude: 114, latitude: 30 },
    },
    token,
  );
  const stormy = made.body.project.id;
  await sql`INSERT INTO alert OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(NULL::alert, to_jsonb(a) || jsonb_build_object('id', 900000 + n, 'project_id', ${stormy}::int, 'level', 4))).*
    FROM (SELECT * FROM alert WHERE project_id = ${projectId} ORDER BY id LIMIT 1) AS a, generate_series(1, ${wallLimits.alerts + 5}) AS n`.execute(
    server.db,
  );
  await update({ projectIds: [projectId, stormy] });
  later();
  assert.ok(
    (await shown()).alerts.every((alert) => alert.projectId === stormy),
    'the head has no room for others',
  );
  const project = await slide(1);
  assert.ok(project.kind === 'project');
  assert.deepEqual([project.alerts.map((alert) => alert.projectId), project.alertTotal], [[projectId, projectId], 2]);
  await sql`DELETE FROM alert WHERE project_id = ${stormy}`.execute(server.db);
  await update({ projectIds: [projectId] });
  later();
});

test('a point that is silent is shown as silent, and no level as present', async () => {
  await server.db.updateTable('point').set({ interval_seconds: 600 }).where('id', '=', pointId).execute();
  server.clock.advance(3_600_000);
  const wall = await shown();
  assert.deepEqual([wall.projects[0]?.summary.status.state, wall.counts.status.level], ['silent', null]);
  const points = await slide(2);
  assert.ok(points.kind === 'points');
  assert.equal(points.points[0]?.status.state, 'stale');
});

test('nothing of another corporation can be put on a wall', async () => {
  const foreign = { projectIds: [projectId, south.projectId], name: 'Foreign' };
  assert.equal((await create(foreign)).status, 404);
  const of = (slides: InputOf<typeof walls.create.input>['slides']) => create({ name: 'Foreign', slides });
  assert.equal((await of([{ kind: 'project', dwellSeconds: 20, projectId: south.projectId }])).status, 404);
  assert.equal((await of([{ kind: 'points', dwellSeconds: 20, pointIds: [south.pointId], days: 7 }])).status, 404);
  const drawing = { kind: 'drawing', dwellSeconds: 20, structureId: south.structureId, drawingId: 1 } as const;
  assert.equal((await of([drawing])).status, 404);
});

test('who may only look at a project puts it on no wall', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'wall.person1');
  await makeMember(server, projectId, guest.id, 'Guest');
  const { status, body } = await create({ name: 'Mine' }, guest.token);
  assert.deepEqual([status, 'error' in body && body.error], [403, 'wallNotPublic']);
});

test('a wall of another person is not found', async () => {
  const other = await makeAccount(server, 'Admin', north.corporationId, 'wall.person2');
  const as = other.token;
  assert.equal((await server.call(walls.update, { wallId, soundFrom: 0 }, as)).status, 404);
  assert.equal((await server.call(walls.renewLink, { wallId }, as)).status, 404);
  assert.equal((await server.call(walls.remove, { wallId }, as)).status, 404);
  assert.deepEqual((await server.call(walls.list, {}, as)).body.walls, []);
});

test('the wall shows no project that its maker may no longer publish, and says how many', async () => {
  const maker = await makeAccount(server, 'Normal', north.corporationId, 'wall.person3');
  await makeMember(server, projectId, maker.id, 'Manager');
  const { body } = await create({ name: 'Theirs' }, maker.token);
  assert.equal((await open(body.token)).body.projects.length, 1);
  const guest = server.db.selectFrom('role').select('id').where('type', '=', 'Guest').limit(1);
  await server.db.updateTable('project_member').set({ role_id: guest }).where('account_id', '=', maker.id).execute();
  const after = await open(body.token);
  assert.deepEqual([after.body.projects, after.body.alerts, after.body.hidden], [[], [], 1]);
  await server.call(users.disable, { userId: maker.id, disabled: true }, token);
  assert.equal((await open(body.token)).status, 404);
});

test('openings are counted, and reading again is none', async () => {
  const count = async () =>
    (await server.call(walls.list, {}, token)).body.openings.find((each) => each.wallId === wallId)?.count;
  assert.equal(await count(), 0);
  await open(secret, false);
  await open(secret, true);
  assert.equal(await count(), 1);
});

test('a change is on the screen with the next answer', async () => {
  await update({ name: 'Site office' });
  assert.equal((await shown()).name, 'Site office');
  assert.equal(
    (await update({ slides: [{ kind: 'project', dwellSeconds: 20, projectId: south.projectId }] })).status,
    404,
  );
});

test('a link that was replaced or ended, or whose time is over, opens nothing', async () => {
  const old = secret;
  secret = (await server.call(walls.renewLink, { wallId }, token)).body.token;
  assert.equal((await open(old)).status, 404);
  assert.equal((await server.call(walls.slide, { token: old, place: 0 }, nobody)).status, 404);
  assert.equal((await server.call(walls.picture, { token: old, place: 0 }, nobody)).status, 404);
  assert.equal((await open()).status, 200);
  await update({ expiresAt: new Date(server.clock.now().getTime() + 60_000).toISOString() });
  later();
  assert.equal((await open()).status, 200);
  server.clock.advance(60_000);
  assert.equal((await open()).status, 404);
  const past = await update({ expiresAt: '2020-01-01T00:00:00Z' });
  assert.equal('error' in past.body && past.body.error, 'wallEnded');
  await update({ expiresAt: null });
  assert.equal((await open()).status, 200);
  await server.call(walls.remove, { wallId }, token);
  assert.equal((await open()).status, 404);
});

test('somebody has so many walls and no more', async () => {
  const other = await makeAccount(server, 'Admin', north.corporationId, 'wall.person4');
  for (let i = 0; i < wallLimits.walls; i++)
    assert.equal((await create({ name: `Wall ${i}` }, other.token)).status, 200);
  const { body } = await create({ name: 'One too many' }, other.token);
  assert.equal('error' in body && body.error, 'wallsFull');
});
