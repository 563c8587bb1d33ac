/** The demonstration in the language of its reader: made in it, put into another, and what people typed left as it is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { onDuty } from '@plumbline/contract/alerts/on-duty';
import { responsePlans } from '@plumbline/contract/alerts/response-plans';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { demonstration } from '@plumbline/contract/overview/demonstration';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { walls } from '@plumbline/contract/overview/walls';
import { sessions } from '@plumbline/contract/people/sessions';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { users } from '@plumbline/contract/people/users';
import { charts } from '@plumbline/contract/points/charts';
import { inspections } from '@plumbline/contract/points/inspections';
import { photos } from '@plumbline/contract/points/photos';
import { points } from '@plumbline/contract/points/points';
import { strata } from '@plumbline/contract/points/strata';
import { imports } from '@plumbline/contract/readings/imports';
import { reportLinks } from '@plumbline/contract/reports/links';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { annotations } from '@plumbline/contract/site/annotations';
import { documents } from '@plumbline/contract/site/documents';
import { drawings } from '@plumbline/contract/site/drawings';
import { layers } from '@plumbline/contract/site/layers';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { type Client, signIn } from '../src/demo/demo.client.ts';
import { furnish } from '../src/demo/demo.furnish.ts';
import { fillRecent } from '../src/demo/demo.history.ts';
import { makeDemonstration, setDemoPassword } from '../src/demo/demo.ts';
import { makeWorld, startServer } from './harness.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let client: Client;
const stop = () => new AbortController().signal;
const english = new Set(
  Object.keys(
    JSON.parse(readFileSync(join(import.meta.dirname, '../src/demo/words/zh-CN/demo.json'), 'utf8')) as object,
  ),
);

before(async () => {
  server = await startServer({ DEMO_LANGUAGE: 'zh-CN' });
  await fillRecent(server, await makeDemonstration(server));
  await setDemoPassword(server);
  await furnish(server, server.url, stop());
  await server.work?.settle();
  client = await signIn(server.url, server.config.demoPassword, stop());
});
after(() => server?.close());

/** The texts of an answer, wherever they stand in it. */
function textsIn(answer: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(answer, (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}

async function textsOfProject(projectId: number): Promise<string[]> {
  const of = { projectId };
  const { structures: parts } = await client.call(structures.list, of);
  const { measuringPoints } = await client.call(points.list, { projectId, pageSize: 200 });
  const { drawings: sheets } = {
    drawings: (await Promise.all(parts.map(({ id }) => client.call(drawings.list, { structureId: id })))).flatMap(
      ({ drawings: list }) => list,
    ),
  };
  const { alerts: raised } = await client.call(alerts.ofProject, { projectId, pageSize: 100 });
  const { layers: drawn } = await client.call(layers.list, of);
  return [
    parts,
    measuringPoints,
    sheets.map(({ versions: [newest], ...drawing }) => ({ ...drawing, newest })),
    raised,
    await Promise.all(raised.slice(0, 6).map(({ id: alertId }) => client.call(alerts.get, { alertId }))),
    drawn.map(({ versions: [newest], ...layer }) => ({ ...layer, newest })),
    await client.call(annotations.list, of),
    await client.call(alertRules.list, of),
    await client.call(conditions.list, of),
    await client.call(responsePlans.list, of),
    await client.call(duty.list, of),
    await client.call(inspections.plans, of),
    await client.call(inspections.templates, of),
    await client.call(inspections.list, of),
    await client.call(inspections.defects, of),
    await client.call(dashboards.list, of),
    await client.call(charts.customCharts, of),
    await client.call(charts.characteristics, of),
    await client.call(reportTemplates.list, of),
    await client.call(periodReports.schedules, of),
    await client.call(reportLinks.distribution, of),
    await client.call(imports.mappings, of),
    await client.call(silences.list, of),
    await client.call(statusPages.list, of),
    await Promise.all(
      measuringPoints
        .filter(({ family }) => family === 'deepDisplacement')
        .map(({ id: pointId }) => client.call(strata.get, { pointId })),
    ),
    await Promise.all(
      measuringPoints
        .filter(({ family }) => family === 'crack')
        .map(({ id: pointId }) => client.call(photos.list, { pointId })),
    ),
  ].flatMap(textsIn);
}

/** Every text of what a reader comes by. */
async function allTexts(): Promise<string[]> {
  const { corporationId } = client;
  const { projects: all } = await client.call(projects.list, {});
  return [
    all,
    await client.call(sessions.session, {}),
    await client.call(users.list, { corporationId }),
    await client.call(userGroups.list, { corporationId }),
    await client.call(alertCauses.list, { corporationId }),
    await client.call(warehouse.list, { corporationId, pageSize: 100 }),
    await client.call(feeds.list, { corporationId }),
    await client.call(walls.list, {}),
    await client.call(alerts.list, { pageSize: 100 }),
  ]
    .flatMap(textsIn)
    .concat((await Promise.all(all.map(({ id }) => textsOfProject(id)))).flat());
}
/** What the server says itself, in the language of the account: what rose over which limit. */
const isOfAccount = (text: string): boolean => / [≥≤] /.test(text);
const inEnglish = (texts: readonly string[]) => [...new Set(texts.filter((text) => english.has(text)))].sort();

/** The file of a drawing or layer as it is shown now. */
async function content(path: string, token: string): Promise<string> {
  const answer = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  return await answer.text();
}

async function lettering() {
  const {
    body: { token },
  } = await server.call(sessions.signin, { username: 'demo', password: server.config.demoPassword });
  const { projects: all } = await client.call(projects.list, {});
  const letters: string[] = [];
  for (const { id: projectId } of all) {
    const { structures: parts } = await client.call(structures.list, { projectId });
    for (const { id: structureId } of parts)
      for (const { id, versionId } of (await client.call(drawings.list, { structureId })).drawings) {
        const svg = await content(`/structures/${structureId}/drawings/${id}/versions/${versionId}/content`, token);
        letters.push(...[...svg.matchAll(/>([^<>\n]+)</g)].flatMap(([, text]) => text ?? []));
      }
    for (const { id, versionId } of (await client.call(layers.list, { projectId })).layers)
      if (versionId !== null)
        letters.push(
          ...textsIn(
            JSON.parse(await content(`/projects/${projectId}/layers/${id}/versions/${versionId}/content`, token)),
          ),
        );
  }
  return letters;
}

const setTo = (language: 'en' | 'zh-CN' | 'zh-TW') =>
  client.call(demonstration.setLanguage, { corporationId: client.corporationId, language });

test('made in Chinese it has no English word of its own on any list, nor in its drawings and maps', async () => {
  const texts = await allTexts();
  assert.deepEqual(inEnglish(texts), []);
  for (const text of ['横塘土坝', '主坝, 0+240 断面', 'RL-01 库水位', '人工复测渗压计', '每周大坝巡查', '泥岩', '林伟'])
    assert.ok(texts.includes(text), text);
  const drawn = await lettering();
  assert.deepEqual(inEnglish(drawn), []);
  for (const text of ['浸润线', '400 环', '横塘水库']) assert.ok(drawn.includes(text), text);
  assert.deepEqual(
    [...new Set([...texts, ...drawn].filter((text) => /^[A-Z][a-z]+ [a-z]/.test(text) && !isOfAccount(text)))],
    [],
  );
});

test('in another language every text is in that, what somebody typed stays, and what was there comes back', async () => {
  const { projects: before } = await client.call(projects.list, {});
  const typed = before.find(({ name }) => name === '万寿古城墙');
  assert.ok(typed);
  await client.call(projects.update, { projectId: typed.id, name: '我的工程' });
  await setTo('zh-TW');
  const taiwan = await allTexts();
  assert.deepEqual(inEnglish(taiwan), []);
  assert.ok(taiwan.includes('主壩') && taiwan.includes('我的工程') && !taiwan.includes('主坝'));
  assert.ok((await lettering()).includes('浸潤線'));

  await setTo('en');
  const there = await allTexts();
  assert.deepEqual(
    there.filter((text) => /[一-鿿]/.test(text) && text !== '我的工程' && !isOfAccount(text)),
    [],
  );
  for (const text of ['Hengtang Earth Dam', 'Main dam, Section 0+240', 'Read the piezometer again by hand'])
    assert.ok(there.includes(text), text);
  const drawn = await lettering();
  assert.ok(drawn.includes('Phreatic line') && drawn.includes('Hengtang Reservoir'));
  assert.deepEqual(
    drawn.filter((text) => /[一-鿿]/.test(text)),
    [],
  );
  assert.equal((await client.call(sessions.session, {})).corporation?.demonstration, 'en');

  // A drawing that was there already is shown again: none is stored twice.
  const stored = async () =>
    Number((await server.database.pool.query('SELECT count(*) FROM stored_file')).rows[0]?.count);
  await setTo('zh-CN');
  const files = await stored();
  await setTo('en');
  await setTo('zh-CN');
  assert.equal(await stored(), files);
  assert.ok((await lettering()).includes('浸润线'));
  const former = await client.call(alerts.list, { keyword: '堤坝', pageSize: 10 });
  assert.equal(former.total, 0);
  assert.ok(
    (await client.call(alerts.list, { keyword: '土坝', pageSize: 10 })).total > 0,
    'found by the name that is shown',
  );
  // Somebody's own name is nobody else's word, in whichever language.
  await client.call(projects.update, { projectId: typed.id, name: typed.name });
});

test('a corporation that is no demonstration is left alone, and has no stories', async () => {
  const other = await makeWorld(server, 'Delta Survey');
  const of = { corporationId: other.corporationId };
  const refused = await server.call(demonstration.setLanguage, { ...of, language: 'zh-CN' }, other.admin.token);
  assert.equal(refused.body.error, 'noDemonstration');
  const { body } = await server.call(demonstration.stories, of, other.admin.token);
  assert.deepEqual(body.stories, []);
  const session = await server.call(sessions.session, {}, other.admin.token);
  assert.equal(session.body.corporation?.demonstration, null);
});

test('every list of every project is furnished, and nothing of it goes out', async () => {
  const { projects: all } = await client.call(projects.list, {});
  const thin: string[] = [];
  for (const { id: projectId, name } of all) {
    const of = { projectId };
    const { reports } = await client.call(periodReports.list, of);
    const lists: Record<string, readonly unknown[]> = {
      members: (await client.call(projects.members, of)).members,
      annotations: (await client.call(annotations.list, of)).annotations,
      documents: (await client.call(documents.list, of)).documents,
      layers: (await client.call(layers.list, of)).layers,
      rules: (await client.call(alertRules.list, of)).alertRules,
      conditions: (await client.call(conditions.list, of)).conditions,
      plans: (await client.call(responsePlans.list, of)).plans,
      silences: (await client.call(silences.list, of)).silences,
      inspections: (await client.call(inspections.plans, of)).plans,
      dashboards: (await client.call(dashboards.list, of)).dashboards,
      charts: (await client.call(charts.customCharts, of)).customCharts,
      characteristics: (await client.call(charts.characteristics, of)).characteristics,
      statusPages: (await client.call(statusPages.list, of)).statusPages,
      templates: (await client.call(reportTemplates.list, of)).templates,
      schedules: (await client.call(periodReports.schedules, of)).schedules,
      reports,
    };
    thin.push(...Object.entries(lists).flatMap(([list, { length }]) => (length === 0 ? [`${name}: ${list}`] : [])));
    // A quiet window and a condition are of the thing that they name, and no condition of the demonstration is on.
    for (const { structureId, pointId, reason } of (await client.call(silences.list, of)).silences)
      assert.ok(structureId !== null || pointId !== null || reason.includes('灯会'), reason);
    for (const { name: condition, status } of (await client.call(conditions.list, of)).conditions)
      assert.notEqual(status.state, 'raised', condition);
    for (const { status } of reports) assert.equal(status, 'Done');
    const { deliveries: sent } = await client.call(deliveries.list, of);
    assert.deepEqual(
      sent.filter(({ state }) => state === 'sent'),
      [],
    );
  }
  assert.deepEqual(thin, []);
  const { rosters, withoutRoster } = await client.call(onDuty.list, {});
  assert.deepEqual([rosters.length, withoutRoster.length], [6, 1]);
});

test('each project has its story over the days of its alerts, on a drawing or on the map', async () => {
  const { stories } = await client.call(demonstration.stories, { corporationId: client.corporationId });
  assert.deepEqual(stories.map(({ kind }) => kind).sort(), [
    'blast',
    'convergence',
    'excavation',
    'falseStorm',
    'train',
    'water',
  ]);
  // The prisms of the slope lie on the map.
  assert.deepEqual(
    stories.flatMap(({ kind, drawingId }) => (drawingId === null ? [kind] : [])),
    ['falseStorm'],
  );
  for (const { kind, from, to, projectId, pointId } of stories) {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    assert.ok(days >= 1.5 && days <= 21, `${kind}: ${days} days`);
    const { total } = await client.call(alerts.ofProject, { projectId, pointId, from, to });
    assert.ok(total > 0, `${kind} has alerts in its days`);
  }
});
