/** What a replayed story shows at a moment: the last value before it, and the level that had been reached and not left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import {
  levelAt,
  momentsOf,
  placeAt,
  pointsAt,
  type StoryData,
} from '../src/features/overview/demonstration/story-moments.ts';

const hour = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const alert = (level: number, from: number, to: number | null, more: Partial<Alert> = {}): Alert =>
  ({
    pointId: 7,
    pointName: 'IN-07',
    level,
    value: 10 * level,
    unit: 'mm',
    precision: 1,
    readingAt: iso(from),
    releasedAt: to === null ? null : iso(to),
    event: null,
    ...more,
  }) as Alert;
const point = {
  id: 7,
  name: 'IN-07',
  coordinates: null,
  unit: 'mm',
  precision: 1,
  hasLimits: true,
  intervalSeconds: 3600,
  times: [0, hour, 2 * hour],
  values: [1, 11, null],
};
const data = (alerts: readonly Alert[], history: StoryData['history'] = []): StoryData => ({
  drawing: null,
  timeZone: 'UTC',
  points: [point],
  alerts,
  history,
});

test('a value is that of the last reading, never of one to come', () => {
  assert.deepEqual(
    [-1, 0, 1, hour - 1, hour, 9 * hour].map((at) => placeAt(point.times, at)),
    [-1, 0, 0, 0, 1, 2],
  );
  const stateAt = (at: number) => {
    const [then] = pointsAt(data([]), at);
    return [then?.value, then?.status.state];
  };
  assert.deepEqual(stateAt(-1), [null, 'neverRead']);
  assert.deepEqual(stateAt(hour), [11, 'reporting']);
  assert.deepEqual(stateAt(2 * hour), [null, 'failed']);
  assert.deepEqual(stateAt(20 * hour), [null, 'stale']);
});

test('a level holds from its reading until it is left, the highest counts, and an event for its hour', () => {
  const rising = [alert(1, hour, 5 * hour), alert(2, 2 * hour, 3 * hour)];
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((at) => levelAt(rising, 7, at * hour)),
    [0, 1, 2, 1, 1, 0],
  );
  const event = [alert(4, hour, null, { event: { axis: 'z' } as Alert['event'] })];
  assert.deepEqual(
    [0, 1, 1.5, 2].map((at) => levelAt(event, 7, at * hour)),
    [0, 4, 4, 0],
  );
  assert.equal(levelAt([alert(3, hour, null)], 8, 2 * hour), 0);
});

test('sentences come in order, those of one moment are one, and what people wrote is among them', () => {
  const many = [7, 8, 9].map((pointId) => alert(1, hour, null, { pointId }));
  const changed = { at: iso(3 * hour), kind: 'changed', by: 'Zhao Min', reason: 'It is real', level: 1 };
  const step = { at: iso(2 * hour), kind: 'stepDone', by: 'Zhao Min', subject: 'Stop digging', reason: '', level: 1 };
  const history = [changed, step] as unknown as StoryData['history'];
  const moments = momentsOf(data(many, history), 7, 0, 10 * hour);
  assert.deepEqual(
    moments.map(({ at, kind, count, text }) => [at / hour, kind, count, text]),
    [
      [0, 'begin', 1, ''],
      [1, 'raisedMany', 3, ''],
      [2, 'stepDone', 1, 'Stop digging'],
      [3, 'handled', 1, 'It is real'],
      [10, 'end', 1, ''],
    ],
  );
});
