import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type ScanResult } from './judge-health.ts';

const scan: ScanResult = {
  thresholds: { voltageThreshold: 10, lostTolerance: 3, alertTolerance: 6 },
  plan: null,
  timeZone: 'UTC',
  family: 'anchorForce',
  mode: 1,
  nodeCount: 0,
  lastAt: 1000,
  boundAt: 0,
  samples: [],
  takingSince: 0,
};

test('an anchor has several wires: each must sound', () => {
  const of = (frequency: number | null | (number | null)[]) => {
    const { status, brokenNodes } = judge(null, { ...scan, samples: [{ at: 1000, raw: { frequency } }] }, 2000);
    return [status, ...brokenNodes];
  };
  assert.deepEqual(of([2650, 2700, 2710, 2690]), ['normal']);
  assert.deepEqual(of([2650, null, 2710, 90]), ['nodeBroken', 2, 4]);
  assert.deepEqual(of(2650), ['normal']);
  assert.deepEqual(of(null), ['nodeBroken', 1]);
});

test('what is overdue is so since the look that found it, not since the last one', () => {
  const plan: ScanResult['plan'] = {
    mode: 'UploadCollect',
    intervalSeconds: 60,
    startAt: null,
    endAt: null,
    timer: [],
    acceleration: 'none',
  };
  const hour = 3_600_000;
  const first = judge(null, { ...scan, plan }, hour);
  assert.equal(first.overdueAt, hour);
  const second = judge({ ...first }, { ...scan, plan }, 2 * hour);
  assert.equal(second.overdueAt, hour);
  assert.equal(second.since, first.since);
});
