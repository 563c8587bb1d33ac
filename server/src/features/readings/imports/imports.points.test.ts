/** Points that a file names and the project lacks: made for its import, gone with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { structures } from '@plumbline/contract/site/structures';
import { mondOf } from '../../../../test/ags-text.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { type MappingInput, makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Missing points']);
const fixture = makeImportsFixture(server, world);
const { token } = world.admin;
const { projectId } = world;
const structureId = (await server.call(structures.create, { projectId, name: 'BH-M' }, token)).body.structure.id;
const level = { family: 'waterLevel' as const, structureId };
const namesOf = async () =>
  (await server.call(points.list, { projectId, pageSize: 2000 }, token)).body.measuringPoints.map(({ name }) => name);
const makePoints = (importId: number, names: readonly string[], by = token) =>
  server.call(imports.makePoints, { projectId, importId, rows: names.map((name) => ({ name, ...level })) }, by);
const file = (name: string) => `Point,Time,Level (m)\n${name},2024-05-01 08:00,3.21\n${name},2024-05-01 09:00,3.22\n`;

test('what the file names is made, suggested, imported, and undone with the import', async () => {
  const { import: sent } = await fixture.upload(file('MP-1'));
  assert.equal(sent.layout.suggested, null);
  const answer = await makePoints(sent.id, ['MP-1']);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { layout } = (await server.call(imports.detectLayout, { ...fixture.at(sent.id), reading: {} }, token)).body;
  const checked = await fixture.check(sent.id, layout.suggested as MappingInput);
  assert.deepEqual([checked.counts!.added, checked.madePointIds], [2, answer.body.pointIds]);
  const applied = await fixture.apply(sent.id);
  const [pointId] = answer.body.pointIds;
  assert.equal((await fixture.rowsOf(pointId!)).length, 2);
  const undone = await server.call(history.undo, { pointId: pointId!, changeId: applied.changeId! }, token);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  await server.work!.settle();
  assert.ok(!(await namesOf()).includes('MP-1'));
  // Its name is free for the next one.
  assert.equal((await makePoints((await fixture.upload(file('MP-1'))).import.id, ['MP-1'])).status, 200);
});

test('they go with an import that is discarded; one that has readings of another act stays', async () => {
  const { import: sent } = await fixture.upload(file('MP-2'));
  const answer = await makePoints(sent.id, ['MP-2', 'MP-3']);
  const [, second] = answer.body.pointIds;
  const entry = { pointId: second!, at: '2024-05-01T00:00:00Z', values: { level: 1 } };
  assert.equal((await server.call(imports.enter, entry, token)).status, 200);
  assert.equal((await server.call(imports.discard, fixture.at(sent.id), token)).status, 200);
  const names = await namesOf();
  assert.deepEqual([names.includes('MP-2'), names.includes('MP-3')], [false, true]);
});

test('all or none: a name that is taken refuses every row, and nothing is remembered', async () => {
  const { import: sent } = await fixture.upload(file('MP-4'));
  const refused = await makePoints(sent.id, ['MP-4', 'MP-3']);
  assert.equal(refused.body.error, 'rowsRefused');
  assert.ok(!(await namesOf()).includes('MP-4'));
  assert.deepEqual((await fixture.get(sent.id)).madePointIds, []);
});

test('an import that is done makes no more; one of another project is not there', async () => {
  const { import: sent } = await fixture.upload(
    mondOf(['BH-M', 'P1', '5.00', '2024-03-01T08:00:00', 'WLEV', '', '1.5', 'm']),
    'a.ags',
  );
  const answer = await server.call(
    imports.makePoints,
    { projectId, importId: sent.id, rows: [{ name: 'P1', ...level, depthM: 5 }] },
    token,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { layout } = (await server.call(imports.detectLayout, { ...fixture.at(sent.id), reading: {} }, token)).body;
  await fixture.check(sent.id, layout.suggested as MappingInput);
  await fixture.apply(sent.id);
  assert.equal((await makePoints(sent.id, ['P2'])).body.error, 'importBusy');
  assert.equal((await makePoints(999_999, ['P3'])).body.error, 'notFound');
});

test('it takes who may make points and bring readings', async () => {
  const { import: sent } = await fixture.upload(file('MP-9'));
  const answers = [];
  for (const [i, permissions] of [['Create:MeasuringPoint'], ['Create:Data', 'Retrieve:Data']].entries()) {
    const person = await makeAccount(server, 'Normal', world.corporationId, `points.of.imports.${i}`);
    await giveRole(server, world, person.id, permissions as never);
    answers.push((await makePoints(sent.id, ['MP-9'], person.token)).status);
  }
  assert.deepEqual(answers, [403, 403]);
  assert.ok(!(await namesOf()).includes('MP-9'));
});
