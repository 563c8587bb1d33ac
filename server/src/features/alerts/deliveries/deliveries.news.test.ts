/** How an alert went on reaches everybody who was told of it, once, by the way by which they were told. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const [mail, other] = [await openMailServer(), await openCheckingServer()];
after(() => [mail, other].map((each) => each.close()));
const { projectId, corporationId } = north;
const { token } = north.admin;
other.answer = ({ path }) => (path === '/slack' ? { status: 200, body: 'ok' } : { status: 201, body: '{"sid":"1"}' });
await setUpMail(server, north, mail.port);
const setUp = async (more: object) => {
  const channel = { corporationId, name: `Channel ${Math.random()}`, ...more } as never;
  return (await server.call(channels.create, channel, token)).body.channel.id;
};
const vendor = { keyId: 'AC1', secret: 'a-secret', sign: '+15550001111', endpoint: other.url };
const sms = await setUp({ kind: 'twilio', ...vendor });
await setUp({ kind: 'twilioVoice', ...vendor });
const slack = await setUp({ kind: 'slack', url: `${other.url}/slack` });

const rule = async (more: object) => {
  const described = {
    projectId,
    name: `Rule ${Math.random()}`,
    members: false,
    level: 1,
    language: 'en',
    ...more,
  } as never;
  const { status, body } = await server.call(alertRules.create, described, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.alertRule.id;
};
const endRule = (alertRuleId: number) => server.call(alertRules.remove, { projectId, alertRuleId }, token);
const raise = async (level = 4) => {
  const id = await raiseAlert(server, north, level);
  await server.db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', id).execute();
  return id;
};
const give = async (alertId: number, status: 'Notice' | 'Confirm' | 'FalseAlarm', reason = '') => {
  const answer = await server.call(alerts.setStatus, { alertId, status, reason }, token);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  await server.work!.settle();
};
/** What arrived since it was last asked: way and recipient, in order. */
const received = () => {
  const posts = other.arrived.splice(0).map(({ path, body }) => {
    if (path === '/slack') return 'slack';
    return `${path.includes('Calls') ? 'call' : 'sms'} ${new URLSearchParams(body).get('To')}`;
  });
  return [...mail.mails.splice(0).map(({ to }) => `mail ${to}`), ...posts].sort();
};
/** A member who may see the alerts of the project. */
async function member(name: string) {
  const account = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, account.id, 'Member');
  return account;
}
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;

test('whoever was woken hears once that somebody has it and once that it is settled, a call in writing', async () => {
  const steps = [{ afterMinutes: 1, emails: ['chief@example.com'] }];
  const id = await rule({
    emails: ['duty@example.com'],
    mobiles: ['13800000001'],
    calls: ['13800000001', '13800000002'],
    channelIds: [slack],
    steps,
  });
  const alertId = await raise();
  const first = ['call +8613800000001', 'call +8613800000002', 'mail duty@example.com', 'slack', 'sms +8613800000001'];
  assert.deepEqual(received(), first);
  server.clock.advance(60_000);
  await server.tick('escalate-alerts');
  await server.work!.settle();
  assert.deepEqual(received(), ['mail chief@example.com']);

  const informed = [
    'mail chief@example.com',
    'mail duty@example.com',
    'slack',
    'sms +8613800000001',
    'sms +8613800000002',
  ];
  await give(alertId, 'Notice');
  const texts = other.arrived.filter(({ path }) => path.includes('Messages'));
  assert.match(
    new URLSearchParams(texts[0]!.body).get('Body') ?? '',
    new RegExp(`^North.admin has acknowledged T-1, North project http.*/alerts/${alertId}$`),
  );
  assert.match(wordsOf(mail.mails[0]!), /Subject: North.admin has acknowledged T-1, North project/);
  assert.match(wordsOf(mail.mails[0]!), /because you were told of the alert/);
  assert.deepEqual(received(), informed);
  await emit(server.db, server.clock.now(), 'alertSettled', {
    alertId,
    projectId,
    status: 'Notice',
    userId: north.admin.id,
  });
  await server.work!.settle();
  assert.deepEqual(received(), [], 'once, however often the event comes');

  await give(alertId, 'Confirm', 'Reservoir filling');
  const text = wordsOf(mail.mails[0]!);
  for (const words of [
    'Subject: Settled, confirmed: T-1, North project',
    'Reason: Reservoir filling',
    'Verdict: confirmed',
    'By: North.admin',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`);
  assert.deepEqual(received(), informed);
  const news = (await logOf(alertId)).map((each) => each.news);
  assert.deepEqual(
    ['raised', 'acknowledged', 'settled'].map((each) => news.filter((one) => one === each).length),
    [6, 5, 5],
  );
  await endRule(id);
});

test('the news is in the language of its recipient', async () => {
  const id = await rule({ emails: ['duty@example.com'], mobiles: ['13800000001'], language: 'zh-CN' });
  const alertId = await raise();
  received();
  await give(alertId, 'Notice');
  const body = (at: number) => new URLSearchParams(other.arrived[at]!.body).get('Body') ?? '';
  assert.match(body(0), /^North.admin已知晓：T-1，North project http/);
  received();
  await give(alertId, 'FalseAlarm', '仪器检修');
  assert.match(body(0), /^已处理（误报）：T-1，North project：仪器检修 http/);
  received();
  await endRule(id);
});

test('many that are acknowledged together are one message for each recipient; the log names each', async () => {
  const id = await rule({ emails: ['duty@example.com'], level: 4 });
  const ids = [await raise(), await raise(), await raise()];
  received();
  await server.call(alerts.setStatuses, { alertIds: ids, status: 'Notice', reason: '' }, token);
  await server.work!.settle();
  assert.match(wordsOf(mail.mails[0]!), /Subject: North.admin has acknowledged 3 alerts of .*, North project/);
  assert.deepEqual(received(), ['mail duty@example.com']);
  for (const alertId of ids) {
    const one = (await logOf(alertId)).find(({ news }) => news === 'acknowledged')!;
    assert.deepEqual([one.state, one.digestId !== null], ['collected', true]);
  }
  await server.tick('send-collected-alerts');
  server.clock.advance(11 * 60_000);
  await server.tick('send-collected-alerts');
  await server.work!.settle();
  assert.deepEqual(received(), [], 'no digest repeats it');
  await endRule(id);
});

test('who did it is not told; a member who was told hears it whatever level they chose since, unless they may not see it any more', async () => {
  const [eve, kim] = [await member('Eve'), await member('Kim')];
  const contact = (email: string, emailFrom: number | null) =>
    ({ email, mobile: null, emailFrom, smsFrom: null }) as never;
  await server.call(deliveries.setContact, contact('admin@example.com', 1), token);
  await server.call(deliveries.setContact, contact('eve@example.com', 1), eve.token);
  await server.call(deliveries.setContact, contact('kim@example.com', 1), kim.token);
  const id = await rule({ members: true });
  const alertId = await raise(2);
  assert.deepEqual(received(), ['mail admin@example.com', 'mail eve@example.com', 'mail kim@example.com']);
  await server.call(deliveries.setContact, contact('eve@example.com', 4), eve.token);
  await give(alertId, 'Notice');
  assert.deepEqual(received(), ['mail eve@example.com', 'mail kim@example.com']);
  await server.db.deleteFrom('project_member').where('account_id', '=', kim.id).execute();
  await give(alertId, 'Confirm');
  assert.deepEqual(received(), ['mail eve@example.com']);
  await endRule(id);
  await server.call(deliveries.setContact, contact('admin@example.com', null), token);
});

test('whom a quiet window kept from being told hears nothing; whoever was told at its end does', async () => {
  const id = await rule({ emails: ['duty@example.com'] });
  const now = server.clock.now().getTime();
  const times = { startAt: new Date(now).toISOString(), endAt: new Date(now + 3_600_000).toISOString() };
  await server.call(silences.create, { projectId, ...times, reason: 'Drilling' } as never, token);
  const [during, after_] = [await raise(3), await raise(3)];
  await give(during, 'Confirm');
  assert.deepEqual(received(), []);
  server.clock.advance(3_600_000);
  await server.tick('end-silences');
  await server.work!.settle();
  assert.deepEqual(received(), ['mail duty@example.com']);
  await give(after_, 'Confirm');
  assert.deepEqual(received(), ['mail duty@example.com']);
  await endRule(id);
});

test('an alert that corrected readings withdraw is withdrawn by a message, once', async () => {
  const id = await rule({ emails: ['duty@example.com'] });
  const alertId = await raise(3);
  received();
  await server.db.updateTable('alert').set({ upheld: false }).where('id', '=', alertId).execute();
  for (let i = 0; i < 2; i++) {
    await emit(server.db, server.clock.now(), 'alertsRevised', { alertId, projectId });
    await server.work!.settle();
    if (i === 0)
      assert.match(wordsOf(mail.mails[0]!), /Subject: Withdrawn: T-1, North project[\s\S]*no longer reach the limit/);
    assert.deepEqual(received(), i === 0 ? ['mail duty@example.com'] : []);
  }
  await endRule(id);
});

test('whoever was only called reads it in their mailbox where the corporation sends no SMS', async () => {
  await server.call(channels.remove, { corporationId, channelId: sms }, token);
  const lee = await member('Lee');
  const contact = {
    email: 'lee@example.com',
    mobile: '13900000009',
    emailFrom: null,
    smsFrom: null,
    callFrom: 1,
  } as never;
  await server.call(deliveries.setContact, contact, lee.token);
  const id = await rule({ members: true, calls: ['13800000002'] });
  const alertId = await raise(4);
  assert.deepEqual(
    received().filter((each) => each.startsWith('call')),
    ['call +8613800000002', 'call +8613900000009'],
  );
  await give(alertId, 'Notice');
  assert.deepEqual(
    received().filter((each) => !each.includes('eve@')),
    ['mail lee@example.com'],
  );
  await endRule(id);
});
