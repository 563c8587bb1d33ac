import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { startServer, type TestServer } from '../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await startServer({ METRICS_TOKEN: 'watcher' });
});
after(() => server.close());

const watcher = { authorization: 'Bearer watcher' };

test('figures are counted by route pattern', async () => {
  await fetch(`${server.url}/api/users/12345`);
  await fetch(`${server.url}/no/such/page`);
  const response = await fetch(`${server.url}/metrics`, { headers: watcher });
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.match(
    text,
    /plumbline_http_request_seconds_count\{method="GET",route="\/api\/users\/:userId",status="401"\} 1/,
  );
  assert.ok(!text.includes('12345') && !text.includes('/no/such'));
  assert.match(text, /process_resident_memory_bytes \d/);
});

test('figures are for who brings the token; without one they are for nobody, from whatever address', async () => {
  const get = async (url: string, authorization?: string) =>
    (await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status;
  const { url } = server;
  assert.deepEqual([await get(url), await get(url, 'Bearer wrong'), await get(url, 'Bearer watcher')], [401, 401, 200]);
  const other = await startServer();
  try {
    assert.deepEqual([await get(other.url), await get(other.url, 'Bearer ')], [403, 403]);
  } finally {
    await other.close();
  }
});

test('health follows the database', async () => {
  const get = async () => {
    const response = await fetch(`${server.url}/healthz`);
    return [response.status, await response.json()];
  };
  assert.deepEqual(await get(), [200, { status: 'ok' }]);
  const { pool } = server.database;
  const query = pool.query;
  pool.query = (() => Promise.reject(new Error('away'))) as typeof query;
  assert.deepEqual(await get(), [503, { status: 'degraded', reasons: ['databaseAway'] }]);
  pool.query = (() => new Promise(() => undefined)) as typeof query;
  assert.deepEqual(await get(), [503, { status: 'degraded', reasons: ['databaseAway'] }]);
  assert.equal((await fetch(`${server.url}/livez`)).status, 200, 'the process lives: a restart would not help');
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
  pool.query = query;
});

test('the OpenAPI document holds every route, with no reference into nothing', async () => {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<
      string,
      Record<string, { operationId: string; 'x-permission': string; parameters?: { name?: string; $ref?: string }[] }>
    >;
    components: {
      schemas: Record<string, unknown>;
      parameters: Record<string, { name: string }>;
      responses: Record<string, { description?: string }>;
    };
  };
  assert.equal(document.openapi, '3.1.0');
  const declared = Object.entries(registry).flatMap(([feature, routes]) =>
    Object.entries<Route>(routes).map(([name]) => `${feature}.${name}`),
  );
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  assert.deepEqual(operations.map((each) => each.operationId).sort(), declared.sort());
  for (const match of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    assert.ok(document.components.schemas[match[1]!], match[1]);
  assert.ok(!JSON.stringify(document).includes('#/$defs/'));
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods))
      for (const [, name] of path.matchAll(/\{(\w+)\}/g))
        assert.ok(
          operation.parameters?.some((each) => {
            const shared = document.components.parameters[each.$ref?.split('/').at(-1) ?? ''];
            return (shared ?? each).name === name;
          }),
          `${path} ${name}`,
        );
  const update = document.paths['/api/users/{userId}']!['patch']! as unknown as {
    requestBody: { content: { 'application/json': { schema: { properties: object } } } };
    responses: Record<string, { description?: string; $ref?: string }>;
  };
  assert.deepEqual(Object.keys(update.requestBody.content['application/json'].schema.properties), [
    'displayName',
    'type',
  ]);
  const refused = update.responses['409']!;
  const shared = document.components.responses[refused.$ref?.split('/').at(-1) ?? ''];
  assert.match((shared ?? refused).description ?? '', /protectedRecord \(4202\)/);
});

test('the address of the reference leads to its page, below any path', async () => {
  const response = await fetch(`${server.url}/api/reference`, { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), '../#/api-reference');
});
