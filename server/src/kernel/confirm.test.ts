/** Passwords that are asked for again: counted before they are compared, and without a connection being held. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { users } from '@plumbline/contract/people/users';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../test/harness.ts';
import { addReading, givePassword } from '../../test/points.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';
import { hashPassword } from './secrets.ts';

const [server, north] = await openWorlds(['North'], { ROLES: 'web' });
await givePassword(server, north.admin.id, 'Plumb-2026');
await addReading(server, north.pointId, [20]);
const owner = async (name: string) => {
  const account = await makeAccount(server, 'Normal', north.corporationId, name);
  await makeMember(server, north.projectId, account.id, 'Owner');
  return account;
};
const tally = (answers: readonly { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]));
const many = <T>(times: number, attempt: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => attempt(i)));

test("three hundred guesses at once at the creator's password: ten are tried, over every way to ask", async () => {
  const { token } = await owner('the.guesser');
  const answers = await many(
    300,
    (i): Promise<{ status: number }> =>
      i % 3 === 0
        ? server.call(projects.reset, { projectId: north.projectId, data: 'keep', password: `Guess-${i}x` }, token)
        : i % 3 === 1
          ? server.call(projects.remove, { projectId: north.projectId, data: 'keep', password: `Guess-${i}x` }, token)
          : server.call(lifecycle.reset, { pointId: north.pointId, data: 'keep', password: `Guess-${i}x` }, token),
  );
  assert.deepEqual(tally(answers), { 403: 10, 429: 290 });
  const again = await server.call(
    projects.reset,
    { projectId: north.projectId, data: 'keep', password: 'Plumb-2026' },
    token,
  );
  assert.equal(again.status, 429, 'the right one too');
  const others = [await owner('second.guesser'), await owner('third.guesser')];
  const theirs = await many(60, (i) =>
    server.call(
      projects.reset,
      { projectId: north.projectId, data: 'keep', password: `Guess-${i}x` },
      others[i % 2]!.token,
    ),
  );
  assert.equal(tally(theirs)[403], 10, 'twenty by all callers');
  const { status } = await server.call(
    lifecycle.reset,
    { pointId: north.pointId, data: 'keep', password: 'Plumb-2026' },
    north.admin.token,
  );
  assert.equal(status, 200, 'the creator is not kept out by what others try');
});

test('sixty wrong passwords of oneself at once: ten are tried', async () => {
  const { id, token } = await owner('forgetful');
  await givePassword(server, id, 'Plumb-2026');
  const change = (current: string) => server.call(users.changePassword, { current, password: 'Plumb-2027' }, token);
  assert.deepEqual(tally(await many(60, () => change('Wrong-2026'))), { 403: 10, 429: 50 });
  server.clock.advance(900_000);
  assert.equal((await change('Plumb-2026')).status, 200);
});

test('passwords that wait to be hashed hold no connection, and no more of them wait than are soon done', async () => {
  const password = 'Plumb-2026';
  let done = 0;
  const made = many(40, async (i) => {
    const { corporationId } = north;
    const account = { corporationId, name: `crowd-${i}`, displayName: 'Crowd', type: 'Normal', password } as const;
    const answer = await server.call(users.create, account, north.admin.token);
    done++;
    return answer;
  });
  const { status } = await server.call(projects.get, { projectId: north.projectId }, north.admin.token);
  assert.equal(status, 200);
  assert.ok(done < 20, `others are answered after ${done} of 40 hashes`);
  assert.deepEqual(tally(await made), { 200: 40 });
  const hashes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword(password)));
  assert.equal(hashes.filter((each) => each.status === 'fulfilled').length, 52);
  const refused = hashes.find((each) => each.status === 'rejected');
  assert.equal(refused?.reason.name, 'tooMany');
});

test("of the creator's password thirty guesses a day are looked at for a project, whoever makes them", async () => {
  const { projectId } = north;
  const guess = async (i: number) => {
    const { token } = await owner(`patient.${i}`);
    return await server.call(projects.reset, { projectId, data: 'keep', password: `Guess-${i}x` }, token);
  };
  // What the tests above tried is a day old.
  server.clock.advance(86_400_000);
  const answers: { status: number }[] = [];
  for (let i = 0; i < 40; i++) {
    answers.push(await guess(i));
    // Neither limit of a quarter of an hour is reached.
    server.clock.advance(120_000);
  }
  assert.deepEqual(tally(answers), { 403: 30, 429: 10 });
  const { status } = await server.call(
    projects.reset,
    { projectId, data: 'keep', password: 'Plumb-2026' },
    await server.tokenFor(north.admin.id),
  );
  assert.equal(status, 200, 'the creator is not kept out');
});
