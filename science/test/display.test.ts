import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDms, formatNumber, plainNumber } from '../src/display/number.ts';
import { batteryLevel, batteryPercent, cellVoltage } from '../src/health/battery.ts';
import { signalGrade, signalGradeDb, signalGradeDbm } from '../src/health/signal.ts';
import { near, vector } from './vectors.ts';

test('numbers and coordinates agree with the vectors and the worked examples', () => {
  const { cases } = vector<Record<string, number>, { dms?: string; text?: string }>('display_format');
  for (const { in: i, out } of cases) {
    if (i.lat !== undefined) assert.equal(formatDms(i.lat, 'latitude'), out.dms);
    else if (i.lon !== undefined) assert.equal(formatDms(i.lon, 'longitude'), out.dms);
    else assert.equal(formatNumber(i.number!), out.text);
  }
  assert.deepEqual(
    [0.00085, 12345.678, -Math.PI, -0].map((x) => formatNumber(x)),
    ['8.5000e-4', '1.2346e+4', '-3.142', '0.000'],
  );
  assert.equal(formatNumber(-0.01, 1), '0.0');
  assert.equal(formatNumber(Number.NaN), '');
  assert.equal(formatDms(29.59003429, 'latitude'), '29:35:24.123444N');
  assert.equal(formatDms(59.99999999999, 'latitude'), '60:0:0.000000N');
});

test('signal and battery agree with the vector and the worked examples', () => {
  const { cases } = vector<Record<string, number>, { grade: string; cell: number; level: string }>('signal_battery');
  for (const { in: i, out } of cases) {
    if (i.csq !== undefined) {
      assert.equal(signalGrade(i.csq), out.grade);
    } else {
      near(cellVoltage(i.voltage!), out.cell);
      assert.equal(batteryLevel(i.voltage!), out.level);
    }
  }
  assert.deepEqual(
    [3.7, 7.9, 11.9, 12, 3, 5].map((v) => Math.round(batteryPercent(v))),
    [38, 78, 81, 85, 0, 100],
  );
  assert.deepEqual([3.7, 7.9, 7.2, 12].map(batteryLevel), ['medium', 'high', 'low', 'high']);
  assert.equal(signalGrade(18), 'good');
  assert.equal(signalGrade(25), 'excellent');
});

test('a signal in dB has grades of its own, which are not those of dBm', () => {
  assert.deepEqual([-3, 10, 10.1, 25, 25.1].map(signalGradeDb), ['poor', 'poor', 'good', 'good', 'excellent']);
  assert.deepEqual([-140, -78, -77, -63, 0].map(signalGradeDbm), ['poor', 'poor', 'good', 'excellent', 'excellent']);
  assert.deepEqual([signalGradeDb(Number.NaN), signalGradeDbm(Number.NaN)], ['unknown', 'unknown']);
});

test('on paper a number has no exponent: its decimals, and of a small one those of its first two digits', () => {
  assert.deepEqual(
    [0.0003, 0.00012194, -0.00085, 0.0000012, -0.0000012, 1e-9, 0, 0.25, 12345.678, -1234567.8].map((x) =>
      plainNumber(x),
    ),
    ['0.00030', '0.00012', '-0.00085', '0.000001', '-0.000001', '0.000', '0.000', '0.250', '12345.678', '-1234567.800'],
  );
  assert.deepEqual(
    [0.0004, 0.004, 20_000].map((x) => plainNumber(x, 1)),
    ['0.0004', '0.0', '20000.0'],
  );
  assert.equal(plainNumber(-0.01, 1), '0.0');
  assert.equal(plainNumber(Number.POSITIVE_INFINITY), '');
});
