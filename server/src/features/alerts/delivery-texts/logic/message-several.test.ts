/** One message about several alerts: times by the clocks of the project, and no alert counted twice or left out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertContent } from './content.ts';
import { messageOf } from './message.ts';

const at = '2026-03-10T16:01:00Z';
const alertOf = (pointName: string): AlertContent => ({
  type: 'MeasuringAlert',
  alertId: 1,
  projectId: 7,
  projectName: 'Dam',
  timeZone: 'Asia/Shanghai',
  structureName: 'Main dam',
  pointId: 1,
  pointName,
  deviceName: null,
  family: 'temperature',
  field: 'temperature',
  unit: '°C',
  value: 41,
  threshold: 40,
  measure: 'value',
  level: 2,
  late: false,
  readingAt: at,
  receivedAt: at,
  raisedAt: at,
  gradingName: null,
  gradingAction: null,
});

test('a digest tells its times by the clocks of the project, and how many alerts are of points that it does not name', () => {
  const { facts, plainText } = messageOf({
    key: 'key',
    to: '',
    language: 'en',
    rosterName: null,
    isFallback: false,
    afterMinutes: 0,
    home: 'https://plumbline.example',
    now: new Date('2026-03-10T20:00:00Z'),
    content: {
      type: 'Digest',
      projectId: 7,
      projectName: 'Dam',
      timeZone: 'Asia/Shanghai',
      level: 2,
      count: 5,
      alerts: [alertOf('T-1'), alertOf('T-1'), alertOf('T-2')],
      reason: 'Works',
      startAt: '2026-03-10T15:30:00Z',
      endAt: '2026-03-10T19:30:00Z',
    },
  });
  const texts = facts.map(([, value]) => value);
  assert.ok(texts.includes('2026-03-10 23:30:00 – 2026-03-11 03:30:00: Works'), texts.join('\n'));
  assert.match(plainText ?? '', /T-1, T-2 and 2 more/);
});
