/** The list of accounts: when each was here, how it is guarded, where it takes part; found, sorted and cut by the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { projectGroups } from '@plumbline/contract/site/projects.groups';
import { projectPeople } from '@plumbline/contract/site/projects.people';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fewestStatementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId, projectId, admin } = north;
const day = 86_400_000;

const listed = async (filter: object = {}) => {
  const input = { corporationId, pageSize: 100, ...filter };
  const { status, body } = await server.call(projectPeople.people, input as never, admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const names = async (filter: object = {}) => (await listed(filter)).people.map(({ name }) => name);
const one = async (keyword: string) => {
  const { people } = await listed({ keyword });
  assert.equal(people.length, 1, keyword);
  return people[0] as NonNullable<(typeof people)[0]>;
};
const signIn = async (username: string) => {
  const { status, body } = await server.call(sessions.signin, { username, password: 'Hidden-7xYz' }, null as never);
  assert.equal(status, 200, JSON.stringify(body));
};

async function open(name: string): Promise<number> {
  const account = {
    corporationId,
    name,
    displayName: `${name} shown`,
    type: 'Normal',
    password: 'Hidden-7xYz',
  } as const;
  const { body } = await server.call(users.create, account, admin.token);
  return body.user.id;
}

const byPassword = await open('by.password');
const byPasskey = await open('by.passkey');
const neverHere = await open('never.here');
await makeMember(server, projectId, byPassword, 'Guest');

test('a sign-in is known with its time and way, a session of somebody else who sees as one is none', async () => {
  assert.equal((await one('by.password')).lastSignIn, null);
  await signIn('by.password');
  const at = server.clock.now().toISOString();
  assert.deepEqual((await one('by.password')).lastSignIn, { at, by: 'password' });
  const { seeAs } = await import('@plumbline/contract/people/see-as');
  assert.equal((await server.call(seeAs.begin, { userId: neverHere }, admin.token)).status, 200);
  assert.equal((await one('never.here')).lastSignIn, null);
});

test('second factors are named, one that was only begun is none, and nothing secret is in the answer', async () => {
  const now = server.clock.now();
  const factor = { account_id: byPassword, sealed: 'sealed-secret', created_at: now, last_step: 0 };
  await server.db
    .insertInto('second_factor')
    .values({ ...factor, confirmed_at: null })
    .execute();
  assert.deepEqual((await one('by.password')).secondFactors, []);
  await server.db
    .updateTable('second_factor')
    .set({ confirmed_at: now })
    .where('account_id', '=', byPassword)
    .execute();
  await server.db
    .insertInto('passkey')
    .values({
      account_id: byPasskey,
      credential_id: 'credential-7',
      public_key: Buffer.from([1]),
      counter: 0,
      transports: [],
      name: 'Key',
      created_at: now,
      last_used_at: null,
    })
    .execute();
  assert.deepEqual(await names({ secondFactor: 'totp' }), ['by.password']);
  assert.deepEqual(await names({ secondFactor: 'passkey' }), ['by.passkey']);
  const without = await names({ secondFactor: 'none' });
  assert.ok(without.includes('never.here') && !without.includes('by.passkey') && !without.includes('by.password'));
  const text = JSON.stringify(await listed());
  await server.db.deleteFrom('second_factor').where('account_id', '=', byPassword).execute();
  assert.ok(!/sealed-secret|credential-7|password_hash|\$argon|\$scrypt/.test(text));
});

test('the number of projects is that of the list that says why, for every account', async () => {
  const ended = await makeAccount(server, 'Normal', corporationId, 'people.ended');
  await makeMember(server, projectId, ended.id, 'Member');
  const yesterday = new Date(server.clock.now().getTime() - day);
  await server.db
    .updateTable('project_member')
    .set({ ends_at: yesterday })
    .where('account_id', '=', ended.id)
    .execute();
  const grouped = await makeAccount(server, 'Normal', corporationId, 'people.grouped');
  const group = await server.db
    .insertInto('user_group')
    .values({ corporation_id: corporationId, name: 'Field', created_at: yesterday })
    .returning('id')
    .executeTakeFirstOrThrow();
  const guest = await server.db.selectFrom('role').select('id').where('type', '=', 'Guest').executeTakeFirstOrThrow();
  const member = await server.db.selectFrom('role').select('id').where('type', '=', 'Member').executeTakeFirstOrThrow();
  await server.db.insertInto('user_group_member').values({ group_id: group.id, account_id: grouped.id }).execute();
  await server.db
    .insertInto('user_group_role')
    .values([guest, member].map(({ id }) => ({ group_id: group.id, role_id: id })))
    .execute();
  await server.db
    .insertInto('project_group')
    .values({ project_id: projectId, group_id: group.id, ends_at: null })
    .execute();
  const off = await makeAccount(server, 'Normal', corporationId, 'people.off');
  await makeMember(server, projectId, off.id, 'Guest');
  await server.call(users.disable, { userId: off.id, disabled: true }, admin.token);
  const { people } = await listed();
  for (const { id, name, projects } of people) {
    const { body } = await server.call(projectGroups.grants, { userId: id }, admin.token);
    assert.equal(projects, body.projects.filter(({ sees }) => sees).length, name);
  }
  const projectsOf = (name: string) => people.find((each) => each.name === name)?.projects;
  assert.deepEqual(['people.grouped', 'people.ended', 'people.off'].map(projectsOf), [1, 0, 0]);
  assert.deepEqual((await one('people.grouped')).roles.map(({ type }) => type).sort(), ['Guest', 'Member']);
  assert.deepEqual((await one('people.ended')).roles, []);
  assert.deepEqual(await names({ roleId: guest.id, state: 'enabled' }), ['by.password', 'people.grouped']);
  assert.deepEqual(await names({ state: 'disabled' }), ['people.off']);
  assert.ok((await names({ type: 'Admin' })).every((name) => !name.startsWith('people.')));
});

test('who was not here for ninety days is found, a new account is not', async () => {
  const long = new Date(server.clock.now().getTime() - 91 * day);
  await server.db.updateTable('account').set({ created_at: long }).where('id', 'in', [neverHere, byPassword]).execute();
  assert.deepEqual(await names({ dormant: 'true' }), ['never.here']);
  await server.db.updateTable('account').set({ last_signin_at: long }).where('id', '=', byPassword).execute();
  assert.deepEqual(await names({ dormant: 'true' }), ['by.password', 'never.here']);
  await signIn('by.password');
  assert.deepEqual(await names({ dormant: 'true' }), ['never.here']);
  // Never comes before the longest away, and last when the newest come first.
  const newest = await names({ sort: 'lastSignIn', descending: 'true' });
  assert.deepEqual([newest[0], (await names({ sort: 'lastSignIn' })).at(-1)], ['by.password', 'by.password']);
  const most = (await listed({ sort: 'projects', descending: 'true' })).people.map(({ projects }) => projects);
  assert.deepEqual(
    most,
    most.toSorted((a, b) => b - a),
  );
});

test('a thousand accounts are read page by page, by as many statements as three, and the file has all of them', async () => {
  const ofThree = await fewestStatementsOf(() => listed({ pageSize: 3 }));
  await server.database.pool.query(
    `INSERT INTO account (corporation_id, name, display_name, type, password_hash, created_at)
     SELECT $1, 'many.' || lpad(i::text, 4, '0'), 'Many ' || i, 'Normal', '-', now() FROM generate_series(1, 1000) i`,
    [corporationId],
  );
  const ofHundred = await fewestStatementsOf(() => listed({ pageSize: 100 }));
  assert.equal(ofHundred, ofThree);
  const { people, total } = await listed({ keyword: 'many.', page: 7, pageSize: 50 });
  assert.deepEqual([total, people.length, people[0]?.name], [1_000, 50, 'many.0301']);
  const query = new URLSearchParams({ corporationId: String(corporationId), keyword: 'many.', descending: 'true' });
  const answer = await fetch(`${server.url}/api/people/file?${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const lines = (await answer.text()).trim().split('\r\n');
  assert.equal(lines.length, 1_001);
  assert.match(lines[0] ?? '', /^username,display name,type,status,last sign-in,by,second factor,projects,roles/);
  assert.match(lines[1] ?? '', /^many\.1000,Many 1000,Normal,enabled,,,none,0,,/);
});

test('whoever may not list accounts sees none, and nobody those of another corporation', async () => {
  for (const route of [projectPeople.people, projectPeople.peopleFile]) {
    const refused = await server.call(route, { corporationId } as never, north.normal.token);
    assert.equal(refused.status, 403);
    const foreign = await server.call(route, { corporationId } as never, south.admin.token);
    assert.equal(foreign.status, 404);
  }
});
