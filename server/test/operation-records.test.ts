/** Whatever a call makes, its line of the operation log names: by its own kind, id and name, not by the place it was made in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { z } from 'zod';
import { recordOf } from '../src/kernel/operation.record.ts';
import { makeAccount, makeWorld, startServer, type TestServer } from './harness.ts';
import { inputInWorld, makeIds, send } from './route-inputs.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
  // No two tables give the same ids: an id of the wrong table is seen.
  const { rows } = await server.database.pool.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  for (const [i, { name }] of rows.entries())
    await server.database.pool.query(`ALTER SEQUENCE ${name} RESTART WITH ${(i + 2) * 10_000}`);
});
after(() => server.close());

const isPosted = ({ method, readOnly, logged, needs }: Route): boolean =>
  method === 'POST' && !readOnly && logged !== false && needs.includes(':');
const posted = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, route]) => (isPosted(route) ? [[`${feature}.${name}`, route] as const] : [])),
);

/** The records of an answer and the ids that it lists, found in another way than the log finds them. */
const idsIn = (answer: Record<string, unknown>): number[] =>
  Object.entries(answer).flatMap(([field, value]) => {
    if (/^\w+Ids$/.test(field)) return value as number[];
    if (field === 'secrets') return (value as { deviceId: number }[]).map(({ deviceId }) => deviceId);
    const { id } = (value ?? {}) as { id?: unknown };
    return typeof id === 'number' ? [id] : [];
  });

test('every call that answers with a record has the id of that record in its line', async () => {
  const operator = (await makeAccount(server, 'System', null, 'operation.records')).token;
  const faults: string[] = [];
  const checked: string[] = [];
  for (const [name, route] of posted) {
    const world = await makeWorld(server, name.replace(/\W/g, ' ').slice(-36));
    const ids = await makeIds(server, world);
    const input = inputInWorld(route, ids);
    const first = await send(server.url, route, input, world.admin.token);
    const isRefused = first.body.error === 'notAllowed';
    const answer = isRefused ? await send(server.url, route, input, operator) : first;
    const answeredIds = answer.status < 300 ? idsIn(answer.body) : [];
    if (answeredIds.length === 0) continue;
    const { rows } = await server.database.pool.query<{ scope_id: number | null; content: { record?: unknown } }>(
      'SELECT scope_id, content FROM operation WHERE route = $1 ORDER BY id DESC LIMIT 1',
      [`${route.method} ${route.path}`],
    );
    const [line] = rows;
    checked.push(name);
    const { record } = (line?.content ?? {}) as { record?: { kind: string; id?: number; ids?: number[] } };
    const isRight =
      answeredIds.length === 1
        ? line?.scope_id === answeredIds[0] && record?.id === answeredIds[0]
        : line?.scope_id === null && JSON.stringify(record?.ids) === JSON.stringify(answeredIds);
    if (!isRight) faults.push(`${name}: answered ${answeredIds}, logged ${line?.scope_id} ${JSON.stringify(record)}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(checked.includes('batches.batchCreate') && checked.includes('intake.bulkCreate'), checked.join(' '));
  assert.ok(checked.length >= 40, `${checked.length} calls of ${posted.length} made something: ${checked.join(' ')}`);
});

/** An answer as its schema has it, in which each record has an id: enough to say what the log would call it. */
function answerOf(route: Route, id: number): Record<string, unknown> {
  const { makes } = route;
  if (makes) return { [makes.in]: [id] };
  const reply = route.reply as unknown as {
    shape?: Record<string, { shape?: object; unwrap?: () => { shape?: object } }>;
  };
  const fields = Object.entries(reply.shape ?? {}).map(([field, schema]) => {
    const shape = (schema instanceof z.ZodNullable ? schema.unwrap() : schema) as { shape?: object };
    return [field, shape.shape && 'id' in shape.shape ? { id } : null];
  });
  return Object.fromEntries(fields);
}

test('whatever a line may be about has a word in every language', () => {
  const logged = Object.values(registry as Record<string, Record<string, Route>>)
    .flatMap((routes) => Object.values(routes))
    .filter(({ method, readOnly, logged }) => method !== 'GET' && !readOnly && logged !== false);
  // Once as what the address names, once as something new.
  const kinds = logged.flatMap((route) => {
    const fields = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, 7] as const);
    return [7, 8].map((id) => recordOf(route, Object.fromEntries(fields), answerOf(route, id))?.kind);
  });
  const usedKinds = new Set(kinds.filter((kind) => kind !== undefined));
  assert.ok(usedKinds.size >= 60, `${usedKinds.size}`);
  for (const language of ['en', 'zh-CN', 'zh-TW']) {
    const file = new URL(`../../web/src/languages/${language}/platform/operations.json`, import.meta.url);
    const { records } = JSON.parse(readFileSync(file, 'utf8')) as { records: Record<string, string> };
    assert.deepEqual([...usedKinds].filter((kind) => !records[kind]).sort(), [], language);
  }
});

test('an answer names what was made, whatever its address has the id of', () => {
  const create = { method: 'POST', path: '/projects/{projectId}/alert-rules' } as const;
  assert.deepEqual(recordOf(create, { projectId: 3 }, { alertRule: { id: 5, name: 'Red at night' } }), {
    kind: 'alert-rules',
    id: 5,
    name: 'Red at night',
  });
  const copy = { method: 'POST', path: '/projects/{projectId}/inspections/{roundId}/copy' } as const;
  const kindOf = (roundId: number, id: number) => recordOf(copy, { roundId }, { round: { id } })?.kind;
  assert.deepEqual([kindOf(4, 4), kindOf(4, 9)], ['inspections', 'inspections']);
  const bulk = { method: 'POST', path: '/x', makes: { kind: 'devices', in: 'secrets' } } as const;
  const secrets = Array.from({ length: 120 }, (_, i) => ({ deviceId: i + 1, sncode: `S${i}`, secret: 'pls_x' }));
  const batch = recordOf(bulk, {}, { secrets });
  assert.ok(batch && 'count' in batch && batch.count === 120 && batch.ids.length === 100, JSON.stringify(batch));
  assert.ok(!JSON.stringify(batch).includes('pls_x'));
  assert.equal(recordOf(bulk, {}, { secrets: [] }), null);
  // A device group is moved, and the answer shows its point.
  const move = { method: 'POST', path: '/measuring-points/{pointId}/device-groups/{groupId}/migrate' } as const;
  assert.equal(recordOf(move, { pointId: 2, groupId: 6 }, { measuringPoint: { id: 2, name: 'PZ-1' } }), null);
  // Another record in the answer of a change is not what was changed.
  const change = { method: 'PATCH', path: '/users/{userId}' } as const;
  assert.equal(recordOf(change, { userId: 4 }, { role: { id: 4, name: 'Manager' } }), null);
});
