import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { responsePlans } from '@plumbline/contract/alerts/response-plans';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember, makeWorld, type World } from '../../../../test/harness.ts';
import { rule, send, setRules } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, south] = await openWorlds(['South']);
let world: World;
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  await server.db.deleteFrom('alert').where('project_id', '=', world.projectId).execute();
});

const create = (plan: {
  scope: 'project' | 'structure' | 'point' | 'condition';
  level?: number;
  structureId?: number;
  pointId?: number;
  text?: string;
  steps?: string[];
}) =>
  server.call(
    responsePlans.create,
    { projectId: world.projectId, level: 1, text: plan.scope, steps: ['Call', 'Go', 'Measure'], ...plan },
    world.admin.token,
  );
const list = async () =>
  (await server.call(responsePlans.list, { projectId: world.projectId }, world.admin.token)).body.plans;
/** Raises a blue alert of the point of the world, and gives it with its plan. */
async function raise(minute = 0) {
  await setRules(server, world, rule({ levels: [10 + minute / 100, 20, 30, 40] }));
  await send(server, world, [12], minute);
  const { body } = await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token);
  const newest = body.alerts.toSorted((a, b) => b.id - a.id)[0]!;
  return (await server.call(alerts.get, { alertId: newest.id }, world.admin.token)).body;
}

test('the plan of the point holds before those of its structure and project, and that of the project where no other does', async () => {
  const { projectId, structureId, pointId } = world;
  assert.equal((await raise()).plan, null, 'no plan held');
  await create({ scope: 'project' });
  await create({ scope: 'project', level: 2, text: 'of another level' });
  assert.equal((await raise(1)).plan?.text, 'project');
  await create({ scope: 'structure', structureId });
  assert.equal((await raise(2)).plan?.text, 'structure');
  await create({ scope: 'point', pointId });
  const { plan, alert } = await raise(3);
  assert.deepEqual(plan, {
    scope: 'point',
    text: 'point',
    steps: ['Call', 'Go', 'Measure'].map((text) => ({ text, doneAt: null, byName: null })),
  });
  assert.deepEqual(alert.steps, { done: 0, total: 3 });
  assert.deepEqual(
    (await list()).map(({ scope, level, name }) => [scope, level, name]),
    [
      ['project', 1, ''],
      ['project', 2, ''],
      ['structure', 1, 'Main dam'],
      ['point', 1, 'T-1'],
    ],
  );
  assert.equal((await server.call(responsePlans.list, { projectId }, south.admin.token)).status, 404);
});

test('the plan of an item holds before that of its structure', async () => {
  const { body } = await server.call(structures.list, { projectId: world.projectId }, world.admin.token);
  const item = body.structures.find(({ parentId }) => parentId !== null)!;
  await server.db.updateTable('point').set({ structure_id: item.id }).where('id', '=', world.pointId).execute();
  await create({ scope: 'structure', structureId: world.structureId, text: 'dam' });
  assert.equal((await raise()).plan?.text, 'dam', 'that of the structure holds for its items');
  await create({ scope: 'structure', structureId: item.id, text: 'section' });
  assert.equal((await raise(1)).plan?.text, 'section');
});

test('later changes leave the copy of an alert as it is', async () => {
  const { projectId } = world;
  const { id: planId } = (await create({ scope: 'project' })).body.plan;
  const { alert } = await raise();
  const change = { projectId, planId, text: 'other', steps: ['Only one'] };
  assert.equal((await server.call(responsePlans.update, change, world.admin.token)).status, 200);
  const get = async () => (await server.call(alerts.get, { alertId: alert.id }, world.admin.token)).body.plan;
  assert.deepEqual([(await get())?.text, (await get())?.steps.length], ['project', 3]);
  assert.equal((await raise(1)).plan?.text, 'other');
  assert.equal((await server.call(responsePlans.remove, { projectId, planId }, world.admin.token)).status, 200);
  assert.equal((await get())?.text, 'project');
});

test('steps are ticked off by several people at once, opened again with a trace, and counted in the list', async () => {
  await create({ scope: 'project' });
  const { alert } = await raise();
  const ann = await makeAccount(server, 'Normal', world.corporationId, 'Ann of steps');
  await makeMember(server, world.projectId, ann.id, 'Member');
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'Guest of steps');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const tick = (step: number, isDone = true, token = world.admin.token) =>
    server.call(alerts.setStep, { alertId: alert.id, step, isDone }, token);
  const [one, two] = await Promise.all([tick(0), tick(0, true, ann.token)]);
  assert.deepEqual([one.status, two.status], [200, 200]);
  await tick(1, true, ann.token);
  await tick(0, false, ann.token);
  assert.equal((await tick(3)).status, 404, 'there is no fourth step');
  assert.equal((await tick(2, true, guest.token)).status, 403);
  const { body } = await server.call(alerts.get, { alertId: alert.id }, world.admin.token);
  assert.deepEqual(
    [body.alert.steps, body.plan?.steps.map(({ byName }) => byName)],
    [{ done: 1, total: 3 }, [null, 'Ann of steps', null]],
  );
  const trace = body.history.filter(({ kind }) => kind.startsWith('step')).map(({ kind, subject }) => [kind, subject]);
  assert.deepEqual(trace, [
    ['stepDone', 'Call'],
    ['stepDone', 'Go'],
    ['stepUndone', 'Call'],
  ]);
});

test('one plan for each level and place; what is of others is not found; what is empty is refused', async () => {
  const { projectId } = world;
  await create({ scope: 'project' });
  const again = await create({ scope: 'project' });
  assert.deepEqual([again.status, again.body.error], [409, 'responsePlanThere']);
  assert.equal((await create({ scope: 'structure', structureId: south.structureId })).status, 404);
  assert.equal((await create({ scope: 'point', pointId: south.pointId })).status, 404);
  assert.equal((await create({ scope: 'point' })).body.error, 'badInput');
  assert.equal((await create({ scope: 'project', level: 3, text: '', steps: [] })).body.error, 'badInput');
  const [plan] = await list();
  const foreign = { projectId: south.projectId, planId: plan!.id };
  assert.equal((await server.call(responsePlans.remove, foreign, south.admin.token)).status, 404);
  const rewritten = { ...foreign, text: 'Do nothing', steps: [] };
  assert.equal((await server.call(responsePlans.update, rewritten, south.admin.token)).status, 404);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'Guest of plans');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await server.call(responsePlans.remove, { projectId, planId: plan!.id }, guest.token)).status, 403);
});
