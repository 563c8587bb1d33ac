/** Duty over all projects, and the calendar links: who sees what, and what a calendar program reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duty } from '@plumbline/contract/alerts/duty';
import { onDuty } from '@plumbline/contract/alerts/on-duty';
import { projects } from '@plumbline/contract/site/projects';
import ICAL from 'ical.js';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId, projectId } = north;
const { token } = north.admin;
// Wednesday, 14:00 there.
await setTimeZone(server, projectId, 'Asia/Shanghai');
const tunnel = await server.call(projects.create, { corporationId, name: 'Tunnel', address: 'x' }, token);
assert.equal(tunnel.status, 200, JSON.stringify(tunnel.body));
const tunnelId = tunnel.body.project.id;

const zhao = await makeAccount(server, 'Normal', corporationId, 'zhao');
const li = await makeAccount(server, 'Normal', corporationId, 'li');
for (const { id } of [zhao, li]) await makeMember(server, projectId, id, 'Owner');
await makeMember(server, tunnelId, zhao.id, 'Owner');
const every = [1, 2, 3, 4, 5, 6, 7];
const shift = (personId: number, fromTime: string, toTime: string) => ({ personId, days: every, fromTime, toTime });
async function makeRoster(project: number, name: string, shifts: ReturnType<typeof shift>[]) {
  const { status, body } = await server.call(duty.create, { projectId: project, name, shifts }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.dutyRoster.id;
}
const damId = await makeRoster(projectId, 'Dam, night', [
  shift(zhao.id, '08:00', '20:00'),
  shift(li.id, '20:00', '06:00'),
]);
await makeRoster(tunnelId, 'Tunnel', [shift(zhao.id, '00:00', '00:00')]);

const list = async (by: string, input: object = {}) => (await server.call(onDuty.list, input, by)).body;
const namesOf = ({ rosters }: Awaited<ReturnType<typeof list>>) =>
  rosters.map(({ projectName, roster }) => [projectName, roster.name, roster.onDuty.map(({ name }) => name).join()]);

test('the list has the rosters of every project that one may see, and says which have none', async () => {
  const rows = [
    ['North project', 'Dam, night', 'zhao'],
    ['Tunnel', 'Tunnel', 'zhao'],
  ];
  assert.deepEqual(namesOf(await list(token)), rows);
  assert.deepEqual(namesOf(await list(li.token)), rows.slice(0, 1));
  assert.deepEqual(namesOf(await list(south.admin.token)), []);
  const foreign = await list(south.admin.token);
  assert.deepEqual(
    [foreign.total, foreign.withoutTotal, foreign.withoutRoster.map(({ projectName }) => projectName)],
    [0, 1, ['South project']],
  );
  const second = await list(token, { page: 2, pageSize: 1 });
  assert.deepEqual([namesOf(second), second.total], [rows.slice(1), 2]);
  assert.deepEqual(namesOf(await list(token, { keyword: 'night' })), rows.slice(0, 1));
  assert.deepEqual(namesOf(await list(token, { keyword: 'unnel' })), rows.slice(1));
});

test('a role without alert rules shows no roster of its project, and an archived project has nobody on duty', async () => {
  const chen = await makeAccount(server, 'Normal', corporationId, 'chen');
  await makeMember(server, tunnelId, chen.id, 'Owner');
  await giveRole(server, north, chen.id, ['Retrieve:Alert']);
  assert.deepEqual(
    namesOf(await list(chen.token)).map(([project]) => project),
    ['Tunnel'],
  );
  const archived = (at: Date | null) =>
    server.db.updateTable('project').set({ archived_at: at }).where('id', '=', tunnelId).execute();
  await archived(server.clock.now());
  assert.deepEqual(namesOf(await list(chen.token)), []);
  await archived(null);
});

const read = async (link: string, query = '') => {
  const answer = await fetch(`${server.url}/api/on-duty/calendars/${link}/duty.ics${query}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const make = async (by: string) => (await server.call(onDuty.makeCalendar, {}, by)).body.token;

/** Events as another program reads them. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  assert.equal(calendar.getFirstPropertyValue('version'), '2.0');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const [start, end] = [event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()];
    return { uid: event.uid, summary: event.summary, description: event.description, start, end };
  });
}

test('a calendar link has the duties of its maker over every project, as another program reads them', async () => {
  const link = await make(zhao.token);
  const { status, type, text } = await read(link);
  assert.deepEqual([status, type], [200, 'text/calendar; charset=utf-8']);
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
  const events = eventsOf(text);
  const dam = events.filter(({ summary }) => summary === 'On duty: North project, Dam, night');
  // 7 days back and 92 ahead, from midnight UTC; the first and last are cut or whole.
  assert.ok(dam.length >= 98 && dam.length <= 100, String(dam.length));
  assert.ok(dam.some(({ start, end }) => start === '2026-03-18T00:00:00.000Z' && end === '2026-03-18T12:00:00.000Z'));
  assert.equal(events.filter(({ summary }) => summary === 'On duty: Tunnel, Tunnel').length, 1, 'one without end');
  assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length);
  assert.deepEqual(eventsOf((await read(link)).text), events, 'read again it is the same');
  const calendar = (await server.call(onDuty.calendar, {}, zhao.token)).body.calendar;
  assert.equal(calendar?.readAt, server.clock.now().toISOString());
  assert.deepEqual(
    eventsOf((await read(await make(li.token))).text).filter(({ summary }) => !summary.includes('North')),
    [],
  );
});

test('with a roster the link has everybody on it and its gaps, where its maker may read it', async () => {
  const link = await make(li.token);
  const { text } = await read(link, `?rosterId=${damId}`);
  const day = eventsOf(text).filter(({ start }) => start >= '2026-03-18T00' && start < '2026-03-19T00');
  assert.deepEqual(
    day.map(({ summary, start }) => [summary, start.slice(11, 16)]),
    [
      ['zhao', '00:00'],
      ['li', '12:00'],
      ['Nobody on duty: Dam, night', '22:00'],
    ],
  );
  const [other] = (await list(token, { keyword: 'unnel' })).rosters;
  assert.equal((await read(link, `?rosterId=${other?.roster.id}`)).status, 404, 'of a project that li is not in');
  assert.equal((await read(await make(south.admin.token), `?rosterId=${damId}`)).status, 404);
});

test('a link that was renewed or ended opens nothing, nor does that of a disabled account', async () => {
  const first = await make(zhao.token);
  const second = await make(zhao.token);
  assert.deepEqual([(await read(first)).status, (await read(second)).status], [404, 200]);
  const disabled = (at: Date | null) =>
    server.db.updateTable('account').set({ disabled_at: at }).where('id', '=', zhao.id).execute();
  await disabled(server.clock.now());
  assert.equal((await read(second)).status, 404);
  await disabled(null);
  assert.equal((await read(second)).status, 200);
  await server.call(onDuty.endCalendar, {}, zhao.token);
  assert.equal((await read(second)).status, 404);
  assert.equal((await server.call(onDuty.calendar, {}, zhao.token)).body.calendar, null);
  const { rows } = { rows: await server.db.selectFrom('duty_calendar').select('token_hash').execute() };
  assert.ok(rows.every(({ token_hash }) => token_hash.length === 32 && token_hash.toString('base64url') !== second));
});
