/** Readings and alerts as a push takes them: corrected or as stored, under the names and units of a rule. */
import type { Alert } from '@plumbline/contract/alerts/alerts';
import type { PushSettings } from '@plumbline/contract/reports/push-rules';
import { numberForFile } from '@plumbline/science/display/number';
import type { PushAlert, PushReading } from '@plumbline/science/push/rows';
import type { Db } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { alertOf } from '../../alerts/alerts/alerts.api.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { goodOnly, type ShownCurve, shownCurves, shownPoints } from '../../readings/readings/readings.effective.api.ts';

export interface ContentOf {
  readonly projectId: number;
  readonly raw: boolean;
  readonly fields: PushSettings['fields'];
}
/** Readings of points in [fromMs, toMs], at most `limit` of each, oldest first. */
export interface Span {
  readonly pointIds: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

const view = { quantity: 'value', quality: 'good' } as const;

/**
 * The readings of each point; a point that is gone is absent. Values that failed their tests are left out, as everywhere; `isCut` = the point has
 * more. Statements do not grow with the points.
 */
export async function readingsIn(
  db: Db,
  pool: Pool,
  of: ContentOf,
  { pointIds, fromMs, toMs, limit }: Span,
): Promise<ReadonlyMap<number, { readonly readings: readonly PushReading[]; readonly isCut: boolean }>> {
  const named = await namedPoints(db, of.projectId, [...new Set(pointIds)]);
  if (named.length === 0) return new Map();
  const shownById = new Map(
    (
      await shownPoints(
        db,
        named.map(({ id }) => id),
        of.raw,
      )
    ).map((point) => [point.id, point]),
  );
  const queries = named.flatMap(({ id }) => {
    const point = shownById.get(id);
    return point ? [{ point, fields: point.fields }] : [];
  });
  const curves = await shownCurves(pool, queries, view, fromMs, toMs, limit);
  const byPoint = new Map(named.map((point) => [point.id, point]));
  return new Map(
    curves.map((curve) => {
      const point = byPoint.get(curve.point.id);
      const facts = { pointName: point?.name ?? '', structure: point?.structure ?? '', family: point?.family ?? '' };
      return [curve.point.id, { readings: readingsOf(curve, of, facts, point?.mainIndex ?? 0), isCut: curve.cut }];
    }),
  );
}

function readingsOf(
  curve: ShownCurve,
  { fields }: ContentOf,
  facts: Pick<PushReading, 'pointName' | 'structure' | 'family'>,
  mainIndex: number,
): PushReading[] {
  const mapped = new Map(fields.map((field) => [field.field, field]));
  const columns = curve.columns
    .filter(({ field }) => mapped.size === 0 || mapped.has(field.key))
    // The main field comes first: it is what a format means that names none.
    .toSorted((a, b) => Number(b.field.index === mainIndex) - Number(a.field.index === mainIndex))
    .map(({ field, values, flags }) => ({ field, by: mapped.get(field.key), good: goodOnly(values, flags, view) }));
  return Array.from(curve.times, (at, i) => ({
    ...facts,
    pointId: curve.point.id,
    at,
    fields: columns.map(({ field, by, good }) => ({
      key: field.key,
      name: by?.name ?? field.key,
      unit: by?.unit ?? field.unit,
      value: numberForFile((good[i] ?? Number.NaN) * (by?.factor ?? 1), 15),
    })),
  }));
}

/** An alert of the project; null = it is gone. */
export async function pushedAlert(db: Db, projectId: number, alertId: number): Promise<PushAlert | null> {
  const alert: Alert | null = await alertOf(db, projectId, alertId);
  return (
    alert && {
      alertId: alert.id,
      pointId: alert.pointId,
      pointName: alert.pointName,
      structure: alert.structureName,
      field: alert.field,
      unit: alert.unit,
      value: alert.lastValue,
      at: Date.parse(alert.lastAt),
      level: alert.level,
      status: alert.status,
      isReleased: alert.releasedAt !== null,
    }
  );
}
