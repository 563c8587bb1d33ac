import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { type Arrived, openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert } from '../../../../test/deliveries.fixtures.ts';
import { isSignedForAliyun, isSignedForTencent } from '../../../../test/vendor-signatures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const other = await openCheckingServer();
after(() => other.close());
const { corporationId, projectId } = north;
const { token } = north.admin;
const secret = 'a-secret-of-the-vendor';
const calls = ['13800001234'];

const setUp = async (more: object) => {
  const given = { corporationId, name: `Channel ${Math.random()}`, endpoint: other.url, secret, ...more } as never;
  const { status, body } = await server.call(channels.create, given, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.channel.id;
};
const remove = (channelId: number) => server.call(channels.remove, { corporationId, channelId }, token);
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;

/** Raises an alert of which one rule tells; gives what arrived, and what the log says of it. */
async function raise(rule: object, level = 3) {
  const given = { projectId, name: 'Only', members: false, language: 'en', ...rule } as const;
  const { status, body } = await server.call(alertRules.create, given, token);
  assert.equal(status, 200, JSON.stringify(body));
  other.arrived.length = 0;
  const alertId = await raiseAlert(server, north, level);
  await server.call(alertRules.remove, { projectId, alertRuleId: body.alertRule.id }, token);
  return { arrived: other.arrived[0] as Arrived, delivery: (await logOf(alertId))[0]!, alertId };
}

test('Alibaba Cloud is request for SingleCallByTts, signed; what passes is tried again with the same OutId', async () => {
  other.answer = () => ({ status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"once a minute"}' });
  const id = await setUp({ kind: 'aliyunVoice', keyId: 'LTAI', templateCode: 'TTS_1', sign: '057112345678' });
  const { arrived, delivery, alertId } = await raise({ calls });
  const read = ({ path }: Arrived) => new URL(path, other.url).searchParams;
  assert.equal(arrived.headers['x-acs-action'], 'SingleCallByTts');
  assert.equal(arrived.headers['x-acs-version'], '2017-05-25');
  assert.ok(isSignedForAliyun(arrived, secret));
  const request = read(arrived);
  assert.deepEqual(
    ['CalledNumber', 'CalledShowNumber', 'TtsCode', 'PlayTimes'].map((name) => request.get(name)),
    ['13800001234', '057112345678', 'TTS_1', '2'],
  );
  const variables = JSON.parse(request.get('TtsParam') ?? '') as Record<string, string>;
  assert.deepEqual([variables['mp'], variables['value'], variables['level']], ['T-1', '41.00', 'Orange']);
  assert.ok(
    Object.values(variables).every((value) => value.length <= 35),
    JSON.stringify(variables),
  );
  assert.equal(variables['reason'], 'Temperature 41.00 °C ≥ 40.00 °C', 'what rose over which limit');
  assert.match(request.get('OutId') ?? '', /^\w{15}$/, 'the vendor takes 15 bytes');
  assert.deepEqual([delivery.medium, delivery.state, delivery.attempts], ['voice', 'queued', 1]);
  assert.equal(delivery.answer, 'isv.BUSINESS_LIMIT_CONTROL: once a minute');
  other.answer = () => ({ status: 200, body: '{"Code":"OK","Message":"OK","CallId":"116012^1"}' });
  server.clock.advance(15_000);
  await server.work!.settle();
  assert.equal(other.arrived.length, 2);
  assert.equal(read(other.arrived[1]!).get('OutId'), request.get('OutId'));
  const [sent] = await logOf(alertId);
  assert.deepEqual([sent!.state, sent!.kind], ['sent', 'aliyunVoice']);
  assert.match(sent!.answer, /116012\^1/);
  await remove(id);
});

test('Tencent Cloud is request for SendTtsVoice of VMS, signed; a refusal is final', async () => {
  other.answer = () => ({ status: 200, body: '{"Response":{"SendStatus":{"CallId":"c-1","SessionContext":"x"}}}' });
  const more = { appId: '1400', region: 'ap-guangzhou', templateCode: '77', variableLimit: 20 };
  const id = await setUp({ kind: 'tencentVoice', keyId: 'AKID', ...more });
  const { arrived, delivery } = await raise({ calls });
  assert.deepEqual(
    ['x-tc-action', 'x-tc-version', 'x-tc-region'].map((name) => arrived.headers[name]),
    ['SendTtsVoice', '2020-09-02', 'ap-guangzhou'],
  );
  assert.ok(isSignedForTencent(arrived, secret, 'vms'));
  const request = JSON.parse(arrived.body) as Record<string, unknown>;
  const { TemplateParamSet: values, ...rest } = request;
  assert.deepEqual(rest, {
    CalledNumber: '+8613800001234',
    VoiceSdkAppid: '1400',
    TemplateId: '77',
    PlayTimes: 2,
    SessionContext: delivery.key,
  });
  assert.ok(
    (values as string[]).every((value) => value.length <= 20),
    JSON.stringify(values),
  );
  assert.deepEqual([delivery.state, delivery.kind], ['sent', 'tencentVoice']);
  other.answer = () => ({
    status: 200,
    body: '{"Response":{"Error":{"Code":"InvalidParameterValue.CalledNumberVerifyFail","Message":"no such number"}}}',
  });
  const refused = await raise({ calls });
  assert.deepEqual(
    [refused.delivery.state, refused.delivery.answer],
    ['failed', 'InvalidParameterValue.CalledNumberVerifyFail: no such number'],
  );
  await remove(id);
});

test('Twilio makes a call by TwiML in the request, in the language of the rule, and nothing of a name is markup', async () => {
  other.answer = () => ({ status: 201, body: '{"sid":"CA1","status":"queued"}' });
  const id = await setUp({ kind: 'twilioVoice', keyId: 'AC1', sign: '+15550001111' });
  await server.db.updateTable('point').set({ name: 'T-1 <&>' }).where('id', '=', north.pointId).execute();
  const { arrived, delivery } = await raise({ calls, language: 'zh-CN' });
  await server.db.updateTable('point').set({ name: 'T-1' }).where('id', '=', north.pointId).execute();
  assert.equal(arrived.path, '/2010-04-01/Accounts/AC1/Calls.json');
  assert.equal(arrived.headers.authorization, `Basic ${Buffer.from(`AC1:${secret}`).toString('base64')}`);
  const form = new URLSearchParams(arrived.body);
  assert.deepEqual([form.get('To'), form.get('From')], ['+8613800001234', '+15550001111']);
  const twiml = form.get('Twiml') ?? '';
  assert.equal(
    twiml,
    '<Response><Say language="zh-CN" loop="2">橙色告警。North project，T-1 &lt;&amp;&gt;。温度41.00摄氏度，超过限值40.00摄氏度。</Say></Response>',
    'level, place and number, and nothing else',
  );
  assert.ok(twiml.length <= 4_000);
  assert.deepEqual([delivery.state, delivery.kind], ['sent', 'twilioVoice']);
  const { body } = await server.call(channels.test, { corporationId, channelId: id, to: '13800001234' }, token);
  assert.deepEqual(body, { accepted: true, answer: '{"sid":"CA1","status":"queued"}' });
  assert.match(new URLSearchParams(other.arrived.at(-1)!.body).get('Twiml') ?? '', /test message/);
  const wrong = await server.call(channels.test, { corporationId, channelId: id, to: 'nobody' }, token);
  assert.equal(wrong.status, 400);
  const ways = await server.call(alertRules.ways, { projectId }, token);
  assert.deepEqual([ways.body.voice, ways.body.sms], ['twilioVoice', null]);
  await remove(id);
});

test('a call in English says level, place and number; another service address keeps its path', async () => {
  other.answer = () => ({ status: 201, body: '{"sid":"CA1","status":"queued"}' });
  const id = await setUp({ kind: 'twilioVoice', keyId: 'AC1', sign: '+15550001111', endpoint: `${other.url}/twilio/` });
  const { arrived } = await raise({ calls }, 4);
  assert.equal(arrived.path, '/twilio/2010-04-01/Accounts/AC1/Calls.json');
  assert.match(
    new URLSearchParams(arrived.body).get('Twiml') ?? '',
    />Red alert\. North project, T-1\. Temperature 41\.00 degrees Celsius, above the limit of 40\.00 degrees Celsius\.<\/Say>/,
  );
  await remove(id);
});

test('people are called from the level that they chose on, on duty too, and by a step of a rule', async () => {
  other.answer = () => ({ status: 201, body: '{"sid":"CA1"}' });
  const id = await setUp({ kind: 'twilioVoice', keyId: 'AC1', sign: '+15550001111' });
  const contact = { email: null, mobile: '13900005678', emailFrom: null, smsFrom: null };
  const choose = (callFrom: number | null) =>
    server.call(deliveries.setContact, { ...contact, callFrom } as never, north.admin.token);
  const calledFor = async (rule: object, level: number) => {
    const { alertId } = await raise({ level: 1, ...rule }, level);
    return (await logOf(alertId)).filter(({ medium }) => medium === 'voice').length;
  };
  await choose(4);
  assert.deepEqual([await calledFor({ members: true }, 3), await calledFor({ members: true }, 4)], [0, 1]);
  await choose(null);
  assert.equal(await calledFor({ members: true }, 4), 0, 'nobody is called who did not ask for it');
  const steps = [{ afterMinutes: 1, calls }];
  const { body } = await server.call(
    alertRules.create,
    { projectId, name: 'Steps', members: false, emails: ['a@example.com'], steps } as never,
    token,
  );
  const alertId = await raiseAlert(server, north, 3);
  const planned = await server.call(deliveries.escalation, { alertId }, token);
  assert.deepEqual(
    planned.body.steps.map((step) => [step.calls, step.mobiles]),
    [[1, 0]],
  );
  await server.call(alertRules.remove, { projectId, alertRuleId: body.alertRule.id }, token);
  await remove(id);
});
