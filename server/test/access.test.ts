import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeWorld, startServer, type TestServer } from './harness.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

test('a token belongs to its account until it idles out', async () => {
  const world = await makeWorld(server, 'North');
  const caller = await server.access.identify(world.admin.token, false);
  assert.equal(caller.accountId, world.admin.id);
  await assert.rejects(server.access.identify(undefined, false), { name: 'notSignedIn' });
  await assert.rejects(server.access.identify('plt_nonsense', false), { name: 'tokenExpired' });
  server.clock.advance(7_200_000);
  await server.access.identify(world.admin.token, true);
  server.clock.advance(1_000);
  await assert.rejects(
    server.access.identify(world.admin.token, true),
    { name: 'tokenExpired' },
    'a background request does not keep a session alive',
  );
});
