import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delaysOf } from '../src/screens/point/arrival-delays.ts';
import { pointTasks, type TaskSources } from '../src/screens/point/point-task-rows.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString();

test('the tasks of a point come from every feature, the next first; those of other points are not among them', () => {
  const sources = {
    config: { state: 'confirmed', mode: 'UploadCollect', nextCommandAt: null },
    commands: [{ commandId: 'a', requestedAt: at(5) }],
    plans: [
      { id: 1, pointId: 7, structureId: 2, state: 'waiting', nextAt: at(9), dueAt: at(1) },
      { id: 2, pointId: null, structureId: 2, state: 'overdue', nextAt: at(9), dueAt: at(2) },
      { id: 3, pointId: 8, structureId: 2, state: 'due', nextAt: null, dueAt: at(3) },
    ],
    tasks: [
      { id: 1, state: 'done', subject: { pointId: 7 }, createdAt: at(0), startedAt: at(0), finishedAt: at(4) },
      { id: 2, state: 'running', subject: { pointId: 8 }, createdAt: at(0), startedAt: at(0), finishedAt: null },
      { id: 3, state: 'running', subject: {}, createdAt: at(0), startedAt: at(6), finishedAt: null },
      { id: 4, state: 'done', subject: {}, createdAt: at(0), startedAt: at(6), finishedAt: at(7) },
    ],
    schedules: [
      { id: 1, enabled: true, nextAt: at(8) },
      { id: 2, enabled: false, nextAt: at(8) },
    ],
  } as unknown as TaskSources;
  const rows = pointTasks({ id: 7, structureId: 2 }, sources);
  assert.deepEqual(
    rows.map((row) => [row.kind, row.at]),
    [
      ['inspection', at(2)],
      ['work', at(4)],
      ['command', at(5)],
      ['work', at(6)],
      ['report', at(8)],
      ['inspection', at(9)],
      ['collect', null],
    ],
  );
  assert.deepEqual(pointTasks({ id: 7, structureId: 2 }, {}), []);
  const off = { ...sources.config, mode: 'NoCollect' } as TaskSources['config'];
  assert.deepEqual(pointTasks({ id: 7, structureId: 2 }, { config: off }), [], 'what is switched off is not scheduled');
});

test('readings that came later than an interval were kept on the way', () => {
  const row = (minute: number, late: number) => ({ at: at(minute), receivedAt: at(minute + late) });
  assert.equal(delaysOf([], 600), null);
  assert.deepEqual(delaysOf([row(50, 0), row(40, 10), row(30, 11), row(20, 0), row(10, 31)], 600), {
    count: 5,
    medianSeconds: 600,
    longestSeconds: 1860,
    bufferedCount: 2,
    bufferedAt: at(30),
  });
  assert.equal(delaysOf([row(50, -3)], 600)?.longestSeconds, 0, 'a clock that runs ahead is no delay');
});
