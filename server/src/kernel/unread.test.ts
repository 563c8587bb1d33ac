import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { unreadIn } from './unread.ts';

const unknown = (schema: z.ZodType, value: unknown) => unreadIn(schema, value).map(({ path }) => path);

test('a field that a schema has not is found wherever it is', () => {
  const inner = z.object({ a: z.int() });
  const schema = z.object({
    one: inner.optional(),
    list: z.array(inner).default([]),
    byName: z.record(z.string(), inner).nullable(),
    pair: z.tuple([z.int(), inner]).optional(),
    both: z.intersection(z.object({ x: z.int() }), z.object({ y: z.int() })).optional(),
    coerced: z.preprocess((value) => value, inner).optional(),
    late: z.lazy(() => inner).optional(),
    loose: z.looseObject({ a: z.int() }).optional(),
    any: z.unknown(),
    json: z.json().optional(),
  });
  const value = {
    one: { a: 1, b: 1 },
    list: [{ a: 1 }, { a: 1, b: 1 }],
    byName: { n: { a: 1, b: 1 } },
    pair: [1, { a: 1, b: 1 }],
    both: { x: 1, y: 1, z: 1 },
    late: { a: 1, b: 1 },
    loose: { a: 1, b: 1 },
    any: { b: 1 },
    json: { b: [{ c: 1 }] },
    top: 1,
  };
  assert.deepEqual(unknown(schema, value), ['one.b', 'list.1.b', 'byName.n.b', 'pair.1.b', 'both.z', 'late.b', 'top']);
  assert.deepEqual(unknown(schema, { byName: null, any: null }), []);
  assert.deepEqual(unknown(z.object({ a: z.int() }), [1]), [], 'what is no object is refused by its own schema');
});

test('of a union the form counts that the value is read as', () => {
  const schema = z.union([
    z.string(),
    z.object({ kind: z.literal('a'), one: z.int() }),
    z.object({ kind: z.literal('b'), two: z.int() }),
  ]);
  assert.deepEqual(unknown(schema, { kind: 'a', one: 1, two: 2 }), ['two']);
  assert.deepEqual(unknown(schema, { kind: 'b', two: 2 }), []);
  assert.deepEqual(unknown(schema, 'text'), []);
  const union = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), one: z.int() }),
    z.object({ kind: z.literal('b'), two: z.int() }),
  ]);
  assert.deepEqual(unknown(z.array(union), [{ kind: 'b', two: 1, one: 1 }]), ['0.one']);
});

test('a schema that holds itself is looked through', () => {
  interface Tree {
    name: string;
    parts: Tree[];
  }
  const tree: z.ZodType<Tree> = z.object({
    name: z.string(),
    get parts() {
      return z.array(tree);
    },
  });
  const value = { name: 'a', parts: [{ name: 'b', parts: [{ name: 'c', parts: [], size: 1 }] }] };
  assert.deepEqual(unknown(tree, value), ['parts.0.parts.0.size']);
});

test('a text that no database keeps is refused, in values and in names', () => {
  const illegal = (value: unknown) => unreadIn(z.unknown(), value);
  for (const text of ['a\u0000b', 'a\ud800', '\udc00a'])
    assert.deepEqual(illegal({ a: [{ b: text }] }), [{ path: 'a.0.b', message: 'textIllegal' }]);
  assert.equal(illegal({ 'a\u0000': 1 }).length, 1);
  assert.deepEqual(illegal({ a: 'a\u{1F600}\n\t', b: 1, c: null }), []);
});

test('a number that may come as text is digits, and no number by a stretch', () => {
  const schema = z.object({
    pointId: z.coerce.number<number>().int().positive(),
    otherId: z.coerce.number<number>().int().nullable().default(null),
    ids: z.array(z.coerce.number<number>().int()).default([]),
    lower: z.coerce.number<number>().optional(),
  });
  for (const pointId of ['1e3', '0x10', ' 7', '7.0', '', true, [7]])
    assert.deepEqual(unreadIn(schema, { pointId }), [{ path: 'pointId', message: 'invalid' }], JSON.stringify(pointId));
  assert.deepEqual(unknown(schema, { pointId: '7', otherId: null, ids: [1, '2'], lower: '-1.5e-3' }), []);
  assert.deepEqual(unknown(schema, { pointId: 7, ids: [1, '0x2'], lower: '0x10' }), ['ids.1', 'lower']);
});
