import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { projects } from '@plumbline/contract/site/projects';
import { defaultGradings } from '@plumbline/contract/site/projects.settings';
import { makeAccount } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';

import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

for (const which of ['picture', 'logo'] as const)
  test(`a project has a ${which}; a new one takes the place of the old`, async () => {
    const { token } = north.admin;
    const { projectId } = north;
    const set = which === 'picture' ? projects.setPicture : projects.setLogo;
    const file = { bytes: png, name: 'a.png', type: 'image/png' };
    const svg = await sendFile(server, set, { projectId }, token, { ...file, bytes: Buffer.from('<svg/>') });
    assert.equal(svg.status, 415, 'the bytes decide, not what the caller says');
    const first = await sendFile(server, set, { projectId }, token, file);
    const firstId = first.body.project[which];
    assert.match(firstId, /^f[0-9a-f]{32}$/);
    const shown = await fetchFile(server, `/projects/${projectId}/${which}`, token);
    assert.deepEqual([shown.status, shown.type, shown.bytes], [200, 'image/png', png]);
    const second = await sendFile(server, set, { projectId }, token, file);
    assert.notEqual(second.body.project[which], firstId);
    const stored = await server.db.selectFrom('stored_file').select('id').where('id', '=', firstId).execute();
    assert.deepEqual(stored, [], 'the old file is gone');
    const remove = which === 'picture' ? projects.removePicture : projects.removeLogo;
    assert.equal((await server.call(remove, { projectId }, token)).body.project[which], null);
    assert.equal((await fetchFile(server, `/projects/${projectId}/${which}`, token)).status, 404);
  });

test('purpose is 0, 1 or 2; an address is asked for (specification 5)', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const changed = await server.call(projects.update, { projectId, purpose: 1 }, token);
  assert.deepEqual([changed.body.project.purpose, changed.body.project.isHouseOnly], [1, true]);
  await server.call(projects.update, { projectId, purpose: 0 }, token);
  assert.equal((await server.call(projects.update, { projectId, purpose: 3 }, token)).body.error, 'badInput');
  const without = await server.call(
    projects.create,
    { corporationId: north.corporationId, name: 'Nowhere', address: '  ' },
    token,
  );
  const issue = (without.body.detail as { path: string; message: string }[])[0];
  assert.deepEqual([without.status, issue?.path, issue?.message], [400, 'address', 'required']);
});

test('gradings are held and checked', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  assert.deepEqual((await server.call(projects.gradings, { projectId }, token)).body.gradings, defaultGradings);
  const gradings = defaultGradings.map((each) => ({ ...each, action: `Do ${each.level}` }));
  await server.call(projects.setGradings, { projectId, gradings }, token);
  assert.deepEqual((await server.call(projects.gradings, { projectId }, token)).body.gradings, gradings);
  const reversed = { projectId, gradings: [...gradings].reverse() };
  assert.equal((await server.call(projects.setGradings, reversed, token)).body.error, 'badInput');
});

test('adding a user who is called like a member asks for their password', async () => {
  const twin = await makeAccount(server, 'Normal', north.corporationId, 'twin');
  const member = await makeAccount(server, 'Normal', north.corporationId, 'first');
  const password_hash = await hash('Right-9-pass', { memoryCost: 1024, timeCost: 1 });
  await server.db
    .updateTable('account')
    .set({ display_name: 'Wang Fang', password_hash })
    .where('id', 'in', [twin.id, member.id])
    .execute();
  const role = await server.db.selectFrom('role').select('id').where('type', '=', 'Member').executeTakeFirstOrThrow();
  const add = (userId: number, password?: string) =>
    server.call(
      projects.addMember,
      { projectId: north.projectId, userId, roleId: role.id, ...(password && { password }) },
      north.admin.token,
    );
  assert.equal((await add(member.id)).status, 200);
  const added = await add(twin.id);
  assert.deepEqual([added.status, added.body.error, added.body.detail], [409, 'passwordNeeded', { user: 'Wang Fang' }]);
  assert.equal((await add(twin.id, 'Wrong-9-pass')).body.error, 'wrongPassword');
  assert.equal((await add(twin.id, 'Right-9-pass')).status, 200);
});

test('measurements count by kind of point', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const counted = async (pointType?: number) =>
    (await server.call(projects.measurements, { projectId, ...(pointType !== undefined && { pointType }) }, token)).body
      .measurements;
  assert.deepEqual(await counted(), [{ family: 'temperature', type: 0, points: 1 }]);
  assert.deepEqual(await counted(2), []);
});
