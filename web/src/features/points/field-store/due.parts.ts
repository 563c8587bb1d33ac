/** What a crew has to do today, from what the server said of plans and points. Pure. */
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { Point } from '@plumbline/contract/points/points';

/** A point that people read: it is due when its interval is over, by its last reading or by one that waits here. */
export interface DuePoint {
  readonly point: Point;
  /** Epoch ms; null = it was never read. */
  readonly dueAt: number | null;
  readonly isOverdue: boolean;
}

/** Read by people and open. */
export const isManual = (point: Pick<Point, 'type' | 'archivedAt' | 'deprecatedAt'>): boolean =>
  point.type === 2 && point.archivedAt === null && point.deprecatedAt === null;

/** Half of an interval and more beyond its time is late. */
const lateShare = 0.5;

/**
 * Points that are due by `untilMs`, the longest overdue first, those never read before all. `enteredAt` = when one was
 * entered last in this browser, epoch ms by point.
 */
export function duePoints(
  points: readonly Point[],
  enteredAt: ReadonlyMap<number, number>,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): DuePoint[] {
  return points
    .filter(isManual)
    .map((point): DuePoint => {
      const readAt = Math.max(
        point.latest ? Date.parse(point.latest.at) : Number.NEGATIVE_INFINITY,
        enteredAt.get(point.id) ?? Number.NEGATIVE_INFINITY,
      );
      const intervalMs = point.intervalSeconds * 1000;
      const dueAt = Number.isFinite(readAt) ? readAt + intervalMs : null;
      return { point, dueAt, isOverdue: dueAt === null || nowMs - dueAt > intervalMs * lateShare };
    })
    .filter(({ dueAt }) => dueAt === null || dueAt <= untilMs)
    .sort(
      (a, b) =>
        (a.dueAt ?? Number.NEGATIVE_INFINITY) - (b.dueAt ?? Number.NEGATIVE_INFINITY) ||
        a.point.name.localeCompare(b.point.name),
    );
}

const openStates: ReadonlySet<Plan['state']> = new Set(['due', 'begun', 'overdue']);
const urgency: Readonly<Partial<Record<Plan['state'], number>>> = { overdue: 0, begun: 1, due: 2 };

/** Inspections that may be made now, the overdue first. */
export const duePlans = (plans: readonly Plan[]): Plan[] =>
  plans
    .filter(({ state }) => openStates.has(state))
    .sort((a, b) => (urgency[a.state] ?? 3) - (urgency[b.state] ?? 3) || a.name.localeCompare(b.name));
