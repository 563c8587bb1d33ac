/** Points of a structure that rise together are one message, one call and one set of steps; one reaction ends them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { likePoints, raiseAt, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const [mail, vendor] = [await openMailServer(), await openCheckingServer()];
after(() => [mail, vendor].map((each) => each.close()));
vendor.answer = () => ({ status: 201, body: '{"sid":"1"}' });
const { projectId, corporationId } = north;
const { token } = north.admin;
await setUpMail(server, north, mail.port);
for (const kind of ['twilio', 'twilioVoice'] as const) {
  const account = { keyId: 'AC1', secret: 'a-secret', sign: '+15550001111', endpoint: vendor.url };
  await server.call(channels.create, { corporationId, kind, name: kind, ...account } as never, token);
}
const points = await likePoints(
  server,
  north,
  Array.from({ length: 14 }, (_, i) => `PZ-${i + 1}`),
);
const rule = async (more: object) => {
  const described = { projectId, name: `Rule ${Math.random()}`, members: false, level: 1, language: 'en', ...more };
  const { status, body } = await server.call(alertRules.create, described as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.alertRule.id;
};
const endRule = (alertRuleId: number) => server.call(alertRules.remove, { projectId, alertRuleId }, token);
const pass = async (seconds: number) => {
  server.clock.advance(seconds * 1_000);
  await server.work!.settle();
};
/** Subjects of mails, words of SMS, and calls, since it was last asked. */
const received = () => ({
  mails: mail.mails
    .splice(0)
    .map((each) => `${each.to} ${/Subject: (.*)/.exec(wordsOf(each).replace(/\n /g, ' '))?.[1]}`),
  calls: vendor.arrived.filter(({ path }) => path.includes('Calls')).length,
  texts: vendor.arrived
    .splice(0)
    .flatMap(({ path, body }) => (path.includes('Messages') ? [new URLSearchParams(body).get('Body') ?? ''] : [])),
});
/** Far enough from what was raised before. */
const later = () => pass(3_600);
const setAll = async (alertIds: readonly number[], status: 'Notice' | 'Confirm') => {
  await server.call(alerts.setStatuses, { alertIds: [...alertIds], status, reason: '' }, token);
  await server.work!.settle();
};
const logOf = async (alertId: number) => (await server.call(deliveries.ofAlert, { alertId }, token)).body.deliveries;

test('the first is told at once, the others of its minute in one message, and a telephone rings once', async () => {
  const id = await rule({ emails: ['duty@example.com'], mobiles: ['13800000001'], calls: ['13800000001'] });
  const [first] = await raiseAt(server, north, points.slice(0, 1));
  const at = received();
  assert.deepEqual([at.mails, at.calls, at.texts.length], [['duty@example.com Red alert: PZ-1, North project'], 1, 1]);
  await pass(10);
  const others = await raiseAt(server, north, points.slice(1, 7));
  assert.deepEqual(received(), { mails: [], calls: 0, texts: [] });
  await pass(59);
  assert.deepEqual(received(), { mails: [], calls: 0, texts: [] });
  await pass(1);
  const joint = received();
  assert.deepEqual(joint.mails, ['duty@example.com 7 points of Main dam are red, North project']);
  assert.match(joint.texts.join(), /^7 points of Main dam are red, North project: PZ-1, PZ-2.* http\S+\/alerts$/);
  assert.deepEqual([joint.texts.length, joint.calls], [1, 0]);
  await server.tick('send-collected-alerts');
  await pass(660);
  await server.tick('send-collected-alerts');
  assert.deepEqual(received(), { mails: [], calls: 0, texts: [] }, 'once');
  const [one] = (await logOf(others[0]!)).filter(({ medium }) => medium === 'voice');
  const [call] = (await logOf(first!)).filter(({ medium }) => medium === 'voice');
  assert.deepEqual([one!.state, one!.digestId], ['collected', call!.id]);
  await setAll([first!, ...others], 'Confirm');
  assert.deepEqual(received().mails, ['duty@example.com Settled, confirmed: 7 alerts of Main dam, North project']);
  await endRule(id);
});

test('what rises at once is one message and the highest first; a higher level does not wait', async () => {
  await later();
  const id = await rule({ emails: ['duty@example.com'] });
  const low = await raiseAt(server, north, points.slice(0, 3), { level: 2 });
  assert.deepEqual(received().mails, ['duty@example.com Yellow alert: PZ-1, North project']);
  const [red] = await raiseAt(server, north, points.slice(3, 4), { level: 4 });
  assert.deepEqual(received().mails, ['duty@example.com Red alert: PZ-4, North project']);
  await pass(60);
  assert.deepEqual(received().mails, ['duty@example.com 3 points of Main dam are yellow, North project']);
  await setAll([...low, red!], 'Confirm');
  received();
  await endRule(id);
});

test('a storm goes on: every further point joins it while nobody reacted, and rings nobody', async () => {
  await later();
  const id = await rule({ emails: ['duty@example.com'], calls: ['13800000001'] });
  const ids = await raiseAt(server, north, points.slice(0, 4));
  await pass(60);
  assert.equal(received().calls, 1);
  await pass(600);
  ids.push(...(await raiseAt(server, north, points.slice(4, 6))));
  assert.deepEqual(received(), { mails: [], calls: 0, texts: [] });
  await pass(60);
  assert.deepEqual(received(), {
    mails: ['duty@example.com 6 points of Main dam are red, North project'],
    calls: 0,
    texts: [],
  });
  await setAll(ids.slice(0, 1), 'Notice');
  received();
  await pass(120);
  ids.push(...(await raiseAt(server, north, points.slice(6, 7))));
  const anew = received();
  assert.deepEqual([anew.mails, anew.calls], [['duty@example.com Red alert: PZ-7, North project'], 1]);
  await setAll(ids, 'Confirm');
  received();
  await endRule(id);
});

test('few points that rise one after another are told of one by one', async () => {
  await later();
  const id = await rule({ emails: ['duty@example.com'], calls: ['13800000001'] });
  const ids = await raiseAt(server, north, points.slice(0, 1));
  await pass(120);
  ids.push(...(await raiseAt(server, north, points.slice(1, 2))));
  assert.deepEqual([received().mails.length, vendor.arrived.length], [2, 0]);
  await pass(5);
  ids.push(...(await raiseAt(server, north, points.slice(1, 2))));
  const again = received();
  assert.deepEqual([again.mails.length, again.calls], [1, 1], 'the same limit once more is no storm');
  await setAll(ids, 'Confirm');
  received();
  await endRule(id);
});

test('steps run once for a storm and name its points; one reaction to any of them ends all', async () => {
  await later();
  const steps = [5, 10].map((afterMinutes) => ({ afterMinutes, emails: ['chief@example.com'] }));
  const id = await rule({ emails: ['duty@example.com'], steps });
  const ids = await raiseAt(server, north, points.slice(0, 12));
  await pass(300);
  received();
  await server.tick('escalate-alerts');
  await server.work!.settle();
  assert.deepEqual(received().mails, [
    'chief@example.com Not acknowledged for 5 min: 12 points of Main dam are red, North project',
  ]);
  await setAll(ids.slice(7, 8), 'Notice');
  received();
  const states = await server.db
    .selectFrom('escalation')
    .select(['state', 'why'])
    .where('alert_id', 'in', ids)
    .execute();
  assert.deepEqual(states.map(({ state, why }) => `${state} ${why}`).sort(), ['done ', 'stopped reacted']);
  await pass(300);
  await server.tick('escalate-alerts');
  await server.work!.settle();
  assert.deepEqual(received().mails, []);
  await setAll(ids, 'Confirm');
  received();
  await endRule(id);
});

test('acknowledged within the minute, the others are told of by who has them, and by nothing else', async () => {
  await later();
  const id = await rule({ emails: ['duty@example.com'] });
  const ids = await raiseAt(server, north, points.slice(0, 5));
  received();
  await pass(20);
  await setAll(ids, 'Notice');
  assert.deepEqual(received().mails, [
    'duty@example.com North.admin has acknowledged 5 alerts of Main dam, North project',
  ]);
  await pass(60);
  assert.deepEqual(received().mails, []);
  const [late] = await logOf(ids[4]!).then((log) => log.filter(({ news }) => news === 'raised'));
  assert.deepEqual([late!.state, late!.answer], ['withheld', 'reacted']);
  await setAll(ids, 'Confirm');
  assert.deepEqual(received().mails, ['duty@example.com Settled, confirmed: 5 alerts of Main dam, North project']);
  await endRule(id);
});

test('who was not told of the first is told at once of what concerns them', async () => {
  await later();
  const rules = [
    await rule({ emails: ['dam@example.com'], wholeProject: false, structureIds: [north.structureId] }),
    await rule({ emails: ['item@example.com'], wholeProject: false, structureIds: [north.itemId] }),
  ];
  const ids = await raiseAt(server, north, points.slice(0, 2));
  assert.deepEqual(received().mails, ['dam@example.com Red alert: PZ-1, North project']);
  ids.push(...(await raiseAt(server, north, points.slice(2, 3), { structure_id: north.itemId })));
  assert.deepEqual(received().mails, ['item@example.com Red alert: PZ-3, North project']);
  await pass(60);
  assert.deepEqual(received().mails, ['dam@example.com 3 points of Main dam are red, North project']);
  await setAll(ids, 'Confirm');
  for (const each of rules) await endRule(each);
});

test('points that rose together outside of the hours of a rule are one message and one call when they begin', async () => {
  await setTimeZone(server, projectId, 'UTC');
  await later();
  received();
  const clockAt = (minutes: number) =>
    new Date(server.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
  const hours = { fromTime: clockAt(20), toTime: clockAt(200) };
  const recipients = { emails: ['day@example.com'], calls: ['13800000002'] };
  const id = await rule({ ...recipients, ...hours, steps: [{ afterMinutes: 5, emails: ['chief@example.com'] }] });
  const together = await raiseAt(server, north, points.slice(0, 4));
  for (let minute = 0; minute < 21; minute++) {
    await pass(60);
    await server.tick('escalate-alerts');
    await server.work!.settle();
  }
  await pass(60);
  const begun = received();
  assert.deepEqual(begun.mails, [
    'day@example.com Red alert: PZ-1, North project',
    'day@example.com 4 points of Main dam are red, North project',
  ]);
  assert.equal(begun.calls, 1);
  await pass(300);
  await server.tick('escalate-alerts');
  await server.work!.settle();
  assert.equal(received().mails.filter((mail) => mail.startsWith('chief@')).length, 1, 'one step for all');
  await setAll(together, 'Confirm');
  await endRule(id);
});

test('a rule without a cap tells of each alert, and calls once', async () => {
  await later();
  received();
  const id = await rule({ floodCap: null, emails: ['room@example.com'], calls: ['13800000001'] });
  const ids = await raiseAt(server, north, points.slice(0, 3));
  const { mails, calls } = received();
  assert.deepEqual([mails.length, calls], [3, 1]);
  await pass(120);
  assert.deepEqual(received(), { mails: [], calls: 0, texts: [] });
  await setAll(ids, 'Confirm');
  received();
  await endRule(id);
});
