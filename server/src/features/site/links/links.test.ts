import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkCode, links } from '@plumbline/contract/site/links';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId } = north;
const { token } = north.admin;
const query = 'point=17&range=past7Days&view=adm-profile&played=2026-03-01T00%3A00%3A00.000Z';

test('a view has one code, which gives the whole view back', async () => {
  const { body } = await server.call(links.create, { projectId, query }, token);
  assert.match(body.code, linkCode);
  const again = await server.call(links.create, { projectId, query }, token);
  assert.equal(again.body.code, body.code);
  const other = await server.call(links.create, { projectId, query: `${query}&raw=1` }, token);
  assert.notEqual(other.body.code, body.code);
  assert.deepEqual((await server.call(links.open, { code: body.code }, token)).body, { projectId, query });
  const there = await server.call(links.create, { projectId: south.projectId, query }, south.admin.token);
  assert.notEqual(there.body.code, body.code, 'the same view of another project is another one');
});

test('people who link to the same view at the same time get the same code', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => server.call(links.create, { projectId, query: 'point=17&at=once' }, token)),
  );
  const codes = new Set(answers.map(({ body }) => body.code));
  assert.equal(codes.size, 1, [...codes].join());
  for (const code of codes)
    assert.equal((await server.call(links.open, { code }, token)).body.query, 'point=17&at=once');
});

test('a code opens nothing by itself: strangers and people without the permission learn nothing, a wrong code is not found', async () => {
  const { code } = (await server.call(links.create, { projectId, query }, token)).body;
  const statusOf = async (code: string, by: string) => (await server.call(links.open, { code }, by)).status;
  assert.equal(await statusOf(code, south.admin.token), 404);
  assert.equal(await statusOf('zzzzzzzz', token), 404);
  assert.equal(await statusOf('l0Il0Il0', token), 400);
  // Somebody of the same corporation who is in no project.
  const outsider = await makeAccount(server, 'Normal', north.corporationId, 'link.outsider');
  assert.ok([403, 404].includes(await statusOf(code, outsider.token)));
  assert.ok([403, 404].includes((await server.call(links.create, { projectId, query }, outsider.token)).status));
  const builder = await makeAccount(server, 'Normal', north.corporationId, 'link.builder');
  await giveRole(server, north, builder.id, ['Retrieve:Structure']);
  assert.equal(await statusOf(code, builder.token), 403, 'in the project, and without its data');
  const input = { corporationId: north.corporationId, name: 'Elsewhere', address: '-' };
  const elsewhere = (await server.call(projects.create, input, token)).body.project;
  await makeMember(server, elsewhere.id, builder.id, 'Guest');
  assert.equal(await statusOf(code, builder.token), 403, 'and with the data of another project');
  const member = await makeAccount(server, 'Normal', north.corporationId, 'link.guest');
  await makeMember(server, projectId, member.id, 'Guest');
  assert.equal(await statusOf(code, member.token), 200);
});

test('a backslash in an address is a backslash: views that differ in it have codes of their own', async () => {
  const codes: string[] = [];
  for (const text of ['a\\', '\\x41', 'A', '\\101', '\\\\']) {
    const { status, body } = await server.call(links.create, { projectId, query: text }, token);
    assert.equal(status, 200, text);
    assert.equal((await server.call(links.open, { code: body.code }, token)).body.query, text);
    codes.push(body.code);
  }
  assert.equal(new Set(codes).size, codes.length);
});
