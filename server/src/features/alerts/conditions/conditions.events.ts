/** Conditions follow what is measured, what becomes of history, and what becomes of points. */

import type { Events } from '@plumbline/contract/kernel/events';
import { type EventContext, emit, type Handlers } from '../../../kernel/events.ts';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { places } from '../../site/projects/projects.api.ts';
import { evaluateConditions } from './conditions.evaluate.service.ts';
import { conditionsOf, forgetPast, pointsFedBy } from './conditions.states.table.ts';

/** Before everything that was measured. */
const ever = Date.UTC(1900, 0, 1);

const evaluateDue = {
  async many(context: EventContext, words: readonly Events['conditionsDue'][]) {
    const { db, now } = context;
    const since = new Map<number, number>();
    for (const { points } of words)
      for (const [pointId, fromMs] of points) since.set(pointId, Math.min(fromMs, since.get(pointId) ?? fromMs));
    const newFrom = await conditionsOf(db, since);
    if (newFrom.size === 0) return;
    const changeId = words.findLast((each) => each.changeId !== null)?.changeId ?? null;
    await notifyPages(context, await evaluateConditions(db, { newFrom, changeId, nowMs: now().getTime() }));
  },
};

/** Open pages fetch again how the conditions of projects stand. */
export async function notifyPages(
  { db, after, sockets }: Pick<EventContext, 'db' | 'after' | 'sockets'>,
  projectIds: ReadonlySet<number>,
): Promise<void> {
  if (projectIds.size === 0) return;
  for (const [projectId, { corporationId }] of await places(db, [...projectIds]))
    after(() => sockets.toProject({ corporationId, projectId }, 'PROJECT_SUMMARY_CHANGED', { projectId }));
}

/** Registered in app.worker.ts. */
export const followReadings: Handlers = {
  waveformsChanged: [
    async ({ db, now }, { pointId, startMs }) => {
      await emit(db, now(), 'conditionsDue', { points: [[pointId, startMs ?? ever]], changeId: null });
    },
  ],
  deviceHealthChanged: [
    async ({ db, now }, { deviceIds, atMs }) => {
      const points = (await pointsFedBy(db, deviceIds)).map((id) => [id, atMs] as const);
      if (points.length > 0) await emit(db, now(), 'conditionsDue', { points, changeId: null });
    },
  ],
  conditionsDue: [evaluateDue],
  conditionsChanged: [(context, { projectId }) => notifyPages(context, new Set([projectId]))],
  readingsChanged: [
    async ({ db, now }, { pointIds, fromMs, changeId }) => {
      await emit(db, now(), 'conditionsDue', { points: pointIds.map((id) => [id, fromMs ?? ever] as const), changeId });
    },
  ],
};

export const lifecycle: LifecycleHooks = {
  removeSeries: forgetPast,
};
