import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { corporations as routes } from '@plumbline/contract/people/corporations';
import { users } from '@plumbline/contract/people/users';
import { makeAccount, makeWorld } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North']);
let system: { id: number; token: string };
before(async () => {
  await makeWorld(server, 'South');
  system = await makeAccount(server, 'System', null, 'root');
});

test('everybody sees their own corporation, System all of them', async () => {
  const own = await server.call(routes.list, {}, world.admin.token);
  assert.deepEqual(
    own.body.corporations.map(({ title }) => title),
    ['North'],
  );
  const all = await server.call(routes.list, { pageSize: 1 }, system.token);
  assert.deepEqual([all.body.total, all.body.corporations.length], [2, 1]);
  const titles = async (keyword: string, token = system.token) =>
    (await server.call(routes.list, { keyword }, token)).body.corporations.map(({ title }) => title);
  assert.deepEqual([await titles('outh'), await titles('%'), await titles('North')], [['South'], [], ['North']]);
  assert.deepEqual(await titles('South', world.admin.token), [], 'nobody finds another by its title');
});

test('what is given changes, the rest stays; flags are kept apart', async () => {
  const { corporationId } = world;
  const change = (given: object) => server.call(routes.update, { corporationId, ...given }, world.admin.token);
  await change({ flags: { activeHouseSafety: true } });
  const { body } = await change({ flags: { activeVehicle: true }, copyright: 'North Ltd.' });
  assert.deepEqual(body.corporation.flags, { activeHouseSafety: true, activeVehicle: true });
  const opensNothing = await change({ flags: { activeDataRotation: true } } as never);
  assert.equal(opensNothing.body.error, 'badInput');
  assert.deepEqual([body.corporation.title, body.corporation.copyright], ['North', 'North Ltd.']);
  assert.equal((await change({ title: 'south' })).body.error, 'nameTaken');
  assert.equal((await change({})).status, 200);
});

test('only System founds and removes corporations, and only empty ones go', async () => {
  assert.equal((await server.call(routes.create, { title: 'East' }, world.admin.token)).status, 403);
  const { body } = await server.call(routes.create, { title: 'East' }, system.token);
  assert.equal((await server.call(routes.create, { title: 'EAST' }, system.token)).body.error, 'nameTaken');
  const refused = await server.call(routes.remove, { corporationId: world.corporationId }, system.token);
  assert.deepEqual([refused.body.error, refused.body.detail], ['notEmpty', { projects: 1, devices: 1, users: 2 }]);
  const corporationId = body.corporation.id;
  const only = await makeAccount(server, 'Admin', corporationId, 'east.admin');
  assert.equal((await server.call(routes.remove, { corporationId }, system.token)).body.error, 'notEmpty');
  assert.equal((await server.call(users.remove, { userId: only.id }, system.token)).status, 200);
  assert.equal((await server.call(routes.remove, { corporationId }, system.token)).status, 200);
  assert.equal((await server.call(routes.get, { corporationId }, system.token)).status, 404);
});
