/** What a rule with hours tells at their beginning: what rose before and still waits for somebody, once. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { startServer } from '../../../../test/harness.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { pullInDeliveries } from './deliveries.send.table.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId } = north;
await setTimeZone(server, projectId, 'Asia/Shanghai');
await setUpMail(server, north, mail.port);
const token = () => server.tokenFor(north.admin.id);

const { id: _, ...like } = await server.db
  .selectFrom('point')
  .selectAll()
  .where('id', '=', north.pointId)
  .executeTakeFirstOrThrow();
const otherPoint = await server.db
  .insertInto('point')
  .values({ ...like, name: 'T-2', device_id: null, channel: null } as never)
  .returning('id')
  .executeTakeFirstOrThrow();

beforeEach(async () => {
  await server.db.deleteFrom('alert_rule').where('project_id', '=', projectId).execute();
  mail.mails.splice(0);
});

let days = 0;
/** Goes on to an hour of a later day, by the clock in Shanghai (2026-06-01 is a Monday). */
const nextDayAt = (time: string, weekday = 0) => {
  days += 7;
  server.clock.set(new Date(Date.parse(`2026-06-01T${time}:00+08:00`) + (days + weekday) * 86_400_000));
};
const makeRule = async (more: object = {}) => {
  const { body, status } = await server.call(
    alertRules.create,
    {
      projectId,
      name: `Rule ${Math.random()}`,
      members: false,
      level: 2,
      language: 'en',
      emails: ['day@example.com'],
      fromTime: '08:00',
      toTime: '18:00',
      ...more,
    },
    await token(),
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.alertRule.id;
};
const endRule = async (alertRuleId: number) =>
  server.call(alertRules.remove, { projectId, alertRuleId }, await token());
const raise = async (level = 2, point = north.pointId) => {
  const id = await raiseAlert(server, north, level);
  await server.db
    .updateTable('alert')
    .set({ status: 'Pending', settled_at: null, raised_at: server.clock.now(), point_id: point })
    .where('id', '=', id)
    .execute();
  return id;
};
const runDue = async () => {
  for (const name of ['end-silences', 'escalate-alerts']) await server.tick(name);
  await server.work!.settle();
};
const pass = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  await runDue();
};
const received = () =>
  mail.mails
    .splice(0)
    .map(({ to }) => to)
    .sort();
const stepsOf = async (alertId: number) =>
  (await server.call(deliveries.escalation, { alertId }, await token())).body.steps.map(
    ({ step, dueAt, state, why, emails }) => [step, dueAt, state, why, emails].join(' '),
  );
const inShanghai = (time: string, weekday = 0) =>
  new Date(Date.parse(`2026-06-01T${time}:00+08:00`) + (days + weekday) * 86_400_000).toISOString();

test('yellow at night: told at eight, once, with its own times, while another rule told at once', async () => {
  nextDayAt('02:10');
  const rules = [await makeRule(), await makeRule({ fromTime: null, toTime: null, emails: ['always@example.com'] })];
  const alertId = await raise();
  assert.deepEqual(received(), ['always@example.com']);
  assert.deepEqual(await stepsOf(alertId), [`0 ${inShanghai('08:00')} waiting  1`]);
  // As the worker does each minute, for times that a clock ahead has written.
  await pullInDeliveries(server.db, server.clock.now());
  await pass(349);
  assert.deepEqual(received(), [], '07:59');
  await pass(1);
  assert.match(wordsOf(mail.mails[0]!), /Raised: \S+ 02:10:00/);
  assert.deepEqual(received(), ['day@example.com']);
  assert.deepEqual(await stepsOf(alertId), [`0 ${inShanghai('08:00')} done  1`]);
  await pass(1);
  await pass(24 * 60);
  assert.deepEqual(received(), [], 'once');
  for (const each of rules) await endRule(each);
});

test('whoever was told of it in the night by another rule is not told again', async () => {
  nextDayAt('02:00');
  const rules = [await makeRule(), await makeRule({ fromTime: null, toTime: null })];
  await raise();
  assert.deepEqual(received(), ['day@example.com']);
  await pass(6 * 60);
  assert.deepEqual(received(), []);
  for (const each of rules) await endRule(each);
});

test('what was acknowledged or settled in the night is not told, and the alert says by whom', async () => {
  const ruleId = await makeRule();
  for (const status of ['Notice', 'Confirm', 'FalseAlarm', 'Restore'] as const) {
    nextDayAt('02:00');
    const alertId = await raise();
    assert.equal((await server.call(alerts.setStatus, { alertId, status }, await token())).status, 200);
    await server.work!.settle();
    assert.match((await stepsOf(alertId))[0] ?? '', /stopped reacted/);
    await pass(6 * 60);
    assert.deepEqual(received(), [], status);
  }
  await endRule(ruleId);
});

test('steps begin with the hours, not with the night', async () => {
  nextDayAt('02:00');
  const ruleId = await makeRule({ steps: [{ afterMinutes: 10, emails: ['boss@example.com'] }] });
  const alertId = await raise();
  await pass(6 * 60);
  assert.deepEqual(received(), ['day@example.com']);
  await pass(9);
  assert.deepEqual(received(), []);
  await pass(1);
  assert.deepEqual(received(), ['boss@example.com']);
  assert.deepEqual(
    (await stepsOf(alertId)).map((each) => each.replace(/ \S+Z/, '')),
    ['0 done  1', '1 done  1'],
  );
  await endRule(ruleId);
});

test('hours over midnight, days of the week, and days without hours have their own beginnings', async () => {
  const cases: [object, raisedAt: [string, number], dueAt: [string, number]][] = [
    [{ fromTime: '22:00', toTime: '06:00' }, ['12:00', 2], ['22:00', 2]],
    [{ fromTime: '22:00', toTime: '06:00' }, ['06:00', 2], ['22:00', 2]],
    // The night of Sunday belongs to Sunday: on Monday at five nobody is told who has Mondays.
    [{ fromTime: '22:00', toTime: '06:00', days: [1] }, ['05:00', 0], ['22:00', 0]],
    [{ days: [1, 2, 3, 4, 5] }, ['19:00', 4], ['08:00', 7]],
    [{ fromTime: null, toTime: null, days: [3] }, ['23:30', 1], ['00:00', 2]],
  ];
  for (const [hours, [raisedAt, raisedDay], [dueAt, dueDay]] of cases) {
    nextDayAt(raisedAt, raisedDay);
    const ruleId = await makeRule(hours);
    const alertId = await raise();
    assert.deepEqual(await stepsOf(alertId), [`0 ${inShanghai(dueAt, dueDay)} waiting  1`]);
    server.clock.set(new Date(Date.parse(inShanghai(dueAt, dueDay)) - 60_000));
    await runDue();
    assert.deepEqual(received(), []);
    await pass(1);
    assert.deepEqual(received(), ['day@example.com'], JSON.stringify(hours));
    await endRule(ruleId);
  }
});

test('over a change of summer time the clock of the project counts, also where it skips the beginning', async () => {
  await setTimeZone(server, projectId, 'Europe/Berlin');
  const cases: [from: string, raisedAt: string, dueAt: string][] = [
    // 2027-03-28: 02:00 to 03:00 is skipped. 2027-10-31: 02:00 to 03:00 comes twice.
    ['08:00', '2027-03-27T23:00:00Z', '2027-03-28T06:00:00.000Z'],
    ['02:30', '2027-03-28T00:10:00Z', '2027-03-28T01:00:00.000Z'],
    ['08:00', '2027-10-30T21:00:00Z', '2027-10-31T07:00:00.000Z'],
    ['02:30', '2027-10-30T23:00:00Z', '2027-10-31T00:30:00.000Z'],
  ];
  for (const [fromTime, raisedAt, dueAt] of cases) {
    server.clock.set(raisedAt);
    const ruleId = await makeRule({ fromTime, toTime: '18:00' });
    await raise();
    server.clock.set(new Date(Date.parse(dueAt) - 60_000));
    await runDue();
    assert.deepEqual(received(), [], dueAt);
    await pass(1);
    assert.deepEqual(received(), ['day@example.com'], dueAt);
    await endRule(ruleId);
  }
  await setTimeZone(server, projectId, 'Asia/Shanghai');
  days = 600;
});

test('a clock that jumps over the beginning, a restart, and two processes tell once', async () => {
  nextDayAt('02:00');
  const ruleId = await makeRule();
  await raise();
  // The server was down from before the hours until after them: what they owed is told, not swallowed.
  server.clock.set(inShanghai('20:00'));
  const second = await startServer(
    { DATABASE_URL: server.config.databaseUrl, OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: server.config.dataDir },
    new Date(server.clock.now().getTime()),
  );
  await Promise.all([server.tick('escalate-alerts'), second.tick('escalate-alerts'), server.tick('escalate-alerts')]);
  await Promise.all([server.work!.settle(), second.work!.settle()]);
  await second.close();
  assert.deepEqual(received(), ['day@example.com']);
  // A clock that goes back tells nobody twice, and loses nothing that waits.
  const waiting = await raise();
  server.clock.set(inShanghai('03:00'));
  await runDue();
  assert.deepEqual(received(), []);
  assert.deepEqual(await stepsOf(waiting), [`0 ${inShanghai('08:00')} waiting  1`]);
  await pass(5 * 60);
  assert.deepEqual(received(), ['day@example.com']);
  await endRule(ruleId);
});

test('the rule as it is when its hours begin says whom it tells: other hours, level, off, gone', async () => {
  const changes: [object | null, string][] = [
    [{ level: 3 }, 'stopped ruleOff'],
    [{ enabled: false }, 'stopped ruleOff'],
    [{ wholeProject: false, structureIds: [north.itemId] }, 'stopped ruleOff'],
    [null, 'stopped ruleOff'],
    [{ fromTime: '09:00' }, 'waiting'],
  ];
  for (const [change, state] of changes) {
    nextDayAt('02:00');
    const ruleId = await makeRule();
    const alertId = await raise();
    if (change) await server.call(alertRules.update, { projectId, alertRuleId: ruleId, ...change }, await token());
    else await endRule(ruleId);
    await pass(1);
    await pass(6 * 60 - 1);
    assert.deepEqual(received(), []);
    assert.ok((await stepsOf(alertId))[0]?.includes(state), `${JSON.stringify(change)} ${await stepsOf(alertId)}`);
    await pass(60);
    assert.deepEqual(received(), state === 'waiting' ? ['day@example.com'] : []);
  }
});

test('of two levels of one measure the higher is told, of two points both', async () => {
  nextDayAt('02:00');
  const ruleId = await makeRule();
  const other = await raise(2, otherPoint.id);
  const [yellow, orange] = [await raise(2), await raise(3)];
  await pass(6 * 60);
  assert.deepEqual(received(), ['day@example.com', 'day@example.com']);
  for (const [alertId, state] of [
    [other, 'done'],
    [yellow, 'stopped risen'],
    [orange, 'done'],
  ] as const)
    assert.ok((await stepsOf(alertId))[0]?.includes(state), state);
  // Where the higher one was settled in the night, the lower one is told.
  nextDayAt('02:00');
  await raise(2);
  const settled = await raise(3);
  await server.call(alerts.setStatus, { alertId: settled, status: 'FalseAlarm' }, await token());
  await pass(6 * 60);
  assert.deepEqual(received(), ['day@example.com']);
  await endRule(ruleId);
});

test('a quiet window in which the hours begin puts the message off until its end, also beyond the hours', async () => {
  nextDayAt('02:00');
  const ruleId = await makeRule();
  const alertId = await raise();
  await server.call(
    silences.create,
    { projectId, startAt: inShanghai('07:00'), endAt: inShanghai('19:00'), reason: 'Drilling' },
    await token(),
  );
  await pass(6 * 60);
  assert.deepEqual(received(), []);
  await pass(10 * 60);
  assert.deepEqual(received(), []);
  await pass(60);
  assert.deepEqual(received(), ['day@example.com']);
  assert.ok((await stepsOf(alertId))[0]?.includes('done'));
  await endRule(ruleId);
});
