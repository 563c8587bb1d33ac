/**
 * What each route that writes announces to other processes: what they must read again (`changed`), events, devices for
 * which a command lies ready, and tasks. Asked of every route in a world of its own, heard by a listener beside the server.
 */
import { after, test } from 'node:test';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import pg from 'pg';
import { workChannel } from '../src/kernel/work.lanes.ts';
import { makeFixture } from './announcements.fixtures.ts';
import { preparations } from './announcements-preparations.ts';
import { makeAccount, startServer } from './harness.ts';
import { assertReviewed } from './reviewed.ts';

// No worker: events and tasks stay where they are written.
const server = await startServer({ ROLES: 'web,gateway' });
const ear = new pg.Client({ connectionString: server.config.databaseUrl! });
await ear.connect();
for (const channel of ['plumbline_changed', 'plumbline_command', workChannel, 'mark'])
  await ear.query(`LISTEN ${channel}`);
after(async () => {
  await ear.end();
  await server.close();
});
const system = await makeAccount(server, 'System', null, 'announcements.system');

let marks = 0;
/** Resolves when everything that was committed so far has been heard: notifications come in the order of commits. */
async function waitForMark(): Promise<void> {
  const mark = String(++marks);
  const received = Promise.withResolvers<void>();
  const onNotification = ({ channel, payload }: pg.Notification) => {
    if (channel === 'mark' && payload === mark) received.resolve();
  };
  ear.on('notification', onNotification);
  await server.database.pool.query("SELECT pg_notify('mark', $1)", [mark]);
  await received.promise;
  ear.off('notification', onNotification);
}

/** What was announced while it ran, sorted, each once. */
async function notificationsDuring(act: () => Promise<void>): Promise<string[]> {
  const received = new Set<string>();
  const onNotification = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'plumbline_changed') received.add(`changed ${(JSON.parse(payload) as { kind: string }).kind}`);
    if (channel === 'plumbline_command') received.add('command');
    if (channel === workChannel && payload === 'task') received.add('task');
  };
  await waitForMark();
  await server.db.deleteFrom('work').execute();
  ear.on('notification', onNotification);
  await act();
  await waitForMark();
  ear.off('notification', onNotification);
  const events = server.db.selectFrom('work').select('name').where('lane', 'in', ['alert', 'event']);
  for (const { name } of await events.execute()) received.add(`event ${name}`);
  return [...received].sort();
}

async function announcedBy(title: string): Promise<string> {
  const fixture = await makeFixture(server, system.token, title);
  const { input, ...sent } = (await preparations[title]?.(fixture)) ?? {};
  let answer: Awaited<ReturnType<typeof fixture.call>> | undefined;
  const received = await notificationsDuring(async () => {
    answer = await fixture.call(title, input, sent);
  });
  if (answer?.status !== 200) return `${title} | not asked here: ${answer?.body.error}`;
  return `${title} | ${received.join(', ') || 'nothing'}`;
}

test('what each route that writes announces is as reviewed', async () => {
  const lines: string[] = [];
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [name, route] of Object.entries(routes))
      if (route.method !== 'GET' && !route.readOnly) lines.push(await announcedBy(`${feature}.${name}`));
  assertReviewed('announcements.txt', 'Route that writes | what it announces to other processes', lines);
});
