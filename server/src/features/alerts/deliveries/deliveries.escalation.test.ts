/** Who is told further of an alert while nobody reacts: by duty rosters and steps of rules, once each, stopped by anybody. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember, startServer } from '../../../../test/harness.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { hasDue } from './deliveries.escalation.table.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId, corporationId } = north;
await setTimeZone(server, projectId, 'Asia/Shanghai');
await setUpMail(server, north, mail.port);
/** A new session each time: the clock moves on. */
const token = () => server.tokenFor(north.admin.id);

const { display_name: adminName } = await server.db
  .selectFrom('account')
  .select('display_name')
  .where('id', '=', north.admin.id)
  .executeTakeFirstOrThrow();

const person = async (name: string, contact: object | null, role: 'Member' | 'Guest' = 'Member') => {
  const made = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, made.id, role);
  const choice = { email: `${name}@example.com`, mobile: null, emailFrom: null, smsFrom: null, ...contact };
  if (contact) assert.equal((await server.call(deliveries.setContact, choice, made.token)).status, 200);
  return made;
};
// Neither chose to be told of any level: on duty they are all the same.
const zhao = await person('zhao', {});
const li = await person('li', {});
const unreachable = await person('unreachable', null);

const every = [1, 2, 3, 4, 5, 6, 7];
const rosterWith = async (personId: number | null, fallbackId: number | null = null) => {
  const shifts = personId === null ? [] : [{ personId, days: every, fromTime: '00:00', toTime: '00:00' }];
  const { body } = await server.call(
    duty.create,
    { projectId, name: `R${Math.random()}`, shifts, fallbackId },
    await token(),
  );
  return body.dutyRoster.id;
};
const makeRule = async (more: object) => {
  const made = await server.call(
    alertRules.create,
    { projectId, name: `Rule ${Math.random()}`, members: false, level: 1, ...more },
    await token(),
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body.alertRule;
};
const endRule = async (alertRuleId: number) =>
  server.call(alertRules.remove, { projectId, alertRuleId }, await token());
const pending = async (alertId: number) => {
  await server.db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', alertId).execute();
  return alertId;
};
const raise = async (level = 3) => pending(await raiseAlert(server, north, level));
/** Raises an alert of the same point that a condition decided. */
async function raiseByCondition(level: number): Promise<number> {
  const { db } = server;
  const rules = JSON.stringify({ name: 'Both', groups: [] });
  const row = { project_id: projectId, structure_id: north.structureId, rules, enabled: true, level };
  const { id } = await db
    .insertInto('condition')
    .values({ ...row, since_at: server.clock.now(), updated_at: server.clock.now(), updated_by: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('alert').set({ condition_id: id }).where('id', '=', north.alertId).execute();
  const alertId = await raise(level);
  await db.updateTable('alert').set({ condition_id: null }).where('id', '=', north.alertId).execute();
  return alertId;
}
/** Minutes pass; the clock's work is done, and what it sets off. */
const pass = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  await server.tick('escalate-alerts');
  await server.work!.settle();
};
const received = () =>
  mail.mails
    .splice(0)
    .map(({ to }) => to)
    .sort();
const stepsOf = async (alertId: number) =>
  (await server.call(deliveries.escalation, { alertId }, await token())).body.steps.map(
    ({ afterMinutes, state, why }) => [afterMinutes, state, why].join(' ').trim(),
  );
const gapsOf = async () => {
  const { body } = await server.call(notifications.list, { pageSize: 100 }, await token());
  return body.notifications.filter(({ detail }) => detail['about'] === 'dutyGap').length;
};

test('a roster of a rule tells whoever is on duty then, whatever level they chose, and nobody else', async () => {
  const rule = await makeRule({ rosterIds: [await rosterWith(zhao.id)] });
  const alertId = await raise();
  assert.deepEqual(received(), ['zhao@example.com']);
  const { body } = await server.call(deliveries.ofAlert, { alertId }, await token());
  assert.deepEqual(
    body.deliveries.map(({ rosterName, isFallback, person: name }) => [rosterName !== null, isFallback, name]),
    [[true, false, 'zhao']],
  );
  await endRule(rule.id);
});

test('a substitute of this hour is told instead', async () => {
  const rosterId = await rosterWith(zhao.id);
  const rule = await makeRule({ rosterIds: [rosterId] });
  const now = server.clock.now().getTime();
  const times = { startAt: new Date(now - 60_000).toISOString(), endAt: new Date(now + 3_600_000).toISOString() };
  await server.call(
    duty.substitute,
    { projectId, rosterId, ...times, absentId: zhao.id, substituteId: li.id },
    await token(),
  );
  await raise();
  assert.deepEqual(received(), ['li@example.com']);
  server.clock.advance(3_600_000);
  await raise();
  assert.deepEqual(received(), ['zhao@example.com']);
  await endRule(rule.id);
});

test('where nobody is on duty, or nobody who can be reached, the fallback is told', async () => {
  for (const personId of [null, unreachable.id]) {
    const rule = await makeRule({ rosterIds: [await rosterWith(personId, li.id)] });
    const before = await gapsOf();
    await raise();
    assert.equal(mail.mails.length, 1);
    assert.match(wordsOf(mail.mails[0]!), /because nobody on duty \(R0\.\d+\) can act on it, and you are the fallback/);
    assert.deepEqual(received(), ['li@example.com']);
    assert.equal(await gapsOf(), before, 'somebody was told');
    await endRule(rule.id);
  }
});

test('who may not acknowledge is told, and the fallback beside them; where there is none, who may change the rules hears of it', async () => {
  const watcher = await person('watcher', {}, 'Guest');
  for (const [fallbackId, recipients, gaps] of [
    [li.id, ['li@example.com', 'watcher@example.com'], 0],
    [null, ['watcher@example.com'], 1],
    [watcher.id, ['watcher@example.com'], 1],
  ] as const) {
    const rule = await makeRule({ rosterIds: [await rosterWith(watcher.id, fallbackId)] });
    const before = await gapsOf();
    await raise();
    assert.deepEqual(received(), recipients);
    assert.equal((await gapsOf()) - before, gaps);
    await endRule(rule.id);
  }
});

test('where nobody at all can be told by a roster, who may change the rules hears of it, once an hour', async () => {
  const rule = await makeRule({ rosterIds: [await rosterWith(unreachable.id)] });
  const before = await gapsOf();
  await raise();
  await raise();
  assert.deepEqual(received(), []);
  assert.equal(await gapsOf(), before + 1);
  server.clock.advance(61 * 60_000);
  await raise();
  assert.equal(await gapsOf(), before + 2);
  await endRule(rule.id);
  // Nor is a fallback told whom nothing reaches.
  const other = await makeRule({ rosterIds: [await rosterWith(null, unreachable.id)] });
  await raise();
  assert.equal(await gapsOf(), before + 3);
  await endRule(other.id);
});

test('somebody who left the project is on duty no more', async () => {
  const leaver = await person('leaver', {});
  const rule = await makeRule({ rosterIds: [await rosterWith(leaver.id, li.id)] });
  await server.db.deleteFrom('project_member').where('account_id', '=', leaver.id).execute();
  await raise();
  assert.deepEqual(received(), ['li@example.com']);
  await endRule(rule.id);
});

test('while nobody reacts each step tells once, at its time, also those told before', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [
      { afterMinutes: 5, rosterIds: [await rosterWith(zhao.id)], emails: ['first@example.com'] },
      { afterMinutes: 15, emails: ['boss@example.com'] },
    ],
  });
  const alertId = await raise();
  assert.deepEqual(received(), ['first@example.com']);
  assert.deepEqual(await stepsOf(alertId), ['5 waiting', '15 waiting']);
  await pass(4);
  assert.deepEqual(received(), []);
  await pass(1);
  const [text = ''] = mail.mails.filter(({ to }) => to === 'zhao@example.com').map((each) => wordsOf(each));
  assert.match(text, /Subject: Not acknowledged for 5 min: Orange alert: T-1/);
  assert.match(text, /because you are on duty \(R0\.\d+\)/);
  assert.deepEqual(received(), ['first@example.com', 'zhao@example.com']);
  await pass(0);
  assert.deepEqual(received(), [], 'looked at twice');
  await pass(10);
  assert.deepEqual(received(), ['boss@example.com']);
  assert.deepEqual(await stepsOf(alertId), ['5 done', '15 done']);
  const { body } = await server.call(deliveries.ofAlert, { alertId }, await token());
  assert.deepEqual(
    body.deliveries.map(({ afterMinutes }) => afterMinutes).sort((a, b) => a - b),
    [0, 5, 5, 15],
  );
  await endRule(rule.id);
});

test('noticed or settled by anybody, nobody is told further, and the alert says by whom', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 5, emails: ['boss@example.com'] }],
  });
  for (const status of ['Notice', 'Confirm', 'FalseAlarm', 'Restore'] as const) {
    const alertId = await raise();
    assert.equal((await server.call(alerts.setStatus, { alertId, status }, await token())).status, 200);
    await server.work!.settle();
    const { body } = await server.call(deliveries.escalation, { alertId }, await token());
    assert.deepEqual(
      body.steps.map(({ state, why, byName }) => [state, why, byName]),
      [['stopped', 'reacted', adminName]],
    );
    received();
    await pass(10);
    assert.deepEqual(received(), [], status);
  }
  await endRule(rule.id);
});

test('a step that is due while its alert is settled, but before that was worked off, tells nobody', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 5, emails: ['boss@example.com'] }],
  });
  const alertId = await raise();
  received();
  await server.db.updateTable('alert').set({ status: 'Notice' }).where('id', '=', alertId).execute();
  await pass(5);
  assert.deepEqual(received(), []);
  assert.deepEqual(await stepsOf(alertId), ['5 stopped reacted']);
  await endRule(rule.id);
});

test('an alert of a higher level begins with the steps anew, and those of the lower one end', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 10, emails: ['boss@example.com'] }],
  });
  const orange = await raise(3);
  await pass(8);
  const red = await raise(4);
  assert.deepEqual([await stepsOf(orange), await stepsOf(red)], [['10 stopped risen'], ['10 waiting']]);
  received();
  await pass(2);
  assert.deepEqual(received(), []);
  await pass(8);
  assert.deepEqual(received(), ['boss@example.com']);
  await endRule(rule.id);
});

test('a condition and a threshold of one point end no steps of each other, nor do two conditions', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 10, emails: ['boss@example.com'] }],
  });
  for (const [raiseLower, raiseHigher] of [
    [raiseByCondition, raise],
    [raise, raiseByCondition],
    [raiseByCondition, raiseByCondition],
  ] as const) {
    const lower = await raiseLower(3);
    const higher = await raiseHigher(4);
    assert.deepEqual([await stepsOf(lower), await stepsOf(higher)], [['10 waiting'], ['10 waiting']]);
    for (const alertId of [lower, higher])
      await server.call(alerts.setStatus, { alertId, status: 'Notice' }, await token());
    await server.work!.settle();
    received();
  }
  await endRule(rule.id);
});

test('a higher alert that the rule does not tell of leaves the steps of the lower one', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 10, emails: ['boss@example.com'] }],
  });
  const orange = await raise(3);
  await server.call(alertRules.update, { projectId, alertRuleId: rule.id, days: [1] }, await token());
  await raise(4);
  assert.deepEqual(await stepsOf(orange), ['10 waiting']);
  received();
  await pass(10);
  assert.deepEqual(received(), ['boss@example.com'], 'hours are those of the alert, not of the step');
  await endRule(rule.id);
});

test('a rule that is switched off, changed or deleted tells nobody further, and says so', async () => {
  const steps = [{ afterMinutes: 5, emails: ['boss@example.com'] }];
  for (const change of [{ enabled: false }, { steps: [] }, null]) {
    const rule = await makeRule({ emails: ['first@example.com'], steps });
    const alertId = await raise();
    received();
    if (change) await server.call(alertRules.update, { projectId, alertRuleId: rule.id, ...change }, await token());
    else await endRule(rule.id);
    await pass(5);
    assert.deepEqual(received(), []);
    assert.deepEqual(await stepsOf(alertId), ['5 stopped ruleOff']);
    if (change) await endRule(rule.id);
  }
});

test('two processes and a restart after the time send each step once', async () => {
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 5, emails: ['boss@example.com'] }],
  });
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push(await raise());
  received();
  server.clock.advance(30 * 60_000);
  const second = await startServer(
    { DATABASE_URL: server.config.databaseUrl, OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: server.config.dataDir },
    new Date(server.clock.now().getTime()),
  );
  await Promise.all([server.tick('escalate-alerts'), second.tick('escalate-alerts'), server.tick('escalate-alerts')]);
  await Promise.all([server.work!.settle(), second.work!.settle()]);
  assert.deepEqual(
    received(),
    ids.map(() => 'boss@example.com'),
  );
  await second.close();
  await endRule(rule.id);
});

test('a step is due at its millisecond: not before, not in a quiet window, not in an archived project', async () => {
  await server.db.updateTable('escalation').set({ state: 'stopped' }).where('state', '=', 'waiting').execute();
  const rule = await makeRule({
    emails: ['first@example.com'],
    steps: [{ afterMinutes: 1, emails: ['boss@example.com'] }],
  });
  await raise();
  received();
  const isDue = () => hasDue(server.db, server.clock.now());
  server.clock.advance(59_999);
  assert.equal(await isDue(), false);
  server.clock.advance(1);
  assert.equal(await isDue(), true);
  const archive = (archived_at: Date | null) =>
    server.db.updateTable('project').set({ archived_at }).where('id', '=', projectId).execute();
  await archive(server.clock.now());
  assert.equal(await isDue(), false);
  await archive(null);
  const now = server.clock.now().getTime();
  const times = { startAt: new Date(now).toISOString(), endAt: new Date(now + 60_000).toISOString() };
  const quiet = await server.call(silences.create, { projectId, ...times, reason: 'Drilling' }, await token());
  assert.equal(quiet.status, 200);
  assert.equal(await isDue(), false);
  server.clock.advance(60_000);
  assert.equal(await isDue(), true);
  await pass(0);
  assert.deepEqual(received(), ['boss@example.com']);
  assert.equal(await isDue(), false);
  await endRule(rule.id);
});

test('steps that tell nobody or do not follow each other are refused', async () => {
  const refusalOf = async (steps: object[]) => {
    const { status, body } = await server.call(
      alertRules.create,
      { projectId, name: 'Faulty', emails: ['a@example.com'], steps } as never,
      await token(),
    );
    return [status, (body.detail as unknown as { path: string; message: string }[])?.[0]?.message];
  };
  assert.deepEqual(await refusalOf([{ afterMinutes: 5 }]), [400, 'stepNobodyTold']);
  const named = { emails: ['b@example.com'] };
  assert.deepEqual(
    await refusalOf([
      { afterMinutes: 5, ...named },
      { afterMinutes: 5, ...named },
    ]),
    [400, 'stepsNotAscending'],
  );
});
