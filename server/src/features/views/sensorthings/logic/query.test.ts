import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCodes, fieldsOf } from '@plumbline/contract/points/families';
import { bindFilter } from '@plumbline/science/odata/binding';
import { firstAt, lastAt } from '@plumbline/science/odata/functions';
import { idPartsOf, model } from './model.ts';
import { type Observation, observationEvaluator, observationKeyOf } from './observation.ts';
import { queryOf } from './options.ts';
import { planOf } from './plan.ts';
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

test('an observation is judged by its times, result, quality and parameters', () => {
  for (const [filter, is] of [
    ['result eq 12.5', true],
    ["phenomenonTime lt now() and resultTime sub phenomenonTime lt duration'PT1M'", true],
    ["resultQuality/quality eq 'pass' and parameters/deviceId eq 3", true],
    ['validTime eq null and parameters/stored eq null and parameters/whatever eq null', true],
    ["id eq '7-level-1770091506789' and @iot.id ne '7-level-0'", true],
    ['parameters/changeId gt 0', false],
  ] as const)
    assert.equal(observationEvaluator(bindFilter(model, filter, 'Observations'), now)(observation, []), is, filter);
});

test('what no option can be is a badInput', () => {
  for (const [option, text] of [
    ['$filter', 'result gt'],
    ['$filter', 'nothing eq 1'],
    ['$filter', `${'not '.repeat(5000)}true`],
    ['$orderby', 'nothing desc'],
    ['$expand', 'Things('],
    ['$select', 'secret'],
    ['$top', 'many'],
  ] as const)
    assert.throws(() => queryOf('Observations', { [option]: text }), /badInput/, `${option}=${text}`);
});

test('a filter bounds the times that are read, and what is left is judged reading by reading', () => {
  const plan = (filter: string) => planOf({ filter: bindFilter(model, filter, 'Observations'), order: [] }, now);
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
