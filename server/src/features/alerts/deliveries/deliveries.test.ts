import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId, corporationId } = north;
const { token } = north.admin;
await setTimeZone(server, projectId, 'Asia/Shanghai');

const makeRule = async (more: object) =>
  (await server.call(alertRules.create, { projectId, name: `Rule ${Math.random()}`, members: false, ...more }, token))
    .body.alertRule;
const endRule = (alertRuleId: number) => server.call(alertRules.remove, { projectId, alertRuleId }, token);
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;
const statesOf = async (alertId: number) =>
  (await logOf(alertId)).map(({ recipient, state }) => `${recipient} ${state}`).sort();

test('without a channel an alert says so; once one is set up it is sent, under the key that it had', async () => {
  const rule = await makeRule({ emails: ['Owner@Example.com'], mobiles: ['13800001234'], language: 'en' });
  const alertId = await raiseAlert(server, north);
  assert.deepEqual(await statesOf(alertId), ['13800001234 noChannel', 'owner@example.com noChannel']);
  const [first] = (await logOf(alertId)).filter(({ medium }) => medium === 'email');
  await setUpMail(server, north, mail.port);
  const again = { projectId, deliveryId: first!.id };
  assert.equal((await server.call(deliveries.retry, again, token)).status, 200);
  await server.work!.settle();
  assert.equal(mail.mails.length, 1);
  const text = wordsOf(mail.mails[0]!);
  assert.equal(mail.mails[0]!.to, 'owner@example.com');
  assert.match(text, new RegExp(`Message-ID: <${first!.key}@example.com>`));
  // The world's clock stands at 06:00 UTC.
  for (const words of [
    'Subject: Orange alert: T-1, North project',
    'Measured: 2026-03-18 14:00:00',
    'Sent: 2026-03-18 14:00:00',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`);
  for (const words of ['Asia/Shanghai (UTC+8)', '41.00 °C', '40.00 °C', `/alerts/${alertId}`, 'text/html'])
    assert.ok(text.includes(words), `${words} in ${text}`);
  assert.deepEqual(mail.signedIn, ['plumbline:mail-secret']);
  const [sent] = (await logOf(alertId)).filter(({ medium }) => medium === 'email');
  assert.deepEqual([sent!.state, sent!.answer, sent!.key], ['sent', '250 2.0.0 queued as 17', first!.key]);
  const over = await server.call(deliveries.retry, again, token);
  assert.deepEqual([over.status, over.body.error], [409, 'deliveryOver']);
  await endRule(rule.id);
});

test('an address is told once, however many rules name it and however often the event comes', async () => {
  const rules = [
    await makeRule({ emails: ['a@example.com', 'b@example.com'] }),
    await makeRule({ emails: ['A@example.com'] }),
  ];
  mail.mails.length = 0;
  const alertId = await raiseAlert(server, north);
  await emit(server.db, server.clock.now(), 'alertRaised', { alertId, projectId });
  await server.work!.settle();
  assert.deepEqual(mail.mails.map(({ to }) => to).sort(), ['a@example.com', 'b@example.com']);
  for (const { id } of rules) await endRule(id);
});

test('a rule tells of its levels, structures and hours alone, and of nothing while it is off', async () => {
  const other = await makeRule({ emails: ['x@example.com'] });
  await server.call(alertRules.update, { projectId, alertRuleId: other.id, enabled: false }, token);
  const cases: [object, number, boolean][] = [
    [{ level: 3 }, 2, false],
    [{ level: 3 }, 3, true],
    [{ wholeProject: false, structureIds: [north.structureId] }, 4, true],
    [{ wholeProject: false, structureIds: [north.itemId] }, 4, false],
    // Wednesday, 14:00 in Shanghai.
    [{ days: [3], fromTime: '14:00', toTime: '15:00' }, 4, true],
    [{ days: [3], fromTime: '13:00', toTime: '14:00' }, 4, false],
    [{ days: [4], fromTime: '13:00', toTime: '15:00' }, 4, false],
    [{ days: [2], fromTime: '20:00', toTime: '14:01' }, 4, true],
    [{ days: [3], fromTime: '20:00', toTime: '14:01' }, 4, false],
    [{ type: 'DeviceHealth' }, 4, false],
  ];
  for (const [more, level, isExpected] of cases) {
    const rule = await makeRule({ emails: ['c@example.com'], level: 1, ...more });
    const alertId = await raiseAlert(server, north, level);
    assert.equal((await logOf(alertId)).length, isExpected ? 1 : 0, JSON.stringify([more, level]));
    await endRule(rule.id);
  }
  await endRule(other.id);
});

test('a server that is away is asked again with the same key, later and later, and given up after a day', async () => {
  const rule = await makeRule({ emails: ['d@example.com'] });
  mail.mood = 'later';
  mail.mails.length = 0;
  const alertId = await raiseAlert(server, north);
  const state = async () => {
    const [one] = await logOf(alertId);
    return { ...one!, waits: one!.nextTryAt && Date.parse(one!.nextTryAt) - server.clock.now().getTime() };
  };
  const first = await state();
  assert.deepEqual([first.state, first.attempts, first.waits], ['queued', 1, 15_000]);
  assert.match(first.answer, /451 4\.3\.0/);
  server.clock.advance(15_000);
  await server.work!.settle();
  assert.deepEqual([(await state()).attempts, (await state()).waits], [2, 30_000]);
  mail.mood = 'accept';
  server.clock.advance(30_000);
  await server.work!.settle();
  const last = await state();
  assert.deepEqual([last.state, last.key, mail.mails.length], ['sent', first.key, 1]);

  mail.mood = 'later';
  const lost = await raiseAlert(server, north);
  // A day later; moving the clock that far would end the session.
  const expires_at = new Date(server.clock.now().getTime() + 16_000);
  await server.db.updateTable('delivery').set({ expires_at }).where('alert_id', '=', lost).execute();
  server.clock.advance(15_000);
  await server.work!.settle();
  assert.equal((await logOf(lost))[0]!.state, 'failed');
  mail.mood = 'never';
  const refused = await raiseAlert(server, north);
  const { state: end, answer } = (await logOf(refused))[0]!;
  assert.equal(end, 'failed', 'refused for good');
  assert.match(answer, /550 5\.1\.1/);
  mail.mood = 'accept';
  await endRule(rule.id);
});

test('what a worker had in hand when it died is sent by another, under its key, and not twice while it lives', async () => {
  const rule = await makeRule({ emails: ['e@example.com'] });
  mail.mood = 'later';
  const alertId = await raiseAlert(server, north);
  const { id, key } = (await logOf(alertId))[0]!;
  mail.mood = 'accept';
  mail.mails.length = 0;
  // Another process has taken it, and dies before it can say what became of it.
  const until = new Date(server.clock.now().getTime() + 60_000);
  await server.db.updateTable('delivery').set({ trying_until: until }).where('id', '=', id).execute();
  server.clock.advance(30_000);
  await server.work!.settle();
  assert.equal(mail.mails.length, 0);
  const more = await startSecond();
  server.clock.advance(31_000);
  more.clock.advance(61_000);
  await Promise.all([server.work!.settle(), more.work!.settle()]);
  assert.equal(mail.mails.length, 1);
  assert.ok(mail.mails[0]!.text.includes(key));
  await more.close();
  await endRule(rule.id);
});

async function startSecond() {
  const { startServer } = await import('../../../../test/harness.ts');
  return startServer(
    { DATABASE_URL: server.config.databaseUrl, OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: server.config.dataDir },
    new Date(server.clock.now().getTime()),
  );
}

test('nobody outside the project receives anything, nor does a member who left, after it was queued', async () => {
  const person = async (name: string, role: 'Owner' | 'Guest' | null, contact: object) => {
    const made = await makeAccount(server, 'Normal', corporationId, name);
    if (role) await makeMember(server, projectId, made.id, role);
    const choice = { email: `${name}@example.com`, mobile: null, emailFrom: 1, smsFrom: null, ...contact };
    assert.equal((await server.call(deliveries.setContact, choice, made.token)).status, 200);
    return made;
  };
  const staying = await person('staying', 'Guest', {});
  const leaving = await person('leaving', 'Owner', {});
  await person('outsider', null, {});
  await person('calm', 'Guest', { emailFrom: 4 });
  await person('none', 'Guest', { emailFrom: null });
  await server.call(
    deliveries.setContact,
    { email: 'south@example.com', mobile: null, emailFrom: 1, smsFrom: null },
    south.admin.token,
  );
  await server.db.updateTable('account').set({ language: 'zh-CN' }).where('id', '=', staying.id).execute();
  const rule = await makeRule({ members: true, emails: ['outsider@example.com', 'client@elsewhere.org'] });
  mail.mails.length = 0;
  mail.mood = 'later';
  const alertId = await raiseAlert(server, north);
  await server.db.deleteFrom('project_member').where('account_id', '=', leaving.id).execute();
  mail.mood = 'accept';
  server.clock.advance(16_000);
  await server.work!.settle();
  assert.deepEqual(mail.mails.map(({ to }) => to).sort(), ['client@elsewhere.org', 'staying@example.com']);
  const own = mail.mails.find(({ to }) => to === 'staying@example.com')!;
  assert.ok(wordsOf(own).includes('采集时间'), 'in the language of the member');
  assert.deepEqual(await statesOf(alertId), [
    'client@elsewhere.org sent',
    'leaving@example.com withheld',
    'outsider@example.com withheld',
    'staying@example.com sent',
  ]);
  // Addresses are whole for those alone who may change rules.
  const { body } = await server.call(deliveries.ofAlert, { alertId }, staying.token);
  assert.ok(body.deliveries.every(({ recipient }) => recipient.includes('•')));
  assert.equal((await server.call(deliveries.ofAlert, { alertId }, south.admin.token)).status, 404);
  const one = { projectId: south.projectId, deliveryId: body.deliveries[0]!.id };
  assert.equal((await server.call(deliveries.retry, one, south.admin.token)).status, 404);
  await endRule(rule.id);
});

test('a rule is tested through the same queue, ten times in ten minutes', async () => {
  const rule = await makeRule({ emails: ['t@example.com'], days: [7] });
  mail.mails.length = 0;
  const once = () => server.call(deliveries.test, { projectId, alertRuleId: rule.id }, token);
  assert.deepEqual((await once()).body, { count: 1 });
  await server.work!.settle();
  assert.ok(wordsOf(mail.mails[0]!).includes(rule.name.slice(0, 10)));
  for (let i = 0; i < 9; i++) await once();
  assert.equal((await once()).status, 429);
  const { body } = await server.call(deliveries.list, { projectId, pageSize: 1 }, token);
  assert.ok(body.deliveries[0]!.isTest);
  assert.equal(
    (await server.call(deliveries.test, { projectId: south.projectId, alertRuleId: rule.id }, south.admin.token))
      .status,
    404,
  );
  await endRule(rule.id);
});

test('a device that owes readings is told of by rules of its type', async () => {
  const rule = await makeRule({ emails: ['dev@example.com'], type: 'DeviceHealth', language: 'en' });
  mail.mails.length = 0;
  const owed = {
    deviceId: north.device.id,
    projectId,
    pointIds: [north.pointId],
    channels: ['1'],
    sinceMs: 1_773_000_000_000,
  };
  for (let i = 0; i < 2; i++) await emit(server.db, server.clock.now(), 'deviceOverdue', owed);
  await server.work!.settle();
  assert.equal(mail.mails.length, 1);
  assert.ok(wordsOf(mail.mails[0]!).includes('No readings from Logger, North project'));
  await endRule(rule.id);
});

test('the secret of a channel comes out nowhere', async () => {
  const { body } = await server.call(channels.list, { corporationId }, token);
  assert.ok(!JSON.stringify(body).includes('mail-secret'));
  const { rows } = await server.database.pool.query('SELECT * FROM channel');
  assert.ok(!JSON.stringify(rows).includes('mail-secret'));
});
