/**
 * Nobody outside of a project receives anything: every way by which a rule tells somebody, against everybody who might be
 * told, by each medium, and what becomes of them before the alert or while its messages wait.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { channels } from '@plumbline/contract/messages/channels';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const [mail, other] = [await openMailServer(), await openCheckingServer()];
after(() => {
  mail.close();
  other.close();
});
const { db } = server;
const { projectId, corporationId } = north;
const token = () => server.tokenFor(north.admin.id);
const made = async <T extends { status: number; body: unknown }>(answer: Promise<T>): Promise<T['body']> => {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
await setUpMail(server, north, mail.port);
const vendor = { kind: 'twilio', endpoint: other.url, keyId: 'AC1', secret: 'secret', sign: '+15550001111' } as const;
await made(server.call(channels.create, { corporationId, name: 'SMS', ...vendor }, await token()));
const voice = { ...vendor, kind: 'twilioVoice' } as const;
await made(server.call(channels.create, { corporationId, name: 'Voice', ...voice }, await token()));

type Change = 'none' | 'left' | 'disabled' | 'suspended' | 'blind' | 'moved';
interface Person {
  readonly id: number;
  readonly email: string;
  readonly mobile: string;
}
/** Takes from a member what lets them see the alerts of the project. */
const changes: Readonly<Record<Change, (person: Person) => Promise<unknown>>> = {
  none: async () => undefined,
  left: ({ id }) => db.deleteFrom('project_member').where('account_id', '=', id).execute(),
  disabled: ({ id }) =>
    db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', id).execute(),
  suspended: ({ id }) =>
    db.updateTable('project_member').set({ status: 'disabled' }).where('account_id', '=', id).execute(),
  async blind(person) {
    await changes.left(person);
    await giveRole(server, north, person.id, ['Retrieve:Project', 'Retrieve:Structure']);
  },
  moved: ({ id }) =>
    db.updateTable('contact').set({ email: null, mobile: null }).where('account_id', '=', id).execute(),
};

let number = 0;
async function person(name: string, role: 'Guest' | null, corporation = corporationId): Promise<Person> {
  const account = await makeAccount(server, 'Normal', corporation, name);
  if (role) await makeMember(server, projectId, account.id, role);
  const reached = { email: `${name}@example.com`, mobile: `138${String(++number).padStart(8, '0')}` };
  await made(server.call(deliveries.setContact, { ...reached, emailFrom: 1, smsFrom: 1, callFrom: 1 }, account.token));
  return { id: account.id, ...reached };
}

/** Everybody who might be told, and whether the project lets them; of each another for every way. */
async function crowd(way: string) {
  const make = (name: string, role: 'Guest' | null = 'Guest') => person(`${way}-${name}`, role);
  const before: [Person, Change][] = [];
  const meanwhile: [Person, Change][] = [];
  for (const change of ['left', 'disabled', 'suspended', 'blind', 'moved'] as const) {
    before.push([await make(`was-${change}`), change]);
    meanwhile.push([await make(`is-${change}`), change]);
  }
  const member = await make('member');
  const nonmember = await make('nonmember', null);
  const foreign = await person(`${way}-foreign`, null, south.corporationId);
  await makeMember(server, south.projectId, foreign.id, 'Owner');
  const everybody = [member, nonmember, ...before.map(([each]) => each), ...meanwhile.map(([each]) => each)];
  return { before, meanwhile, member, nonmember, foreign, everybody };
}
type Crowd = Awaited<ReturnType<typeof crowd>>;

const toAll = (people: readonly Person[]) => ({
  emails: people.map(({ email }) => email),
  mobiles: people.map(({ mobile }) => mobile),
  calls: people.map(({ mobile }) => mobile),
});
/** Puts people on duty all day, whatever they are: by rows where the roster would not take them. */
async function rosterOf(people: readonly Person[]): Promise<number> {
  const { dutyRoster } = await made(
    server.call(duty.create, { projectId, name: `Roster ${Math.random()}` }, await token()),
  );
  const shifts = people.map(({ id }) => ({
    personId: id,
    days: [1, 2, 3, 4, 5, 6, 7],
    fromTime: '00:00',
    toTime: '00:00',
  }));
  await db
    .updateTable('duty_roster')
    .set({ shifts: JSON.stringify(shifts) })
    .where('id', '=', dutyRoster.id)
    .execute();
  return dutyRoster.id;
}

interface Way {
  /** What of the rule names people. */
  rule(people: Crowd): Promise<object>;
  /** True when messages come by a step, or at the end of a quiet window. */
  readonly later?: 'step' | 'digest';
  /** Addresses of nobody whom the corporation knows are told where the rule names them. */
  readonly byAddress?: true;
}
const lists = async ({ everybody, foreign }: Crowd) => toAll([...everybody, foreign]);
const ways: Readonly<Record<string, Way>> = {
  members: { rule: async () => ({ members: true }) },
  roster: { rule: async ({ everybody, foreign }) => ({ rosterIds: [await rosterOf([...everybody, foreign])] }) },
  list: { rule: lists, byAddress: true },
  steps: {
    rule: async (people) => ({
      ...toAll([people.member]),
      steps: [{ afterMinutes: 1, members: true, ...(await lists(people)) }],
    }),
    later: 'step',
    byAddress: true,
  },
  digest: { rule: async (people) => ({ members: true, ...(await lists(people)) }), later: 'digest', byAddress: true },
};

const refuse = () => {
  mail.mood = 'later';
  other.answer = () => ({ status: 503, body: 'later' });
};
const accept = () => {
  mail.mood = 'accept';
  other.answer = () => ({ status: 201, body: '{"sid":"SM1"}' });
};
/** The numbers of which Twilio was asked for something. */
const numbersOf = (resource: string) => [
  ...new Set(
    other.arrived.flatMap(({ path, body }) =>
      path.endsWith(resource) ? [new URLSearchParams(body).get('To')?.slice(3)] : [],
    ),
  ),
];
const received = () => ({
  emails: [...new Set(mail.mails.map(({ to }) => to))].sort(),
  mobiles: numbersOf('Messages.json').sort(),
  calls: numbersOf('Calls.json').sort(),
});

for (const [name, way] of Object.entries(ways))
  test(`${name}: only who may see the alerts then hears of them`, async () => {
    const people = await crowd(name);
    const given = { projectId, name, level: 1, members: false, ...(await way.rule(people)) };
    const { alertRule } = await made(server.call(alertRules.create, given as never, await token()));
    for (const [each, change] of people.before) await changes[change](each);
    const now = server.clock.now().getTime();
    const times = { startAt: new Date(now).toISOString(), endAt: new Date(now + 60_000).toISOString() };
    if (way.later === 'digest')
      await made(server.call(silences.create, { projectId, ...times, reason: 'Drilling' }, await token()));
    refuse();
    await raiseAlert(server, north);
    if (way.later) {
      server.clock.advance(61_000);
      for (const schedule of ['escalate-alerts', 'end-silences']) await server.tick(schedule);
      await server.work!.settle();
    }
    for (const [each, change] of people.meanwhile) await changes[change](each);
    mail.mails.length = 0;
    other.arrived.length = 0;
    accept();
    server.clock.advance(32_000);
    await server.work!.settle();
    // Who took their address away is somebody without one: where the rule names it, it is an address like any other.
    const moved = [...people.before, ...people.meanwhile].flatMap(([each, change]) =>
      change === 'moved' ? [each] : [],
    );
    const expected = [people.member, ...(way.byAddress ? [people.foreign, ...moved] : [])];
    assert.deepEqual(received(), {
      emails: expected.map(({ email }) => email).sort(),
      mobiles: expected.map(({ mobile }) => mobile).sort(),
      calls: expected.map(({ mobile }) => mobile).sort(),
    });
    await made(server.call(alertRules.remove, { projectId, alertRuleId: alertRule.id }, await token()));
    await changes.left(people.member);
  });

test('an address of a rule is not silenced by who claims it later; one of somebody outside is named in the rule', async () => {
  const [claimer, left] = [await person('claimer', null), await person('left', 'Guest')];
  const owner = { email: 'Owner@Example.com', mobile: '13700007777' };
  const lists = { emails: [owner.email, left.email], mobiles: [owner.mobile], calls: [owner.mobile] };
  const given = { projectId, name: 'Owner', level: 1, members: false, ...lists };
  const { alertRule } = await made(server.call(alertRules.create, given, await token()));
  assert.deepEqual(alertRule.outsiders, []);
  await changes.left(left);
  const claim = { ...owner, emailFrom: null, smsFrom: null, callFrom: null };
  await made(server.call(deliveries.setContact, claim, await server.tokenFor(claimer.id)));
  // Saved again for another reason: it stays as it was listed.
  const one = { projectId, alertRuleId: alertRule.id };
  const again = await made(server.call(alertRules.update, { ...one, level: 2 }, await token()));
  assert.deepEqual(again.alertRule.outsiders, [{ address: left.email, person: 'left' }]);
  mail.mails.length = 0;
  other.arrived.length = 0;
  accept();
  const alertId = await raiseAlert(server, north);
  assert.deepEqual(received(), { emails: ['owner@example.com'], mobiles: [owner.mobile], calls: [owner.mobile] });
  const log = await made(server.call(deliveries.ofAlert, { alertId }, await token()));
  const withheld = log.deliveries.filter(({ state }) => state === 'withheld');
  assert.deepEqual(
    withheld.map(({ recipient, answer }) => [recipient, answer]),
    [[left.email, 'noMember']],
  );
  // Listed anew it is the address of somebody who may not see the alerts, and the rule says so.
  await made(server.call(alertRules.update, { ...one, emails: ['a@example.com'] }, await token()));
  const listed = await made(server.call(alertRules.update, { ...one, emails: [owner.email] }, await token()));
  assert.deepEqual(listed.alertRule.outsiders, [{ address: 'owner@example.com', person: 'claimer' }]);
  await made(server.call(alertRules.remove, one, await token()));
});

test('a hook that is deleted or switched off while its message waits gets nothing', async () => {
  for (const end of ['remove', 'switchOff'] as const) {
    const hook = { kind: 'webhook', name: end, url: `${other.url}/${end}`, secret: 'secret' } as const;
    const { channel } = await made(server.call(channels.create, { corporationId, ...hook }, await token()));
    const given = { projectId, name: end, level: 1, members: false, channelIds: [channel.id] };
    const { alertRule } = await made(server.call(alertRules.create, given, await token()));
    refuse();
    const alertId = await raiseAlert(server, north);
    const one = { corporationId, channelId: channel.id };
    if (end === 'remove') await made(server.call(channels.remove, one, await token()));
    else await made(server.call(channels.update, { ...one, enabled: false }, await token()));
    other.arrived.length = 0;
    accept();
    server.clock.advance(16_000);
    await server.work!.settle();
    assert.deepEqual(
      other.arrived.filter(({ path }) => path.endsWith(end)),
      [],
    );
    const log = await made(server.call(deliveries.ofAlert, { alertId }, await token()));
    assert.deepEqual(
      log.deliveries.map(({ state }) => state),
      ['noChannel'],
    );
    await made(server.call(alertRules.remove, { projectId, alertRuleId: alertRule.id }, await token()));
  }
});

test('a rule names no hook of another corporation', async () => {
  const hook = { kind: 'webhook', name: 'Theirs', url: `${other.url}/theirs`, secret: 'secret' } as const;
  const { channel } = await made(
    server.call(
      channels.create,
      { corporationId: south.corporationId, ...hook },
      await server.tokenFor(south.admin.id),
    ),
  );
  const given = { projectId, name: 'Foreign', members: false, channelIds: [channel.id] };
  const { status, body } = await server.call(alertRules.create, given, await token());
  assert.deepEqual([status, body.error], [404, 'notFound']);
});
