/** Receivers that take a message and never answer: a repeat carries the same key, and what goes by other ways does not wait. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';
import { Ways } from './logic/ways.ts';

const [server, north] = await openWorlds(['Silent'], { OUTBOUND_ALLOW: '127.0.0.1' });
const [mail, vendor] = [await openMailServer(), await openCheckingServer()];
after(() => {
  mail.close();
  vendor.close();
});
const { projectId, corporationId } = north;
const token = () => server.tokenFor(north.admin.id);

test('a mail server and a vendor that take a message and hang get it again under the same key; others are told meanwhile', async () => {
  await setUpMail(server, north, mail.port);
  const sms = { kind: 'aliyun', name: 'SMS', endpoint: vendor.url, keyId: 'LTAI', secret: 'secret' } as const;
  const more = { sign: 'Plumbline', templateCode: 'SMS_1' };
  await server.call(channels.create, { corporationId, ...sms, ...more }, await token());
  const hook = { kind: 'webhook', name: 'Desk', url: `${vendor.url}/desk`, secret: 'secret' } as const;
  const { body } = await server.call(channels.create, { corporationId, ...hook }, await token());
  const rule = { name: 'All', level: 1, members: false, channelIds: [body.channel.id] };
  // More e-mails than a process sends at once.
  const emails = Array.from({ length: 14 }, (_, i) => `duty-${i}@example.com`);
  await server.call(alertRules.create, { projectId, ...rule, emails, mobiles: ['13800001234'] }, await token());
  mail.mood = 'hang';
  const sentBySms = () => vendor.arrived.filter(({ path }) => !path.startsWith('/desk'));
  vendor.answer = ({ path }) => (path.startsWith('/desk') ? { status: 200, body: '{}' } : 'hang');
  const raised = raiseAlert(server, north);
  await waitUntil(() => vendor.arrived.length - sentBySms().length === 1, 'the hook is not held up');
  await waitUntil(() => mail.mails.length >= 8, 'as many as may be sent at once');
  const alertId = await raised;
  assert.equal(mail.mails.length, 8, 'no more at once by a way that may hang');
  const logOf = async () => (await server.call(deliveries.ofAlert, { alertId }, await token())).body.deliveries;
  assert.deepEqual(
    Object.entries(Object.groupBy(await logOf(), ({ medium, state }) => `${medium} ${state}`))
      .map(([what, rows]) => `${what} ${rows?.length}`)
      .sort(),
    ['email queued 14', 'hook sent 1', 'sms queued 1'],
  );
  mail.mood = 'accept';
  vendor.answer = () => ({ status: 200, body: '{"Code":"OK","Message":"OK"}' });
  server.clock.advance(31_000);
  await server.work!.settle();
  const keys = mail.mails.map((each) => /^X-Plumbline-Key: (.+)$/m.exec(wordsOf(each))?.[1]);
  assert.deepEqual([keys.length, new Set(keys).size], [8 + 14, 14], 'a repeat has the key of the first');
  const smsKeys = sentBySms().map(({ path }) => new URL(path, vendor.url).searchParams.get('OutId'));
  assert.deepEqual([smsKeys.length, new Set(smsKeys).size], [2, 1]);
  const log = await logOf();
  assert.ok(log.every(({ state }) => state === 'sent'));
  // Whoever raises the same event again changes nothing.
  await emit(server.db, server.clock.now(), 'alertRaised', { alertId, projectId });
  await server.work!.settle();
  assert.equal((await logOf()).length, log.length);
});

test('a way that was silent rests, longer and longer, then one message goes ahead', () => {
  const ways = new Ways();
  const at = (seconds: number) => new Date(seconds * 1000);
  for (let i = 0; i < 8; i++) ways.begin('a');
  assert.deepEqual(ways.resting(at(0)), ['a'], 'full');
  for (let i = 0; i < 8; i++) ways.end('a', true, at(15));
  assert.deepEqual([ways.resting(at(29)), ways.resting(at(30))], [['a'], []]);
  ways.begin('a');
  assert.deepEqual(ways.resting(at(30)), ['a'], 'one goes ahead');
  ways.end('a', true, at(45));
  assert.deepEqual([ways.resting(at(74)), ways.resting(at(75))], [['a'], []]);
  ways.begin('a');
  ways.end('a', false, at(76));
  for (let i = 0; i < 7; i++) ways.begin('a');
  assert.deepEqual(ways.resting(at(76)), []);
});
