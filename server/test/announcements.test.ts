/**
 * What each route that writes announces to other processes: what they must read again (`changed`), events, devices for
 * which a command lies ready, and tasks. Asked of every route in a world of its own, heard by a listener beside the server.
 */
import { after, test } from 'node:test';
import { registry } from '@plumbline/contract/registry';
import type { Route } from '@plumbline/contract/route';
import pg from 'pg';
import { groundOf } from './announcements.fixtures.ts';
import { preparations } from './announcements-preparations.ts';
import { makeAccount, startServer } from './harness.ts';
import { assertReviewed } from './reviewed.ts';

// No worker: events and tasks stay where they are written.
const server = await startServer({ ROLES: 'web,gateway' });
const ear = new pg.Client({ connectionString: server.config.databaseUrl! });
await ear.connect();
for (const channel of ['plumbline_changed', 'plumbline_command', 'plumbline_task', 'mark'])
  await ear.query(`LISTEN ${channel}`);
after(async () => {
  await ear.end();
  await server.close();
});
const system = await makeAccount(server, 'System', null, 'announcements.system');

let marks = 0;
/** Resolves when everything that was committed so far has been heard: notifications come in the order of commits. */
async function allHeard(): Promise<void> {
  const mark = String(++marks);
  const heard = Promise.withResolvers<void>();
  const hear = ({ channel, payload }: pg.Notification) => {
    if (channel === 'mark' && payload === mark) heard.resolve();
  };
  ear.on('notification', hear);
  await server.database.pool.query("SELECT pg_notify('mark', $1)", [mark]);
  await heard.promise;
  ear.off('notification', hear);
}

/** What was announced while it ran, sorted, each once. */
async function heardDuring(act: () => Promise<void>): Promise<string[]> {
  const heard = new Set<string>();
  const hear = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'plumbline_changed') heard.add(`changed ${(JSON.parse(payload) as { kind: string }).kind}`);
    if (channel === 'plumbline_command') heard.add('command');
    if (channel === 'plumbline_task') heard.add('task');
  };
  await allHeard();
  await server.db.deleteFrom('outbox').execute();
  ear.on('notification', hear);
  await act();
  await allHeard();
  ear.off('notification', hear);
  for (const { name } of await server.db.selectFrom('outbox').select('name').execute()) heard.add(`event ${name}`);
  return [...heard].sort();
}

async function announcedBy(title: string): Promise<string> {
  const ground = await groundOf(server, system.token, title);
  const { input, ...sent } = (await preparations[title]?.(ground)) ?? {};
  let answer: Awaited<ReturnType<typeof ground.call>> | undefined;
  const heard = await heardDuring(async () => {
    answer = await ground.call(title, input, sent);
  });
  if (answer?.status !== 200) return `${title} | not asked here: ${answer?.body.error}`;
  return `${title} | ${heard.join(', ') || 'nothing'}`;
}

test('what each route that writes announces is as reviewed', async () => {
  const lines: string[] = [];
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [name, route] of Object.entries(routes))
      if (route.method !== 'GET' && !route.readOnly) lines.push(await announcedBy(`${feature}.${name}`));
  assertReviewed('announcements.txt', 'Route that writes | what it announces to other processes', lines);
});
