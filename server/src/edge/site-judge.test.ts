/** Limits at a site: only what is newer than what was judged counts, in its order, also after a restart. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defaultQuality } from '@plumbline/science/quality/config';
import { compileQuality } from '@plumbline/science/quality/judge-quality';
import { pino } from 'pino';
import type { BoundPoint } from '../pipeline/bind.ts';
import type { BoundDevice } from '../pipeline/directory.ts';
import { SiteJudge } from './site-judge.ts';

const root = mkdtempSync(join(tmpdir(), 'site-judge-'));
after(() => rmSync(root, { recursive: true, force: true }));
const log = pino({ level: 'silent' });
const nowMs = Date.parse('2026-03-18T06:00:00Z');
/** A second after the start. */
const at = (second: number) => nowMs - 3_600_000 + second * 1000;

const rule = { kind: 'value', method: 'upper', levels: [10, 20, 30, 40], releaseRatio: 0.95 } as const;
const pointOf = (consecutive: number) =>
  ({
    pointId: 1,
    corporationId: 1,
    projectId: 1,
    structureId: 1,
    version: '1',
    keys: ['temperature'],
    corrections: [],
    options: {},
    quality: compileQuality(defaultQuality, ['temperature'], 60),
    remembers: false,
    watch: null,
    composites: [],
    convert: ({ temperature }) => [Number(temperature)],
    quantities: new Set(['temperature']),
    initialOf: () => null,
    intervalSeconds: 60,
    mainIndex: 0,
    rules: [
      {
        thresholdId: 7,
        field: 'temperature',
        fieldIndex: 0,
        unit: '°C',
        kind: 'value',
        levels: [10, 20, 30, 40],
        needsRate: false,
        rule: { ...rule, releaseCount: 1, consecutive },
      },
    ],
  }) as const satisfies BoundPoint;
const deviceWith = (consecutive = 1): BoundDevice => ({
  id: 1,
  corporationId: 1,
  sncode: 'SN-1',
  secretHash: Buffer.alloc(0),
  channels: new Set(['1']),
  points: new Map([['1', pointOf(consecutive)]]),
});
const message = (...readings: readonly (readonly [second: number, temperature: number])[]) =>
  JSON.stringify(readings.map(([second, temperature]) => ({ at: at(second), channels: { 1: { temperature } } })));
const levelOf = (judge: SiteJudge, device: BoundDevice) => judge.highest([device])?.level ?? 0;
let folders = 0;
const newFolder = () => mkdtempSync(join(root, `${folders++}-`));

test('the records of a message are judged in the order of their times, in whatever order they stand in it', () => {
  const [device, judge] = [deviceWith(), new SiteJudge(newFolder(), log)];
  judge.take(device, message([3, 25], [1, 5], [2, 35]), nowMs);
  assert.equal(levelOf(judge, device), 2, 'the newest is at level 2');
  judge.take(device, message([6, 1], [5, 15], [4, 45]), nowMs);
  assert.equal(levelOf(judge, device), 0, 'the newest releases it');
  const [twice, strict] = [deviceWith(2), new SiteJudge(newFolder(), log)];
  strict.take(twice, message([2, 15], [4, 15], [3, 5]), nowMs);
  assert.equal(levelOf(strict, twice), 0, 'no two of them follow each other');
});

test('what is older than what was judged moves nothing, before a restart and after it', () => {
  const [device, folder] = [deviceWith(), newFolder()];
  const before = new SiteJudge(folder, log);
  before.take(device, message([10, 45]), nowMs);
  before.take(device, message([11, 1]), nowMs);
  before.take(device, message([10, 45], [9, 45]), nowMs);
  assert.equal(levelOf(before, device), 0);
  before.save();
  const again = new SiteJudge(folder, log);
  again.take(device, message([10, 45], [11, 45]), nowMs);
  assert.equal(levelOf(again, device), 0, 'sent once more after a restart');
  again.take(device, message([12, 45]), nowMs);
  assert.equal(levelOf(again, device), 4);
});

test('a rule that has risen is still so after a restart, and a reading that is newer releases it', () => {
  const [device, folder] = [deviceWith(), newFolder()];
  const before = new SiteJudge(folder, log);
  before.take(device, message([10, 35]), nowMs);
  before.save();
  const again = new SiteJudge(folder, log);
  assert.deepEqual(again.highest([device]), { pointId: 1, thresholdId: 7, level: 3 });
  again.take(device, message([9, 1]), nowMs);
  assert.equal(levelOf(again, device), 3);
  again.take(device, message([11, 1]), nowMs);
  assert.equal(levelOf(again, device), 0);
});
