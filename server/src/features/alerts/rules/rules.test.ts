import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId } = north;
const { token } = north.admin;
const given = { projectId, name: 'Night duty', emails: ['duty@example.com'], mobiles: ['13800001234'] };
const faultsIn = (body: unknown) =>
  (body as { detail: { path: string; message: string }[] }).detail.map(({ path, message }) => [path, message]);

test('rules are made, read, changed and deleted, also at the addresses of the specification', async () => {
  const { status, body } = await server.call(alertRules.create, { ...given, level: 2 }, token);
  assert.equal(status, 200, JSON.stringify(body));
  const { id } = body.alertRule;
  assert.deepEqual(
    [body.alertRule.type, body.alertRule.level, body.alertRule.wholeProject, body.alertRule.days],
    ['MeasuringAlert', 2, true, [1, 2, 3, 4, 5, 6, 7]],
  );
  const twice = await server.call(alertRules.create, given, token);
  assert.deepEqual([twice.status, twice.body.error], [409, 'nameTaken']);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const own = await fetch(`${server.url}/api/alert-rules?projectId=${projectId}`, { headers });
  assert.deepEqual(
    ((await own.json()) as { alertRules: { name: string }[] }).alertRules.map(({ name }) => name),
    ['Night duty'],
  );
  const patched = await fetch(`${server.url}/api/alert-rules/${id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ projectId, level: 4, fromTime: '20:00', toTime: '08:00' }),
  });
  const { alertRule } = (await patched.json()) as { alertRule: { level: number; emails: string[]; toTime: string } };
  assert.deepEqual([alertRule.level, alertRule.emails, alertRule.toTime], [4, ['duty@example.com'], '08:00']);
  const languageOf = async (language: object) =>
    (await server.call(alertRules.create, { ...given, name: `In ${JSON.stringify(language)}`, ...language }, token))
      .body.alertRule.language;
  await server.db.updateTable('account').set({ language: 'zh-TW' }).where('id', '=', north.admin.id).execute();
  assert.deepEqual([await languageOf({}), await languageOf({ language: 'en' })], ['zh-TW', 'en']);
  assert.equal((await server.call(alertRules.remove, { projectId, alertRuleId: id }, token)).status, 200);
  assert.equal((await server.call(alertRules.get, { projectId, alertRuleId: id }, token)).status, 404);
});

test('irregular entries are refused where they stand', async () => {
  const refusals: [object, string, string][] = [
    [{ emails: ['duty@example.com', 'no address'] }, 'emails.1', 'email'],
    [{ mobiles: ['12345'] }, 'mobiles.0', 'mobile'],
    [{ mobiles: ['13800001234', '13800001234'] }, 'mobiles', 'addressRepeat'],
    [{ wholeProject: false }, 'structureIds', 'required'],
    [{ fromTime: '08:00' }, 'toTime', 'required'],
    [{ emails: [], mobiles: [], members: false }, 'emails', 'nobodyTold'],
    [{ days: [] }, 'days', 'required'],
  ];
  for (const [wrong, path, message] of refusals) {
    const { status, body } = await server.call(alertRules.create, { ...given, ...wrong }, token);
    assert.deepEqual([status, faultsIn(body)[0]], [400, [path, message]], JSON.stringify(wrong));
  }
  const { body } = await server.call(
    alertRules.create,
    { ...given, name: 'Partial', members: false, mobiles: [] },
    token,
  );
  const silent = { projectId, alertRuleId: body.alertRule.id, emails: [] };
  const refused = await server.call(alertRules.update, silent, token);
  assert.deepEqual(
    [refused.status, faultsIn(refused.body)[0]],
    [400, ['emails', 'nobodyTold']],
    'with what it was before',
  );
});

test('structures and hooks of others are not found; a structure that is deleted does not widen a rule', async () => {
  const foreign = { ...given, name: 'Foreign', wholeProject: false, structureIds: [south.structureId] };
  assert.equal((await server.call(alertRules.create, foreign, token)).status, 404);
  const hook = { kind: 'slack', name: 'Hook', url: 'https://hooks.example.com/x' } as const;
  const theirs = await server.call(channels.create, { ...hook, corporationId: south.corporationId }, south.admin.token);
  const withForeign = { ...given, name: 'Foreign', channelIds: [theirs.body.channel.id] };
  assert.equal((await server.call(alertRules.create, withForeign, token)).status, 404);
  const own = await server.call(structures.create, { projectId, name: 'Short', type: 'pit' }, token);
  const structureId = own.body.structure.id;
  const made = { ...given, name: 'Of one', wholeProject: false, structureIds: [structureId] };
  const { body } = await server.call(alertRules.create, made, token);
  assert.deepEqual(body.alertRule.structureNames, ['Short']);
  await server.call(structures.remove, { structureId }, token);
  const one = await server.call(alertRules.get, { projectId, alertRuleId: body.alertRule.id }, token);
  assert.deepEqual([one.body.alertRule.wholeProject, one.body.alertRule.structureIds], [false, []]);
});

test('a guest sees addresses masked and changes nothing', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'rules.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const { body } = await server.call(alertRules.list, { projectId }, guest.token);
  const shown = body.alertRules.find(({ name }) => name === 'Of one');
  assert.deepEqual([shown?.emails, shown?.mobiles], [['d•••@example.com'], ['138••••1234']]);
  assert.equal((await server.call(alertRules.create, { ...given, name: 'Mine' }, guest.token)).status, 403);
  assert.equal((await server.call(alertRules.list, { projectId }, south.admin.token)).status, 404);
});

test('the topology of a vendor names what reaches telephones from each structure', async () => {
  const { body } = await server.call(alertRules.vendorTopo, { projectId, vendor: 'aliyun' }, token);
  assert.equal(body.isSetUp, false);
  await server.call(
    alertRules.create,
    { ...given, name: 'Dam', wholeProject: false, structureIds: [north.structureId] },
    token,
  );
  const topo = (await server.call(alertRules.vendorTopo, { projectId, vendor: 'aliyun' }, token)).body.topo;
  for (const id of [north.structureId, north.itemId])
    assert.deepEqual(
      topo
        .find(({ structureId }) => structureId === id)
        ?.rules.filter(({ name }) => name === 'Dam')
        .map(({ mobiles }) => mobiles),
      [1],
    );
  const [dam] = (await server.call(alertRules.list, { projectId }, token)).body.alertRules.filter(
    ({ name }) => name === 'Dam',
  );
  await server.call(alertRules.update, { projectId, alertRuleId: dam?.id ?? 0, enabled: false }, token);
  const off = (await server.call(alertRules.vendorTopo, { projectId, vendor: 'aliyun' }, token)).body.topo;
  assert.ok(!off.some(({ rules }) => rules.some(({ name }) => name === 'Dam')), 'one that is off reaches nobody');
});
