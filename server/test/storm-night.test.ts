/**
 * A whole night: twelve points of a dam turn red within half a minute, nobody reacts for five minutes, somebody acknowledges, and
 * in the morning all is settled. Every message is counted and read, in English and Chinese: who was woken hears how it ended, by the way
 * by which they were woken, no telephone rings twice, and a chat app edits the two cards that it posted. One press under the card
 * of the storm acknowledges it.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from './checking-server.ts';
import { likePoints, raiseAt, setUpMail } from './deliveries.fixtures.ts';
import { encryptKey, feishuAppId, feishuChat, feishuSecret, linesOfCard, openFeishuTenant } from './feishu-tenant.ts';
import { makeAccount, makeMember } from './harness.ts';
import { openMailServer } from './mail-server.ts';
import {
  linesOf,
  openSlackWorkspace,
  type SlackMessage,
  sendPress,
  slackChat,
  slackSigningSecret,
  slackToken,
} from './slack-workspace.ts';
import { openWorlds, setTimeZone } from './worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const [mail, vendor] = [await openMailServer(), await openCheckingServer()];
after(() => [mail, vendor].map((each) => each.close()));
const [slack, feishu] = [openSlackWorkspace(), openFeishuTenant()];
vendor.answer = (request) => {
  const { path } = request;
  if (path.startsWith('/api/')) return slack.answer(request);
  if (path.startsWith('/open-apis/')) return feishu.answer(request);
  if (path.startsWith('/2010')) return { status: 201, body: '{"sid":"1"}' };
  return { status: 200, body: path === '/slack' ? 'ok' : '{"code":0,"errcode":0}' };
};
const { projectId, corporationId } = north;
const { token } = north.admin;
await setTimeZone(server, projectId, 'Asia/Shanghai');
await setUpMail(server, north, mail.port);
const setUp = async (kind: string, more: object) => {
  const { status, body } = await server.call(
    channels.create,
    { corporationId, kind, name: kind, ...more } as never,
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.channel.id;
};
const account = { keyId: 'AC1', secret: 'a-secret', sign: '+15550001111', endpoint: vendor.url };
await setUp('twilio', account);
await setUp('twilioVoice', account);
const groups = {
  slack: await setUp('slack', { url: `${vendor.url}/slack` }),
  feishu: await setUp('feishu', { url: `${vendor.url}/feishu`, secret: 'robot' }),
  slackApp: await setUp('slackApp', {
    secret: slackToken,
    signingSecret: slackSigningSecret,
    chatId: slackChat,
    endpoint: vendor.url,
  }),
  feishuApp: await setUp('feishuApp', {
    appId: feishuAppId,
    secret: feishuSecret,
    signingSecret: encryptKey,
    chatId: feishuChat,
    endpoint: vendor.url,
  }),
  webhook: await setUp('webhook', { url: `${vendor.url}/webhook`, secret: 'a-secret-of-ours' }),
};

/** A member with a mailbox and a telephone that rings for red. */
async function person(name: string, mobile: string, language: string) {
  const member = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, member.id, 'Member');
  await server.db.updateTable('account').set({ language }).where('id', '=', member.id).execute();
  const ways = { email: `${name.toLowerCase()}@example.com`, mobile, emailFrom: null, smsFrom: null, callFrom: 4 };
  assert.equal((await server.call(deliveries.setContact, ways as never, member.token)).status, 200);
  return member;
}
const zhao = await person('Zhao', '13800000001', 'zh-CN');
const lin = await person('Lin', '13800000009', 'en');
const kim = await person('Kim', '13800000002', 'en');
const roster = async (name: string, personId: number) => {
  const shifts = [{ personId, days: [1, 2, 3, 4, 5, 6, 7], fromTime: '00:00', toTime: '00:00' }];
  const { status, body } = await server.call(duty.create, { projectId, name, shifts } as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.dutyRoster.id;
};
const rule = async (name: string, more: object) => {
  const described = { projectId, name, members: false, level: 3, ...more };
  const { status, body } = await server.call(alertRules.create, described as never, token);
  assert.equal(status, 200, JSON.stringify(body));
};
const geology = await roster('Geology', lin.id);
await rule('Night, English', {
  language: 'en',
  rosterIds: [await roster('Dam', zhao.id), geology],
  emails: ['owner@example.com'],
  calls: ['13800000003'],
  channelIds: [groups.slack, groups.slackApp, groups.webhook],
  steps: [{ afterMinutes: 5, emails: ['chief@example.com'], mobiles: ['13800000004'] }],
});
await rule('Night, Chinese', {
  language: 'zh-CN',
  emails: ['yezhu@example.com'],
  mobiles: ['13800000005'],
  channelIds: [groups.feishu, groups.feishuApp],
});

const points = await likePoints(
  server,
  north,
  Array.from({ length: 12 }, (_, i) => `PZ-${i + 1}`),
);
/** Where it went and its first line, in the order of their names. */
function received(): string[] {
  const mails = mail.mails.splice(0).map((each) => {
    const subject = /^Subject: (.*(?:\n .*)*)/m.exec(each.text)?.[1]?.replaceAll('\n', '') ?? '';
    return `mail ${each.to}: ${decoded(subject)}`;
  });
  const arrived = vendor.arrived.splice(0).filter(({ path }) => !/^\/(api|open-apis)\//.test(path));
  const posts = arrived.map(({ path, body }) => {
    const form = new URLSearchParams(body);
    if (path.includes('Calls')) return `call ${form.get('To')}: ${form.get('Twiml')?.replace(/<[^>]*>/g, '')}`;
    if (path.includes('Messages')) return `sms ${form.get('To')}: ${form.get('Body')?.replace(/ http\S+$/, '')}`;
    const json = JSON.parse(body) as Record<string, unknown>;
    if (path === '/feishu') return `feishu: ${/"title":"([^"]*)"/.exec(body)?.[1]}`;
    return path === '/slack' ? `slack: ${json['text']}` : `webhook: ${json['title']}`;
  });
  return [...mails, ...posts].sort();
}
/** Words of a header, RFC 2047. */
const decoded = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : text
            .replaceAll('_', ' ')
            .replace(/(=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8')),
    );
/** Somebody presses the button of a card, and everything that follows has happened. */
const press = async (card: SlackMessage, user: string) => {
  const { status } = await sendPress(server.url, groups.slackApp, slack.press(card, user, server.clock.now()));
  assert.equal(status, 200);
  await server.work!.settle();
};
/** What stands at the top of the cards in Feishu. */
const feishuCards = () =>
  feishu.messages.map(({ card }) =>
    linesOfCard(card)
      .slice(0, 2)
      .map((line) => line.split(' · ')[0]),
  );
const verified = (accountId: number, address: string) =>
  server.db
    .insertInto('recovery_address')
    .values({ account_id: accountId, address, verified_at: server.clock.now() })
    .execute();
const pass = async (seconds: number) => {
  server.clock.advance(seconds * 1_000);
  await server.work!.settle();
};

/** Lin is away tonight. */
const away = async (rosterId: number, absentId: number, substituteId: number) => {
  const now = server.clock.now().getTime();
  const span = { startAt: new Date(now - 3_600_000).toISOString(), endAt: new Date(now + 36_000_000).toISOString() };
  const { status } = await server.call(
    duty.substitute,
    { projectId, rosterId, absentId, substituteId, ...span } as never,
    token,
  );
  assert.equal(status, 200);
};
await away(geology, lin.id, kim.id);

const dam = 'Main dam, North project';
const first = [
  'call +8613800000001: 红色告警。North project，PZ-1。温度41.00摄氏度，超过限值40.00摄氏度。',
  'call +8613800000002: Red alert. North project, PZ-1. Temperature 41.00 degrees Celsius, above the limit of 40.00 degrees Celsius.',
  'call +8613800000003: Red alert. North project, PZ-1. Temperature 41.00 degrees Celsius, above the limit of 40.00 degrees Celsius.',
  'feishu: 红色告警：PZ-1，North project',
  'mail kim@example.com: Red alert: PZ-1, North project',
  'mail owner@example.com: Red alert: PZ-1, North project',
  'mail yezhu@example.com: 红色告警：PZ-1，North project',
  'mail zhao@example.com: 红色告警：PZ-1，North project',
  'slack: Red alert: PZ-1, North project',
  'sms +8613800000001: 红色告警：North project Main dam PZ-1 温度 41.00 °C，限值40.00。温度 41.00 °C ≥ 40.00 °C，采集 2026-03-18 14:00:00，接收 14:00:00，告警 14:00:00，发送 14:00:00（UTC+8）',
  'sms +8613800000002: Red alert: North project, Main dam, PZ-1: Temperature 41.00 °C, limit 40.00. Temperature 41.00 °C ≥ 40.00 °C, measured 2026-03-18 14:00:00, received 14:00:00, raised 14:00:00, sent 14:00:00 (UTC+8)',
  'sms +8613800000005: 红色告警：North project Main dam PZ-1 温度 41.00 °C，限值40.00。温度 41.00 °C ≥ 40.00 °C，采集 2026-03-18 14:00:00，接收 14:00:00，告警 14:00:00，发送 14:00:00（UTC+8）',
  'webhook: Red alert: PZ-1, North project',
];
const names = ['PZ-1', 'PZ-2', 'PZ-3', 'PZ-4', 'PZ-5', 'PZ-6', 'PZ-7', 'PZ-8'];
const [reds, redsZh] = [`12 points of Main dam are red, North project`, 'Main dam 12 个测点红色告警，North project'];
const joint = [
  `feishu: ${redsZh}`,
  `mail kim@example.com: ${reds}`,
  `mail owner@example.com: ${reds}`,
  `mail yezhu@example.com: ${redsZh}`,
  `mail zhao@example.com: ${redsZh}`,
  `slack: ${reds}`,
  `sms +8613800000001: ${redsZh}：${names.join('，')} 另有 4 条`,
  `sms +8613800000002: ${reds}: ${names.join(', ')} and 4 more`,
  `sms +8613800000005: ${redsZh}：${names.join('，')} 另有 4 条`,
  `webhook: ${reds}`,
];
const late = `Not acknowledged for 5 min: ${reds}`;
const step = [`mail chief@example.com: ${late}`, `sms +8613800000004: ${late}: ${names.join(', ')} and 4 more`];
/** Whoever was woken but Zhao, who did it; the telephone that only rang gets an SMS. */
const ended = (en: string, zh: string, reason = '') => [
  `feishu: ${zh}`,
  `mail chief@example.com: ${en}`,
  `mail kim@example.com: ${en}`,
  `mail owner@example.com: ${en}`,
  `mail yezhu@example.com: ${zh}`,
  `slack: ${en}`,
  `sms +8613800000002: ${en}${reason && `: ${reason}`}`,
  `sms +8613800000003: ${en}${reason && `: ${reason}`}`,
  `sms +8613800000004: ${en}${reason && `: ${reason}`}`,
  `sms +8613800000005: ${zh}${reason && `：${reason}`}`,
  `webhook: ${en}`,
];

test('a night with a storm of twelve points is told in as few messages as it takes, to its end', async () => {
  const ids = await raiseAt(server, north, points.slice(0, 1));
  assert.deepEqual(received(), first, 'the first red at once');
  for (let i = 1; i < 12; i++) {
    await pass(2);
    ids.push(...(await raiseAt(server, north, points.slice(i, i + 1))));
  }
  assert.deepEqual(received(), []);
  await pass(60);
  assert.deepEqual(received(), joint, 'one message, and no telephone rings again');
  await pass(240);
  await server.tick('escalate-alerts');
  await server.work!.settle();
  assert.deepEqual(received(), step, 'the step of the storm, once');
  const set = async (status: 'Confirm', reason: string) => {
    const answer = await server.call(
      alerts.setStatuses,
      { alertIds: ids, status, reason },
      await server.tokenFor(zhao.id),
    );
    assert.deepEqual([answer.status, answer.body.set.length], [200, 12]);
    await server.work!.settle();
  };
  assert.deepEqual(
    slack.messages.map(({ text }) => text),
    ['Red alert: PZ-1, North project', reds],
  );
  const [single, storm] = slack.messages;
  assert.ok(single && storm);
  slack.people['U-LIN'] = 'lin@example.com';
  await press(storm, 'U-LIN');
  assert.equal(slack.whispers.length, 1, 'an address that nobody verified acknowledges nothing');
  slack.people['U-ZHAO'] = 'zhao@example.com';
  await verified(zhao.id, 'zhao@example.com');
  await press(storm, 'U-ZHAO');
  await press(storm, 'U-ZHAO');
  await press(single, 'U-ZHAO');
  assert.deepEqual(
    slack.messages.map((card) => linesOf(card)[1]?.split('\n')[0]),
    ['*Zhao has acknowledged PZ-1, North project*', '*Zhao has acknowledged 12 alerts of Main dam, North project*'],
  );
  assert.deepEqual(
    slack.messages.flatMap(linesOf).filter((line) => line.startsWith('[')),
    [],
    'no button is left',
  );
  assert.deepEqual(feishuCards(), [
    ['green: 红色告警：PZ-1，North project', '**Zhao已知晓：PZ-1，North project**\n2026-03-18 14:05:22'],
    [`green: ${redsZh}`, '**Zhao已知晓：Main dam 12 条告警，North project**\n2026-03-18 14:05:22'],
  ]);
  assert.deepEqual(
    received(),
    ended(`Zhao has acknowledged 12 alerts of ${dam}`, 'Zhao已知晓：Main dam 12 条告警，North project'),
  );
  await pass(5 * 3_600);
  for (const name of ['escalate-alerts', 'send-collected-alerts', 'end-silences']) await server.tick(name);
  await server.work!.settle();
  assert.deepEqual(received(), [], 'the rest of the night is quiet');
  await set('Confirm', 'Reservoir filling');
  assert.deepEqual(
    received(),
    ended(
      `Settled, confirmed: 12 alerts of ${dam}`,
      '已处理（确认）：Main dam 12 条告警，North project',
      'Reservoir filling',
    ),
  );
  assert.deepEqual(
    slack.messages.map((card) => linesOf(card)[1]?.split(' · ')[0]),
    [
      '*Settled, confirmed: PZ-1, North project*\nReservoir filling',
      '*Settled, confirmed: 12 alerts of Main dam, North project*\nReservoir filling',
    ],
  );
  assert.deepEqual(feishuCards(), [
    ['grey: 红色告警：PZ-1，North project', '**已处理（确认）：PZ-1，North project**\nReservoir filling'],
    [`grey: ${redsZh}`, '**已处理（确认）：Main dam 12 条告警，North project**\nReservoir filling'],
  ]);
  assert.deepEqual(
    feishu.calls.filter((call) => call === 'POST /im/v1/messages'),
    ['POST /im/v1/messages', 'POST /im/v1/messages'],
  );
  assert.deepEqual([slack.messages.length, slack.calls.filter((call) => call === 'chat.postMessage').length], [2, 2]);
  const unsent = await server.db
    .selectFrom('delivery')
    .select(['state'])
    .where('state', 'not in', ['sent', 'collected'])
    .execute();
  assert.deepEqual(unsent, [], 'nothing failed, nothing was withheld');
});
