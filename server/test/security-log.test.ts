/** What the log says of sign-ins, refusals and changes of rights; and that it never holds a secret. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { roles } from '@plumbline/contract/people/roles';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeWorld, startServer } from './harness.ts';

const lines: string[] = [];
const server = await startServer({}, undefined, undefined, lines);
after(() => server.close());
const world = await makeWorld(server, 'Security');
const { admin, corporationId } = world;
const password = 'Plumb-2026';
const secrets = [password];
const person = (
  await server.call(
    users.create,
    { corporationId, name: 'li.na', displayName: 'Li Na', type: 'Normal', password },
    admin.token,
  )
).body.user;

interface Line {
  event: string;
  outcome: string;
  accountId: number | null;
  route: string;
  on: Record<string, unknown>;
  leftOut?: number;
}
/** What was written since the last call. */
let read = 0;
function written(): Line[] {
  const fresh = lines.slice(read);
  read = lines.length;
  return fresh.flatMap((line) => (JSON.parse(line) as { security?: Line }).security ?? []);
}
const short = ({ event, outcome, accountId }: Line) => [event, outcome, accountId];

test('the account that was opened', () => {
  const [line] = written();
  assert.deepEqual(line && [...short(line), line.route, line.on], [
    'rights',
    'done',
    admin.id,
    'POST /users',
    { corporationId },
  ]);
});

test('signing in, right and wrong, and out; a name that nobody has is not written down', async () => {
  await server.call(sessions.signin, { username: 'li.na', password: 'Wrong-2026' });
  await server.call(sessions.signin, { username: 'my-password-by-mistake', password: 'Wrong-2026' });
  const { token } = (await server.call(sessions.signin, { username: 'li.na', password })).body;
  await server.call(sessions.signout, {}, token);
  secrets.push('Wrong-2026', 'my-password-by-mistake', token);
  assert.deepEqual(written().map(short), [
    ['signIn', 'credentialsWrong', person.id],
    ['signIn', 'credentialsWrong', null],
    ['signIn', 'done', person.id],
    ['signOut', 'done', person.id],
  ]);
});

test('a secret that was renewed, a token that was made, a role that was changed', async () => {
  const { secret } = (await server.call(connections.newSecret, { deviceId: world.device.id }, admin.token)).body;
  const { token } = (await server.call(users.createToken, { name: 'script' }, admin.token)).body;
  const { role } = (await server.call(roles.create, { corporationId, name: 'Readers', permissions: [] }, admin.token))
    .body;
  await server.call(roles.setPermissions, { roleId: role.id, permissions: ['Retrieve:Data'] }, admin.token);
  const { projectId } = world;
  await server.call(projects.addMember, { projectId, userId: person.id, roleId: role.id }, admin.token);
  secrets.push(secret, token);
  assert.deepEqual(
    written().map(({ event, route, on }) => [event, route, on]),
    [
      ['secret', 'POST /devices/{deviceId}/secret', { deviceId: world.device.id }],
      ['rights', 'POST /profile/access-tokens', {}],
      ['rights', 'POST /roles', { corporationId }],
      ['rights', 'PUT /roles/{roleId}/permissions', { roleId: role.id }],
      ['rights', 'POST /projects/{projectId}/members', { projectId, userId: person.id, roleId: role.id }],
    ],
  );
});

test('refusals: ten a minute of one account, then how many more there were', async () => {
  const outsider = await makeAccount(server, 'Normal', corporationId, 'stranger');
  for (let i = 0; i < 25; i++) await server.call(connections.newSecret, { deviceId: world.device.id }, outsider.token);
  const first = written();
  assert.equal(first.length, 10);
  for (const { event, accountId, on } of first)
    assert.deepEqual([event, accountId, on], ['refused', outsider.id, { deviceId: world.device.id }]);
  server.clock.advance(60_000);
  await server.call(connections.newSecret, { deviceId: world.device.id }, outsider.token);
  assert.deepEqual(
    written().map(({ leftOut }) => leftOut),
    [15, undefined],
  );
});

test('no line holds a password, a token or a secret', () => {
  const log = lines.join('');
  assert.ok(log.length > 0);
  for (const secret of [...secrets, admin.token]) assert.ok(!log.includes(secret), secret);
});
