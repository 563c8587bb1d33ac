import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { coordinates } from '@plumbline/contract/points/fields';
import { projects } from '@plumbline/contract/site/projects';
import i18next, { type TFunction } from 'i18next';
import { z } from 'zod';
import { fileFault, kindsIn, sizeIn } from '../src/design/form/file-check.ts';
import { issuesOf, judged, refusedIssues, sameValue, traitsOf } from '../src/design/form/judge.ts';
import { durationUnits, roundUnit, unitFor } from '../src/design/form/units.ts';
import { inUnit, withAt } from '../src/design/form/values.ts';
import { instantAt, wallTime } from '../src/design/form/wall-time.ts';
import { wordsIn } from '../src/design/form/words.ts';
import { type DisplayFormat, displayFormats, formatAs } from '../src/design/formats.ts';
import { issueWords } from '../src/design/issues.ts';
import { wrongPlaces } from '../src/screens/point/quality-places.ts';

let t: TFunction;
before(async () => {
  const pack = (feature: string): unknown =>
    JSON.parse(readFileSync(new URL(`../src/languages/en/kernel/${feature}.json`, import.meta.url), 'utf8'));
  await i18next.init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { forms: pack('forms') as object, common: pack('common') as object } },
    interpolation: { escapeValue: false },
  });
  t = i18next.t;
});
const field = (definition: Partial<FieldDefinition> = {}): FieldDefinition => ({
  type: 'INPUT',
  prop: 'a',
  label: 'A',
  ...definition,
});

describe('what a contract schema says of a field beforehand', () => {
  test('length, bounds, whole numbers, and whether it may be empty', () => {
    const schema = z.object({
      a: z.string().trim().min(1).max(32),
      b: z.number().min(0).max(5).nullable(),
      c: z.coerce.number<number>().int().positive().max(9).optional(),
      d: z.object({ e: z.int().min(1).default(3) }),
      f: z.preprocess((value) => value, z.string().max(7)),
    });
    assert.deepEqual(traitsOf(schema, field()), {
      required: true,
      empty: undefined,
      maxLength: 32,
      minimum: undefined,
      maximum: undefined,
      whole: false,
    });
    const b = traitsOf(schema, field({ prop: 'b' }));
    assert.deepEqual([b.required, b.empty, b.minimum, b.maximum, b.whole], [false, null, 0, 5, false]);
    const c = traitsOf(schema, field({ prop: 'c' }));
    assert.deepEqual([c.required, c.empty, c.maximum, c.whole], [false, undefined, 9, true]);
    const e = traitsOf(schema, field({ prop: 'd.e' }));
    assert.deepEqual([e.required, e.minimum, e.maximum, e.whole], [false, 1, undefined, true]);
    assert.equal(traitsOf(schema, field({ prop: 'f' })).maxLength, 7);
    assert.equal(traitsOf(schema, field({ prop: 'none.such' })).maxLength, undefined);
  });
  test('of routes of the contract', () => {
    assert.equal(traitsOf(projects.create.input, field({ prop: 'name' })).maxLength, 32);
    assert.equal(traitsOf(projects.create.input, field({ prop: 'coordinates' })).empty, null);
    assert.equal(traitsOf(devices.update.input, field({ prop: 'name' })).required, false);
  });
  test('a definition narrows it, never widens it', () => {
    const schema = z.object({ a: z.number().min(0).max(100) });
    const traits = traitsOf(schema, field({ type: 'NUMBER', rules: { minimum: 10, maximum: 500, whole: true } }));
    assert.deepEqual([traits.minimum, traits.maximum, traits.whole], [10, 100, true]);
  });
});

test('nothing given and the wrong kind are told apart, also deep inside', () => {
  const schema = z.object({ a: z.object({ b: z.number() }) });
  const words = (value: unknown): string[] => judged(schema, value).issues.map((issue) => issueWords(issue, t));
  assert.deepEqual(words({ a: { b: 'x' } }), ['Not a number']);
  assert.deepEqual(words({ a: {} }), ['Required']);
  assert.deepEqual(judged(schema, { a: { b: 2 } }), { data: { a: { b: 2 } }, issues: [] });
  const serials = z.object({ a: z.string().regex(/^[A-Z]+$/) });
  const ofSerial = (a: string): string[] => judged(serials, { a }).issues.map((issue) => issueWords(issue, t));
  assert.deepEqual([ofSerial(''), ofSerial('1')], [['Required'], ['Contains characters that are not allowed here']]);
});

test('issues say which level and which line', () => {
  const messagesOf = (definition: FieldDefinition, value: unknown): string[] =>
    issuesOf(definition, { a: value }, false).map((issue) => issueWords(issue, t));
  const levels = field({ type: 'FIELD_THRESHOLD_CONFIG', rules: { is: 'thresholdLevels' } });
  assert.deepEqual(messagesOf(levels, [10, 20, 15, 40]), ['Orange must be above Yellow, 20']);
  assert.deepEqual(messagesOf(levels, [0, null, null, null]), ['Blue must be above 0']);
  assert.deepEqual(messagesOf(field({ type: 'JSON', rules: { is: 'json' } }), '{\n"a":}'), [
    'Not valid JSON: line 2, column 5',
  ]);
  assert.deepEqual(messagesOf(field({ rules: { is: 'hexadecimal' } }), '010'), [
    'Not a valid hexadecimal string: its length is odd',
  ]);
  assert.deepEqual(messagesOf(field({ type: 'NUMBER', rules: { whole: true } }), 1.5), ['Must be a whole number']);
  assert.deepEqual(messagesOf(field({ rules: { maxLength: 3 } }), ' abcd '), ['At most 3 characters']);
  assert.deepEqual(issuesOf(field({ visibleWhen: { prop: 'b', is: 1 } }), {}, true), [], 'hidden: nobody asks');
});

test('the same as far as a form is concerned', () => {
  const file = new File(['x'], 'a.png');
  for (const [a, b, same] of [
    [undefined, null, true],
    ['', null, true],
    [[], undefined, true],
    [0, null, false],
    [false, undefined, false],
    ['a', 'a ', false],
    [{ x: 1 }, { x: 1, y: '' }, true],
    [{ x: 1 }, { x: 1, y: 2 }, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [2, 1], false],
    [Number.NaN, Number.NaN, true],
    [file, file, true],
    [file, new File(['x'], 'a.png'), false],
  ] as const)
    assert.equal(sameValue(a, b), same, `${JSON.stringify(a)} ${JSON.stringify(b)}`);
  assert.deepEqual(withAt({ a: { b: 1, c: 2 } }, 'a.b', 3), { a: { b: 3, c: 2 } });
  assert.deepEqual(withAt({}, 'a.b', 3), { a: { b: 3 } });
});

test('a number with units is shown, and bounded, in the largest round one', () => {
  const label = (seconds: number): string =>
    `${roundUnit(seconds / unitFor(seconds, durationUnits).factor)} ${unitFor(seconds, durationUnits).label}`;
  assert.equal(label(90), '90 forms:unit.second');
  assert.equal(label(1_800), '30 forms:unit.minute');
  assert.equal(label(86_400), '1 forms:unit.day');
  assert.equal(unitFor(null, durationUnits).factor, 1);
  const millimetres = [
    { label: 'mm', factor: 1 },
    { label: 'm', factor: 1_000 },
  ];
  assert.equal(roundUnit(0.3 * 3), 0.9);
  assert.equal(unitFor(2_500, millimetres).label, 'mm');
  const definition = field({ type: 'NUMBER_UNIT', unit: durationUnits });
  const issue = { code: 'too_small', message: '', path: ['a'], minimum: 60 };
  assert.equal(issueWords(inUnit(issue, definition, t), t), 'At least 1 min');
  assert.equal(issueWords(inUnit(issue, field({ type: 'NUMBER' }), t), t), 'At least 60');
});

test('an instant is typed by the clocks of a zone, on both sides of a change to summer time', () => {
  for (const [at, zone, wall] of [
    ['2026-03-18T06:00:00.000Z', 'Asia/Shanghai', '2026-03-18 14:00:00'],
    ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
    ['2026-01-01T00:00:00.000Z', 'America/St_Johns', '2025-12-31 20:30:00'],
  ] as const) {
    const wallClock = wallTime(at, zone);
    assert.equal(wallClock.format('YYYY-MM-DD HH:mm:ss'), wall, `${at} ${zone}`);
    assert.equal(instantAt(wallClock, zone), at, `${at} ${zone}`);
  }
});

test('files are checked for type and size, in the words of specification 8', () => {
  const takes = { types: ['.xlsx', 'text/csv', 'image/*'], maxBytes: 3 * 1024 * 1024 };
  const file = (name: string, type: string, size: number) => ({ name, type, size });
  assert.equal(fileFault(file('a.XLSX', '', 10), takes), null);
  assert.equal(fileFault(file('a.txt', 'text/csv', 10), takes), null);
  assert.equal(fileFault(file('a', 'image/avif', takes.maxBytes), takes), null);
  const words = (fault: ReturnType<typeof fileFault>): string =>
    fault ? t(`forms:issue.${fault.key}`, fault.values) : '';
  assert.equal(
    words(
      fileFault(file('a.exe', 'application/x-msdownload', 10), { types: ['image/png', 'image/jpeg'], maxBytes: 1 }),
    ),
    'Upload file can only be in PNG, JPEG format',
  );
  assert.equal(words(fileFault(file('a.xlsx', '', takes.maxBytes + 1), takes)), 'Upload file size cannot exceed 3MB');
  assert.equal(words(fileFault(file('a.xlsx', '', 0), takes)), 'The file is empty');
  assert.equal(kindsIn({ types: ['.xlsx', '.csv'], maxBytes: 1 }), 'XLSX, CSV');
  assert.deepEqual(sizeIn({ types: [], maxBytes: 1_536 }), { size: '1.5', unit: 'kB' });
});

test('a text is a key of the language packs, or is shown as it is', () => {
  assert.equal(wordsIn('common:save', t), 'Save');
  for (const text of ['Save', 'note: this', 'https://a.cn', 'nothing:here']) assert.equal(wordsIn(text, t), text);
});

test('display formats of specification 2 and 9; nothing, and what is no value of its format, is an em dash', () => {
  const cases: readonly [DisplayFormat, unknown, string][] = [
    ['DATE', '2026-03-18T06:00:00Z', '2026-03-18 14:00:00'],
    ['DATE', Date.parse('2026-03-18T06:00:00Z'), '2026-03-18 14:00:00'],
    ['DATE', '2026-03-18', '2026-03-18'],
    ['DATE', 'no date', '—'],
    ['NUMBER', 93.1184, '93.118'],
    ['NUMBER', '93.1184', '93.118'],
    ['NUMBER', -0.00085, '−8.5000e−4'],
    ['NUMBER', 10_000.01, '1.0000e+4'],
    ['NUMBER', 0, '0.000'],
    ['NUMBER', 'x', '—'],
    ['BYTE', 3_145_728, '3 MB'],
    ['BYTE', -1, '—'],
    ['LAT_DMS', 29.59003429, '29:35:24.123444N'],
    ['LAT_DMS', -33.99999999999, '34:0:0.000000S'],
    ['LAT_DMS', 91, '—'],
    ['LNG_DMS', -70.5, '70:30:0.000000W'],
    ['LNG_DMS', Number.NaN, '—'],
    ['NUMBER_TO_BOOLEAN', 1, 'Yes'],
    ['NUMBER_TO_BOOLEAN', 0, 'No'],
    ['NUMBER_TO_BOOLEAN', 'perhaps', '—'],
  ];
  for (const [as, value, text] of cases)
    assert.equal(formatAs(as, value, t, { zone: 'Asia/Shanghai' }), text, `${as} ${value}`);
  const points = [0, 45, 90, 135, 180, 225, 270, 315, 337.4, 337.5, -10, 720].map((degrees) =>
    formatAs('WIND_DIRECTION', degrees, t),
  );
  assert.deepEqual(points, ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'NW', 'N', 'N', 'N']);
  for (const as of displayFormats)
    for (const nothing of [null, undefined, '']) assert.equal(formatAs(as, nothing, t), '—', as);
  assert.equal(formatAs('DATE', '2026-03-18T20:00:00Z', t, { zone: 'Asia/Shanghai', day: true }), '2026-03-19');
  assert.equal(formatAs('NUMBER', 1.23456, t, { precision: 1 }), '1.2');
});

test('for a place outside of the earth the bounds are named, for a fraction that it must be whole', () => {
  const schema = z.object({ place: coordinates, count: z.int() });
  const words = (value: unknown): string[] => judged(schema, value).issues.map((issue) => issueWords(issue, t));
  assert.deepEqual(words({ place: { latitude: 200, longitude: 114 }, count: 1 }), [
    'Latitude must be −90 to 90 degrees',
  ]);
  assert.deepEqual(words({ place: { latitude: 30, longitude: Number.NaN }, count: 1 }), [
    'Longitude must be −180 to 180 degrees',
  ]);
  assert.deepEqual(words({ place: { latitude: 30, longitude: 114 }, count: 1.5 }), ['Must be a whole number']);
});

test('of the quality tests only the bound that cannot be meant is marked', () => {
  const quality = {
    fields: { level: { range: { failMin: 1, failMax: 5, suspectMin: 0 } }, temp: { rate: { per: 'hour', fail: 2 } } },
    gap: null,
    clock: null,
  } as const;
  assert.deepEqual([...wrongPlaces(quality)], ['fields.level.range.suspectMin']);
});

test('a refusal of the server names its field by one text, and finds it', () => {
  const [issue, other] = refusedIssues([
    { path: 'parameters.K', message: 'required' },
    { path: ['name'], message: 'nameTaken' },
  ]);
  assert.deepEqual(issue?.path, ['parameters', 'K']);
  assert.deepEqual(other?.path, ['name']);
});
