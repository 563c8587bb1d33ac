/** A format of data push from a sample of the receiver, and the edits of its keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '@plumbline/contract/reports/push-formats.shapes';
import {
  addAuthKey,
  addKey,
  changeKey,
  makeAuth,
  moveKey,
  removeKey,
} from '../src/features/reports/push-formats/layout-edits.ts';
import { keysOfSample, patternOf } from '../src/features/reports/push-formats/sample-keys.ts';

const sample = JSON.stringify({
  appKey: 'abc',
  sendTime: 1_700_000_000_000,
  body: { list: [{ sensorCode: 'P-1', time: '2026-01-02 03:04:05', val: 1.5, remark: 'ok' }] },
});

test('the keys of a sample are mapped where their name says what they hold, the others are open', () => {
  const parsed = keysOfSample(sample)!;
  const { layout, unmapped } = parsed;
  assert.deepEqual([layout.body, layout.layout, layout.listPath], ['json', 'batch', 'body/list']);
  assert.deepEqual(
    layout.dataKeys.map(({ path, source, type, pattern }) => [path, source, type, pattern]),
    [
      ['sensorCode', 'pointName', 'string', 'iso'],
      ['time', 'time', 'string', 'yyyy-MM-dd HH:mm:ss'],
      ['val', 'value', 'number', 's'],
      ['remark', 'constant', 'string', 'iso'],
    ],
  );
  assert.deepEqual(
    layout.metaKeys.map(({ path, source, pattern }) => [path, source, pattern]),
    [
      ['appKey', 'constant', 'iso'],
      ['sendTime', 'time', 'ms'],
    ],
  );
  assert.deepEqual(unmapped, ['remark', 'appKey']);
  assert.ok(!JSON.stringify(layout).includes('abc'), 'nothing of the sample itself goes out');
  assert.deepEqual(problemsOf(layout), []);
});

test('lists, single objects, CSV and forms are read; what is none of them, too deep or too long is not', () => {
  const shapeOf = (text: string) => {
    const parsed = keysOfSample(text);
    return parsed && [parsed.layout.body, parsed.layout.layout, parsed.layout.dataKeys.map(({ path }) => path)];
  };
  assert.deepEqual(shapeOf('[{"a":{"b":1}}]'), ['json', 'batch', ['a/b']]);
  assert.deepEqual(shapeOf('{"result":1,"unit":"mm"}'), ['json', 'single', ['result', 'unit']]);
  assert.deepEqual(shapeOf('time,"value"\r\n2026-01-01,1'), ['csv', 'batch', ['time', 'value']]);
  assert.deepEqual(shapeOf('value=1&unit=mm'), ['form', 'single', ['value', 'unit']]);
  const deep = `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`k${i}`, i])));
  for (const text of ['', 'hello', '{', '[1,2]', '{}', deep, wide, '{"":1}', '['.repeat(200_000)])
    assert.equal(shapeOf(text), null, text.slice(0, 30));
});

test('times are written as the sample writes them', () => {
  assert.deepEqual(
    [
      1_700_000_000,
      1_700_000_000_000,
      '1700000000',
      '2026-01-02',
      '20260102',
      '2026/01/02 03:04',
      '2026-01-02T03:04:05Z',
    ].map(patternOf),
    ['s', 'ms', 's', 'yyyy-MM-dd', 'yyyyMMdd', 'yyyy/MM/dd HH:mm', 'iso'],
  );
  assert.equal(patternOf('2026-01-02 03:04:05.678'), 'yyyy-MM-dd HH:mm:ss.SSS');
});

test('keys are added under free names, changed, moved, removed, and become proof of who sends', () => {
  const { layout } = keysOfSample(sample)!;
  const paths = (of: typeof layout) => of.dataKeys.map(({ path }) => path);
  const added = addKey(addKey(layout, 'dataKeys'), 'dataKeys');
  assert.deepEqual(paths(added).slice(-2), ['key', 'key2']);
  assert.deepEqual(paths(moveKey(layout, 'dataKeys', 0, 1)), ['time', 'sensorCode', 'val', 'remark']);
  assert.equal(moveKey(layout, 'dataKeys', 0, -1), layout);
  assert.deepEqual(paths(removeKey(layout, 'dataKeys', 3)), ['sensorCode', 'time', 'val']);
  assert.equal(changeKey(layout, 'dataKeys', 3, { source: 'unit' }).dataKeys[3]?.source, 'unit');
  const signed = makeAuth(layout, 'metaKeys', 0);
  assert.deepEqual(
    [signed.metaKeys.length, signed.authKeys.map(({ path, place, method }) => [path, place, method])],
    [1, [['appKey', 'body', 'fixed']]],
  );
  assert.equal(addAuthKey(signed).authKeys[1]?.place, 'header');
});
