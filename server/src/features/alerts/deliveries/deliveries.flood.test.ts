/** The cap on messages: what is beyond it comes in one digest that names each alert, red gets through, and none is lost. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { sql } from 'kysely';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';
import { maxWaiting } from './deliveries.flood.table.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId } = north;
const token = () => server.tokenFor(north.admin.id);
await setUpMail(server, north, mail.port);

const makeRule = async (more: object) => {
  const given = { projectId, name: `Rule ${Math.random()}`, members: false, level: 1, language: 'en', ...more };
  const { status, body } = await server.call(alertRules.create, given as never, await token());
  assert.equal(status, 200, JSON.stringify(body));
  return body.alertRule.id;
};
const endRule = async (alertRuleId: number) =>
  server.call(alertRules.remove, { projectId, alertRuleId }, await token());
const pass = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  for (const name of ['send-collected-alerts', 'escalate-alerts']) await server.tick(name);
  await server.work!.settle();
};
const received = () => mail.mails.splice(0).map((each) => ({ to: each.to, text: wordsOf(each) }));
const logOf = async (alertId: number) =>
  (await server.call(deliveries.ofAlert, { alertId }, await token())).body.deliveries[0]!;
/** Gives the point of the world another name, so that a digest can be read. */
const raiseAt = async (pointName: string, level: number) => {
  await server.db.updateTable('point').set({ name: pointName }).where('id', '=', north.pointId).execute();
  return await raiseAlert(server, north, level);
};

test('beyond the cap alerts come together, once, each of them named; red ones by themselves', async () => {
  const ruleId = await makeRule({ emails: ['duty@example.com'], floodCap: 3 });
  const alertIds: number[] = [];
  for (let i = 1; i <= 9; i++) alertIds.push(await raiseAt(`Gauge-${i}`, i === 6 ? 4 : 1 + (i % 3)));
  const single = received();
  assert.equal(single.length, 4, 'three, and the red one');
  assert.ok(single.some(({ text }) => text.includes('Red alert: Gauge-6')));
  const collected = await logOf(alertIds[3]!);
  assert.deepEqual([collected.state, collected.digestId, collected.attempts], ['collected', null, 0]);
  const { counts } = (await server.call(deliveries.list, { projectId }, await token())).body;
  assert.deepEqual([counts.collected, counts.queued], [5, 0]);
  // The same event once more adds none.
  await emit(server.db, server.clock.now(), 'alertRaised', { alertId: alertIds[4]!, projectId });
  await pass(9);
  assert.deepEqual(received(), [], 'not before ten minutes');
  await pass(1);
  const [digest, ...others] = received();
  assert.equal(others.length, 0);
  assert.match(digest!.text, /Subject: 5 further alerts, North project/);
  for (const name of ['Gauge-4', 'Gauge-5', 'Gauge-7', 'Gauge-8', 'Gauge-9'])
    assert.ok(digest!.text.includes(name), name);
  for (const name of ['Gauge-3', 'Gauge-6']) assert.ok(!digest!.text.includes(name), `${name} came by itself`);
  const after = await logOf(alertIds[3]!);
  assert.deepEqual([after.state, typeof after.digestId], ['collected', 'number']);
  await pass(10);
  assert.deepEqual(received(), [], 'once');
  await raiseAt('Gauge-10', 2);
  assert.equal(received().length, 1, 'the cap counts ten minutes');
  await endRule(ruleId);
  await pass(30);
});

test('many at once are counted within their event, for each recipient for themselves; without a cap all come', async () => {
  const rules = [
    await makeRule({ emails: ['few@example.com'], floodCap: 2 }),
    await makeRule({ emails: ['all@example.com'], floodCap: null }),
  ];
  const { id: _, ...like } = await server.db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', north.alertId)
    .executeTakeFirstOrThrow();
  const made = await server.db
    .insertInto('alert')
    .values(Array.from({ length: 450 }, () => ({ ...like, level: 2 })) as never)
    .returning('id')
    .execute();
  for (const { id } of made) await emit(server.db, server.clock.now(), 'alertRaised', { alertId: id, projectId });
  await server.work!.settle();
  const single = received();
  assert.equal(single.filter(({ to }) => to === 'few@example.com').length, 2);
  assert.equal(single.filter(({ to }) => to === 'all@example.com').length, 450);
  await pass(10);
  const digests = received();
  assert.deepEqual(
    digests.map(({ to }) => to),
    Array(3).fill('few@example.com'),
  );
  // Once in the plain part, once in the HTML.
  const named = digests.reduce((sum, { text }) => sum + [...text.matchAll(/^Yellow: /gm)].length, 0);
  assert.equal(named, 448, 'each of them, in pieces of two hundred');
  for (const id of rules) await endRule(id);
});

test('red ones that got through leave the others their whole cap', async () => {
  const ruleId = await makeRule({ emails: ['capped@example.com'], floodCap: 2 });
  for (let i = 1; i <= 3; i++) await raiseAt(`Red-${i}`, 4);
  const yellow = [await raiseAt('Yellow-1', 2), await raiseAt('Yellow-2', 2), await raiseAt('Yellow-3', 2)];
  assert.equal(received().length, 5, 'three red ones and two others');
  assert.deepEqual(await Promise.all(yellow.map(async (id) => (await logOf(id)).state)), ['sent', 'sent', 'collected']);
  await endRule(ruleId);
  await pass(30);
  received();
});

test('while a digest still waits for its recipient there is no other, and the next names what came since', async () => {
  const ruleId = await makeRule({ emails: ['stuck@example.com'], floodCap: 1 });
  const digests = () =>
    server.db
      .selectFrom('delivery')
      .select(['id', 'state'])
      .where('recipient', '=', 'stuck@example.com')
      .where('subject', 'like', 'flood:%')
      .orderBy('id')
      .execute();
  await raiseAt('Stuck-1', 2);
  await raiseAt('Stuck-2', 2);
  mail.mood = 'later';
  await pass(10);
  assert.deepEqual(
    (await digests()).map(({ state }) => state),
    ['queued'],
  );
  await raiseAt('Stuck-3', 2);
  await raiseAt('Stuck-4', 2);
  await raiseAt('Stuck-5', 2);
  received();
  await pass(11);
  assert.equal((await digests()).length, 1, 'one waits already');
  mail.mood = 'accept';
  const areSent = async () => (await digests()).filter(({ state }) => state === 'sent').length === 2;
  for (let hours = 0; hours < 6 && !(await areSent()); hours++) await pass(60);
  const texts = received()
    .filter(({ to, text }) => to === 'stuck@example.com' && /further alerts?/.test(text))
    .map(({ text }) => ['Stuck-2', 'Stuck-4', 'Stuck-5'].filter((name) => text.includes(name)));
  assert.deepEqual(texts, [['Stuck-2'], ['Stuck-4', 'Stuck-5']], 'each in one digest');
  await endRule(ruleId);
  await pass(30);
  received();
});

test('a digest goes to who may still hear of it, and says when nobody reacted', async () => {
  const ruleId = await makeRule({
    emails: ['first@example.com'],
    floodCap: 1,
    steps: [{ afterMinutes: 5, emails: ['head@example.com'] }],
  });
  await server.db.updateTable('alert').set({ status: 'Pending' }).where('project_id', '=', projectId).execute();
  for (let i = 0; i < 3; i++) {
    const id = await raiseAt(`S-${i}`, 2);
    await server.db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', id).execute();
  }
  await pass(5);
  assert.deepEqual(
    received()
      .map(({ to }) => to)
      .sort(),
    ['first@example.com', 'head@example.com'],
  );
  await pass(10);
  const digests = received();
  const head = digests.find(({ to }) => to === 'head@example.com');
  assert.match(head?.text ?? '', /Subject: Not acknowledged for 5 min: 2 further alerts/);
  await endRule(ruleId);
});

test('by SMS a digest says how many, some of them, how many more, and where all are', async () => {
  const other = await openCheckingServer();
  after(() => other.close());
  other.answer = () => ({ status: 201, body: '{"sid":"SM1"}' });
  const { corporationId } = north;
  const vendor = { kind: 'twilio', endpoint: other.url, keyId: 'AC1', secret: 'secret', sign: '+15550001111' } as const;
  const { body } = await server.call(channels.create, { corporationId, name: 'SMS', ...vendor }, await token());
  const ruleId = await makeRule({ mobiles: ['13800001234'], floodCap: 1 });
  for (let i = 1; i <= 25; i++) await raiseAt(`Casing-${i}`, 2);
  other.arrived.length = 0;
  await pass(10);
  const text = new URLSearchParams(other.arrived[0]!.body).get('Body') ?? '';
  assert.equal(other.arrived.length, 1);
  assert.match(
    text,
    /^24 further alerts, North project: Casing-2, .*Casing-9 and 16 more http:\S+\/#\/projects\/\d+\/alerts$/,
  );
  assert.ok(text.length <= 320, `${text.length} signs`);
  await endRule(ruleId);
  await server.call(channels.remove, { corporationId, channelId: body.channel.id }, await token());
});

test('what waits for one recipient is bounded: further alerts, red ones too, come in one message once there is room', async () => {
  const ruleId = await makeRule({ emails: ['full@example.com'], floodCap: null });
  mail.mood = 'later';
  const first = await raiseAt('Full-0', 3);
  // As if nothing had got out for long: as many as may wait.
  await sql`INSERT INTO delivery (project_id, subject, alert_id, rule_id, rule_name, medium, recipient, is_member, language, level, content, state,
      created_at, expires_at, next_try_at)
    SELECT project_id, 'fill:' || n, alert_id, rule_id, rule_name, medium, recipient, is_member, language, level, content, 'queued',
      created_at, expires_at, next_try_at FROM delivery, generate_series(2, ${maxWaiting}::int) AS n WHERE alert_id = ${first}`.execute(
    server.db,
  );
  const alertIds = [await raiseAt('Full-1', 4), await raiseAt('Full-2', 2)];
  for (const alertId of alertIds) {
    const { state, answer } = await logOf(alertId);
    assert.deepEqual([state, answer], ['collected', 'queueFull']);
  }
  await pass(11);
  assert.equal((await logOf(alertIds[0]!)).digestId, null, 'there is no room yet');
  mail.mood = 'accept';
  await server.db.deleteFrom('delivery').where('subject', 'like', 'fill:%').execute();
  received();
  await pass(1);
  const [digest] = received().filter(({ text }) => text.includes('further alerts'));
  for (const name of ['Full-1', 'Full-2']) assert.ok(digest!.text.includes(name), name);
  await endRule(ruleId);
});
