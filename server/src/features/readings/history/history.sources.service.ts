/**
 * What a value of a composite, or a survey of a master, was computed from: of each variable the point, and the reading that was nearest, by the rule of the
 * pipeline (`pipeline/compose.ts`). Invariant: the value is that which the sample holds, the time that of a reading that is there.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Trace } from '@plumbline/contract/readings/history.trace';
import type { Context } from '../../../kernel/context.ts';
import { at as recordAt, type StoredRecord } from '../readings/readings.api.ts';
import { shownCurve, shownCurves, shownPoints } from '../readings/readings.effective.api.ts';
import { iso, nearestPlace, orNull } from '../readings/readings.query.api.ts';
import { slavesOf } from './history.slaves.table.ts';

type Sources = Extract<Trace['steps'][number], { readonly kind: 'raw' }>['sources'];

/** Readings of a slave around one time: more are no rhythm. */
const maxAround = 10_000;

/** The variables of a composite by name, in its order; a slave that has no reading there any more has no time. */
export async function sourcesOf(
  { db, services: { pool } }: Pick<Context, 'db' | 'services'>,
  { pointId, record, intervalSeconds }: { pointId: number; record: StoredRecord; intervalSeconds: number },
): Promise<Sources> {
  const slaves = await slavesOf(db, pointId, 1);
  if (slaves.length === 0) return [];
  const points = await shownPoints(db, [...new Set(slaves.map((slave) => slave.pointId))], false);
  const sample = (typeof record.raw === 'object' && record.raw !== null ? record.raw : {}) as Record<string, unknown>;
  const half = intervalSeconds * 500;
  const variables = slaves.flatMap(({ variable, ...slave }) => {
    const point = points.find(({ id }) => id === slave.pointId);
    if (!point || variable === null) return [];
    const field = point.fields.find(({ key }) => key === slave.field) ?? elementAt(point.fields, 0);
    return [{ variable, name: slave.name, field: field.key, query: { point, fields: [field] } }];
  });
  const queries = variables.map(({ query }) => query);
  const view = { quantity: 'value', quality: 'all' } as const;
  const [from, to] = [Math.ceil(record.at - half), Math.floor(record.at + half)];
  const curves = await shownCurves(pool, queries, view, from, to, maxAround);
  return variables.map(({ variable, name, field, query }, i) => {
    const { times } = elementAt(curves, i);
    const place = nearestPlace(times, record.at);
    const value = sample[variable];
    return {
      variable,
      pointId: query.point.id,
      name,
      field,
      at: place === null ? null : iso(elementAt(times, place)),
      value: typeof value === 'number' ? value : null,
    };
  });
}

/**
 * The readings that a survey of a master is made of: of each point in its order the nearest one to the time, within half an interval of
 * that point. A point without one has no time.
 */
export async function membersOf(
  { db, services: { pool } }: Pick<Context, 'db' | 'services'>,
  pointId: number,
  atMs: number,
): Promise<{ readonly sources: Sources; readonly receivedAtMs: number | null }> {
  const slaves = await slavesOf(db, pointId, 3);
  const points = await shownPoints(db, [...new Set(slaves.map((slave) => slave.pointId))], false);
  let receivedAtMs: number | null = null;
  const sources: Sources = [];
  for (const { pointId: id, name, field: fieldKey } of slaves) {
    const point = points.find((each) => each.id === id);
    if (!point) continue;
    const field = point.fields.find(({ key }) => key === fieldKey) ?? elementAt(point.fields, 0);
    const half = point.facts.intervalSeconds * 500;
    const query = { point, fields: [field] };
    const view = { quantity: 'value', quality: 'all' } as const;
    const { times, columns } = await shownCurve(
      pool,
      query,
      view,
      Math.ceil(atMs - half),
      Math.floor(atMs + half),
      maxAround,
    );
    const place = nearestPlace(times, atMs);
    const at = place === null ? null : elementAt(times, place);
    const record = at === null ? null : await recordAt(pool, id, at);
    if (record) receivedAtMs = Math.max(receivedAtMs ?? 0, record.receivedAt);
    sources.push({
      variable: '',
      pointId: id,
      name,
      field: field.key,
      at: at === null ? null : iso(at),
      value: place === null ? null : orNull(elementAt(columns, 0).values[place]),
    });
  }
  return { sources, receivedAtMs };
}
