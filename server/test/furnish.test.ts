/** The demonstration is furnished through the product's own routes, once, however often it is asked for. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { walls } from '@plumbline/contract/overview/walls';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { charts } from '@plumbline/contract/points/charts';
import { inspections } from '@plumbline/contract/points/inspections';
import { photos } from '@plumbline/contract/points/photos';
import { points } from '@plumbline/contract/points/points';
import { strata } from '@plumbline/contract/points/strata';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { annotations } from '@plumbline/contract/site/annotations';
import { documents } from '@plumbline/contract/site/documents';
import { drawings } from '@plumbline/contract/site/drawings';
import { layers } from '@plumbline/contract/site/layers';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { type Client, signIn } from '../src/demo/demo.client.ts';
import { furnish } from '../src/demo/demo.furnish.ts';
import { fillRecent } from '../src/demo/demo.history.ts';
import { makeDemonstration, readDemonstration, setDemoPassword } from '../src/demo/demo.ts';
import { startServer } from './harness.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let client: Client;
const lines: string[] = [];
const year = { from: '2025-03-19T00:00:00Z', to: '2026-03-19T00:00:00Z' };
before(async () => {
  server = await startServer({}, undefined, undefined, lines);
  await fillRecent(server, await makeDemonstration(server));
  await setDemoPassword(server);
  client = await signIn(server.url, server.config.demoPassword, new AbortController().signal);
});
after(() => server?.close());

/** The drawings of a structure, whether they are to scale, and the points on each. */
async function drawnOf(structureId: number) {
  const { drawings: all } = await client.call(drawings.list, { structureId });
  const whole = all.map(({ id: drawingId }) => client.call(drawings.get, { structureId, drawingId }));
  return (await Promise.all(whole)).map(({ drawing: { name, scale, places } }) => [
    name,
    scale !== null,
    places.length,
  ]);
}

/** The feeds of the corporation, with who is no device yet and how many messages came of each. */
async function unknownSenders() {
  await server.gateway?.feeds.settled();
  const { corporationId } = client;
  const { feeds: all } = await client.call(feeds.list, { corporationId });
  const unknown = await Promise.all(all.map(({ id: feedId }) => client.call(feeds.unknown, { corporationId, feedId })));
  return unknown.map(({ unknown: list }) => list.map(({ source }) => source).toSorted());
}

async function furnishing(): Promise<object> {
  // Alerts of events follow a moment after they are stored.
  await server.work?.settle();
  const { projects: all } = await client.call(projects.list, {});
  const idOf = (name: string) => all.find((each) => each.name === name)!.id;
  const dam = { projectId: idOf('Hengtang Earth Dam') };
  const bridge = { projectId: idOf('Qinghe River Bridge') };
  const pointId = async (project: string, name: string) =>
    (await client.call(points.list, { projectId: idOf(project) })).measuringPoints.find((each) => each.name === name)!
      .id;
  const crack = { pointId: await pointId('Wanshou City Wall', 'CR-07') };
  const opened = { pointId: await pointId('Baisha Landslide', 'CR-U-01') };
  const mark = { pointId: await pointId('Hengtang Earth Dam', 'SM-CREST-1') };
  const gate = { pointId: await pointId('Wanshou City Wall', 'VB-09') };
  const probe = { pointId: await pointId('Baisha Landslide', 'IN-B1 probe') };
  const drawn = (await client.call(structures.list, dam)).structures.find(({ name }) => name === 'Main dam')!;
  const marks = await client.call(structures.marks, { structureId: drawn.id });
  const { changes } = await client.call(history.changes, crack);
  const casing = { pointId: await pointId('Luojia Bay Foundation Pit', 'IN-07') };
  return {
    roles: (await client.call(projects.members, dam)).members.map(({ roleType }) => roleType).sort(),
    shown: [drawn.displayType, drawn.picture !== null],
    placed: marks.points.filter(({ place }) => place !== null).length,
    drawn: await drawnOf(drawn.id),
    documents: (await client.call(documents.list, dam)).documents.length,
    layers: (await client.call(layers.list, dam)).layers.map(({ kind }) => kind),
    happened: (await client.call(annotations.list, dam)).annotations.map(({ text }) => text),
    strata: (await client.call(strata.changes, casing)).records.map(({ strata: { layers, excavations } }) => [
      layers.length,
      excavations.map(({ depthM }) => depthM),
    ]),
    photos: (await client.call(photos.list, opened)).photos.map(({ note }) => note),
    charts: (await client.call(charts.customCharts, dam)).customCharts.map(({ name }) => name),
    characteristics: (await client.call(charts.characteristics, dam)).characteristics.length,
    imported: (await client.call(imports.list, dam)).imports.map(({ state, counts }) => [state, counts?.added]),
    levelled: (await client.call(readings.pagination, { ...mark, ...year, pageSize: 100 })).rows.length,
    probed: (await client.call(readings.pagination, { ...probe, ...year, pageSize: 100 })).rows.length,
    corrections: (await client.call(corrections.shifts, crack)).corrections.map(({ updatedBy }) => updatedBy),
    changes: changes.map(({ kind }) => kind),
    waveforms: (await client.call(waveforms.list, gate)).total,
    // The train over the bridge is over Red.
    eventAlerts: (await client.call(alerts.ofProject, bridge)).alerts.flatMap(({ pointName, level, event }) =>
      event ? [[pointName, level, event.axis]] : [],
    ),
    alertRules: (await client.call(alertRules.list, dam)).alertRules.map(({ name }) => name),
    conditions: (await client.call(conditions.list, dam)).conditions.map(({ name, groups }) => [
      name,
      groups.flatMap(({ terms }) => terms).length,
    ]),
    shapes: (await client.call(conditions.list, { projectId: idOf('Luojia Bay Foundation Pit') })).conditions.map(
      ({ groups, status }) => [groups.flatMap(({ terms }) => terms.map(({ kind }) => kind)), status.state !== 'raised'],
    ),
    plans: (await client.call(inspections.plans, dam)).plans.map(({ name, state }) => [name, state]),
    rounds: (await client.call(inspections.list, dam)).rounds.map(({ state, faults }) => [state, faults]),
    defects: (await client.call(inspections.defects, dam)).defects.map(({ title }) => title),
    underWay: (await client.call(inspections.plans, bridge)).plans.map(({ state }) => state),
    groups: (await client.call(userGroups.list, { corporationId: client.corporationId })).userGroups.map(
      ({ name, users, projects: of }) => [name, users, of],
    ),
    walls: (await client.call(walls.list, {})).walls.map(({ name, slides }) => [name, slides.map(({ kind }) => kind)]),
    unknown: await unknownSenders(),
    upgrades: (await client.call(firmware.upgrades, { corporationId: client.corporationId })).total,
    templates: (await client.call(reportTemplates.list, dam)).templates.map(({ name, status }) => [name, status]),
    released: (await client.call(reportReleases.released, dam)).released.map(({ report }) =>
      report.files.map(({ format }) => format).sort(),
    ),
  };
}

test('every step furnishes what it promises, with its change log, and a second run makes nothing twice', async () => {
  await furnish(server, server.url, new AbortController().signal);
  assert.equal((await readDemonstration(server.database.db))?.furnished?.length, 36);
  const once = await furnishing();
  assert.deepEqual(once, {
    roles: ['Guest', 'Manager', 'Member', 'Member'],
    shown: ['IMG', true],
    placed: 10,
    drawn: [
      ['Section 0+240', true, 6],
      ['Elevation along the axis', true, 10],
    ],
    documents: 3,
    layers: ['contour', 'water', 'road', 'earthworks', 'outline', 'building'],
    happened: ['Reservoir drawn down for inspection', 'Typhoon, 142 mm in a day'],
    strata: [[6, [4.5, 9, 13.5]]],
    photos: ['Damp below the crack', 'After the typhoon', '', 'Gauge installed'],
    charts: ['Reservoir and piezometers', 'Reservoir and seepage'],
    characteristics: 1,
    imported: [['applied', 9]],
    levelled: 12,
    probed: 12,
    corrections: ['Lin Wei'],
    changes: ['correction', 'correction'],
    waveforms: 24,
    eventAlerts: [['VB-C-02', 4, 'z']],
    alertRules: ['Dam safety group', 'Loggers that fall silent', 'Night duty'],
    conditions: [
      ['Rising level and rising seepage', 2],
      ['Two piezometers of section 0+240', 4],
    ],
    shapes: [[['slope', 'profile'], true]],
    plans: [['Weekly dam walk', 'done']],
    rounds: [['finished', 1]],
    defects: ['Crack in the crest road at 0+240'],
    underWay: ['begun'],
    groups: [['Night watch', 3, 2]],
    walls: [['Control room', ['overview', 'project', 'drawing', 'points']]],
    unknown: [['24e124126a148401', 'a84041c2d1895e17']],
    upgrades: 1,
    templates: [
      ['Seepage and deformation', 'Done'],
      ['Weekly report', 'Done'],
    ],
    released: [['docx', 'pdf', 'xlsx']],
  });
  await server.database.pool.query(
    "UPDATE setting SET value = jsonb_set(value, '{furnished}', '[]') WHERE key = 'demonstration'",
  );
  await furnish(server, server.url, new AbortController().signal);
  assert.equal((await readDemonstration(server.database.db))?.furnished?.length, 36);
  assert.deepEqual(await furnishing(), once);
});

test('the log has no security line of the furnishing, and has those of people', async () => {
  const securityLines = () =>
    lines.flatMap((line) => (JSON.parse(line) as { security?: { event: string; route: string } }).security ?? []);
  assert.deepEqual(securityLines(), []);
  // Whoever claims to be this server is not believed.
  await fetch(`${server.addresses.http}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-plumbline-own': 'A'.repeat(43) },
    body: JSON.stringify({ username: 'demo', password: server.config.demoPassword }),
  });
  assert.deepEqual(
    securityLines().map(({ event, route }) => [event, route]),
    [['signIn', 'POST /signin']],
  );
});
