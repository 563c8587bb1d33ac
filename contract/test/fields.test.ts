/** The fields that people type, at their edges. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import * as fields from '../src/fields.ts';
import { Levels, Threshold } from '../src/points.ts';

const taken = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const said = (schema: z.ZodType, value: unknown) =>
  [...new Set(schema.safeParse(value).error?.issues.map((issue) => issue.message))].sort();

test('a password follows specification 5, and each broken rule is named', () => {
  for (const good of ['Abcdef1!', 'Abcdefghijklm12!', 'aA1 aA1 ', 'Пароль-Aa1'])
    assert.ok(taken(fields.password, good), good);
  const bad: readonly [string, string[]][] = [
    ['Abcde1!', ['passwordLength']],
    ['Abcdefghijklmn12!', ['passwordLength']],
    ['abcdef1!', ['passwordUpper']],
    ['ABCDEF1!', ['passwordLower']],
    ['Abcdefg!', ['passwordDigit']],
    ['Abcdefg1', ['passwordSymbol']],
    ['Abccc1!x', ['passwordRun']],
    ['Ab1!\n\n\nx', ['passwordRun']],
    ['aaa', ['passwordDigit', 'passwordLength', 'passwordRun', 'passwordSymbol', 'passwordUpper']],
  ];
  for (const [password, rules] of bad) assert.deepEqual(said(fields.password, password), rules, password);
  assert.ok(taken(fields.password, 'Abaab1!a'), 'twice in a row is allowed');
});

describe('thresholds', () => {
  test('ascend from above 0; a level may be left out, not all', () => {
    for (const good of [
      [1, 2, 3, 4],
      [null, null, null, 0.001],
      [1, null, 3, null],
    ])
      assert.ok(taken(Levels, good), `${good}`);
    const bad = [
      [1, 1, 2, 3],
      [4, 3, 2, 1],
      [1, null, 1, null],
      [null, null, null, null],
    ];
    for (const each of bad) assert.deepEqual(said(Levels, each), ['thresholdsNotAscending'], `${each}`);
    for (const each of [
      [0, 1, 2, 3],
      [-1, 1, 2, 3],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      [Number.NaN, 1, 2, 3],
    ])
      assert.ok(!taken(Levels, each), `${each}`);
  });

  test('a limit on several indicators needs its rates', () => {
    const limit = { field: 'level', kind: 'multi', levels: [1, 2, 3, 4] };
    assert.deepEqual(said(Threshold, limit), ['rateLevelsNeeded']);
    assert.ok(taken(Threshold, { ...limit, rateLevels: [1, null, null, null] }));
    assert.ok(taken(Threshold, { ...limit, kind: 'value' }));
  });
});

test('a time zone is one that this machine knows', () => {
  for (const zone of ['Asia/Shanghai', 'UTC', 'America/New_York']) assert.ok(taken(fields.timeZone, zone), zone);
  for (const zone of ['', 'Mars/Olympus', 'Asia/Shanghai ', 8]) assert.ok(!taken(fields.timeZone, zone), `${zone}`);
});

test('a name is trimmed, not empty and printable', () => {
  assert.equal(fields.name(20).parse('  测点 1 '), '测点 1');
  for (const bad of ['', '   ', 'a\u0000b', 'a\nb', 'x'.repeat(21)])
    assert.ok(!taken(fields.name(20), bad), JSON.stringify(bad));
});

test('a serial number can stand in a topic', () => {
  for (const good of ['VW8-0001', 'a.b_c', 'x'.repeat(32)]) assert.ok(taken(fields.sncode, good), good);
  for (const bad of ['', 'a/b', '+', '#', 'a b', '$SYS/x', 'x'.repeat(33), '设备'])
    assert.ok(!taken(fields.sncode, bad), bad);
});

test('an id is read from an address, and is a row of the database', () => {
  assert.equal(fields.id.parse('12'), 12);
  for (const bad of ['0', '-1', '1.5', 'x', '', null, 2_147_483_648]) assert.ok(!taken(fields.id, bad), `${bad}`);
});

test('an instant has a zone', () => {
  for (const good of ['2026-03-18T06:00:00Z', '2026-03-18T14:00:00.123+08:00'])
    assert.ok(taken(fields.instant, good), good);
  for (const bad of ['2026-03-18T06:00:00', '2026-03-18', '1773813600000', '2026-02-30T00:00:00Z'])
    assert.ok(!taken(fields.instant, bad), bad);
});
