import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { type Arrived, openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert } from '../../../../test/deliveries.fixtures.ts';
import { isSignedForAliyun, isSignedForTencent } from '../../../../test/vendor-signatures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const other = await openCheckingServer();
after(() => other.close());
const { corporationId, projectId } = north;
const { token } = north.admin;
const secret = 'a-secret-of-the-vendor';
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const setUp = async (more: object) => {
  const given = { corporationId, name: `Channel ${Math.random()}`, ...more } as never;
  const { status, body } = await server.call(channels.create, given, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.channel.id;
};
const remove = (channelId: number) => server.call(channels.remove, { corporationId, channelId }, token);

/** Raises an alert of which one rule tells; gives what arrived, and what the log says of it. */
async function sendAlert(rule: object) {
  const given = { projectId, name: 'Only', members: false, language: 'en', ...rule } as const;
  const { body } = await server.call(alertRules.create, given, token);
  other.arrived.length = 0;
  const alertId = await raiseAlert(server, north);
  await server.call(alertRules.remove, { projectId, alertRuleId: body.alertRule.id }, token);
  const log = await server.call(deliveries.ofAlert, { alertId }, token);
  return { arrived: other.arrived[0] as Arrived, delivery: log.body.deliveries[0]!, alertId };
}
const mobiles = ['13800001234'];

test('Aliyun is sent what its V3 signature covers, the key as OutId', async () => {
  other.answer = () => ({ status: 200, body: '{"Code":"OK","Message":"OK","BizId":"9"}' });
  const id = await setUp({
    kind: 'aliyun',
    endpoint: other.url,
    keyId: 'LTAI',
    secret,
    sign: 'Plumbline',
    templateCode: 'SMS_1',
  });
  const { arrived, delivery } = await sendAlert({ mobiles });
  const { searchParams } = new URL(arrived.path, other.url);
  assert.deepEqual([searchParams.get('PhoneNumbers'), searchParams.get('OutId')], ['13800001234', delivery.key]);
  const parameters = JSON.parse(searchParams.get('TemplateParam') ?? '') as Record<string, string>;
  assert.deepEqual([parameters['mp'], parameters['value'], parameters['level']], ['T-1', '41.00', 'Orange']);
  assert.ok(isSignedForAliyun(arrived, secret));
  assert.equal(delivery.state, 'sent');
  other.answer = () => ({ status: 200, body: '{"Code":"isv.MOBILE_NUMBER_ILLEGAL","Message":"no"}' });
  const refused = await sendAlert({ mobiles });
  assert.deepEqual([refused.delivery.state, refused.delivery.answer], ['failed', 'isv.MOBILE_NUMBER_ILLEGAL: no']);
  await remove(id);
});

test('Tencent is sent what its TC3 signature covers, the key as SessionContext', async () => {
  other.answer = () => ({
    status: 200,
    body: '{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}]}}',
  });
  const more = { appId: '1400', region: 'ap-guangzhou', sign: 'Plumbline', templateCode: '77' };
  const id = await setUp({ kind: 'tencent', endpoint: other.url, keyId: 'AKID', secret, ...more });
  const { arrived, delivery } = await sendAlert({ mobiles });
  const body = JSON.parse(arrived.body) as Record<string, unknown>;
  assert.deepEqual(
    [body['PhoneNumberSet'], body['SessionContext'], body['SmsSdkAppId']],
    [['+8613800001234'], delivery.key, '1400'],
  );
  assert.ok(isSignedForTencent(arrived, secret, 'sms'));
  assert.equal(delivery.state, 'sent');
  await remove(id);
});

test('Twilio gets the whole text; a corporation that words its SMS itself, its own', async () => {
  other.answer = () => ({ status: 201, body: '{"sid":"SM1"}' });
  const id = await setUp({
    kind: 'twilio',
    endpoint: other.url,
    keyId: 'AC1',
    secret,
    sign: '+15550001111',
    templateText: '#mp#: #value##unit# over #threshold#',
  });
  const first = await sendAlert({ mobiles });
  const textOf = ({ body }: Arrived) => new URLSearchParams(body).get('Body') ?? '';
  assert.match(
    textOf(first.arrived),
    /^Orange alert: North project, Main dam, T-1 \(Logger\): Temperature 41\.00 °C, limit 40\.00\./,
  );
  assert.equal(first.arrived.path, '/2010-04-01/Accounts/AC1/Messages.json');
  assert.equal(first.arrived.headers.authorization, `Basic ${Buffer.from(`AC1:${secret}`).toString('base64')}`);
  await server.db
    .updateTable('corporation')
    .set({ flags: JSON.stringify({ activeCustomSms: true }) })
    .where('id', '=', corporationId)
    .execute();
  assert.equal(textOf((await sendAlert({ mobiles })).arrived), 'T-1: 41.00°C over 40.00');
  await remove(id);
});

test('a webhook is signed over time and body; one that answers 503 gets the same key again', async () => {
  other.answer = () => ({ status: 503, body: 'later' });
  const id = await setUp({ kind: 'webhook', url: `${other.url}/in?x=1`, secret });
  const { arrived, delivery, alertId } = await sendAlert({ channelIds: [id] });
  assert.match(String(arrived.headers['user-agent']), /^Plumbline\/\d/);
  const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(arrived.headers['x-plumbline-signature'])) ?? [];
  assert.equal(signature, sign(secret, `${seconds}.${arrived.body}`).toString('hex'));
  assert.equal((JSON.parse(arrived.body) as { content: { value: number } }).content.value, 41);
  other.answer = () => ({ status: 204, body: '' });
  server.clock.advance(15_000);
  await server.work!.settle();
  assert.deepEqual(
    other.arrived.map(({ headers }) => headers['idempotency-key']),
    [delivery.key, delivery.key],
  );
  const after = await server.call(deliveries.ofAlert, { alertId }, token);
  assert.deepEqual([after.body.deliveries[0]!.state, after.body.deliveries[0]!.attempts], ['sent', 2]);
  await remove(id);
});

test('robots get the format of their makers, signed where they ask for it', async () => {
  other.answer = () => ({ status: 200, body: '{"errcode":0,"code":0}' });
  const robot = async (kind: string) => {
    const id = await setUp({ kind, url: `${other.url}/${kind}?token=1`, secret });
    const { arrived, delivery } = await sendAlert({ channelIds: [id] });
    await remove(id);
    assert.equal(delivery.state, 'sent', kind);
    return { body: JSON.parse(arrived.body), query: new URL(arrived.path, other.url).searchParams };
  };
  const wecom = await robot('wecom');
  assert.match(wecom.body.markdown.content, /^### Orange alert: T-1/);
  const dingtalk = await robot('dingtalk');
  const time = dingtalk.query.get('timestamp');
  assert.equal(dingtalk.query.get('sign'), sign(secret, `${time}\n${secret}`).toString('base64'));
  assert.equal(dingtalk.body.msgtype, 'markdown');
  const feishu = await robot('feishu');
  assert.equal(feishu.body.sign, sign(`${feishu.body.timestamp}\n${secret}`, '').toString('base64'));
  assert.equal(feishu.body.content.post.en_us.title, 'Orange alert: T-1, North project');
  assert.equal((await robot('teams')).body.attachments[0].content.type, 'AdaptiveCard');
  assert.equal((await robot('slack')).body.blocks[0].type, 'header');
  const id = await setUp({ kind: 'wecom', url: `${other.url}/wecom`, secret: '' });
  other.answer = () => ({ status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' });
  assert.equal((await sendAlert({ channelIds: [id] })).delivery.state, 'failed', 'refused with status 200');
  await remove(id);
});

test('a corporation has one SMS vendor; channels of others are not found; the test button gives the answer', async () => {
  other.answer = () => ({ status: 403, body: 'no' });
  const id = await setUp({ kind: 'slack', url: `${other.url}/secret-token` });
  const { body } = await server.call(channels.test, { corporationId, channelId: id }, token);
  assert.deepEqual(body, { accepted: false, answer: 'HTTP 403 no' });
  const shown = await server.call(channels.list, { corporationId }, token);
  assert.ok(!JSON.stringify(shown.body).includes('secret-token'));
  const theirs = { corporationId: south.corporationId, channelId: id };
  for (const route of [channels.test, channels.remove])
    assert.equal((await server.call(route, theirs, south.admin.token)).status, 404);
  const twilio = { corporationId, kind: 'twilio', keyId: 'AC1', secret, sign: '+1555' } as const;
  await server.call(channels.create, { ...twilio, name: 'One' }, token);
  const second = await server.call(channels.create, { ...twilio, name: 'Two' }, token);
  assert.deepEqual([second.status, second.body.error], [409, 'channelThere']);
  const bare = await server.call(channels.create, { corporationId, kind: 'email', name: 'Mail' }, token);
  assert.equal(bare.status, 400);
  const wrong = await server.call(channels.create, { ...twilio, name: 'Text', templateText: '#nonsense#' }, token);
  assert.equal(wrong.status, 400);
});

test('no address inside the network is reached that the installation does not name', async () => {
  const id = await setUp({ kind: 'slack', url: 'http://169.254.169.254/latest' });
  const { delivery } = await sendAlert({ channelIds: [id] });
  assert.deepEqual([delivery.state, delivery.answer], ['failed', 'outbound call refused (address): 169.254.169.254']);
});

test('a secret that was typed for one place is not handed to another unless it is typed again', async () => {
  const given = { kind: 'email', host: 'mail.north.example', port: 465, security: 'tls', from: 'a@north.example' };
  const channelId = await setUp({ ...given, userName: 'a', secret });
  const change = (to: object) => server.call(channels.update, { corporationId, channelId, ...to } as never, token);
  for (const to of [{ host: 'mail.elsewhere.example' }, { port: 25 }, { security: 'none' }]) {
    const { status, body } = await change(to);
    assert.deepEqual([status, body.detail], [400, [{ path: 'secret', message: 'typeAgain' }]], JSON.stringify(to));
  }
  assert.equal((await change({ name: 'Mail', from: 'b@north.example', host: 'mail.north.example' })).status, 200);
  assert.equal((await change({ host: 'mail.elsewhere.example', secret })).status, 200);
  await remove(channelId);
});
