/** What outsiders see by a link: what was chosen and nothing else, silence as silence, and nothing once the link is ended. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { statusPageLimits, statusPages } from '@plumbline/contract/overview/status-pages';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { at, rule, send, setRules, settled } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], {}, '2026-03-17T00:05:00Z');
const { projectId, structureId, pointId } = north;
const { token } = north.admin;
const nobody = '';
let secret = '';
let statusPageId = 0;

const create = (input: Partial<InputOf<typeof statusPages.create.input>> = {}, as = token) =>
  server.call(
    statusPages.create,
    { projectId, title: 'For the owner', language: 'en', structureIds: [structureId], ...input },
    as,
  );
const update = (input: Partial<InputOf<typeof statusPages.update.input>>) =>
  server.call(statusPages.update, { projectId, statusPageId, ...input }, token);
const open = (link = secret, again = false) => server.call(statusPages.open, { token: link, again }, nobody);
const shown = async (link = secret) => {
  const { status, body } = await open(link, true);
  assert.equal(status, 200);
  return body;
};
const openings = async () => (await server.call(statusPages.list, { projectId }, token)).body.openings;
/** Answers are shared for some seconds. */
const later = () => server.clock.advance(6_000);

before(async () => {
  await setRules(server, north, rule());
  await send(server, north, [5, 31]);
  await settled(server);
});

test('a page shows the structures and readings that were chosen, to whoever has its link', async () => {
  const { body } = await create({ pointIds: [pointId], curveDays: 7, showAlerts: true, note: 'Call 110' });
  [secret, statusPageId] = [body.token, body.statusPage.id];
  assert.match(secret, /^[\w-]{43}$/);
  const page = await shown();
  const own = (await server.call(structures.get, { structureId }, token)).body.structure;
  const [structure] = page.structures;
  assert.deepEqual([page.title, page.note, page.projectName], ['For the owner', 'Call 110', 'North project']);
  assert.deepEqual(page.corporation, { title: 'North', logo: null }, 'whose page it is, not who made the product');
  assert.deepEqual(
    [structure?.name, structure?.openAlerts, structure?.status],
    [own.name, own.openAlerts, own.status],
    'as the screen of the structure has it',
  );
  assert.equal(page.status.level, 3);
  const [point] = page.points;
  const { measuringPoint } = (await server.call(points.get, { pointId }, token)).body;
  assert.deepEqual([point?.value, point?.unit, point?.status], [31, '°C', measuringPoint.status]);
  assert.deepEqual(point?.curve?.values, [5, 31]);
});

test('nothing that was not chosen is in the answer', async () => {
  await update({ pointIds: [], showAlerts: false, note: '' });
  later();
  const page = await shown();
  assert.deepEqual([page.points, page.structures[0]?.openAlerts], [[], null]);
  const names = Object.keys(page).sort();
  assert.deepEqual(names, [
    ...[
      'archivedAt',
      'at',
      'corporation',
      'curveFrom',
      'expiresAt',
      'language',
      'note',
      'points',
      'projectName',
      'status',
    ],
    ...['structures', 'timeZone', 'title'],
  ]);
  assert.ok(!JSON.stringify(page).includes(north.device.sncode));
  await update({ pointIds: [pointId], curveDays: 0 });
  later();
  assert.equal((await shown()).points[0]?.curve, null);
});

test('a value that failed its quality tests is not published', async () => {
  const flag = { pointId, fields: ['temperature'], times: [at(1)], reason: 'Knocked' };
  const flagged = await server.call(history.flag, { ...flag, quality: 'fail' }, token);
  assert.equal(flagged.status, 200, JSON.stringify(flagged.body));
  await settled(server);
  later();
  const [failed] = (await shown()).points;
  assert.deepEqual([failed?.status.state, failed?.value], ['failed', null]);
  await server.call(history.undo, { pointId, changeId: flagged.body.changeId ?? 0 }, token);
  await settled(server);
  later();
  assert.equal((await shown()).points[0]?.value, 31);
});

test('a point that is silent is shown as silent', async () => {
  await server.db.updateTable('point').set({ interval_seconds: 600 }).where('id', '=', pointId).execute();
  server.clock.advance(3_600_000);
  const { points: shownPoints, status } = await shown();
  assert.equal(shownPoints[0]?.status.state, 'stale');
  assert.equal(status.state, 'silent');
  assert.equal(status.level, null, 'and no level is said to be the present one');
});

test('openings are counted, and reading again is none', async () => {
  const count = async () => (await openings()).find((each) => each.statusPageId === statusPageId)?.count;
  const before = (await count()) ?? 0;
  await open();
  await open(secret, true);
  assert.equal(await count(), before + 1);
});

test('a new link ends the one before; an ended page opens nothing, like one that never was', async () => {
  const { body } = await server.call(statusPages.renewLink, { projectId, statusPageId }, token);
  const old = await open();
  secret = body.token;
  assert.equal((await open()).status, 200);
  const never = await open('A'.repeat(43));
  const withoutRequest = ({ error, detail }: { error: string; detail: unknown }) => ({ error, detail });
  assert.equal(old.status, 404);
  assert.deepEqual(withoutRequest(old.body as never), withoutRequest(never.body as never));
  const made = await create({ title: 'For a day', expiresAt: '2026-03-18T12:00:00.000Z' });
  assert.equal((await open(made.body.token)).status, 200);
  server.clock.advance(2 * 86_400_000);
  assert.equal((await open(made.body.token)).status, 404, 'it is over');
  const fresh = await server.tokenFor(north.admin.id);
  await server.call(statusPages.remove, { projectId, statusPageId: made.body.statusPage.id }, fresh);
});

test('tokens are stored nowhere', async () => {
  const { rows } = await server.database.pool.query('SELECT row_to_json(g)::text AS text FROM status_page g');
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(secret)));
});

test('pages are made of what is of the project, by those who may change it', async () => {
  const admin = await server.tokenFor(north.admin.id);
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'status.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await create({ title: 'Guest' }, guest.token)).body.error, 'notAllowed');
  assert.equal((await create({ title: 'X', structureIds: [south.structureId] }, admin)).body.error, 'notFound');
  assert.equal((await create({ title: 'X', pointIds: [south.pointId] }, admin)).body.error, 'notFound');
  assert.equal((await create({}, admin)).body.error, 'nameTaken');
  const past = await create({ title: 'X', expiresAt: '2020-01-01T00:00:00Z' }, admin);
  assert.equal(past.body.error, 'statusPageEnded');
  const elsewhere = { projectId: south.projectId, statusPageId };
  for (const route of [statusPages.renewLink, statusPages.remove])
    assert.equal((await server.call(route, elsewhere, await server.tokenFor(south.admin.id))).status, 404);
  await server.db
    .insertInto('status_page')
    .values(
      Array.from({ length: statusPageLimits.pages }, (_, i) => ({
        project_id: south.projectId,
        title: `Page ${i}`,
        note: '',
        language: 'en',
        curve_days: 0,
        show_alerts: false,
        expires_at: null,
        last_opened_at: null,
        by_name: 'x',
        token_hash: Buffer.from(`token ${i}`),
        linked_at: server.clock.now(),
        created_at: server.clock.now(),
      })),
    )
    .execute();
  const full = await server.call(
    statusPages.create,
    { projectId: south.projectId, title: 'One more', language: 'en', structureIds: [south.structureId] },
    await server.tokenFor(south.admin.id),
  );
  assert.equal(full.body.error, 'statusPagesFull');
});

test('a structure that is deleted leaves its pages; an archived project says so; a project that ends, ends them', async () => {
  const admin = await server.tokenFor(north.admin.id);
  const { body } = await server.call(structures.create, { projectId, name: 'Spillway', type: 'dam' }, admin);
  await server.call(
    statusPages.update,
    { projectId, statusPageId, structureIds: [structureId, body.structure.id] },
    admin,
  );
  later();
  assert.equal((await shown()).structures.length, 2);
  await server.call(structures.remove, { structureId: body.structure.id }, admin);
  later();
  assert.deepEqual(
    (await shown()).structures.map(({ name }) => name),
    ['Main dam'],
  );
  await server.call(projects.archive, { projectId, archived: true }, admin);
  later();
  assert.notEqual((await shown()).archivedAt, null);
  await server.db.updateTable('project').set({ deleting_at: server.clock.now() }).where('id', '=', projectId).execute();
  assert.equal((await open()).status, 404);
});
