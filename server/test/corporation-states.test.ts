/**
 * A corporation that is being deleted, between the answer and the end of the task. Nobody finds anything of its projects, by no route
 * or link, and no work goes on in them; where it is not ended after all, they are as they were.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import { tasks } from '@plumbline/contract/platform/tasks';
import { sql } from 'kysely';
import { givePassword } from './points.fixtures.ts';
import { holdWork, openStates } from './states.fixtures.ts';

const { server, fixture, system, answersTo, backgroundWork } = await openStates();
const { db } = server;
const { corporationId, projectId } = fixture.world;
const password = 'Operator-2026';
await givePassword(server, system.id, password);
const operator = () => server.tokenFor(system.id);
/** Words of the project alone. */
const isNaming = ({ text }: { readonly text: string }) =>
  ['States project', 'Quillon dam', 'Quillon gauge'].some((word) => text.includes(word));
const projectNow = () =>
  db.selectFrom('project').select(['archived_at', 'deleting_at']).where('id', '=', projectId).executeTakeFirst();

/** Answers in which words of a project may stand: logs say what was done while it was there. */
const ofThePast = ['operations.list', 'operations.file', 'tasks.mine', 'tasks.ofProject'];

test('while a corporation is being deleted nothing of its projects is shown, raised, made or sent', async () => {
  const before = (await answersTo(await operator())).filter(isNaming).map(({ title }) => title);
  assert.ok(before.length > 25, before.join(', '));
  const opened = (await answersTo('nobody', [])).filter(({ status }) => status === 200).length;
  assert.ok(opened > 3, `${opened} links are open`);
  const input = { corporationId, title: 'States', password };
  const hold = await holdWork(server);
  const begun = await server.call(corporationRemoval.begin, input, await operator());
  await hold.stop();
  assert.equal(begun.status, 200, JSON.stringify(begun.body));

  const naming = (await answersTo(await operator())).filter(isNaming).map(({ title }) => title);
  assert.deepEqual(
    naming.filter((title) => !ofThePast.includes(title)),
    [],
  );
  const { rows: points } = await sql<{ id: number }>`SELECT id FROM point WHERE project_id = ${projectId}`.execute(db);
  const ids = new Set(points.map(({ id }) => id));
  const lines = await backgroundWork(
    (row, table) =>
      !['operation', 'task', 'work'].includes(table) &&
      (row['project_id'] === projectId || ids.has(Number(row['point_id']))),
    async () => undefined,
  );
  assert.deepEqual(lines, []);

  await server.call(tasks.cancel, { taskId: begun.body.taskId }, await operator());
  await hold.release();
  assert.deepEqual(await projectNow(), { archived_at: null, deleting_at: null });
  const again = (await answersTo('nobody', [])).filter(({ status }) => status === 200).length;
  assert.equal(again, opened);
});
