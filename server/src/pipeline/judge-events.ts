/**
 * Vibration events against the limits of their points, when they are stored or deleted. Invariant: of each event that is there
 * and each rule that it reaches there is one alert, with the time, axis and velocity of the event; of a deleted one none is
 * upheld. An event moves no rule: it is over with its recording, and says nothing of the records before and after it.
 */
import type { Events } from '@plumbline/contract/kernel/events';
import { eventReaches } from '@plumbline/science/limits/event';
import * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import * as past from '../features/alerts/alerts/alerts.revise.table.ts';
import { eventsStarting } from '../features/views/waveforms/waveforms.api.ts';
import { type EventContext, emitMany, type Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { bindPoints } from './bind.composites.ts';
import type { BoundPoint } from './bind.ts';

type Recorded = Awaited<ReturnType<typeof eventsStarting>>[number];

/** Registered in app.worker.ts. */
export const eventLimits: Handlers = { waveformsChanged: [{ many: judgeEvents }] };

async function judgeEvents(
  { db, now, log }: EventContext,
  words: readonly Events['waveformsChanged'][],
): Promise<void> {
  const starts = [
    ...new Map(words.map(({ pointId, startMs }) => [`${pointId}/${startMs}`, { pointId, startMs }])).values(),
  ];
  const sql = sqlOver(db);
  const nowMs = now().getTime();
  const known = await past.alertsOfEvents(sql, starts);
  const recorded = await eventsStarting(db, starts);
  const ids = new Set(recorded.map(({ id }) => id));
  const gone = known.filter(({ waveformId }) => !ids.has(waveformId));
  await past.saveRevisions(
    sql,
    null,
    nowMs,
    gone.map(({ id }) => ({ alertId: id, upheld: false, level: 0, value: null, moved: null })),
  );
  await emitMany(
    sql,
    now(),
    'alertsRevised',
    gone.map(({ id, projectId }) => ({ alertId: id, projectId })),
  );
  const judged = new Set(known.map(({ waveformId }) => waveformId));
  const fresh = recorded.filter(({ id }) => !judged.has(id));
  const points = await bindPoints(db, [...new Set(fresh.map(({ pointId }) => pointId))], log);
  const raised = fresh.flatMap((event) => {
    const point = points.get(event.pointId);
    return point ? alertsOf(point, event) : [];
  });
  if (raised.length > 0) await alerts.raise(sql, raised, nowMs);
}

const alertsOf = (point: BoundPoint, event: Recorded): alerts.NewAlert[] =>
  point.rules.flatMap(({ thresholdId, field, rule, unit, levels }) => {
    const reached = eventReaches(rule, field, event);
    if (reached === null) return [];
    const { level, value, threshold, axis, frequencyHz } = reached;
    const { projectId, structureId, pointId } = point;
    return [
      {
        projectId,
        structureId,
        pointId,
        thresholdId,
        field,
        kind: 'value',
        measure: 'value',
        unit,
        levels,
        level,
        value,
        threshold,
        late: event.isLate,
        readingAt: event.atMs,
        receivedAt: event.receivedMs,
        releasedAt: event.atMs + event.durationMs,
        event: { waveformId: event.id, axis, frequencyHz },
      },
    ];
  });
