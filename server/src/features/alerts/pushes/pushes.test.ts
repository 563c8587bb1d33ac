/** Web push: who gets what on which device, readable there alone, and when it ends. */
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { pushes } from '@plumbline/contract/alerts/pushes';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { sessions } from '@plumbline/contract/people/sessions';
import { raiseAlert } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { decrypted, openPushServer, type TestBrowser } from '../../../../test/push-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { encrypt } from './logic/encrypt.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const { projectId, corporationId } = north;
const { publicKey } = (await server.call(pushes.list, {}, north.admin.token)).body;
const service = await openPushServer(
  () => publicKey,
  () => server.clock.now(),
);
after(() => service.close());
const token = () => server.tokenFor(north.admin.id);
const rule = { projectId, name: 'Members', level: 1, members: true };
assert.equal((await server.call(alertRules.create, rule, await token())).status, 200);

async function subscribe(sessionToken: string, browser: TestBrowser, more: object = {}) {
  const given = { ...browser, levelFrom: 1, ...more };
  const { status, body } = await server.call(pushes.subscribe, given, sessionToken);
  assert.equal(status, 200, JSON.stringify(body));
  return body.device;
}
async function person(name: string) {
  const made = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, made.id, 'Guest');
  return made;
}
const arrived = () => service.pushed.splice(0);
const pathOf = ({ endpoint }: TestBrowser) => new URL(endpoint).pathname;
const statesOf = async (alertId: number) =>
  (await server.call(deliveries.ofAlert, { alertId }, await token())).body.deliveries.map(
    ({ recipient, state, answer }) => [recipient.replace(/ #\d+$/, ''), state, state === 'sent' ? '' : answer],
  );

test('the example of RFC 8291, appendix A', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const words = 'When I grow up, I want to be a watermelon';
  const body = encrypt(words, { p256dh, auth }, { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') });
  assert.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  assert.equal(decrypted(body, bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), bytes(auth)), words);
});

test('an alert is pushed to the devices that want its level, readable there alone, with the key of the delivery', async () => {
  const zhao = await person('zhao');
  const [phone, desk] = [service.browser(), service.browser()];
  await subscribe(zhao.token, phone);
  await subscribe(zhao.token, desk, { levelFrom: 4 });
  const alertId = await raiseAlert(server, north, 3);
  const [message, ...others] = arrived();
  assert.equal(others.length, 0, 'the other device wants red ones alone');
  assert.equal(message?.browser, pathOf(phone));
  assert.match(message.payload.title, /T-1/);
  assert.match(message.payload.path, new RegExp(`^#/.*\\b${alertId}\\b`));
  assert.equal(message.payload.level, 3);
  const { body } = await server.call(deliveries.ofAlert, { alertId }, await token());
  const [sent] = body.deliveries;
  assert.deepEqual(
    [sent?.medium, sent?.kind, sent?.state, sent?.key],
    ['push', 'webPush', 'sent', message.payload.tag],
  );
  assert.equal(message.topic, sent?.key.replaceAll('-', ''), 'a repeat takes the place of the first');
  await raiseAlert(server, north, 4);
  assert.deepEqual(
    arrived()
      .map(({ browser }) => browser)
      .sort(),
    [pathOf(phone), pathOf(desk)].sort(),
  );
  assert.deepEqual(service.faults, []);
});

test('a device that is gone is not pushed to again, and the log says why', async () => {
  const li = await person('li');
  for (const status of [404, 410] as const) {
    const browser = service.browser();
    await subscribe(li.token, browser);
    service.end(browser, status);
    const states = await statesOf(await raiseAlert(server, north, 3));
    assert.ok(
      states.some(([, state, answer]) => state === 'withheld' && answer === 'addressChanged'),
      JSON.stringify(states),
    );
    assert.deepEqual((await server.call(pushes.list, {}, li.token)).body.devices, []);
  }
  arrived();
});

test('a push service that is busy gets the alert again', async () => {
  const sun = await person('sun');
  const browser = service.browser();
  await subscribe(sun.token, browser);
  service.end(browser, 429);
  await raiseAlert(server, north, 3);
  arrived();
  service.takeAgain(browser);
  server.clock.advance(16_000);
  await server.work!.settle();
  assert.deepEqual(
    arrived().map((each) => each.browser),
    [pathOf(browser)],
  );
});

test('a browser that subscribes once more keeps the level that was chosen on it', async () => {
  const wu = await person('wu');
  const browser = service.browser();
  await subscribe(wu.token, browser, { levelFrom: 3 });
  const { body } = await server.call(pushes.subscribe, browser, wu.token);
  assert.equal(body.device.levelFrom, 3);
});

test('pushes end when the session is ended, the account is disabled or leaves the project; not when the session runs out', async () => {
  const ends: Readonly<Record<string, (accountId: number, sessionToken: string) => Promise<unknown>>> = {
    signedOut: (_, sessionToken) => server.call(sessions.signout, {}, sessionToken),
    disabled: (id) =>
      server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', id).execute(),
    left: (id) => server.db.deleteFrom('project_member').where('account_id', '=', id).execute(),
  };
  for (const [name, end] of Object.entries(ends)) {
    const someone = await person(`ends-${name}`);
    const browser = service.browser();
    await subscribe(someone.token, browser);
    await end(someone.id, someone.token);
    await raiseAlert(server, north, 3);
    assert.ok(
      arrived().every((each) => each.browser !== pathOf(browser)),
      name,
    );
  }
  const absent = await person('absent');
  const browser = service.browser();
  await subscribe(absent.token, browser);
  await server.db
    .updateTable('token')
    .set({ expires_at: new Date(server.clock.now().getTime() - 90 * 86_400_000) })
    .where('account_id', '=', absent.id)
    .execute();
  await server.tick('tidy-sessions');
  await raiseAlert(server, north, 3);
  assert.ok(
    arrived().some((each) => each.browser === pathOf(browser)),
    'asleep, and woken',
  );
  assert.equal((await server.call(pushes.list, {}, absent.token)).status, 401, 'the session itself is no way in');
});

test('a person sees and changes their own devices alone; a browser that another person takes over is theirs', async () => {
  const [wang, chen] = [await person('wang'), await person('chen')];
  const browser = service.browser();
  const { id: pushId } = await subscribe(wang.token, browser);
  assert.equal((await server.call(pushes.unsubscribe, { pushId }, chen.token)).status, 404);
  assert.equal((await server.call(pushes.update, { pushId, levelFrom: 2 }, chen.token)).status, 404);
  assert.equal((await server.call(pushes.test, { pushId }, chen.token)).status, 404);
  const changed = await server.call(pushes.update, { pushId, levelFrom: 2 }, wang.token);
  assert.deepEqual([changed.body.device.levelFrom, changed.body.device.isThisSession], [2, true]);
  const tested = await server.call(pushes.test, { pushId }, wang.token);
  assert.equal(tested.body.accepted, true, tested.body.answer);
  assert.match(arrived()[0]?.payload.title ?? '', /test/i);
  await subscribe(chen.token, browser);
  assert.deepEqual((await server.call(pushes.list, {}, wang.token)).body.devices, []);
  const { rows } = await server.database.pool.query('SELECT * FROM push_subscription');
  const { rows: keys } = await server.database.pool.query('SELECT * FROM push_key');
  assert.ok(!JSON.stringify([rows, keys]).includes(browser.auth), 'what a browser gave is sealed');
  assert.ok(!JSON.stringify(keys).includes('PRIVATE'));
});

test('ten devices a person, and no address inside the network', async () => {
  const many = await person('many');
  for (let i = 0; i < 10; i++) await subscribe(many.token, service.browser());
  const refused = await server.call(pushes.subscribe, service.browser(), many.token);
  assert.deepEqual([refused.status, refused.body.error], [409, 'pushesFull']);
  const inside = await person('inside');
  const address = { ...service.browser(), endpoint: 'http://169.254.169.254/latest' };
  const { id: pushId } = await subscribe(inside.token, address);
  const { body } = await server.call(pushes.test, { pushId }, inside.token);
  assert.deepEqual([body.accepted, body.answer], [false, 'outbound call refused (address): 169.254.169.254']);
});
