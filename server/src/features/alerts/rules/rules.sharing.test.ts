/** One alert rule in several projects: changed in one it changes in all, by those who may change it in all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId, projectId } = north;
const { token } = north.admin;
async function makeProject(name: string): Promise<number> {
  const { status, body } = await server.call(projects.create, { corporationId, name, address: 'x' }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.project.id;
}
const [tunnel, dam] = [await makeProject('Tunnel'), await makeProject('Dam')];
async function makeRoster(project: number): Promise<number> {
  const roster = { projectId: project, name: 'Night duty' };
  return (await server.call(duty.create, roster, token)).body.dutyRoster.id;
}
const roster = await makeRoster(projectId);

const create = (more: object, by = token) =>
  server.call(alertRules.create, { projectId, name: `Rule ${Math.random()}`, ...more }, by);
const rulesIn = async (project: number, by = token) =>
  (await server.call(alertRules.list, { projectId: project }, by)).body.alertRules;
const oneIn = async (project: number, name: string) => {
  const rule = (await rulesIn(project)).find((each) => each.name === name);
  assert.ok(rule, `no ${name} in ${project}`);
  return rule;
};
const update = (project: number, alertRuleId: number, more: object, by = token) =>
  server.call(alertRules.update, { projectId: project, alertRuleId, ...more }, by);

test('a rule holds in every project that is named, and changed in one it changes in all', async () => {
  const created = await create({ name: 'Red', level: 4, emails: ['a@example.com'], projectIds: [tunnel, dam] });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  assert.deepEqual(created.body.alertRule.projectNames, ['Dam', 'Tunnel']);
  const there = await oneIn(tunnel, 'Red');
  assert.deepEqual([there.level, there.emails, there.projectIds], [4, ['a@example.com'], [dam, projectId]]);
  const changed = await update(tunnel, there.id, { name: 'Orange', level: 3, mobiles: ['13800000001'] });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  for (const project of [projectId, tunnel, dam]) {
    const { level, mobiles, emails } = await oneIn(project, 'Orange');
    assert.deepEqual([level, mobiles, emails], [3, ['13800000001'], ['a@example.com']], String(project));
  }
  await update(projectId, created.body.alertRule.id, { projectIds: [dam] });
  assert.deepEqual(await rulesIn(tunnel), [], 'no longer named');
  assert.deepEqual((await oneIn(dam, 'Orange')).projectIds, [projectId]);
  await server.call(alertRules.remove, { projectId, alertRuleId: created.body.alertRule.id }, token);
  const alone = await oneIn(dam, 'Orange');
  assert.deepEqual([alone.projectIds, alone.projectsHidden], [[], 0], 'deleted in one, it stays in the others');
});

test('rosters are those of the same name in each project, at once and in steps', async () => {
  const step = { afterMinutes: 5, rosterIds: [roster] };
  const rule = { name: 'By duty', members: false, rosterIds: [roster], steps: [step], projectIds: [tunnel] };
  const refused = await create(rule);
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.detail],
    [409, 'ruleRosterMissing', { project: 'Tunnel', rosters: 'Night duty' }],
  );
  assert.equal(
    (await rulesIn(projectId)).some(({ name }) => name === 'By duty'),
    false,
    'nothing is half made',
  );
  const there = await makeRoster(tunnel);
  assert.equal((await create(rule)).status, 200);
  const copy = await oneIn(tunnel, 'By duty');
  assert.deepEqual([copy.rosterIds, copy.steps.map(({ rosterIds }) => rosterIds)], [[there], [[there]]]);
});

test('nobody changes a rule where it holds in projects in which they may not', async () => {
  const li = await makeAccount(server, 'Normal', corporationId, 'li');
  await makeMember(server, projectId, li.id, 'Owner');
  const { alertRule } = (await create({ name: 'Ours', projectIds: [tunnel] })).body;
  const listed = (await rulesIn(projectId, li.token)).find(({ name }) => name === 'Ours');
  assert.deepEqual([listed?.projectIds, listed?.projectNames, listed?.projectsHidden], [[], [], 1]);
  const refused = await update(projectId, alertRule.id, { level: 1 }, li.token);
  assert.deepEqual([refused.status, refused.body.error], [409, 'ruleElsewhere']);
  assert.deepEqual([(await oneIn(projectId, 'Ours')).level, (await oneIn(tunnel, 'Ours')).level], [3, 3]);
  for (const [id, status] of [
    [tunnel, 404],
    [south.projectId, 404],
  ] as const)
    assert.equal((await create({ name: 'Far', projectIds: [id] }, li.token)).status, status);
  assert.equal((await create({ name: 'Far', projectIds: [south.projectId] })).status, 404);
  await makeMember(server, tunnel, li.id, 'Guest');
  const guest = await create({ name: 'Far', projectIds: [tunnel] }, li.token);
  assert.deepEqual([guest.status, guest.body.error], [403, 'notAllowed']);
  assert.equal(
    (await rulesIn(tunnel)).some(({ name }) => name === 'Far'),
    false,
  );
});

test('a rule of single structures holds in its project alone; a name that is taken there is said', async () => {
  const bound = await create({ wholeProject: false, structureIds: [north.structureId], projectIds: [tunnel] });
  assert.deepEqual([bound.status, bound.body.error], [400, 'badInput']);
  await server.call(alertRules.create, { projectId: dam, name: 'Taken' }, token);
  const second = await create({ name: 'Taken', projectIds: [dam] });
  assert.deepEqual([second.status, second.body.error], [409, 'nameTaken']);
  const self = await create({ projectIds: [projectId] });
  assert.equal(self.status, 400);
});

test('a corporation that was restored beside another shares no rule with it', async () => {
  const { alertRule } = (await create({ name: 'Twin', projectIds: [tunnel] })).body;
  const { shared_key } = await server.db
    .selectFrom('alert_rule')
    .select('shared_key')
    .where('id', '=', alertRule.id)
    .executeTakeFirstOrThrow();
  const twin = { projectId: south.projectId, name: 'Twin' };
  const { id } = (await server.call(alertRules.create, twin, south.admin.token)).body.alertRule;
  await server.db.updateTable('alert_rule').set({ shared_key }).where('id', '=', id).execute();
  const listed = await oneIn(projectId, 'Twin');
  assert.deepEqual([listed.projectIds, listed.projectsHidden], [[tunnel], 0]);
  assert.equal((await update(projectId, alertRule.id, { level: 1 })).status, 200);
  assert.equal((await rulesIn(south.projectId, south.admin.token))[0]?.level, 3);
});

test('what is archived is left as it is, and is a rule of its own from the next change on', async () => {
  const { alertRule } = (await create({ name: 'Rest', projectIds: [dam, tunnel] })).body;
  const archive = (at: Date | null) =>
    server.db.updateTable('project').set({ archived_at: at }).where('id', '=', dam).execute();
  await archive(server.clock.now());
  assert.equal((await create({ name: 'Late', projectIds: [dam] })).body.error, 'archived');
  assert.equal((await update(projectId, alertRule.id, { level: 1 })).status, 200);
  await archive(null);
  const rested = await oneIn(dam, 'Rest');
  assert.deepEqual([rested.level, rested.projectIds], [3, []]);
  const { level, projectIds } = await oneIn(tunnel, 'Rest');
  assert.deepEqual([level, projectIds], [1, [projectId]]);
});
