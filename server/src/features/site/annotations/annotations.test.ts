import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotations } from '@plumbline/contract/site/annotations';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, structureId } = north;
const { token } = north.admin;

const storm = { projectId, kind: 'storm', text: 'Typhoon', startAt: '2026-03-02T00:00:00.000Z' } as const;
const stage = {
  projectId,
  structureId,
  kind: 'excavation',
  text: 'Stage 2',
  startAt: '2026-03-01T00:00:00.000Z',
  endAt: '2026-03-05T00:00:00.000Z',
  elevationM: -6.5,
} as const;
const texts = async (filter: object = {}) =>
  (await server.call(annotations.list, { projectId, ...filter }, token)).body.annotations.map(({ text }) => text);

test('what happened is written down, found by structure and time, changed and deleted', async () => {
  const { body } = await server.call(annotations.create, stage, token);
  const { id, createdAt: _, ...rest } = body.annotation;
  const { projectId: _own, ...described } = stage;
  assert.deepEqual(rest, { ...described, byName: 'North.admin' });
  await server.call(annotations.create, storm, token);
  const item = await server.call(structures.createItem, { structureId, name: 'East wall' }, token);
  const itemId = item.body.item.id;
  await server.call(annotations.create, { ...storm, structureId: itemId, text: 'Crane' }, token);
  const other = await server.call(structures.create, { projectId, name: 'Other', type: 'pit' }, token);

  assert.deepEqual(await texts(), ['Crane', 'Typhoon', 'Stage 2']);
  assert.deepEqual(await texts({ structureId }), ['Crane', 'Typhoon', 'Stage 2'], 'with those of its items');
  assert.deepEqual(
    await texts({ structureId: itemId }),
    ['Crane', 'Typhoon', 'Stage 2'],
    'with those of its structure',
  );
  assert.deepEqual(await texts({ structureId: other.body.structure.id }), ['Typhoon'], 'of the whole project alone');
  assert.deepEqual(await texts({ from: '2026-03-03T00:00:00Z' }), ['Stage 2'], 'a span that is not over yet');
  assert.deepEqual(await texts({ to: '2026-03-02T00:00:00Z' }), ['Stage 2']);

  assert.deepEqual(await texts({ works: 'true' }), ['Stage 2'], 'how far the works have come: no storm');
  assert.deepEqual(await texts({ limit: 1 }), ['Crane'], 'the newest');

  const changed = await server.call(
    annotations.update,
    { ...stage, annotationId: id, text: 'Stage 3', endAt: null },
    token,
  );
  assert.deepEqual([changed.body.annotation.text, changed.body.annotation.endAt], ['Stage 3', null]);
  assert.equal((await server.call(annotations.remove, { projectId, annotationId: id }, token)).status, 200);
  assert.deepEqual(await texts({ structureId }), ['Crane', 'Typhoon']);
  assert.equal((await server.call(annotations.remove, { projectId, annotationId: id }, token)).status, 404);
});

test('nothing ends before it begins, and text is not left out', async () => {
  for (const [field, wrong] of [
    ['endAt', { ...stage, endAt: stage.startAt }],
    ['text', { ...stage, text: ' ' }],
  ] as const) {
    const { status, body } = await server.call(annotations.create, wrong, token);
    assert.equal(status, 400);
    assert.equal((body.detail as { path: string }[])[0]?.path, field);
  }
});

test('a structure, a project or an annotation of others is not found', async () => {
  const foreign = await server.call(annotations.create, { ...storm, structureId: south.structureId }, token);
  assert.equal(foreign.status, 404);
  const { body } = await server.call(annotations.create, storm, token);
  const annotationId = body.annotation.id;
  const theirs = { projectId: south.projectId, annotationId };
  assert.equal((await server.call(annotations.update, { ...storm, ...theirs }, south.admin.token)).status, 404);
  assert.equal((await server.call(annotations.remove, theirs, south.admin.token)).status, 404);
  assert.equal((await server.call(annotations.list, { projectId }, south.admin.token)).status, 404);
});

test('a guest reads what was written and writes nothing; what belongs to a structure ends with it', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'annotation.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await server.call(annotations.list, { projectId }, guest.token)).status, 200);
  assert.equal((await server.call(annotations.create, storm, guest.token)).status, 403);
  const { body } = await server.call(structures.create, { projectId, name: 'Short', type: 'pit' }, token);
  await server.call(annotations.create, { ...storm, structureId: body.structure.id, text: 'Gone' }, token);
  assert.equal((await server.call(structures.remove, { structureId: body.structure.id }, token)).status, 200);
  assert.ok(!(await texts()).includes('Gone'));
});
