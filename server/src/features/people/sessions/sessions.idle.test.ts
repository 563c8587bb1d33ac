/** How long a session may rest: as its user likes, up to what the installation allows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { ownSessions } from '@plumbline/contract/people/sessions.own';
import { users } from '@plumbline/contract/people/users';
import { makePerson, signIn } from '../../../../test/second-factors.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North'], { SESSION_TIMEOUT_MAX: '1800' });
const never = async (name: string) => {
  await makePerson(server, world.corporationId, name);
  const token = await signIn(server, name);
  await server.db.updateTable('account').set({ session_timeout_seconds: -1 }).where('name', '=', name).execute();
  return token;
};

test('never is half an hour where the installation says so, and pages are told so', async () => {
  const token = await never('patient.user');
  const { body } = await server.call(sessions.session, {}, token);
  assert.deepEqual([body.user.sessionTimeout, body.preferences.sessionTimeout], [1800, 1800]);
  const other = await signIn(server, 'patient.user');
  server.clock.advance(1_799_000);
  assert.equal((await server.call(users.profile, {}, token)).body.user.sessionTimeout, 1800);
  server.clock.advance(2_000);
  assert.equal((await server.call(sessions.session, {}, other)).body.code, 8007, 'it was not used');
  const listed = (await server.call(ownSessions.list, {}, token)).body.sessions;
  assert.deepEqual(
    listed.map(({ current }) => current),
    [true],
    'and is not listed any more',
  );
  server.clock.advance(1_801_000);
  assert.equal((await server.call(sessions.session, {}, token)).body.code, 8007);
});

test('who asks for more gets what is allowed, and who asks for less that', async () => {
  const token = await never('eager.user');
  const set = async (sessionTimeout: number) =>
    (await server.call(users.updateProfile, { sessionTimeout }, token)).body.user.sessionTimeout;
  assert.deepEqual([await set(86_400), await set(-1), await set(600)], [1800, 1800, 600]);
  const { body } = await server.call(users.updatePreference, { preferenceKey: 'sessionTimeout', value: 7200 }, token);
  assert.equal(body.preferences.sessionTimeout, 1800);
});
