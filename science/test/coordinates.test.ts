import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCoordinate, readPlace } from '../src/display/coordinates.ts';
import { formatDms } from '../src/display/number.ts';
import { formatBytes, numberToBoolean } from '../src/display/quantity.ts';
import { near, vector } from './vectors.ts';

test('what is written as degrees, minutes and seconds is read back', () => {
  const { cases } = vector<Record<string, number>, { dms?: string }>('display_format');
  let read = 0;
  for (const { in: i, out } of cases) {
    const [axis, degrees] =
      i.lat !== undefined ? (['latitude', i.lat] as const) : (['longitude', i.lon ?? Number.NaN] as const);
    if (out.dms === undefined || Number.isNaN(degrees)) continue;
    // A microsecond of arc is 3e-10 degrees.
    near(readCoordinate(out.dms, axis)!, degrees, 2e-10);
    read++;
  }
  assert.ok(read > 5);
  for (let i = 0; i < 2_000; i++) {
    const degrees = ((i * 7_919) % 180_000) / 1_000 - 90 + i / 7e6;
    if (Math.abs(degrees) > 90) continue;
    near(readCoordinate(formatDms(degrees, 'latitude'), 'latitude')!, degrees, 2e-10);
  }
});

test('a coordinate in the ways people write it', () => {
  const cases: readonly [string, 'latitude' | 'longitude', number | null][] = [
    ['29.59003429', 'latitude', 29.59003429],
    [' -25.352206883 ', 'latitude', -25.352206883],
    ['−25.5', 'latitude', -25.5],
    ['+114.3', 'longitude', 114.3],
    ['29:35:24.123444N', 'latitude', 29 + 35 / 60 + 24.123444 / 3600],
    ['29°35′24.5″ S', 'latitude', -(29 + 35 / 60 + 24.5 / 3600)],
    [`29° 35' 24.5" n`, 'latitude', 29 + 35 / 60 + 24.5 / 3600],
    ['N 29 35 24', 'latitude', 29 + 35 / 60 + 24 / 3600],
    ['W70:30', 'longitude', -70.5],
    ['70°30.5′E', 'longitude', 70 + 30.5 / 60],
    ['１１４．３', 'longitude', 114.3],
    ['-0', 'latitude', 0],
    ['180', 'longitude', 180],
    ['90.0001', 'latitude', null],
    ['180:0:0.1', 'longitude', null],
    ['29:60:00', 'latitude', null],
    ['29:35:60', 'latitude', null],
    ['29.5:30', 'latitude', null],
    ['-29N', 'latitude', null],
    ['29E', 'latitude', null],
    ['N29S', 'latitude', null],
    ['', 'latitude', null],
    ['north', 'latitude', null],
    ['1e2', 'longitude', null],
    ['29,5', 'latitude', null],
  ];
  for (const [text, axis, wanted] of cases) {
    const read = readCoordinate(text, axis);
    if (wanted === null) assert.equal(read, null, text);
    else near(read!, wanted, 1e-12);
  }
});

test('a pasted place: latitude first, unless letters or sizes say otherwise', () => {
  const place = { latitude: 30.5928, longitude: 114.3054 };
  for (const text of [
    '30.5928, 114.3054',
    '30.5928,114.3054',
    '(30.5928; 114.3054)',
    '30.5928\t114.3054',
    '30.5928 114.3054',
    '30.5928，114.3054',
    'N30.5928, E114.3054',
    'E114.3054, N30.5928',
    '114.3054, 30.5928',
  ])
    assert.deepEqual(readPlace(text), place, text);
  const dms = readPlace('30:35:34.08N, 114:18:19.44E');
  near(dms!.latitude, 30.5928, 1e-9);
  near(dms!.longitude, 114.3054, 1e-9);
  for (const text of ['30.5928', '', 'a, b', '1, 2, 3', '100, 200', '30.5928,'])
    assert.equal(readPlace(text), null, JSON.stringify(text));
});

test('bytes in the largest unit, and numbers as switches', () => {
  const sizes: readonly [number, string][] = [
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 kB'],
    [1_536, '1.5 kB'],
    [1_048_575, '1 MB'],
    [3 * 1024 * 1024, '3 MB'],
    [1024 ** 3, '1 GB'],
    [5 * 1024 ** 5, '5 PB'],
  ];
  for (const [bytes, text] of sizes) assert.equal(formatBytes(bytes), text);
  for (const none of [-1, Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(formatBytes(none), '');
  for (const [value, truth] of [
    [1, true],
    [0, false],
    [-0, false],
    [2, true],
    ['1', true],
    ['0', false],
    ['true', true],
    [false, false],
    [null, null],
    [undefined, null],
    ['', null],
    ['on', null],
    [Number.NaN, null],
  ] as const)
    assert.equal(numberToBoolean(value), truth, String(value));
});
