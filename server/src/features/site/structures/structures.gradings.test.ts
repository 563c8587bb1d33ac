/** What alert levels mean where an alert is: of the item, else of its structure, else of the project; in messages too. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId, structureId, itemId, corporationId } = north;
const { token } = north.admin;
const called = (name: string) => [1, 2, 3, 4].map((level) => ({ level, name, action: `${name} ${level}` }));
const get = async (id: number) => {
  const { body } = await server.call(structures.gradings, { structureId: id }, token);
  return [body.from, body.gradings[2]!.action, body.own?.length ?? null];
};
const set = (id: number, own: ReturnType<typeof called> | null, by = token) =>
  server.call(structures.setGradings, { structureId: id, own }, by);

test('the nearest gradings hold, whole; null gives those above again', async () => {
  assert.deepEqual(await get(itemId), ['project', '', null]);
  await server.call(projects.setGradings, { projectId, gradings: called('Project') }, token);
  assert.deepEqual(await get(itemId), ['project', 'Project 3', null]);
  assert.equal((await set(structureId, called('Dam'))).status, 200);
  assert.deepEqual(await get(structureId), ['own', 'Dam 3', 4]);
  assert.deepEqual(await get(itemId), ['above', 'Dam 3', null]);
  assert.equal((await set(itemId, called('Gallery'))).status, 200);
  assert.deepEqual(await get(itemId), ['own', 'Gallery 3', 4]);
  assert.equal((await set(itemId, null)).status, 200);
  assert.deepEqual(await get(itemId), ['above', 'Dam 3', null]);
  assert.equal((await set(structureId, called('Dam').slice(1))).status, 400, 'all four');
  assert.equal((await set(structureId, null, south.admin.token)).status, 404);
});

test('a message says what holds at the structure of the alert, where the corporation grades alerts', async () => {
  const flags = JSON.stringify({ activeAlertGrading: true });
  await server.db.updateTable('corporation').set({ flags }).where('id', '=', corporationId).execute();
  await setUpMail(server, north, mail.port);
  const rule = { projectId, name: 'Owner', members: false, emails: ['a@example.com'], language: 'en' } as const;
  assert.equal((await server.call(alertRules.create, rule as never, token)).status, 200);
  await set(structureId, called('Dam'));
  await raiseAlert(server, north, 3);
  assert.match(wordsOf(mail.mails.at(-1)!), /Action: Dam 3/);
  await set(structureId, null);
  await raiseAlert(server, north, 3);
  assert.match(wordsOf(mail.mails.at(-1)!), /Action: Project 3/);
});
