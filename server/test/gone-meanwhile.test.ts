/** What a request is about, or its account, goes while the request runs: it is answered as one that comes later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { failureUnlessGone } from '../src/kernel/gone.ts';
import { makeAccount } from './harness.ts';
import { waitUntil } from './wait-until.ts';
import { openWorlds } from './worlds.ts';

const lines: string[] = [];
const [server, world] = await openWorlds(['Gone'], {}, undefined, undefined, lines);
const { pool } = server.database;

/** Creates a dashboard, and deletes `what` when the request has come to the writing of it. */
async function createWhile(what: string, id: number, projectId: number, token: string) {
  const connection = await pool.connect();
  await connection.query(`CREATE OR REPLACE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`);
  await connection.query(
    'CREATE OR REPLACE TRIGGER wait BEFORE INSERT ON dashboard FOR EACH ROW EXECUTE FUNCTION wait_here()',
  );
  await connection.query('SELECT pg_advisory_lock(4711)');
  const answer = server.call(dashboards.create, { projectId, name: 'Dam at a glance', panels: [], roles: [] }, token);
  try {
    await waitUntil(async () => {
      const { rows } = await connection.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
      );
      return rows[0].n === 1;
    }, 'the request waits');
    await connection.query(`DELETE FROM ${what} WHERE id = $1`, [id]);
  } finally {
    // Else a failure would keep the pool, and with it the whole run, from ending.
    await connection.query('SELECT pg_advisory_unlock(4711)');
    connection.release();
  }
  const { status, body } = await answer;
  return [status, (body as unknown as { error: string }).error];
}

async function emptyProject(name: string): Promise<number> {
  const { id } = await server.db
    .insertInto('project')
    .columns(['corporation_id', 'name', 'longitude', 'latitude', 'picture', 'creator_id', 'archived_at', 'created_at'])
    .expression((each) =>
      each
        .selectFrom('project')
        .select(({ val }) => [
          ...(['corporation_id'] as const),
          val(name).as('name'),
          ...(['longitude', 'latitude', 'picture', 'creator_id', 'archived_at', 'created_at'] as const),
        ])
        .where('id', '=', world.projectId),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('the project of a request, and its account, are deleted while it writes', async () => {
  const projectId = await emptyProject('Soon gone');
  assert.deepEqual(await createWhile('project', projectId, projectId, world.admin.token), [404, 'notFound']);
  const manager = await makeAccount(server, 'Manager', world.corporationId, 'gone.manager');
  const gone = await createWhile('account', manager.id, world.projectId, manager.token);
  assert.deepEqual(gone, [401, 'tokenExpired']);
  assert.ok(
    lines.every((line) => JSON.parse(line).msg === 'what a request is about went while it ran'),
    lines.join(''),
  );
});

test('an error is answered by what is refused now, as notFound where a row is missing, and else as itself', async () => {
  const log = { warn: () => undefined };
  const answer = (error: unknown, authorizeAgain: () => Promise<unknown> = async () => undefined) =>
    failureUnlessGone(error, log, authorizeAgain).then((each) => (each instanceof Failure ? each.name : 'unknown'));
  const refuse = (name: 'notFound' | 'notSignedIn') => async () => {
    throw new Failure(name);
  };
  const lacking = { code: '23503', detail: 'Key (account_id)=(5) is not present in table "account".' };
  const used = { code: '23503', detail: 'Key (id)=(5) is still referenced from table "point".' };
  assert.equal(await answer(new Error('nothing is known of 5'), refuse('notFound')), 'notFound');
  assert.equal(await answer(lacking, refuse('notSignedIn')), 'notSignedIn');
  assert.equal(await answer(lacking), 'notFound');
  const unread = await server.db
    .selectFrom('feed')
    .select('id')
    .where('id', '=', 0)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => error);
  assert.equal(await answer(unread), 'notFound');
  assert.equal(await answer(unread, refuse('notSignedIn')), 'notSignedIn');
  assert.equal(await answer(used), 'unknown');
  assert.equal(await answer(new Error('a fault')), 'unknown');
  assert.equal(await answer(new Failure('nameTaken'), refuse('notFound')), 'nameTaken');
});
