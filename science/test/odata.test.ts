import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindFilter, bindOrder } from '../src/odata/binding.ts';
import { evaluator } from '../src/odata/evaluate.ts';
import { expansionsIn, selectedIn } from '../src/odata/expand.ts';
import { clockOf, dateOf, durationOf, timeOf } from '../src/odata/functions.ts';
import { boundaryOf, boundaryRelationsFor, geometryOf } from '../src/odata/geometry.ts';
import { resourceOf } from '../src/odata/path.ts';
import { OptionFault } from '../src/odata/tokens.ts';
import { type Measurement, model, reader, setNames } from './odata-model.ts';

const now = Date.parse('2026-03-18T06:00:00Z');
const measurement: Measurement = {
  key: '7-level-1770091506789',
  phenomenonTime: Date.parse('2026-02-03T04:05:06.789Z'),
  resultTime: Date.parse('2026-02-03T04:06:00Z'),
  result: 12.5,
};
const holds = (filter: string, of: Measurement = measurement) =>
  evaluator(bindFilter(model, filter, 'Measurements'), reader, now)(of, []);

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
    "quality/word eq 'pass' and parameters/deviceId eq 3",
    'validTime eq null and parameters/stored eq null and parameters/whatever eq null',
    "id eq '7-level-1770091506789' and @iot.id ne '7-level-0'",
  ])
    assert.equal(holds(filter), true, filter);
  for (const filter of ['result gt 12.5', 'result eq null', 'parameters/changeId gt 0', 'parameters/changeId lt 0'])
    assert.equal(holds(filter), false, filter);
  const missing = { ...measurement, result: null };
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
    'Series',
    'Station',
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
    const set = setNames[random(setNames.length)]!;
    for (const understand of [
      () => bindFilter(model, text, set),
      () => bindOrder(model, text, set),
      () => selectedIn(model, text, set),
      () => expansionsIn(text),
    ])
      try {
        understand();
      } catch (error) {
        assert.ok(error instanceof OptionFault, `${text}: ${error}`);
        assert.ok(error.message.length > 5 && error.message.length < 300);
      }
    resourceOf(model, text);
  }
  assert.throws(() => bindFilter(model, `${'not '.repeat(5000)}true`, 'Stations'), OptionFault);
  assert.throws(() => bindFilter(model, `1 eq 1${' and 1 eq 1'.repeat(400)}`, 'Stations'), OptionFault);
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

test('places: the location of a point decides every relation, as in DE-9IM', () => {
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

test('a path is read as steps, each with the way to it; one that leads nowhere is nothing', () => {
  const read = (path: string) => {
    const found = resourceOf(model, path);
    if (!found) return null;
    const steps = [];
    for (let step: typeof found.last | null = found.last; step; step = step.above)
      steps.unshift(step.id === null ? step.set : `${step.set} ${step.key?.join(' ')}`);
    return [...steps, found.part, found.single, ...found.property];
  };
  assert.deepEqual(read('Stations'), ['Stations', 'entities', false]);
  assert.deepEqual(read("Stations(5)/Series('7-level')/Station/"), [
    'Stations 5',
    'Series 7 level',
    'Stations',
    'entities',
    true,
  ]);
  assert.deepEqual(read('Stations(5)/Series/$ref'), ['Stations 5', 'Series', 'links', false]);
  assert.deepEqual(read('Stations(5)/properties/owner/$value'), ['Stations 5', 'value', true, 'properties', 'owner']);
  for (const path of [
    '',
    'Nothing',
    'Stations/name',
    'Stations/Series',
    'Stations(5)(6)',
    'Stations(five)',
    'Stations(5)/$value',
    'Stations(5)/name/$count',
    "Series('7-level')/Station(5)",
    `Stations(5)${"/Series('7-level')/Station".repeat(5)}`,
    '__proto__',
    'Stations(5)/constructor',
  ])
    assert.equal(read(path), null, path);
});

test('an expansion is read with its options; the short form of a path is the long one', () => {
  const read = (text: string) => Object.fromEntries(expansionsIn(text));
  assert.deepEqual(read("Series($top=5;$filter=name eq 'a;b,c')"), {
    Series: { $top: '5', $filter: "name eq 'a;b,c'" },
  });
  assert.deepEqual(read('Series/Station($select=name),Series/Measurements'), {
    Series: { $expand: 'Station($select=name),Measurements' },
  });
  for (const text of ['Series(', "Series($filter='a)", 'Series($top=1),Series($top=2)', 'Series($what=1)', ')', ''])
    assert.throws(() => expansionsIn(text), OptionFault, text);
  assert.deepEqual(
    [...selectedIn(model, 'name, id,Series,@iot.selfLink', 'Stations')],
    ['name', '@iot.id', 'Series', '@iot.selfLink'],
  );
  assert.throws(() => selectedIn(model, 'secret', 'Stations'), OptionFault);
});
