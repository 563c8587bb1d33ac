/** Dashboards within their project: nobody reads or changes those of another, and a panel shows what its reader may see alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { makeAccount } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId } = north;
const { token } = north.admin;

test('the shared dashboards of another project are neither read nor changed by naming one of your own', async () => {
  const input = { projectId: south.projectId, name: 'Theirs', roles: ['Guest' as const], panels: [] };
  const { dashboard } = (await server.call(dashboards.create, input, south.admin.token)).body;
  const named = { projectId, dashboardId: dashboard.id };
  const answers = [
    await server.call(dashboards.get, named, token),
    await server.call(dashboards.update, { ...named, name: 'Ours', roles: [], panels: [] }, token),
    await server.call(dashboards.remove, named, token),
  ];
  assert.deepEqual(
    answers.map(({ body }) => body.error),
    ['notFound', 'notFound', 'notFound'],
  );
  assert.deepEqual((await server.call(dashboards.list, { projectId }, token)).body.dashboards, []);
  const theirs = { projectId: south.projectId, dashboardId: dashboard.id };
  const { body } = await server.call(dashboards.get, theirs, south.admin.token);
  assert.deepEqual(body.dashboard, dashboard);
});

test('a panel of alerts or devices is refused without their permission, whatever else its reader may see', async () => {
  const reader = await makeAccount(server, 'Normal', north.corporationId, 'panels.reader');
  await giveRole(server, north, reader.id, ['Retrieve:Project', 'Retrieve:Data']);
  const at = { id: 'a', title: '', x: 0, y: 0, w: 4, h: 4 };
  const panelOf = async (kind: 'alerts' | 'health' | 'structures') =>
    (await server.call(dashboards.panel, { projectId, panel: { ...at, kind } as never }, reader.token)).body;
  for (const [kind, needs] of [
    ['alerts', 'Retrieve:Alert'],
    ['health', 'Retrieve:Device'],
    ['structures', 'Retrieve:Structure'],
  ] as const)
    assert.deepEqual(await panelOf(kind), { kind: 'refused', needs });
});
