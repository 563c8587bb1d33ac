/**
 * Readings that came late: what they touch is judged again by the evaluator of live readings, from the first of them until
 * nothing differs any more. Invariant: afterwards the alerts of a rule are those that its readings give in order of measuring
 * time, in whatever order they came. What takes too long for a transaction of many points is done by the task of revise.ts.
 */
import type { Events } from '@plumbline/contract/kernel/events';
import { lockTimes } from '../features/platform/store/store.levels.api.ts';
import { count } from '../features/readings/readings/readings.api.ts';
import type { EventContext, Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { bindPoints } from './bind.composites.ts';
import { revisePoint } from './revise.point.ts';
import { forever } from './revise.tracks.ts';
import { queueRevision } from './revise.ts';

/** Readings that are judged again in one transaction, of all points together: a quarter of a second. */
const maxReadings = 20_000;

/** Registered in app.worker.ts. */
export const lateEvents: Handlers = { readingsLate: [{ many: judgeLate }] };

async function judgeLate(context: EventContext, words: readonly Events['readingsLate'][]): Promise<void> {
  const { db, now, log } = context;
  const spans = spansOf(words);
  const ids = [...spans.keys()].sort((a, b) => a - b);
  const sql = sqlOver(db);
  // In the order of the intake, which waits for the same locks.
  const newest = await lockTimes(db, ids);
  const points = await bindPoints(db, ids, log);
  let readings = 0;
  for (const id of ids) {
    const [point, span] = [points.get(id), spans.get(id)];
    if (!point || !span || !newest.has(id) || point.rules.length === 0) continue;
    const touched = await count(sql, id, span.fromMs, forever);
    readings += touched;
    if (readings <= maxReadings) await revisePoint(db, point, { ...span, changeId: null, nowMs: now().getTime() });
    else {
      readings -= touched;
      await queueRevision(context, { ...span, changeId: null, pointIds: [id] });
    }
  }
}

/** By point, from the first to the last reading that came late. */
function spansOf(words: readonly Events['readingsLate'][]): Map<number, { fromMs: number; toMs: number }> {
  const spans = new Map<number, { fromMs: number; toMs: number }>();
  for (const [pointId, fromMs, toMs] of words.flatMap(({ points }) => points)) {
    const known = spans.get(pointId);
    spans.set(pointId, {
      fromMs: Math.min(fromMs, known?.fromMs ?? fromMs),
      toMs: Math.max(toMs, known?.toMs ?? toMs),
    });
  }
  return spans;
}
