import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { likePoints, raiseAt } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import {
  answerAs,
  linesOf,
  openSlackWorkspace,
  type SlackMessage,
  sendPress,
  signedForm,
  slackChat,
  slackSigningSecret,
  slackToken,
} from '../../../../test/slack-workspace.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const vendor = await openCheckingServer();
after(() => vendor.close());
const slack = openSlackWorkspace();
answerAs(vendor, slack);
const { projectId, corporationId } = north;
const { token } = north.admin;

const app = { kind: 'slackApp', secret: slackToken, signingSecret: slackSigningSecret, endpoint: vendor.url };
const created = await server.call(
  channels.create,
  { corporationId, name: 'Dam', chatId: slackChat, ...app } as never,
  token,
);
assert.equal(created.status, 200, JSON.stringify(created.body));
const channelId = created.body.channel.id;
const rule = { projectId, name: 'Chat', members: false, level: 3, language: 'en', channelIds: [channelId] };
assert.equal((await server.call(alertRules.create, rule as never, token)).status, 200);

/** A person of the chat with an account that has verified the same address. */
async function person(user: string, role: 'Member' | 'Guest' | null) {
  const account = await makeAccount(server, 'Normal', corporationId, user);
  if (role) await makeMember(server, projectId, account.id, role);
  slack.people[user] = `${user}@example.com`;
  await server.db
    .insertInto('recovery_address')
    .values({ account_id: account.id, address: `${user.toUpperCase()}@example.com`, verified_at: server.clock.now() })
    .execute();
  return account;
}
const zhao = await person('zhao', 'Member');
await person('lin', 'Member');
await person('guest', 'Guest');
await person('stranger', null);
slack.people['nobody'] = 'nobody@example.com';
slack.people['unproved'] = '?zhao@example.com';

const points = await likePoints(server, north, ['PZ-1', 'PZ-2', 'PZ-3', 'PZ-4', 'PZ-5', 'PZ-6', 'PZ-7', 'PZ-8']);
let used = 0;
/** Raises an alert at a point of its own; gives it and the card that came of it. */
async function raise(): Promise<{ id: number; card: SlackMessage }> {
  // Told of by itself: after the minute in which it would join what rose before.
  server.clock.advance(120_000);
  const [id = 0] = await raiseAt(server, north, points.slice(used, ++used));
  const card = slack.messages.at(-1);
  assert.ok(card, 'a card was posted');
  return { id, card };
}
const press = async (card: SlackMessage, user: string) => {
  const answer = await sendPress(server.url, channelId, slack.press(card, user, server.clock.now()));
  await server.work!.settle();
  return answer;
};
const statusOf = async (alertId: number) => (await server.call(alerts.get, { alertId }, token)).body.alert.status;
const whispers = () => slack.whispers.splice(0).map(({ user, text }) => `${user}: ${text}`);
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;

test('a card is posted once, acknowledged by its button, and edited in place to its end', async () => {
  const { id, card } = await raise();
  assert.deepEqual(linesOf(card).slice(0, 3), [
    'Red alert: PZ-1, North project',
    '*Level*\nRed',
    '*Project*\nNorth project',
  ]);
  assert.deepEqual(linesOf(card).slice(-2), ['[acknowledge]', '[open]']);
  assert.deepEqual(await press(card, 'zhao'), { status: 200, text: '' });
  assert.equal(await statusOf(id), 'Notice');
  assert.deepEqual(whispers(), [], 'the card says it');
  assert.equal(linesOf(card)[1], '*zhao has acknowledged PZ-1, North project*\n2026-03-18 14:02:00');
  assert.ok(!linesOf(card).some((line) => line.startsWith('[')), 'no button is left');
  assert.equal(card.text, 'zhao has acknowledged PZ-1, North project');
  await press(card, 'lin');
  assert.deepEqual(whispers(), ['lin: Already acknowledged by zhao, 2026-03-18 14:02:00 (UTC+8).']);
  const verdict = { alertId: id, status: 'Confirm', reason: 'Filling' } as const;
  assert.equal((await server.call(alerts.setStatus, verdict, zhao.token)).status, 200);
  await server.work!.settle();
  assert.equal(linesOf(card)[1], '*Settled, confirmed: PZ-1, North project*\nFilling · zhao · 2026-03-18 14:02:00');
  assert.equal(slack.messages.length, 1, 'no second message');
  assert.deepEqual(
    (await logOf(id)).map(({ news, state, kind }) => [news, state, kind]),
    [
      ['settled', 'sent', 'slackApp'],
      ['acknowledged', 'sent', 'slackApp'],
      ['raised', 'sent', 'slackApp'],
    ],
  );
});

test('a press that comes again changes nothing, and says who was first', async () => {
  const { id, card } = await raise();
  const pressed = slack.press(card, 'zhao', server.clock.now());
  for (let i = 0; i < 3; i++) assert.equal((await sendPress(server.url, channelId, pressed)).status, 200);
  assert.match(whispers()[0] ?? '', /^zhao: Already acknowledged by zhao, 2026-03-18 14:04:00 \(UTC\+8\)\.$/);
  const again = { ...slack.press(card, 'lin', server.clock.now()) };
  await sendPress(server.url, channelId, pressed);
  await sendPress(server.url, channelId, again);
  const rows = await server.db
    .selectFrom('alert_change')
    .select(['by_name', 'status'])
    .where('alert_id', '=', id)
    .where('kind', '=', 'changed')
    .execute();
  assert.deepEqual(rows, [{ by_name: 'zhao', status: 'Notice' }]);
  const log = await server.db
    .selectFrom('operation')
    .select(['account_name', 'action', 'scope', 'project_id', 'outcome', 'content'])
    .where('route', '=', 'POST /alerts/statuses')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.deepEqual(log, {
    account_name: 'zhao',
    action: 'Update',
    scope: 'Alert',
    project_id: projectId,
    outcome: 'done',
    content: { input: { alertIds: [id], status: 'Notice', reason: '' }, way: 'slackApp' },
  });
});

test('whoever may not acknowledge is told why, and nothing happens', async () => {
  const { id, card } = await raise();
  whispers();
  for (const user of ['guest', 'stranger', 'nobody', 'unproved', 'unknown'])
    assert.equal((await press(card, user)).status, 200);
  assert.deepEqual(whispers(), [
    'guest: Nothing was acknowledged: your account guest may not acknowledge alerts of this project.',
    'stranger: Nothing was acknowledged: your account stranger may not acknowledge alerts of this project.',
    'nobody: Nothing was acknowledged: no account in Plumbline has verified nobody@example.com. Do so under Profile, Forgotten password.',
    'unproved: Nothing was acknowledged: Slack does not give Plumbline a confirmed address of yours.',
    'unknown: Nothing was acknowledged: Slack does not give Plumbline a confirmed address of yours.',
  ]);
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', zhao.id).execute();
  await press(card, 'zhao');
  await server.db.updateTable('account').set({ disabled_at: null }).where('id', '=', zhao.id).execute();
  assert.match(whispers()[0] ?? '', /no account in Plumbline has verified/);
  assert.equal(await statusOf(id), 'Pending');
  assert.equal(card.edits, 0);
});

test('what Slack has not signed, or long ago, is refused; a channel that is none is not found', async () => {
  const { id, card } = await raise();
  const { body } = slack.press(card, 'zhao', server.clock.now());
  const now = server.clock.now();
  const earlier = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const refused = [
    signedForm(body, now, 'another-secret'),
    signedForm(body, earlier(301)),
    signedForm(body, earlier(-301)),
    { ...signedForm(body, now), body: `${body}&more=1` },
    { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ];
  for (const each of refused) assert.equal((await sendPress(server.url, channelId, each)).status, 401);
  const signed = signedForm(body, now);
  assert.equal((await sendPress(server.url, 2_147_483, signed)).status, 404);
  const long = signedForm(`payload=${'x'.repeat(200_000)}`, now);
  assert.equal((await sendPress(server.url, channelId, long)).status, 413);
  const json = { ...signed, headers: { ...signed.headers, 'content-type': 'application/json' } };
  assert.equal((await sendPress(server.url, channelId, json)).status, 415);
  for (const odd of ['', 'payload=', 'payload=null', 'payload=[]', 'payload={"type":"block_actions","actions":[null]}'])
    assert.equal((await sendPress(server.url, channelId, signedForm(odd, now))).status, 200, odd);
  await server.call(channels.update, { corporationId, channelId, enabled: false }, token);
  assert.equal((await sendPress(server.url, channelId, signed)).status, 404, 'a channel that is off');
  await server.call(channels.update, { corporationId, channelId, enabled: true }, token);
  assert.equal(await statusOf(id), 'Pending');
  assert.equal((await sendPress(server.url, channelId, signedForm(body, earlier(299)))).status, 200);
  assert.equal(await statusOf(id), 'Notice');
});

test('a card of another channel is not acknowledged by a press in this one', async () => {
  const { id, card } = await raise();
  const southern = { corporationId: south.corporationId, name: 'South', chatId: slackChat, ...app } as never;
  const other = (await server.call(channels.create, southern, south.admin.token)).body.channel.id;
  whispers();
  await sendPress(server.url, other, slack.press(card, 'zhao', server.clock.now()));
  assert.deepEqual(whispers(), ['zhao: The alerts of this message are no longer in Plumbline.']);
  assert.equal(await statusOf(id), 'Pending');
});

test('a post that met no answer is found again, not posted twice', async () => {
  slack.instead = (method) => (method === 'chat.postMessage' ? 'cut' : null);
  const before = slack.messages.length;
  const { id } = await raise();
  assert.equal(slack.messages.length, before + 1);
  assert.equal((await logOf(id))[0]?.state, 'queued');
  // Acknowledged meanwhile: the card is edited once it is found.
  await server.call(alerts.setStatus, { alertId: id, status: 'Notice' }, zhao.token);
  await server.work!.settle();
  slack.instead = null;
  for (let i = 0; i < 3; i++) {
    server.clock.advance(30_000);
    await server.work!.settle();
  }
  assert.equal(slack.messages.length, before + 1, 'the same message');
  assert.match(linesOf(slack.messages.at(-1)!)[1] ?? '', /^\*zhao has acknowledged PZ-6/);
  assert.deepEqual(
    (await logOf(id)).map(({ news, state }) => [news, state]),
    [
      ['acknowledged', 'sent'],
      ['raised', 'sent'],
    ],
  );
});

test('a card that somebody deleted is not edited: the news come as a message', async () => {
  const { id, card } = await raise();
  slack.messages.splice(slack.messages.indexOf(card), 1);
  const before = slack.messages.length;
  await server.call(alerts.setStatus, { alertId: id, status: 'Notice' }, zhao.token);
  await server.work!.settle();
  assert.equal(slack.messages.length, before + 1);
  const news = slack.messages.at(-1)!;
  assert.equal(linesOf(news)[0], 'zhao has acknowledged PZ-7, North project');
  assert.ok(!linesOf(news).some((line) => line.startsWith('[')), 'there is nothing to press');
});

test('a test message says what Slack answered; secrets are never shown', async () => {
  const { body } = await server.call(channels.test, { corporationId, channelId }, token);
  assert.equal(body.accepted, true);
  const listed = (await server.call(channels.list, { corporationId }, token)).body.channels.find(
    ({ id }) => id === channelId,
  );
  assert.equal(listed?.callbackUrl, `${server.url}/api/channels/${channelId}/slack`);
  assert.ok(!JSON.stringify(listed).includes(slackToken) && !JSON.stringify(listed).includes(slackSigningSecret));
  await server.call(channels.update, { corporationId, channelId, secret: 'xoxb-wrong' }, token);
  const wrong = await server.call(channels.test, { corporationId, channelId }, token);
  assert.deepEqual(wrong.body, { accepted: false, answer: 'HTTP 200 invalid_auth' });
});

test('cards are kept as long as the log of messages', async () => {
  const cards = async () => (await server.db.selectFrom('chat_card').select('key').execute()).length;
  const before = await cards();
  const oldest = server.db.selectFrom('chat_card').select('key').orderBy('created_at').limit(1);
  await server.db
    .updateTable('chat_card')
    .set({ created_at: new Date(0) })
    .where('key', '=', oldest)
    .execute();
  await server.tick('tidy-deliveries');
  assert.equal(await cards(), before - 1);
});
