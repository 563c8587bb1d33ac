/** Forms as data: what a definition asks of its value, and when it is shown. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FieldDefinition, fieldRules, fieldTypes, isVisible, schemaOf, valueAt } from '../src/kernel/forms.ts';

const field = (definition: Partial<FieldDefinition> & Pick<FieldDefinition, 'type'>): FieldDefinition => ({
  prop: 'a',
  label: 'A',
  ...definition,
});
const messages = (definitions: readonly FieldDefinition[], value: unknown) =>
  schemaOf(definitions)
    .safeParse(value)
    .error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
const takes = (definition: FieldDefinition, value: unknown) => schemaOf([definition]).safeParse({ a: value }).success;

test('every field type of specification 2 is known', () => {
  assert.equal(fieldTypes.length, 20);
  for (const type of fieldTypes) assert.ok(takes(field({ type }), undefined), `${type} may be left out`);
});

describe('a value of each type', () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 'two', label: 'Two' },
  ];
  const cases: readonly [FieldDefinition, readonly unknown[], readonly unknown[]][] = [
    [field({ type: 'INPUT', rules: { maxLength: 3 } }), ['abc', ' abc '], ['abcd', 1]],
    [field({ type: 'INPUT', rules: { is: 'host' } }), ['10.0.0.1'], ['10.0.0']],
    [field({ type: 'NUMBER', rules: { minimum: 0, maximum: 2 } }), [0, 1.5, 2], [-1, 2.1, '1', Number.NaN]],
    [field({ type: 'NUMBER', rules: { whole: true } }), [3], [3.5]],
    [field({ type: 'NUMBER_UNIT', rules: { minimum: 60 } }), [60], [59]],
    [field({ type: 'CHECK' }), [true, false], ['yes', 1]],
    [field({ type: 'SWITCH' }), [true], [0]],
    [field({ type: 'MILT_CHECK', options }), [[1], [1, 'two']], [[3], 1]],
    [field({ type: 'SELECT', options }), [1, 'two'], [2, [1]]],
    [field({ type: 'SELECT', inputType: 'many', options }), [[1, 'two']], [1, [2]]],
    [field({ type: 'CASCADER' }), [[1, 11]], [1]],
    [field({ type: 'DATE' }), ['2026-03-18'], ['2026-02-30', '18.3.2026']],
    [field({ type: 'DATE', inputType: 'datetime' }), ['2026-03-18T06:00:00Z'], ['2026-03-18']],
    [field({ type: 'DATE', inputType: 'time' }), ['06:30'], ['24:00']],
    [field({ type: 'DATE', inputType: 'month' }), ['2026-12'], ['2026-13']],
    [field({ type: 'MAP_LOCATION' }), [{ longitude: 114, latitude: 30 }], [{ longitude: 181, latitude: 0 }]],
    [field({ type: 'COORDINATE', inputType: 'latitude' }), [-90], [90.1]],
    [field({ type: 'IMG_LOCATION' }), [{ x: 0, y: 0.5 }], [{ x: 2, y: 0 }]],
    [field({ type: 'JSON' }), ['{}'], ['{']],
    [field({ type: 'PASSWORD_INPUT', inputType: 'new' }), ['Plumb-2026'], ['plumb']],
    [field({ type: 'PASSWORD_INPUT' }), ['plumb'], []],
    [field({ type: 'NODE_SEGMENTLEN_INPUT' }), [[500]], [[499]]],
    [field({ type: 'FIELD_THRESHOLD_CONFIG' }), [[1, null, 3, 4]], [[2, 1, 3, 4]]],
    [field({ type: 'TIMER_SELECT' }), [['06:00']], [['06:00', '06:00']]],
  ];
  for (const [definition, good, bad] of cases)
    test(`${definition.type} ${definition.inputType ?? ''}`.trim(), () => {
      for (const value of good) assert.ok(takes(definition, value), JSON.stringify(value));
      for (const value of bad) assert.ok(!takes(definition, value), JSON.stringify(value));
    });
});

test('what is required may not be empty, in whatever way a form says nothing', () => {
  const name = field({ type: 'INPUT', rules: { required: true } });
  for (const nothing of [undefined, null, '', '   '])
    assert.deepEqual(messages([name], { a: nothing }), ['a required']);
  const many = field({ type: 'MILT_CHECK', rules: { required: true } });
  assert.deepEqual(messages([many], { a: [] }), ['a required']);
  assert.deepEqual(
    messages([field({ type: 'SWITCH', rules: { required: true } })], { a: false }),
    [],
    'off is an answer',
  );
  assert.deepEqual(messages([field({ type: 'NUMBER', rules: { required: true } })], { a: 0 }), [], '0 is an answer');
});

test('a field that is not shown is neither judged nor kept', () => {
  const fields = [
    field({ type: 'SELECT', prop: 'kind' }),
    field({ type: 'NUMBER', prop: 'depth', rules: { required: true }, visibleWhen: { prop: 'kind', is: ['a', 'b'] } }),
  ];
  assert.deepEqual(messages(fields, { kind: 'a' }), ['depth required']);
  assert.deepEqual(schemaOf(fields).parse({ kind: 'c', depth: 'nonsense', other: 1 }), { kind: 'c' });
  const both = field({
    type: 'INPUT',
    visibleWhen: [
      { prop: 'x.y', is: true },
      { prop: 'z', isNot: null },
    ],
  });
  assert.equal(isVisible(both, { x: { y: true }, z: 1 }), true);
  assert.equal(isVisible(both, { x: { y: true } }), false, 'nothing is as null');
  assert.equal(isVisible(both, { x: { y: false }, z: 1 }), false);
  assert.equal(isVisible(both, undefined), false);
  assert.equal(valueAt({ x: { y: 3 } }, 'x.y'), 3);
  assert.equal(valueAt({ x: null }, 'x.y'), undefined);
});

test('definitions are data: they survive being written down', () => {
  const definition = field({ type: 'NUMBER', rules: { minimum: 1 }, visibleWhen: { prop: 'b', is: true } });
  const again = JSON.parse(JSON.stringify(definition)) as FieldDefinition;
  assert.deepEqual(messages([again], { a: 0, b: true }), ['a Too small: expected number to be >=1']);
  for (const rule of Object.values(fieldRules)) assert.equal(typeof rule.safeParse, 'function');
});
