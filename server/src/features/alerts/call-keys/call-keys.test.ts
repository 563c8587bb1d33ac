import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { likePoints, raiseAt } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const home = 'https://plumbline.example';
const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: home });
const vendor = await openCheckingServer();
after(() => vendor.close());
vendor.answer = () => ({ status: 201, body: '{"sid":"CA1"}' });
const { projectId, corporationId } = north;
const { token } = north.admin;
const authToken = 'the-auth-token';
const account = { keyId: 'AC1', secret: authToken, sign: '+15550001111', endpoint: vendor.url };
const created = await server.call(
  channels.create,
  { corporationId, kind: 'twilioVoice', name: 'Calls', ...account } as never,
  token,
);
assert.equal(created.status, 200, JSON.stringify(created.body));

/** A member who wants to be called of red alerts. */
async function person(name: string, mobile: string, role: 'Member' | 'Guest') {
  const member = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, member.id, role);
  const ways = { email: null, mobile, emailFrom: null, smsFrom: null, callFrom: 4 };
  assert.equal((await server.call(deliveries.setContact, ways as never, member.token)).status, 200);
  return member;
}
const zhao = await person('Zhao', '13800000001', 'Member');
await person('Guest', '13800000002', 'Guest');
await server.db
  .insertInto('recovery_address')
  .values({ account_id: zhao.id, address: '13800000004', verified_at: server.clock.now() })
  .execute();
const rule = { projectId, name: 'Night', members: true, level: 3, language: 'zh-CN' };
const calls = ['13800000003', '+8613800000004'];
assert.equal((await server.call(alertRules.create, { ...rule, calls } as never, token)).status, 200);

const points = await likePoints(server, north, ['PZ-1', 'PZ-2', 'PZ-3', 'PZ-4', 'PZ-5', 'PZ-6', 'PZ-7']);
let used = 0;
/** What a telephone was told, and where a key of it is sent. */
interface Call {
  readonly twiml: string;
  readonly action: string | null;
}
/** Raises an alert at a point of its own; gives it and the calls by number. */
async function raise(): Promise<{ id: number; to: Record<string, Call> }> {
  // Told of by itself: after the minute in which it would join what rose before.
  server.clock.advance(120_000);
  vendor.arrived.length = 0;
  const [id = 0] = await raiseAt(server, north, points.slice(used, ++used));
  const to = vendor.arrived
    .filter(({ path }) => path.includes('Calls'))
    .map(({ body }): [string, Call] => {
      const form = new URLSearchParams(body);
      const twiml = form.get('Twiml') ?? '';
      return [form.get('To') ?? '', { twiml, action: /action="([^"]*)"/.exec(twiml)?.[1] ?? null }];
    });
  return { id, to: Object.fromEntries(to) };
}
/** What Twilio signs: the address, and the fields in the order of their names. */
const signatureOf = (url: string, fields: Record<string, string>, secret = authToken) => {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`)
    .join('');
  return createHmac('sha1', secret).update(`${url}${text}`).digest('base64');
};
/** Sends a key as Twilio does; gives the status and what is said next. */
async function key(url: string, digits: string, more: { signature?: string; at?: string } = {}) {
  const fields = { CallSid: 'CA1', Digits: digits, AccountSid: 'AC1', Called: '+8613800000001' };
  const response = await fetch(`${server.url}${(more.at ?? url).replace(home, '')}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': more.signature ?? signatureOf(url, fields),
    },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  await server.work!.settle();
  return { status: response.status, text };
}
const statusOf = async (alertId: number) => (await server.call(alerts.get, { alertId }, token)).body.alert.status;

test('a call offers a key to whoever may acknowledge, and says nothing of keys to others', async () => {
  const { to } = await raise();
  const spoken =
    'Red alert. North project, PZ-1. Temperature 41.00 degrees Celsius, above the limit of 40.00 degrees Celsius.';
  assert.match(
    to['+8613800000001']?.twiml ?? '',
    new RegExp(`<Say language="en-GB" loop="2">${spoken} Press 1 to acknowledge.</Say></Gather></Response>$`),
  );
  assert.match(
    to['+8613800000001']?.twiml ?? '',
    /^<Response><Gather numDigits="1" timeout="5" method="POST" action="https:\/\/plumbline\.example\/api\/channels\/\d+\/calls\/[0-9a-f-]{36}">/,
  );
  assert.equal(
    to['+8613800000002']?.twiml,
    `<Response><Say language="en-GB" loop="2">${spoken}</Say></Response>`,
    'a Guest',
  );
  assert.doesNotMatch(to['+8613800000003']?.twiml ?? '', /Gather|按1/, 'a number of nobody');
  assert.match(
    to['+8613800000004']?.twiml ?? '',
    /超过限值40\.00摄氏度。如已知晓，请按1。/,
    'a listed number that Zhao verified',
  );
});

test('1 acknowledges once, is in the log, and the same again says who it was', async () => {
  const { id, to } = await raise();
  const action = to['+8613800000001']?.action ?? '';
  const done = '<Response><Say language="en-GB">Acknowledged.</Say><Hangup/></Response>';
  assert.deepEqual(await key(action, '1'), { status: 200, text: done });
  assert.equal(await statusOf(id), 'Notice');
  const before = '<Response><Say language="en-GB">Already acknowledged by Zhao.</Say><Hangup/></Response>';
  assert.deepEqual(await key(action, '1'), { status: 200, text: before });
  assert.match((await key(to['+8613800000004']?.action ?? '', '1')).text, /Zhao已标为已知晓。/);
  const changes = await server.db
    .selectFrom('alert_change')
    .select(['by_name', 'status'])
    .where('alert_id', '=', id)
    .where('kind', '=', 'changed')
    .execute();
  assert.deepEqual(changes, [{ by_name: 'Zhao', status: 'Notice' }]);
  const log = await server.db
    .selectFrom('operation')
    .select(['account_name', 'project_id', 'content'])
    .where('route', '=', 'POST /alerts/statuses')
    .execute();
  const content = { input: { alertIds: [id], status: 'Notice', reason: '' }, way: 'twilioVoice' };
  assert.deepEqual(log, [{ account_name: 'Zhao', project_id: projectId, content }]);
});

test('a wrong key has the words said once more, a second one ends the call', async () => {
  const { id, to } = await raise();
  const { action, twiml } = to['+8613800000001'] ?? { action: '', twiml: '' };
  const { text } = await key(action ?? '', '5');
  assert.equal(text, twiml.replace(`${action}`, `${action}?again=1`));
  const last = '<Response><Say language="en-GB">Nothing was acknowledged.</Say><Hangup/></Response>';
  assert.deepEqual(await key(`${action}?again=1`, '7'), { status: 200, text: last });
  assert.equal(await statusOf(id), 'Pending');
  assert.match((await key(`${action}?again=1`, '1')).text, />Acknowledged\.</);
});

test('what Twilio has not signed is refused; whoever lost the right acknowledges nothing; a call of yesterday is over', async () => {
  const { id, to } = await raise();
  const action = to['+8613800000001']?.action ?? '';
  const fields = { CallSid: 'CA1', Digits: '1', AccountSid: 'AC1', Called: '+8613800000001' };
  const wrong = [
    signatureOf(action, fields, 'another-token'),
    signatureOf(action, { ...fields, Digits: '2' }),
    signatureOf(`${server.url}/x`, fields),
    '',
  ];
  for (const signature of wrong) assert.equal((await key(action, '1', { signature })).status, 401);
  const other = action.replace(/[0-9a-f]{12}$/, '000000000000');
  assert.equal((await key(action, '1', { at: other })).status, 401, 'signed for another call');
  assert.match((await key(other, '1')).text, /Nothing was acknowledged/);
  assert.equal((await key(action.replace(/channels\/\d+/, 'channels/2147483'), '1')).status, 404);
  assert.equal((await key(action.replace(/calls\/.*/, 'calls/x'), '1')).status, 404);
  const disable = (at: Date | null) =>
    server.db.updateTable('account').set({ disabled_at: at }).where('id', '=', zhao.id).execute();
  await disable(server.clock.now());
  assert.match((await key(action, '1')).text, /Nothing was acknowledged/);
  await disable(null);
  await server.db
    .updateTable('delivery')
    .set({ created_at: new Date(0) })
    .where('alert_id', '=', id)
    .execute();
  assert.match((await key(action, '1')).text, /Nothing was acknowledged/);
  assert.equal(await statusOf(id), 'Pending');
});

test('a call stands for its storm: one key acknowledges what rose with it', async () => {
  const { id, to } = await raise();
  const more = await raiseAt(server, north, points.slice(used, used + 2));
  assert.equal(vendor.arrived.filter(({ path }) => path.includes('Calls')).length, 4, 'no telephone rings twice');
  assert.match((await key(to['+8613800000001']?.action ?? '', '1')).text, />Acknowledged\.</);
  assert.deepEqual(await Promise.all([id, ...more].map(statusOf)), ['Notice', 'Notice', 'Notice']);
});
