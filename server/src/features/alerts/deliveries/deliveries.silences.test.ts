/** What quiet windows withhold, and the one message at their end. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { startServer } from '../../../../test/harness.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId } = north;
await setUpMail(server, north, mail.port);
const token = () => server.tokenFor(north.admin.id);

const rule = async (email: string, more: object = {}) => {
  const { body, status } = await server.call(
    alertRules.create,
    { projectId, name: `Rule ${Math.random()}`, members: false, level: 1, language: 'en', emails: [email], ...more },
    await token(),
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.alertRule.id;
};
const endRule = async (alertRuleId: number) =>
  server.call(alertRules.remove, { projectId, alertRuleId }, await token());
const silence = async (more: object = {}, minutes = 60) => {
  const now = server.clock.now().getTime();
  const times = { startAt: new Date(now).toISOString(), endAt: new Date(now + minutes * 60_000).toISOString() };
  const made = await server.call(silences.create, { projectId, ...times, reason: 'Drilling', ...more }, await token());
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body.silence.id;
};
const end = async (silenceId: number) => server.call(silences.end, { projectId, silenceId }, await token());
const silenceOf = async (id: number) =>
  (await server.call(silences.list, { projectId }, await token())).body.silences.find((each) => each.id === id)!;
const raise = async (level = 3) => {
  const id = await raiseAlert(server, north, level);
  await server.db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', id).execute();
  return id;
};
const pass = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  for (const name of ['end-silences', 'escalate-alerts']) await server.tick(name);
  await server.work!.settle();
};
const received = () =>
  mail.mails
    .splice(0)
    .map(({ to }) => to)
    .sort();

test('messages of its levels are withheld and counted, red ones get through', async () => {
  const ruleId = await rule('duty@example.com');
  const id = await silence();
  const alertId = await raise(3);
  assert.deepEqual(received(), []);
  const { body } = await server.call(deliveries.escalation, { alertId }, await token());
  assert.deepEqual(
    body.silences.map((each) => [each.id, each.reason, each.digestAt]),
    [[id, 'Drilling', null]],
  );
  await raise(4);
  assert.deepEqual(received(), ['duty@example.com']);
  const { withheld, open } = await silenceOf(id);
  assert.deepEqual([withheld, open], [1, 1]);
  const { body: shown } = await server.call(alerts.get, { alertId }, await token());
  assert.equal(shown.alert.status, 'Pending', 'raised all the same');
  await end(id);
  await pass(1);
  received();
  await endRule(ruleId);
});

test('at the end one message tells of what is still open, once, whatever process looks', async () => {
  const ruleId = await rule('duty@example.com');
  const id = await silence();
  const [first, settled, third] = [await raise(3), await raise(3), await raise(2)];
  await server.call(alerts.setStatus, { alertId: settled, status: 'FalseAlarm' }, await token());
  await pass(59);
  assert.deepEqual(received(), []);
  server.clock.advance(60_000);
  const second = await startServer(
    { DATABASE_URL: server.config.databaseUrl, OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: server.config.dataDir },
    new Date(server.clock.now().getTime()),
  );
  await Promise.all([server.tick('end-silences'), second.tick('end-silences'), server.tick('end-silences')]);
  await Promise.all([server.work!.settle(), second.work!.settle()]);
  await second.close();
  assert.equal(mail.mails.length, 1);
  const text = wordsOf(mail.mails[0]!);
  assert.match(text, /Subject: 2 alerts still open after a quiet window, North project/);
  for (const words of ['Drilling', 'Orange: ', 'Yellow: ', 'T-1'])
    assert.ok(text.includes(words), `${words} in ${text}`);
  assert.deepEqual(received(), ['duty@example.com']);
  await pass(1);
  assert.deepEqual(received(), []);
  for (const alertId of [first, third]) {
    const { body } = await server.call(deliveries.escalation, { alertId }, await token());
    assert.notEqual(body.silences[0]?.digestAt, null);
  }
  const { open } = await silenceOf(id);
  assert.equal(open, 2);
  const log = (await server.call(deliveries.list, { projectId, pageSize: 1 }, await token())).body.deliveries[0]!;
  assert.deepEqual([log.isDigest, log.title, log.state], [true, 'T-1', 'sent']);
  await endRule(ruleId);
});

test('where nothing is open any more, nobody is told at the end', async () => {
  const ruleId = await rule('duty@example.com');
  const id = await silence();
  const alertId = await raise(3);
  await server.call(alerts.setStatus, { alertId, status: 'Confirm' }, await token());
  await end(id);
  await pass(1);
  assert.deepEqual(received(), []);
  await endRule(ruleId);
});

test('each recipient reads of those alerts alone of which a rule tells them, also at another hour', async () => {
  const rules = [
    await rule('all@example.com', { days: [1], fromTime: '01:00', toTime: '02:00' }),
    await rule('red@example.com', { level: 4 }),
    await rule('item@example.com', { wholeProject: false, structureIds: [north.itemId] }),
  ];
  const id = await silence({ levels: [2, 3] });
  await raise(3);
  await end(id);
  await pass(1);
  assert.deepEqual(received(), ['all@example.com']);
  for (const each of rules) await endRule(each);
});

test('a window of a point, structure or project withholds there, and of another place nothing', async () => {
  const ruleId = await rule('duty@example.com');
  const cases: [object, boolean][] = [
    [{ pointId: north.pointId }, true],
    [{ structureId: north.structureId }, true],
    [{ structureId: north.itemId }, false],
  ];
  for (const [place, isWithheld] of cases) {
    const id = await silence(place);
    await raise(3);
    assert.deepEqual(received(), isWithheld ? [] : ['duty@example.com'], JSON.stringify(place));
    await end(id);
    await pass(1);
    received();
  }
  await endRule(ruleId);
});

test('a window of a structure withholds what is raised on its items', async () => {
  const ruleId = await rule('duty@example.com');
  const moveAlerts = (structureId: number) =>
    server.db.updateTable('alert').set({ structure_id: structureId }).where('id', '=', north.alertId).execute();
  // What raise() makes is like the alert of the world.
  await moveAlerts(north.itemId);
  for (const structureId of [north.structureId, north.itemId]) {
    const id = await silence({ structureId });
    await raise(3);
    assert.deepEqual(received(), []);
    assert.equal((await silenceOf(id)).withheld, 1);
    await end(id);
    await pass(1);
    received();
  }
  await moveAlerts(north.structureId);
  await endRule(ruleId);
});

test('from the moment that somebody ends a window nothing more is withheld by it', async () => {
  const ruleId = await rule('duty@example.com');
  const id = await silence();
  await end(id);
  await raise(3);
  assert.deepEqual(received(), ['duty@example.com']);
  assert.equal((await silenceOf(id)).withheld, 0);
  await pass(1);
  received();
  await endRule(ruleId);
});

test('steps wait in a window, and go on after it', async () => {
  const ruleId = await rule('first@example.com', { steps: [{ afterMinutes: 10, emails: ['boss@example.com'] }] });
  const before = await raise(3);
  assert.deepEqual(received(), ['first@example.com']);
  const id = await silence({}, 30);
  const within = await raise(3);
  await pass(20);
  assert.deepEqual(received(), []);
  await pass(10);
  assert.deepEqual(received(), ['boss@example.com', 'first@example.com'], 'the step that was due, and the digest');
  await pass(10);
  assert.deepEqual(received(), ['boss@example.com'], 'the steps of what was withheld begin at the end');
  for (const alertId of [before, within]) {
    const { body } = await server.call(deliveries.escalation, { alertId }, await token());
    assert.deepEqual(
      body.steps.map(({ state }) => state),
      ['done'],
    );
  }
  assert.equal((await silenceOf(id)).state, 'over');
  await endRule(ruleId);
});

test('where a second window is open at the end of the first, its end tells', async () => {
  const ruleId = await rule('duty@example.com');
  const [first, second] = [await silence({ pointId: north.pointId }, 10), await silence({}, 60)];
  await raise(3);
  await pass(11);
  assert.deepEqual(received(), []);
  assert.equal((await silenceOf(first)).state, 'over');
  await end(second);
  await pass(1);
  assert.deepEqual(received(), ['duty@example.com']);
  await endRule(ruleId);
});
