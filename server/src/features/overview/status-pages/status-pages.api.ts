/** Structures and points as people without an account see them: on status pages and walls. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { PublicStatus } from '@plumbline/contract/overview/status-pages';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Structure } from '@plumbline/contract/site/structures';
import type { Db } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { wideView } from '../../readings/readings/readings.wide.api.ts';
import { structuresNow } from '../../site/structures/structures.api.ts';
import { type PointNow, pointsNow } from './status-pages.open.table.ts';

export { pointsNow };

const curveWidth = 240;
/** Read one by one where a summary cannot answer. */
const recordsLimit = 200_000;

/** Structures and items, an item with the name of its structure. */
export async function publicStructures(
  db: Db,
  structures: readonly Structure[],
  { now, showAlerts }: { readonly now: Date; readonly showAlerts: boolean },
): Promise<PublicStatus['structures']> {
  const parents = structures.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]));
  const names = new Map((await structuresNow(db, parents, now)).map(({ id, name }) => [id, name]));
  return structures.map(({ name, parentId, type, status, openAlerts }) => ({
    name,
    parentName: parentId === null ? null : (names.get(parentId) ?? null),
    type,
    status,
    openAlerts: showAlerts ? openAlerts : null,
  }));
}

/**
 * Points with the value that counts now and, where `from` says since when, their curve, as a chart of `width` px draws it. Those not
 * in use are left out.
 */
export async function publicPoints(
  db: Db,
  ids: readonly number[],
  from: Date | null,
  now: Date,
  width = curveWidth,
): Promise<({ readonly id: number } & PublicStatus['points'][number])[]> {
  const points = await pointsNow(db, ids, now);
  const curves = from === null ? null : await curvesOf(db, points, { from, now, width });
  return points.map(({ id, name, structure, family, nodeCount, mainIndex, value, status }) => {
    const { key, unit, precision } = elementAt(fieldsOf(family, nodeCount), mainIndex);
    // A value that failed its quality tests is none: what the newest reading says is not known.
    const good = status.state === 'failed' ? null : value;
    const curve = curves?.get(id) ?? null;
    return { id, name, structure, family, field: key, unit, precision, status, value: good, curve };
  });
}

type PublicCurve = NonNullable<PublicStatus['points'][number]['curve']>;

async function curvesOf(
  db: Db,
  points: readonly PointNow[],
  { from, now, width }: { readonly from: Date; readonly now: Date; readonly width: number },
): Promise<ReadonlyMap<number, PublicCurve>> {
  const curves = new Map<number, PublicCurve>();
  const mainIndexes = new Map(points.map(({ id, mainIndex }) => [id, mainIndex]));
  const good = { quantity: 'value', quality: 'good' } as const;
  for (const point of points.length > 0 ? await shownPoints(db, [...mainIndexes.keys()], false) : []) {
    const query = { point, fields: [elementAt(point.fields, mainIndexes.get(point.id) ?? 0)] };
    const [start, end] = [from.getTime(), now.getTime()];
    const { drawn } = await wideView(sqlOver(db), query, good, start, end, width, recordsLimit);
    const { times, values } = elementAt(drawn, 0);
    curves.set(point.id, {
      times: [...times],
      values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    });
  }
  return curves;
}
