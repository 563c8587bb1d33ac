/** The fields that people type, at their edges. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import * as fields from '../src/points/fields.ts';
import { Levels, Threshold } from '../src/points/thresholds.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const messages = (schema: z.ZodType, value: unknown) =>
  [...new Set(schema.safeParse(value).error?.issues.map((issue) => issue.message))].sort();

test('a password follows specification 5, and each broken rule is named', () => {
  for (const good of ['Abcdef1!', 'Abcdefghijklm12!', 'aA1 aA1 ', 'Пароль-Aa1'])
    assert.ok(accepts(fields.password, good), good);
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
  for (const [password, rules] of bad) assert.deepEqual(messages(fields.password, password), rules, password);
  assert.ok(accepts(fields.password, 'Abaab1!a'), 'twice in a row is allowed');
});

describe('thresholds', () => {
  test('ascend from above 0; a level may be left out, not all', () => {
    for (const good of [
      [1, 2, 3, 4],
      [null, null, null, 0.001],
      [1, null, 3, null],
    ])
      assert.ok(accepts(Levels, good), `${good}`);
    const bad = [
      [1, 1, 2, 3],
      [4, 3, 2, 1],
      [1, null, 1, null],
      [null, null, null, null],
    ];
    for (const each of bad) assert.deepEqual(messages(Levels, each), ['thresholdsNotAscending'], `${each}`);
    for (const each of [
      [0, 1, 2, 3],
      [-1, 1, 2, 3],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      [Number.NaN, 1, 2, 3],
    ])
      assert.ok(!accepts(Levels, each), `${each}`);
  });

  test('a limit on several indicators needs its rates', () => {
    const limit = { field: 'level', kind: 'multi', levels: [1, 2, 3, 4] };
    assert.deepEqual(messages(Threshold, limit), ['rateLevelsNeeded']);
    assert.ok(accepts(Threshold, { ...limit, rateLevels: [1, null, null, null] }));
    assert.ok(accepts(Threshold, { ...limit, kind: 'value' }));
  });
});

test('a time zone is one that this machine knows', () => {
  for (const zone of ['Asia/Shanghai', 'UTC', 'America/New_York']) assert.ok(accepts(fields.timeZone, zone), zone);
  for (const zone of ['', 'Mars/Olympus', 'Asia/Shanghai ', 8]) assert.ok(!accepts(fields.timeZone, zone), `${zone}`);
});

test('a name is trimmed, not empty and printable', () => {
  assert.equal(fields.name(20).parse('  测点 1 '), '测点 1');
  for (const bad of ['', '   ', 'a\u0000b', 'a\nb', 'x'.repeat(21)])
    assert.ok(!accepts(fields.name(20), bad), JSON.stringify(bad));
});

test('a serial number can stand in a topic', () => {
  for (const good of ['VW8-0001', 'a.b_c', 'x'.repeat(32)]) assert.ok(accepts(fields.sncode, good), good);
  for (const bad of ['', 'a/b', '+', '#', 'a b', '$SYS/x', 'x'.repeat(33), '设备'])
    assert.ok(!accepts(fields.sncode, bad), bad);
});

test('an id is read from an address, and is a row of the database', () => {
  assert.equal(fields.id.parse('12'), 12);
  for (const bad of ['0', '-1', '1.5', 'x', '', null, 2_147_483_648]) assert.ok(!accepts(fields.id, bad), `${bad}`);
});

test('an instant has a zone', () => {
  for (const good of ['2026-03-18T06:00:00Z', '2026-03-18T14:00:00.123+08:00'])
    assert.ok(accepts(fields.instant, good), good);
  for (const bad of ['2026-03-18T06:00:00', '2026-03-18', '1773813600000', '2026-02-30T00:00:00Z'])
    assert.ok(!accepts(fields.instant, bad), bad);
  for (const unknownToTheDatabase of ['0000-01-01T00:00:00Z', '2026-03-18T06:00:00+16:00', '9999-12-31T23:59:59+23:59'])
    assert.ok(!accepts(fields.instant, unknownToTheDatabase), unknownToTheDatabase);
  assert.ok(accepts(fields.instant, '2026-03-18T06:00:00-15:59'));
});

test('a mobile number, an email address, a host and a port', () => {
  for (const good of ['13800138000', ' 19912345678 ', '+8613800138000', '+447911123456'])
    assert.ok(accepts(fields.mobile, good), good);
  for (const bad of ['', '12800138000', '1380013800', '138001380000', '+0123456789', '0138 0013 8000', 'abc'])
    assert.deepEqual(messages(fields.mobile, bad), ['mobile'], bad);
  for (const good of ['a@b.cn', ' first.last+tag@sub.example.com ']) assert.ok(accepts(fields.email, good), good);
  for (const bad of ['', 'a', 'a@b', 'a b@c.cn', 'a@b..cn', `${'x'.repeat(250)}@b.cn`])
    assert.ok(!accepts(fields.email, bad), bad);
  for (const good of [
    '192.168.1.10',
    '::1',
    '2001:db8::8a2e:370:7334',
    'gateway',
    'mqtt.example.com',
    'a-b.example.cn',
  ])
    assert.ok(accepts(fields.host, good), good);
  for (const bad of [
    '',
    '999.1.1.1',
    '192.168.1',
    '1.2.3.4.5',
    'a_b.com',
    '-a.com',
    'a..com',
    'http://a.com',
    'a.com:80',
  ])
    assert.deepEqual(messages(fields.host, bad), ['host'], bad);
  for (const good of [1, 1883, 65_535]) assert.ok(accepts(fields.port, good), `${good}`);
  for (const bad of [0, 65_536, 80.5, -1, Number.NaN]) assert.deepEqual(messages(fields.port, bad), ['port'], `${bad}`);
});

test('a hexadecimal string is legal and even; blanks between bytes are taken out', () => {
  assert.equal(fields.hexadecimal.parse(' 01 03 00\t0A\n'), '0103000A');
  assert.equal(fields.hexadecimal.parse(''), '');
  assert.deepEqual(messages(fields.hexadecimal, '01 0'), ['hexadecimalOdd']);
  assert.deepEqual(messages(fields.hexadecimal, '0G'), ['hexadecimal']);
  assert.deepEqual(messages(fields.hexadecimal, '0x01'), ['hexadecimal']);
});

test('an address of an array is n-xxxxxx', () => {
  for (const good of ['1-000001', '12-00A1F2', '150-abcdef', ' 3-123456 '])
    assert.ok(accepts(fields.admAddress, good), good);
  for (const bad of ['', '1', '1-12345', '1-1234567', 'a-123456', '1_123456', '1-12345g', '1000-123456'])
    assert.deepEqual(messages(fields.admAddress, bad), ['admAddress'], bad);
});

describe('timers', () => {
  const ten = Array.from({ length: 10 }, (_, i) => `${String(i).padStart(2, '0')}:30`);
  test('at most ten, none twice, each a time of the day', () => {
    assert.ok(accepts(fields.timers, []));
    assert.ok(accepts(fields.timers, ten));
    assert.deepEqual(messages(fields.timers, [...ten, '23:00']), ['timersTooMany']);
    assert.deepEqual(messages(fields.timers, ['06:00', '06:00']), ['timersRepeat']);
    for (const bad of ['24:00', '6:00', '06:60', '06:00:00', ''])
      assert.deepEqual(messages(fields.timers, [bad]), ['timeOfDay'], bad);
  });
  test('a time must be selected before it is added', () => {
    assert.deepEqual(fields.addTimer(['12:00'], '06:00'), { timers: ['06:00', '12:00'] });
    assert.deepEqual(fields.addTimer([], null), { refused: 'timerNotChosen' });
    assert.deepEqual(fields.addTimer([], ''), { refused: 'timerNotChosen' });
    assert.deepEqual(fields.addTimer(['06:00'], '06:00'), { refused: 'timersRepeat' });
    assert.deepEqual(fields.addTimer(ten, '23:00'), { refused: 'timersTooMany' });
  });
  test('two identical photo times are refused', () => {
    assert.ok(accepts(fields.photoTimes, ['06:00', '18:00']));
    assert.deepEqual(messages(fields.photoTimes, ['06:00', '18:00', '06:00']), ['photoTimesRepeat']);
  });
});

test('no segment is shorter than 500 mm', () => {
  assert.ok(accepts(fields.segmentLengths, [500, 1000.5, 2000]));
  assert.ok(accepts(fields.segmentLengths, []));
  assert.deepEqual(messages(fields.segmentLengths, [500, 499.999]), ['segmentShort']);
  assert.deepEqual(fields.segmentLengths.safeParse([500, 0]).error?.issues[0]?.path, [1], 'the node is named');
  for (const bad of [[null], [500, Number.NaN], Array.from({ length: 151 }, () => 500)])
    assert.ok(!accepts(fields.segmentLengths, bad));
});

test('levels ascend from above 0, and the one that does not is named with what it must exceed', () => {
  const cases: readonly [(number | null)[], ReturnType<typeof fields.levelNotAscending>][] = [
    [[1, 2, 3, 4], null],
    [[null, null, null, 0.001], null],
    [[1, null, 3, null], null],
    [[0, 1, 2, 3], { level: 1, below: 0, limit: 0 }],
    [[-1, null, null, null], { level: 1, below: 0, limit: 0 }],
    [[1, 1, 2, 3], { level: 2, below: 1, limit: 1 }],
    [[5, null, 5, 6], { level: 3, below: 1, limit: 5 }],
    [[1, 2, 3, 2.5], { level: 4, below: 3, limit: 3 }],
  ];
  for (const [levels, wrong] of cases) {
    assert.deepEqual(fields.levelNotAscending(levels), wrong, `${levels}`);
    assert.equal(accepts(fields.thresholdLevels, levels), wrong === null, `${levels}`);
    if (wrong) {
      const [issue] = fields.thresholdLevels.safeParse(levels).error!.issues;
      assert.deepEqual([issue?.message, issue?.path], ['thresholdsNotAscending', [wrong.level - 1]]);
    }
  }
  assert.deepEqual(messages(fields.thresholdLevels, [null, null, null, null]), ['thresholdsEmpty']);
  for (const bad of [
    [1, 2, 3],
    [1, 2, 3, 4, 5],
    [Number.NaN, 1, 2, 3],
    ['1', 2, 3, 4],
  ])
    assert.ok(!accepts(fields.thresholdLevels, bad), `${bad}`);
});

test('a place on a picture is a share of it; a registration code has 44 digits', () => {
  assert.ok(accepts(fields.picturePlace, { x: 0, y: 1 }));
  for (const bad of [{ x: -0.01, y: 0 }, { x: 0, y: 1.01 }, { x: 0 }]) assert.ok(!accepts(fields.picturePlace, bad));
  assert.ok(accepts(fields.registrationCode, '1'.repeat(44)));
  for (const bad of ['1'.repeat(43), '1'.repeat(45), `${'1'.repeat(43)}a`])
    assert.deepEqual(messages(fields.registrationCode, bad), ['registrationCode']);
});
