import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCodes, fieldsOf } from '@plumbline/contract/families';
import { bindFilter, bindOrder } from './binding.ts';
import { evaluator, type Observation } from './evaluate.ts';
import { clockOf, dateOf, durationOf, firstAt, lastAt, timeOf } from './functions.ts';
import { boundaryOf, boundaryRelationsFor, geometryOf } from './geometry.ts';
import { idPartsOf, observationKeyOf } from './ids.ts';
import { type SetName, setNames } from './model.ts';
import { queryOf } from './options.ts';
import { resourceOf } from './path.ts';
import { planOf } from './plan.ts';
import { OptionFault } from './tokens.ts';
import { unitWords } from './words.ts';

const now = Date.parse('2026-03-18T06:00:00Z');
const observation: Observation = {
  pointId: 7,
  field: 'level',
  at: Date.parse('2026-02-03T04:05:06.789Z'),
  receivedAt: Date.parse('2026-02-03T04:06:00Z'),
  result: 12.5,
  stored: null,
  flag: 1,
  deviceId: 3,
  changeId: null,
};
const holds = (filter: string, of: Observation = observation) =>
  evaluator(bindFilter(filter, 'Observations'), now)(of, []);

test('operators bind as the standard says: or, and, not, comparison, sum, product, sign', () => {
  for (const filter of [
    'result eq 12.5',
    'result ne 1 and result ne 2',
    '1 eq 2 and 1 eq 2 or 1 eq 1',
    '1 eq 1 or 1 eq 2 and 1 eq 2',
    'not (1 eq 2) and 1 eq 1',
    'not 1 eq 2',
    '2 add 3 mul 4 eq 14',
    '(2 add 3) mul 4 eq 20',
    '10 sub 3 sub 2 eq 5',
    '-2 add 5 eq 3',
    '7 mod 4 eq 3 and 9 div 2 eq 4.5',
    '1 div 0 eq null',
    'result in (1, 12.5) and not (result in (1, 2))',
    "length('O''Brien') eq 7",
    "substring('sensor', 1) eq 'ensor' and substring('sensor', 2, 3) eq 'nso'",
    "indexof('abc', 'c') eq 2 and concat('a', 'b') eq 'ab' and trim('  a ') eq 'a'",
    "substringof('ens', 'sensor') and contains('sensor', 'ens') and endswith('sensor', 'or')",
    "toupper('a') eq 'A' and tolower('A') eq 'a'",
    'round(-2.5) eq -3 and floor(-0.5) eq -1 and ceiling(0.2) eq 1',
    'year(phenomenonTime) eq 2026 and month(phenomenonTime) eq 2 and day(phenomenonTime) eq 3',
    'hour(phenomenonTime) eq 4 and minute(phenomenonTime) eq 5 and second(phenomenonTime) eq 6',
    'fractionalseconds(phenomenonTime) eq 0.789 and totaloffsetminutes(phenomenonTime) eq 0',
    'date(phenomenonTime) eq 2026-02-03 and time(phenomenonTime) lt 05:00',
    'time(phenomenonTime) ge time(1990-01-01T04:00:00Z)',
    'phenomenonTime gt 2026-02-03T05:05:06+01:00',
    'phenomenonTime gt 2026-02-03T05:05:06 01:00',
    "phenomenonTime gt '2026-02-03T04:05:06Z'",
    'phenomenonTime ge 2026-02-03 and phenomenonTime lt 2026-02-04',
    "phenomenonTime lt now() and phenomenonTime gt now() sub duration'P50D'",
    'phenomenonTime gt mindatetime() and phenomenonTime lt maxdatetime()',
    "resultTime sub phenomenonTime lt duration'PT1M'",
    "resultQuality/quality eq 'pass' and parameters/deviceId eq 3",
    'validTime eq null and parameters/stored eq null and parameters/whatever eq null',
    "id eq '7-level-1770091506789' and @iot.id ne '7-level-0'",
  ])
    assert.equal(holds(filter), true, filter);
  for (const filter of ['result gt 12.5', 'result eq null', 'parameters/changeId gt 0', 'parameters/changeId lt 0'])
    assert.equal(holds(filter), false, filter);
  const missing = { ...observation, result: null };
  for (const [filter, is] of [
    ['result eq null', true],
    ['result ne 5', true],
    ['not (result gt 5)', true],
    ['result lt 5', false],
    ['round(result) eq null', true],
  ] as const)
    assert.equal(holds(filter, missing), is, filter);
});

test('whatever is written, the answer is a filter or a fault that says what is wrong', () => {
  const signs = [
    "'",
    '(',
    ')',
    ',',
    '/',
    ':',
    '-',
    ' ',
    'eq',
    'and',
    'or',
    'not',
    'in',
    'any',
    'null',
    '5',
    '1e9',
    'name',
  ];
  const more = [
    'result',
    'id',
    'Datastreams',
    'Thing',
    "geography'POINT(1 2)'",
    "duration'P1D'",
    'st_within',
    '2026-01-01T00:00:00Z',
  ];
  const words = [...signs, ...more, '%', '"', '\\', '\u0000', '中', 'length', '@iot.id', '$it', '..', '00:00'];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 1 + random(12) }, () => words[random(words.length)]).join(random(2) ? ' ' : '');
    const set = setNames[random(setNames.length)] as SetName;
    for (const bind of [bindFilter, bindOrder])
      try {
        bind(text, set);
      } catch (error) {
        assert.ok(error instanceof OptionFault, `${text}: ${error}`);
        assert.ok(error.message.length > 5 && error.message.length < 300);
      }
    for (const understand of [() => resourceOf(text), () => queryOf(set, { $expand: text, $select: text })])
      try {
        understand();
      } catch (error) {
        assert.match((error as Error).message, /^(badInput|notFound)$/, text);
      }
  }
  assert.throws(() => bindFilter(`${'not '.repeat(5000)}true`, 'Things'), OptionFault);
  assert.throws(() => bindFilter(`1 eq 1${' and 1 eq 1'.repeat(400)}`, 'Things'), OptionFault);
});

test('times are instants: a zone is needed, a day there is not is none', () => {
  assert.equal(timeOf('2026-01-01T00:00Z'), Date.UTC(2026, 0, 1));
  assert.equal(timeOf('2026-01-01T08:00:00.123456+08:00'), Date.UTC(2026, 0, 1, 0, 0, 0, 123));
  for (const text of ['2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', 'nonsense'])
    assert.equal(timeOf(text), null, text);
  assert.equal(dateOf('2026-02-29'), null);
  assert.equal(clockOf('25:00'), null);
  assert.deepEqual(['P1D', 'PT1H30M', '-PT5S', 'P2W', 'PT0.5S', 'P1M', 'P', 'PT', 'P1Y'].map(durationOf), [
    86_400_000,
    5_400_000,
    -5_000,
    1_209_600_000,
    500,
    null,
    null,
    null,
    null,
  ]);
});

test('a filter bounds the times that are read, and what is left is judged reading by reading', () => {
  const plan = (filter: string) => planOf({ filter: bindFilter(filter, 'Observations'), order: [] }, now);
  const at = (text: string) => Date.parse(text);
  const spans = (filter: string) => [plan(filter).from, plan(filter).to, plan(filter).each !== null];
  assert.deepEqual(spans('phenomenonTime ge 2026-01-01T00:00:00Z and phenomenonTime lt 2026-02-01T00:00:00Z'), [
    at('2026-01-01T00:00:00Z'),
    at('2026-02-01T00:00:00Z') - 1,
    false,
  ]);
  assert.deepEqual(spans('2026-01-01T00:00:00Z lt phenomenonTime'), [at('2026-01-01T00:00:00Z') + 1, lastAt, false]);
  assert.deepEqual(spans('result gt 5'), [firstAt, lastAt, true]);
  assert.deepEqual(spans("phenomenonTime ge now() sub duration'P1D'"), [now - 86_400_000, lastAt, false]);
  assert.deepEqual(spans('year(phenomenonTime) eq 2025'), [
    at('2025-01-01T00:00:00Z'),
    at('2026-01-01T00:00:00Z') - 1,
    true,
  ]);
  assert.deepEqual(spans('phenomenonTime le 2026-01-01T00:00:00Z or phenomenonTime eq 2026-03-01T00:00:00Z'), [
    firstAt,
    at('2026-03-01T00:00:00Z'),
    true,
  ]);
  assert.deepEqual(spans("id eq '7-level-1000'"), [1000, 1000, true]);
  assert.ok(plan("id eq '7-level-1000'").streams, 'an id names its datastream');
  assert.ok(plan('false').from > plan('false').to);
  const mixed = plan("(Datastream/name eq 'a' and result gt 1) or Datastream/Thing/name eq 'b'");
  assert.deepEqual([mixed.streams, mixed.slots.length], [null, 2]);
});

test('places: where a point stands decides every relation, as DE-9IM has it', () => {
  const of = (text: string) => geometryOf(text, 0);
  const square = of('POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0), (0.5 0.5, 1 0.5, 1 1, 0.5 1, 0.5 0.5))');
  const line = of('MULTILINESTRING ((0 0, 1 1), (1 1, 2 0))');
  const dots = of('MULTIPOINT ((1 2), (3 4))');
  assert.deepEqual(
    [square.parts.length, boundaryOf(line), dots.parts.length],
    [
      2,
      [
        [0, 0],
        [2, 0],
      ],
      2,
    ],
  );
  for (const [name, geometry, turned, relations] of [
    ['st_within', square, false, [2]],
    ['st_within', square, true, []],
    ['st_contains', square, true, [2]],
    ['st_touches', square, false, [1]],
    ['st_intersects', square, false, [1, 2]],
    ['st_disjoint', square, true, [0]],
    ['st_equals', square, false, []],
    ['st_equals', of('POINT (1 1)'), false, [2]],
    ['st_contains', of('POINT (1 1)'), false, [2]],
    ['st_contains', dots, true, [2]],
    ['st_equals', dots, false, []],
    ['st_touches', line, true, [1]],
    ['st_crosses', square, false, []],
    ['st_overlaps', dots, false, []],
  ] as const)
    assert.deepEqual(boundaryRelationsFor(name, geometry, turned, null), relations, `${name} ${turned}`);
  assert.deepEqual(boundaryRelationsFor('st_relate', square, false, '0FFFFF212'), [2]);
  assert.deepEqual(boundaryRelationsFor('st_relate', square, false, 'FF*FF****'), [0]);
  for (const text of [
    'POINT (1)',
    'POINT 1 2',
    'CIRCLE (1 2)',
    'POLYGON ((0 0, 1 1, 2 2))',
    'POLYGON (0 0, 1 1)',
    'SRID=3857;POINT (1 2)',
    'LINESTRING (1 1)',
    'POINT (1 2) (3 4)',
    'POLYGON ((0 0, 1 0, 1 1, 0 0)',
  ])
    assert.throws(() => of(text), OptionFault, text);
});

test('ids are read back as they were written, and nothing else is one', () => {
  assert.deepEqual(idPartsOf('Things', '12'), [12]);
  assert.deepEqual(idPartsOf('Sensors', '0-waterLevel-4'), [0, 'waterLevel', 4]);
  assert.deepEqual(observationKeyOf('7-x12--5000'), { pointId: 7, field: 'x12', at: -5000 });
  for (const [set, id] of [
    ['Things', '-1'],
    ['Things', '9999999999'],
    ['Datastreams', '7'],
    ['Datastreams', "7-a'b"],
    ['Observations', '7-level'],
    ['Observations', '7-level-1e3'],
  ] as const)
    assert.equal(idPartsOf(set, id), null, id);
});

test('every unit of every field has a name and a UCUM code', () => {
  for (const family of familyCodes)
    for (const { unit } of fieldsOf(family, 1)) assert.ok(unitWords[unit], `${family}: ${unit}`);
});
