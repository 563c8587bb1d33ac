import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { likePoints, raiseAt } from '../../../../test/deliveries.fixtures.ts';
import {
  encrypted,
  encryptKey,
  type FeishuMessage,
  feishuAppId,
  feishuChat,
  feishuHeaders,
  feishuSecret,
  linesOfCard,
  openFeishuTenant,
  pressOf,
  sendCallback,
} from '../../../../test/feishu-tenant.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const vendor = await openCheckingServer();
after(() => vendor.close());
const feishu = openFeishuTenant();
vendor.answer = (request) => feishu.answer(request);
const { projectId, corporationId } = north;
const { token } = north.admin;

const app = { kind: 'feishuApp', appId: feishuAppId, secret: feishuSecret, signingSecret: encryptKey };
const created = await server.call(
  channels.create,
  { corporationId, name: 'Dam', chatId: feishuChat, endpoint: vendor.url, ...app } as never,
  token,
);
assert.equal(created.status, 200, JSON.stringify(created.body));
const channelId = created.body.channel.id;
const rule = { projectId, name: 'Chat', members: false, level: 3, language: 'zh-CN', channelIds: [channelId] };
assert.equal((await server.call(alertRules.create, rule as never, token)).status, 200);

/** A member who has verified an address. */
async function person(name: string, address: string, role: 'Member' | 'Guest') {
  const account = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, account.id, role);
  await server.db.updateTable('account').set({ language: 'zh-CN' }).where('id', '=', account.id).execute();
  await server.db
    .insertInto('recovery_address')
    .values({ account_id: account.id, address, verified_at: server.clock.now() })
    .execute();
  return account;
}
const zhao = await person('zhao', '13800000001', 'Member');
await person('guest', 'guest@example.com', 'Guest');
feishu.people['ou_zhao'] = { name: 'Zhao', mobile: '+8613800000001' };
feishu.people['ou_guest'] = { name: 'Guest', enterprise_email: 'Guest@example.com' };
feishu.people['ou_left'] = { name: 'Left', mobile: '+8613800000001', status: { is_resigned: true } };
feishu.people['ou_nobody'] = { name: 'Nobody', email: 'nobody@example.com' };

const points = await likePoints(server, north, ['PZ-1', 'PZ-2', 'PZ-3', 'PZ-4', 'PZ-5', 'PZ-6']);
let used = 0;
/** Raises an alert at a point of its own; gives it and the card that came of it. */
async function raise(): Promise<{ id: number; message: FeishuMessage }> {
  // Told of by itself: after the minute in which it would join what rose before.
  server.clock.advance(120_000);
  const [id = 0] = await raiseAt(server, north, points.slice(used, ++used));
  const message = feishu.messages.at(-1);
  assert.ok(message, 'a card was posted');
  return { id, message };
}
const press = async (message: FeishuMessage, who: string) => {
  const body = encrypted(pressOf(message, who));
  const answer = await sendCallback(server.url, channelId, body, feishuHeaders(body, server.clock.now()));
  await server.work!.settle();
  return answer;
};
const statusOf = async (alertId: number) => (await server.call(alerts.get, { alertId }, token)).body.alert.status;
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;

test('a card is acknowledged by its button, and edited in place to its end', async () => {
  const { id, message } = await raise();
  const lines = linesOfCard(message.card);
  assert.deepEqual(lines.slice(0, 2), ['red: 红色告警：PZ-1，North project', '**等级**\n红色']);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('[')),
    ['[已知晓]', '[在 Plumbline 中打开]'],
  );
  const { status, body } = await press(message, 'ou_zhao');
  assert.equal(status, 200);
  assert.deepEqual(body.toast, { type: 'success', content: '您已将这条告警标为已知晓。' });
  const acknowledged = [
    'green: 红色告警：PZ-1，North project',
    '**zhao已知晓：PZ-1，North project**\n2026-03-18 14:02:00',
  ];
  assert.equal(body.card?.type, 'raw');
  assert.deepEqual(linesOfCard(body.card!.data).slice(0, 2), acknowledged, 'the answer shows what holds now');
  assert.deepEqual(linesOfCard(message.card).slice(0, 2), acknowledged);
  assert.deepEqual(
    linesOfCard(message.card).filter((line) => line.startsWith('[')),
    ['[在 Plumbline 中打开]'],
  );
  assert.equal(await statusOf(id), 'Notice');
  const again = await press(message, 'ou_zhao');
  assert.deepEqual(again.body.toast, { type: 'info', content: 'zhao已于 2026-03-18 14:02:00 (UTC+8) 标为已知晓。' });
  const verdict = { alertId: id, status: 'Confirm', reason: '库水位上升_*' } as const;
  assert.equal((await server.call(alerts.setStatus, verdict, zhao.token)).status, 200);
  await server.work!.settle();
  assert.deepEqual(linesOfCard(message.card).slice(0, 2), [
    'grey: 红色告警：PZ-1，North project',
    '**已处理（确认）：PZ-1，North project**\n库水位上升&#95;&#42; · zhao · 2026-03-18 14:02:00',
  ]);
  assert.equal(feishu.messages.length, 1, 'no second message');
  const rows = await server.db
    .selectFrom('operation')
    .select(['account_name', 'content'])
    .where('route', '=', 'POST /alerts/statuses')
    .execute();
  assert.deepEqual(rows, [
    { account_name: 'zhao', content: { input: { alertIds: [id], status: 'Notice', reason: '' }, way: 'feishuApp' } },
  ]);
});

test('whoever may not acknowledge is told why, and nothing happens', async () => {
  const { id, message } = await raise();
  const toasts = [];
  for (const who of ['ou_guest', 'ou_left', 'ou_nobody', 'ou_unknown']) {
    const { body } = await press(message, who);
    assert.equal(body.card, undefined);
    toasts.push(body.toast?.content);
    assert.equal(body.toast?.type, 'warning');
  }
  assert.deepEqual(toasts, [
    '未操作：您的账号 guest 无权处理此项目的告警。',
    '未操作：Plumbline 未能从飞书获得您已验证的联系方式。',
    '未操作：Plumbline 中没有账号验证过 nobody@example.com，请在个人资料的“忘记密码”中设置。',
    '未操作：Plumbline 未能从飞书获得您已验证的联系方式。',
  ]);
  assert.deepEqual([await statusOf(id), message.edits], ['Pending', 0]);
});

test('what is not signed, or long ago, or not encrypted with the key of the app is refused; the address check is answered', async () => {
  const { id, message } = await raise();
  const now = server.clock.now();
  const earlier = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const body = encrypted(pressOf(message, 'ou_zhao'));
  const plain = JSON.stringify(pressOf(message, 'ou_zhao'));
  const foreign = encrypted(pressOf(message, 'ou_zhao'), 'another-key');
  const { 'x-lark-signature': _, ...unsigned } = feishuHeaders(body, now);
  const refused: [string, Record<string, string>][] = [
    [body, unsigned],
    [body, feishuHeaders(body, now, 'another-key')],
    [body, feishuHeaders(body, earlier(301))],
    [`${body} `, feishuHeaders(body, now)],
    [plain, feishuHeaders(plain, now)],
    [foreign, feishuHeaders(foreign, now)],
    ['{"encrypt":1}', feishuHeaders('{"encrypt":1}', now)],
    ['not json', feishuHeaders('not json', now)],
  ];
  for (const [text, headers] of refused) {
    const answer = await sendCallback(server.url, channelId, text, headers);
    assert.deepEqual([answer.status, answer.body.error], [401, 'vendorRefused'], text.slice(0, 40));
  }
  assert.equal((await sendCallback(server.url, 2_147_483, body, feishuHeaders(body, now))).status, 404);
  const long = encrypted({ x: 'x'.repeat(200_000) });
  assert.equal((await sendCallback(server.url, channelId, long, feishuHeaders(long, now))).status, 413);
  assert.equal(await statusOf(id), 'Pending');
  const check = encrypted({ type: 'url_verification', challenge: 'a-challenge', token: 'v' });
  const checked = await sendCallback(server.url, channelId, check, { 'content-type': 'application/json' });
  assert.deepEqual([checked.status, checked.body], [200, { challenge: 'a-challenge' }]);
  const guessed = encrypted({ type: 'url_verification', challenge: 'a-challenge' }, 'a-guess');
  const wrong = await sendCallback(server.url, channelId, guessed, { 'content-type': 'application/json' });
  assert.equal(wrong.status, 401);
});

test('a token is kept until it ends, and asked for again once it is refused', async () => {
  const tokenCalls = () => feishu.calls.splice(0).filter((call) => call.includes('tenant_access_token')).length;
  tokenCalls();
  await raise();
  assert.equal(tokenCalls(), 0, 'the token of before');
  feishu.token = 't-2';
  const { id } = await raise();
  assert.equal(tokenCalls(), 1);
  assert.equal((await logOf(id))[0]?.state, 'sent');
});

test('a post that met no answer is made again with its key, and is there once; a card that was withdrawn is not edited', async () => {
  feishu.instead = (call) => (call === 'POST /im/v1/messages' ? 'cut' : null);
  const before = feishu.messages.length;
  const { id } = await raise();
  assert.equal((await logOf(id))[0]?.state, 'queued');
  feishu.instead = null;
  server.clock.advance(30_000);
  await server.work!.settle();
  assert.equal((await logOf(id))[0]?.state, 'sent');
  assert.equal(feishu.messages.length, before + 1, 'the same message');
  feishu.messages.pop();
  await server.call(alerts.setStatus, { alertId: id, status: 'Notice' }, zhao.token);
  await server.work!.settle();
  const news = feishu.messages.at(-1)!;
  assert.equal(linesOfCard(news.card)[0], 'grey: zhao已知晓：PZ-6，North project');
  assert.deepEqual(
    linesOfCard(news.card).filter((line) => line.startsWith('[')),
    ['[在 Plumbline 中打开]'],
  );
});
