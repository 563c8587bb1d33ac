import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bindFilter } from '@plumbline/science/odata/binding';
import { calls } from '@plumbline/science/odata/functions';
import { sql } from 'kysely';
import { makeWorld, startServer, type TestServer } from '../../../../../test/harness.ts';
import type { Caller } from '../../../../kernel/context.ts';
import { leafColumn } from '../sensorthings.columns.table.ts';
import { Compiler } from '../sensorthings.filter.table.ts';
import { viewsFor } from '../sensorthings.sets.table.ts';
import { model, sets } from './model.ts';
import { observationEvaluator } from './observation.ts';

let server: TestServer;
let views: ReturnType<typeof viewsFor>;
const nowMs = Date.parse('2026-03-18T06:00:00.123Z');

before(async () => {
  server = await startServer();
  const world = await makeWorld(server, 'North');
  const system = { accountId: world.admin.id, type: 'System', corporationId: null, projects: new Map() };
  views = viewsFor(system as unknown as Caller, new Date());
});
after(() => server.close());

async function inSql(filter: string): Promise<boolean> {
  const compiler = new Compiler(views, 'Things', nowMs);
  const condition = compiler.condition(bindFilter(model, filter, 'Things'));
  const { rows } = await sql<{ holds: boolean | null }>`SELECT ${condition} AS holds`.execute(server.db);
  return rows[0]!.holds === true;
}

/** One call of each function, as a value to compare with. */
const samples: Readonly<Record<string, readonly string[]>> = {
  substringof: ["('ens', 'sensor')", "('x', 'sensor')", "('', 'a')"],
  contains: ["('sensor', 'ens')", "('sensor', '%')"],
  startswith: ["('sensor', 'sen')", "('sensor', 'or')", "('a_b', 'aXb')"],
  endswith: ["('sensor', 'or')", "('or', 'sensor')", "('sensor', '')"],
  length: ["('水位')", "('')"],
  indexof: ["('sensor', 'n')", "('sensor', 'x')"],
  tolower: ["('ÄB')"],
  toupper: ["('äb')"],
  trim: ["('  a b ')"],
  concat: ["('a', 'b')"],
  substring: [
    "('sensor', 1)",
    "('sensor', 2, 3)",
    "('sensor', 9)",
    "('sensor', -2, 4)",
    "('sensor', 1, 0)",
    "('sensor', 1, -5)",
  ],
  round: ['(2.5)', '(-2.5)', '(2.4999)', '(-0.2)'],
  floor: ['(-1.5)', '(1.5)'],
  ceiling: ['(-1.5)', '(1.5)'],
  ...Object.fromEntries(
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds', 'totaloffsetminutes', 'date', 'time'].map(
      (name) => [name, ['(2026-12-31T23:59:58.250Z)', '(1969-07-20T20:17:40.001Z)', '(2026-01-01T00:30:00+08:00)']],
    ),
  ),
  now: ['()'],
  mindatetime: ['()'],
  maxdatetime: ['()'],
};

test('every function gives the same in SQL as for observations', async () => {
  assert.deepEqual(Object.keys(samples).sort(), Object.keys(calls).sort());
  for (const [name, all] of Object.entries(samples))
    for (const of of all) {
      const call = `${name}${of}`;
      const gives = calls[name]!.gives;
      const value = observationEvaluator(
        bindFilter(model, gives === 'truth' ? call : `${call} eq ${call}`, 'Things'),
        nowMs,
      )(null, []);
      if (gives === 'truth') {
        assert.equal(await inSql(call), value, call);
        continue;
      }
      assert.ok(await inSql(`${call} eq ${call}`), call);
      const args = bindFilter(model, `${call} ne null`, 'Things');
      assert.equal(observationEvaluator(args, nowMs)(null, []), true, call);
      for (const other of literalsNear(name, of, gives)) {
        for (const op of ['eq', 'lt', 'gt', 'ge', 'ne']) {
          const filter = `${call} ${op} ${other}`;
          assert.equal(
            await inSql(filter),
            observationEvaluator(bindFilter(model, filter, 'Things'), nowMs)(null, []),
            filter,
          );
        }
      }
    }
});

/** The value itself, written out as our own reckoning has it, and others of its type. */
function literalsNear(name: string, of: string, gives: string): string[] {
  const value = calls[name]!.compute(argumentsOf(of), nowMs);
  switch (gives) {
    case 'number':
      return [String(value), String((value as number) + 1)];
    case 'text':
      return [`'${value}'`, `'${value}z'`];
    case 'time':
      return [new Date(value as number).toISOString(), '2026-01-01T00:00:00Z'];
    case 'date':
      return [new Date((value as number) * 86_400_000).toISOString().slice(0, 10), '2026-01-01'];
    default:
      return [new Date(value as number).toISOString().slice(11, 23), '12:00'];
  }
}

const argumentsOf = (of: string) =>
  of === '()'
    ? []
    : of
        .slice(1, -1)
        .split(', ')
        .map((each) => (each.startsWith("'") ? each.slice(1, -1) : /T/.test(each) ? Date.parse(each) : Number(each)));

test('operators give the same in SQL: missing values, division by nothing, negation', async () => {
  for (const filter of [
    '1 div 0 eq null',
    '1 div 0 eq 1',
    'not (1 div 0 eq 1)',
    'not (1 div 0 gt 1 and 1 eq 1)',
    '1 div 0 ne 1',
    '7 mod 4 eq 3',
    '-7 mod 4 eq -3',
    '5 mod 0 eq null',
    '2 add 3 mul 4 eq 14',
    "2026-01-01T00:00:00Z add duration'P1D' eq 2026-01-02T00:00:00Z",
    "2026-01-02T00:00:00Z sub 2026-01-01T00:00:00Z eq duration'PT24H'",
    '2026-01-01 lt 2026-01-02',
    '10:00 lt 10:00:01',
    "'a' lt 'B'",
    "'a' in ('b', 'a')",
    'true and not false',
    'true eq false',
  ])
    assert.equal(
      await inSql(filter),
      observationEvaluator(bindFilter(model, filter, 'Things'), nowMs)(null, []),
      filter,
    );
});

test('every property of the model can be filtered by in SQL', () => {
  for (const { name: set, leaves } of Object.values(sets))
    for (const [name, type] of Object.entries(leaves))
      if (set !== 'Observations' && type !== 'place' && type !== 'span')
        assert.ok(leafColumn('e', { set, name, type }), `${set} ${name}`);
});

test('a point is inside, outside or on the boundary in SQL as in geometry: holes, several areas, lines', async () => {
  const square = "geography'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))'";
  const areas = "geography'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((10 10, 12 10, 12 12, 10 12, 10 10)))'";
  const line = "geography'LINESTRING (0 0, 2 2, 4 0)'";
  const world = await makeWorld(server, 'Places');
  const holds = async (x: number, y: number, filter: string) => {
    await server.db
      .updateTable('structure')
      .set({ longitude: x, latitude: y })
      .where('id', '=', world.structureId)
      .execute();
    const compiler = new Compiler(views, 'Locations', nowMs);
    const condition = compiler.condition(bindFilter(model, filter, 'Locations'));
    const { rows } = await sql<{ holds: boolean | null }>`SELECT ${condition} AS holds FROM ${views.Locations} AS e
      WHERE e.id = ${world.structureId}`.execute(server.db);
    return rows[0]!.holds;
  };
  for (const [x, y, relation, geometry, is] of [
    [3, 3, 'st_within', square, true],
    [1.5, 1.5, 'st_within', square, false],
    [1.5, 1.5, 'st_disjoint', square, true],
    [1, 1.5, 'st_touches', square, true],
    [1, 1.5, 'st_within', square, false],
    [4, 4, 'st_touches', square, true],
    [4, 2, 'st_intersects', square, true],
    [5, 2, 'st_intersects', square, false],
    [-1, 0, 'st_intersects', square, false],
    [0.5, 0.2, 'st_within', areas, true],
    [11, 11, 'st_within', areas, true],
    [5, 5, 'st_within', areas, false],
    [1, 1, 'st_within', line, true],
    [0, 0, 'st_touches', line, true],
    [2, 2, 'st_touches', line, false],
    [2, 1, 'st_intersects', line, false],
  ] as const)
    assert.equal(await holds(x, y, `${relation}(location, ${geometry})`), is, `${x} ${y} ${relation} ${geometry}`);
  assert.equal(await holds(2, 1, `geo.distance(location, ${line}) lt 0.71`), true);
  assert.equal(await holds(2, 1, `geo.distance(location, ${line}) lt 0.70`), false);
  assert.equal(await holds(1.5, 1.5, `geo.distance(location, ${square}) eq 0.5`), true, 'to the rim of the hole');
  assert.equal(await holds(3, 3, `geo.distance(location, ${square}) eq 0`), true);
});
