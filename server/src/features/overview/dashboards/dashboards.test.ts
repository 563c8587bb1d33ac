/** Dashboards: who reads and changes which, what panels show to whom, two people on one, templates, and a wall that shows one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';
import { walls } from '@plumbline/contract/overview/walls';
import { readings } from '@plumbline/contract/readings/readings';
import { drawings } from '@plumbline/contract/site/drawings';
import { profiles } from '@plumbline/contract/views/profiles';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { panelsFor } from './logic/templates.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, pointId, structureId } = north;
const { token } = north.admin;
const guest = await makeAccount(server, 'Normal', north.corporationId, 'boards.guest');
await makeMember(server, projectId, guest.id, 'Guest');
const member = await makeAccount(server, 'Normal', north.corporationId, 'boards.member');
await makeMember(server, projectId, member.id, 'Member');

const at = { id: 'a', title: '', x: 0, y: 0, w: 4, h: 4 };
const value: Panel = { ...at, kind: 'value', pointId };
const create = (name: string, more: object = {}, by = token) =>
  server.call(dashboards.create, { projectId, name, panels: [value], ...more }, by);
const panelAs = async (panel: Panel, by = token) =>
  (await server.call(dashboards.panel, { projectId, panel }, by)).body;

test('a private one is for its maker alone; a shared one is read by its roles and changed by who may change the project', async () => {
  const own = (await create('Own of the guest', {}, guest.token)).body.dashboard;
  assert.deepEqual([own.isOwn, own.mayChange, own.roles], [true, true, []]);
  assert.equal((await server.call(dashboards.get, { projectId, dashboardId: own.id }, token)).body.error, 'notFound');
  assert.deepEqual((await server.call(dashboards.list, { projectId }, token)).body.dashboards, []);
  const refused = await create('Shared by the guest', { roles: ['Guest'] }, guest.token);
  assert.equal(refused.body.error, 'notAllowed');

  const shared = (await create('For guests', { roles: ['Guest'] })).body.dashboard;
  const names = async (by: string) =>
    (await server.call(dashboards.list, { projectId }, by)).body.dashboards.map(({ name }) => name);
  assert.deepEqual(await names(guest.token), ['For guests', 'Own of the guest']);
  assert.deepEqual(await names(member.token), []);
  const theirs = (await server.call(dashboards.get, { projectId, dashboardId: shared.id }, guest.token)).body.dashboard;
  assert.deepEqual([theirs.isOwn, theirs.mayChange], [false, false]);
  const change = { projectId, dashboardId: shared.id, name: 'Mine now', roles: ['Guest' as const], panels: [] };
  assert.equal((await server.call(dashboards.update, change, guest.token)).body.error, 'notAllowed');
  const removed = await server.call(dashboards.remove, { projectId, dashboardId: shared.id }, guest.token);
  assert.equal(removed.body.error, 'notAllowed');
  assert.equal((await server.call(dashboards.remove, { projectId, dashboardId: shared.id }, token)).status, 200);
});

test('a panel names what is of its project; what is deleted later says so, and what one may not see too', async () => {
  const foreign = await create('Foreign', { panels: [{ ...value, pointId: south.pointId }] });
  assert.deepEqual([foreign.body.error, foreign.body.detail], ['notFound', { pointId: south.pointId }]);
  assert.equal((await panelAs({ ...value, pointId: south.pointId })).kind, 'gone');
  assert.equal((await panelAs({ ...at, kind: 'drawing', structureId: south.structureId, drawingId: 1 })).kind, 'gone');
  assert.equal((await panelAs({ ...at, kind: 'map', structureId: south.structureId })).kind, 'gone');
  const shown = await panelAs(value);
  assert.ok(shown.kind === 'value');
  assert.equal(shown.point.name, 'T-1');
  // Nothing was measured: it is silent, and its value is not 0.
  assert.equal(shown.point.value, null);
  assert.equal(shown.point.status.state, 'neverRead');

  const role = { type: 'Custom' as const, name: 'Reads alerts', corporation_id: north.corporationId };
  const { id: roleId } = await server.db
    .insertInto('role')
    .values({ ...role, permissions: ['Retrieve:Project', 'Retrieve:Alert'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reader = await makeAccount(server, 'Normal', north.corporationId, 'boards.reader');
  await server.db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: reader.id, role_id: roleId })
    .execute();
  assert.deepEqual(await panelAs(value, reader.token), { kind: 'refused', needs: 'Retrieve:Data' });
  assert.equal((await panelAs({ ...at, kind: 'health' }, reader.token)).kind, 'refused');
  assert.equal((await panelAs({ ...at, kind: 'alerts' }, reader.token)).kind, 'alerts');
  assert.equal((await server.call(dashboards.panel, { projectId, panel: value }, south.admin.token)).status, 404);
});

test('two people on one: the second is told, and what the first saved stays', async () => {
  const made = (await create('Of two')).body.dashboard;
  const save = async (name: string) => {
    const body = { name, roles: [], panels: [value] };
    const response = await fetch(`${server.url}/api/projects/${projectId}/dashboards/${made.id}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': `"${versionOf(made, Object.keys(body))}"`,
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { error?: string };
  };
  assert.equal((await save('First')).error, undefined);
  assert.equal((await save('Second')).error, 'changedMeanwhile');
  const { dashboard } = (await server.call(dashboards.get, { projectId, dashboardId: made.id }, token)).body;
  assert.equal(dashboard.name, 'First');
});

test('panels are bounded, lie on the grid and have an id each; so many dashboards a person and no more', async () => {
  const many = Array.from({ length: dashboardLimits.panels + 1 }, (_, i) => ({ ...value, id: `p${i}` }));
  assert.equal((await create('Many', { panels: many })).body.error, 'badInput');
  assert.equal((await create('Wide', { panels: [{ ...value, x: 10, w: 4 }] })).body.error, 'badInput');
  assert.equal((await create('Twice', { panels: [value, value] })).body.error, 'badInput');
  for (let n = 0; n < dashboardLimits.perPerson; n++)
    assert.equal((await create(`Board ${n}`, {}, member.token)).status, 200);
  const full = await create('One more', {}, member.token);
  assert.deepEqual([full.body.error, full.body.detail], ['dashboardsFull', { most: dashboardLimits.perPerson }]);
  assert.equal((await create('Board 1', {}, guest.token)).status, 200);
  assert.equal((await create('board 1', {}, guest.token)).body.error, 'nameTaken');
});

test('a template has panels of what there is alone, none on another, for each kind of structure', async () => {
  const point = (id: number, family: 'waterLevel' | 'deepDisplacement', nodeCount = 0) => ({
    id,
    family,
    nodeCount,
    type: 0,
    parameters: {},
  });
  const points = [point(1, 'waterLevel'), point(2, 'waterLevel'), point(3, 'deepDisplacement', 4)];
  for (const type of ['bridge', 'tunnel', 'dam', 'slope', 'pit', 'building', 'other'] as const) {
    const panels = panelsFor({ id: 7, type }, points, [{ id: 5, structureId: 7 }]);
    assert.ok(panels.length >= 4 && panels.length <= dashboardLimits.panels, type);
    const cells = panels.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    assert.equal(new Set(cells).size, cells.length, `${type}: two panels lie on each other`);
    assert.ok(panels.every(({ x, w }) => x + w <= dashboardLimits.columns));
    assert.ok(panels.some(({ kind }) => kind === 'alerts'));
  }
  const dam = panelsFor({ id: 7, type: 'dam' }, points, []);
  assert.ok(dam.every(({ kind }) => kind !== 'drawing'));
  assert.ok(dam.some((panel) => panel.kind === 'view' && panel.pointId === 3 && panel.view === 'adm-profile'));
  assert.ok(dam.some((panel) => panel.kind === 'curve' && panel.pointIds.join() === '1,2'));
  const { panels } = (await server.call(dashboards.template, { structureId }, token)).body;
  assert.equal((await create('By template', { panels })).status, 200);
});

test('figures of a panel are the numbers of the drawing page, of the points on it and nothing else of them', async () => {
  const nowMs = server.clock.now().getTime();
  const row = (hours: number, values: (number | null)[]) => ({ at: nowMs - hours * hourMs, values });
  const casing = await makePoint(server, north, 'IN-1', {
    family: 'deepDisplacement',
    node_count: 2,
    interval_seconds: 86_400,
    parameters: JSON.stringify({ segmentMm: 500 }),
  });
  const level = await makePoint(server, north, 'PZ-1', { interval_seconds: 86_400 });
  const away = await makePoint(server, north, 'IN-2', {
    family: 'deepDisplacement',
    node_count: 2,
    parameters: JSON.stringify({ segmentMm: 500 }),
  });
  await seal(server, casing, [row(3, [1, 2, 1, 2, 3, 4]), row(2, [5, 6, 5, 6, 7, 8])]);
  await seal(server, level, [row(30, [20]), row(6, [21.5])]);
  await seal(server, away, [row(2, [1, 1, 1, 1, 1, 1])]);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path d="M0 0H9"/></svg>';
  const form = new FormData();
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'Section.svg');
  const sent = await fetch(`${server.url}/api/structures/${structureId}/drawings?name=Section&plane=section`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { drawing } = (await sent.json()) as { drawing: { id: number } };
  const one = { structureId, drawingId: drawing.id };
  const scale = { first: { x: 0, y: 0, across: 0, up: 50 }, second: { x: 1, y: 1, across: 100, up: 0 } };
  await server.call(drawings.update, { ...one, scale }, token);
  const places = [casing, level].map((id, i) => ({ pointId: id, place: { x: 0.2 + 0.3 * i, y: 0.5 } }));
  await server.call(drawings.place, { ...one, places }, token);

  const panel = { ...at, kind: 'drawing' as const, ...one };
  const figures = { kinds: ['casings', 'sparklines'], bend: 'b', rightAzimuth: 90 } as const;
  const plain = await panelAs(panel);
  assert.ok(plain.kind === 'drawing' && plain.figures === null);
  const drawn = (await server.call(dashboards.panel, { projectId, panel: { ...panel, figures } as never }, token)).body;
  assert.ok(drawn.kind === 'drawing' && drawn.figures !== null);
  assert.deepEqual(drawn.figures.setting, {
    ...figures,
    factors: { vectors: null, casings: null, rings: null, trough: null },
    turn: null,
  });
  const question = { pointIds: [casing], at: new Date(nowMs).toISOString() };
  const { shapes } = (await server.call(profiles.shapes, question, token)).body;
  assert.deepEqual(drawn.figures.shapes, shapes);
  assert.deepEqual(shapes[0]?.x, [5, 7, 0]);
  const from = new Date(nowMs - 7 * 24 * hourMs).toISOString();
  const query = { pointIds: [level], from, to: question.at, width: 60 };
  const { series } = (await server.call(readings.query, query, token)).body;
  const curve = drawn.figures.curves.find(({ pointId: id }) => id === level);
  assert.deepEqual([curve?.times, curve?.values], [series[0]?.times, series[0]?.values]);
  assert.deepEqual(curve?.values, [20, 21.5]);
  const ids = drawn.figures.points.map(({ id }) => id).sort((a, b) => a - b);
  assert.deepEqual(ids, [casing, level], 'those that are not on it are not given');
  assert.deepEqual(
    Object.keys(drawn.figures.points[0] ?? {}).filter((key) =>
      ['name', 'deviceGroup', 'timedPhotographing'].includes(key),
    ),
    [],
  );
  const wrong = { ...panel, figures: { kinds: ['casings', 'casings'] } } as never;
  assert.equal((await server.call(dashboards.panel, { projectId, panel: wrong }, token)).body.error, 'badInput');

  const made = await server.call(
    walls.create,
    {
      name: 'Wall of figures',
      language: 'en',
      timeZone: 'UTC',
      projectIds: [projectId],
      slides: [{ ...one, kind: 'drawing', dwellSeconds: 20, figures: { ...figures, kinds: [...figures.kinds] } }],
    } as never,
    token,
  );
  const slide = (await server.call(walls.slide, { token: made.body.token, place: 0 }, '')).body;
  assert.ok(slide.kind === 'drawing' && slide.figures !== null);
  assert.deepEqual(slide.figures, drawn.figures);
});

test('a panel of a lining brings the shape of a chain around a ring, as the page of the drawing asks for it', async () => {
  const nowMs = server.clock.now().getTime();
  const sides = [0, 90, 180, 270].flatMap((degrees, i) => [
    [`length${i + 1}`, 4000],
    [`ix${i + 1}`, degrees],
  ]);
  const ring = await makePoint(server, north, 'RC-1', {
    family: 'deepDisplacement',
    node_count: 4,
    interval_seconds: 86_400,
    parameters: JSON.stringify({ form: 3, ...Object.fromEntries(sides) }),
  });
  await seal(server, ring, [{ at: nowMs - 3_600_000, values: [3, 2, 3, 1, 2, 2, 1, 1, 0, 0] }]);
  const form = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path d="M0 0H9"/></svg>';
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'Lining.svg');
  const sent = await fetch(`${server.url}/api/structures/${structureId}/drawings?name=Lining&plane=lining`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { drawing } = (await sent.json()) as { drawing: { id: number } };
  const one = { structureId, drawingId: drawing.id };
  const scale = { first: { x: 0, y: 0, across: 0, up: 8 }, second: { x: 1, y: 1, across: 30, up: -8 } };
  await server.call(drawings.update, { ...one, scale }, token);
  await server.call(drawings.place, { ...one, places: [{ pointId: ring, place: { x: 0.5, y: 0.9 } }] }, token);
  const panel = { ...at, kind: 'drawing', ...one, figures: { kinds: ['rings'], turn: 'clockwise' } };
  const drawn = (await server.call(dashboards.panel, { projectId, panel: panel as never }, token)).body;
  assert.ok(drawn.kind === 'drawing' && drawn.figures !== null);
  assert.equal(drawn.figures.setting.turn, 'clockwise');
  const question = { pointIds: [ring], at: new Date(nowMs).toISOString() };
  assert.deepEqual(drawn.figures.shapes, (await server.call(profiles.shapes, question, token)).body.shapes);
  const [shape] = drawn.figures.shapes;
  assert.deepEqual([shape?.casing.form, shape?.casing.nodes.length, shape?.at !== null], ['ring', 4, true]);
});

test('a wall shows a dashboard with the rights of its maker, and no private one of somebody else', async () => {
  const shared = (
    await create('On the wall', { roles: ['Member'], panels: [value, { ...at, id: 'b', kind: 'alerts' }] })
  ).body.dashboard;
  const foreign = (await create('Not on the wall', {}, guest.token)).body.dashboard;
  const wall = (dashboardId: number) =>
    server.call(
      walls.create,
      {
        name: `Wall ${dashboardId}`,
        language: 'en',
        timeZone: 'UTC',
        projectIds: [projectId],
        slides: [{ kind: 'dashboard', dwellSeconds: 20, projectId, dashboardId }],
      },
      token,
    );
  assert.equal((await wall(foreign.id)).body.error, 'notFound');
  const { token: link } = (await wall(shared.id)).body;
  const slide = async () => (await server.call(walls.slide, { token: link, place: 0 }, '')).body;
  const first = await slide();
  assert.ok(first.kind === 'dashboard');
  assert.deepEqual(
    first.panels.map(({ panel, content }) => [panel.id, content.kind]),
    [
      ['a', 'value'],
      ['b', 'alerts'],
    ],
  );
  await server.call(dashboards.remove, { projectId, dashboardId: shared.id }, token);
  server.clock.advance(10_000);
  assert.equal((await slide()).kind, 'gone');
});
