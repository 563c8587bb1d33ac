/** What a story shows at a moment, of stored readings and alerts: pure. */
import type { Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type PointStatus, pointStatus } from '@plumbline/contract/kernel/status';
import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import type { Reply } from '../../../kernel/queries.ts';

export interface StoryPoint {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  readonly precision: number;
  readonly coordinates: { readonly longitude: number; readonly latitude: number } | null;
  readonly hasLimits: boolean;
  readonly intervalSeconds: number;
  /** Epoch ms, ascending; `values` of its main field beside them. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}
export interface StoryData {
  /** Null where the point lies on none. */
  readonly drawing: PlacedDrawing | null;
  readonly timeZone: string;
  /** The one that tells the story first. */
  readonly points: readonly StoryPoint[];
  readonly alerts: readonly Alert[];
  /** Of the alerts of the point that tells it. */
  readonly history: Reply<typeof alerts.get>['history'];
}
export interface PointThen {
  readonly point: StoryPoint;
  readonly value: number | null;
  readonly status: PointStatus;
}
/** A sentence of a story; its words are the screen's. */
export interface Moment {
  /** Its place among the sentences of its story. */
  readonly place: number;
  readonly at: number;
  readonly kind: 'begin' | 'raised' | 'raisedMany' | 'event' | 'handled' | 'stepDone' | 'released' | 'end';
  readonly level: number | null;
  readonly point: string;
  readonly value: number | null;
  readonly unit: string;
  readonly precision: number;
  readonly count: number;
  readonly by: string;
  readonly text: string;
}

/** An event is over in seconds; its level is shown until the next hour. */
const endOf = ({ event, readingAt, releasedAt }: Alert): number =>
  event ? Date.parse(readingAt) + hourMs : releasedAt === null ? Number.POSITIVE_INFINITY : Date.parse(releasedAt);

/** The level of a point at a time: the highest that had been reached and not been left. */
export const levelAt = (alerts: readonly Alert[], pointId: number, at: number): number =>
  alerts.reduce(
    (most, alert) =>
      alert.pointId === pointId && Date.parse(alert.readingAt) <= at && at < endOf(alert)
        ? Math.max(most, alert.level)
        : most,
    0,
  );

/** The place of the last reading at or before a time; -1 = there is none. */
export function placeAt(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The points as they stood at a time, by the one rule of status. */
export const pointsAt = ({ points, alerts }: StoryData, at: number): PointThen[] =>
  points.map((point) => {
    const place = placeAt(point.times, at);
    const { intervalSeconds, hasLimits } = point;
    const value = point.values[place] ?? null;
    const last = { atMs: point.times[place] ?? null, level: levelAt(alerts, point.id, at), hasLimits, intervalSeconds };
    const status = pointStatus({ ...last, failed: place >= 0 && value === null }, at);
    // What was fresh then has not become stale since: the clock of the screen is another.
    return { point, value, status: status.state === 'stale' ? status : { ...status, staleAt: null } };
  });

const emptyMoment = {
  place: 0,
  level: null,
  point: '',
  value: null,
  unit: '',
  precision: 0,
  count: 1,
  by: '',
  text: '',
} as const;

/** Alerts that came at one moment at one level are one sentence. */
function raisedMoments(alerts: readonly Alert[], mainId: number): Moment[] {
  const together = Map.groupBy(alerts, ({ level, readingAt, event }) => `${readingAt} ${level} ${event !== null}`);
  return [...together.values()].flatMap((all) => {
    const alert = all.find(({ pointId }) => pointId === mainId) ?? all[0];
    if (!alert) return [];
    const { level, pointName, value, unit, precision, event, readingAt } = alert;
    const kind = event ? 'event' : all.length > 2 ? 'raisedMany' : 'raised';
    const of = { ...emptyMoment, level, point: pointName, value, unit, precision, count: all.length };
    return [{ ...of, at: Date.parse(readingAt), kind }];
  });
}

/** The sentences of a story in order, from its first moment to its last. */
export function momentsOf({ alerts, history }: StoryData, mainId: number, from: number, to: number): Moment[] {
  const handled = history.flatMap(({ at, kind, by, reason, subject, level }): Moment[] => {
    const of = { ...emptyMoment, at: Date.parse(at), by: by ?? '', level };
    if (kind === 'changed' && reason !== '') return [{ ...of, kind: 'handled', text: reason }];
    if (kind === 'comment' || kind === 'measure') return [{ ...of, kind: 'handled', text: reason }];
    return kind === 'stepDone' ? [{ ...of, kind: 'stepDone', text: subject }] : [];
  });
  const released = alerts.flatMap(({ pointId, pointName, level, releasedAt, event }): Moment[] =>
    pointId === mainId && releasedAt !== null && !event
      ? [{ ...emptyMoment, at: Date.parse(releasedAt), kind: 'released', level, point: pointName }]
      : [],
  );
  const between = [...raisedMoments(alerts, mainId), ...handled, ...released].filter(({ at }) => at > from && at < to);
  const all: Moment[] = [
    { ...emptyMoment, at: from, kind: 'begin' },
    ...between.toSorted((a, b) => a.at - b.at),
    { ...emptyMoment, at: to, kind: 'end' },
  ];
  return all.map((moment, place) => ({ ...moment, place }));
}
