/** The lists of statistics: what is most urgent first, of each kind at most `statRowsShown`. */

import { mergeWholes, urgencyOf } from '@plumbline/contract/kernel/status';
import { type StatLists, type StatRow, statRowsShown } from '@plumbline/contract/overview/stats';
import type { Db } from '../../../kernel/context.ts';
import { statusOf, wholeOfRow } from '../../points/points/points.api.ts';
import * as table from './stats.rows.table.ts';

const worstFirst = (rows: readonly StatRow[]): StatRow[] =>
  rows
    .map((row) => ({ row, urgency: urgencyOf(row.status) }))
    .sort((a, b) => b.urgency - a.urgency || a.row.name.localeCompare(b.row.name) || a.row.id - b.row.id)
    .slice(0, statRowsShown)
    .map(({ row }) => row);

export async function projectRows(db: Db, now: Date, where: table.Where): Promise<StatRow[]> {
  const rows = await table.projectRows(db, now, where);
  return worstFirst(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      within: '',
      projectId: row.id,
      structureId: null,
      status: wholeOfRow(row),
      openAlerts: row.open_alerts,
    })),
  );
}

/** A structure counts what its items hold. `ofPlaces` may use t (structure), `ofPoints` p (point). */
export async function rowsBelow(
  db: Db,
  now: Date,
  { ofPlaces, ofPoints }: { readonly ofPlaces: table.Where; readonly ofPoints: table.Where },
): Promise<Omit<StatLists, 'projectStatList'> & { readonly structures: number; readonly items: number }> {
  const [places, points] = await Promise.all([
    table.placeRows(db, now, ofPlaces),
    table.pointRows(db, now, ofPoints, statRowsShown),
  ]);
  const below = Map.groupBy(places, ({ parent_id }) => parent_id);
  const items = places.filter(({ parent_id }) => parent_id !== null);
  const structures = below.get(null) ?? [];
  return {
    structures: structures.length,
    items: items.length,
    structureStatList: worstFirst(
      structures.map((row) => {
        const all = [row, ...(below.get(row.id) ?? [])];
        return {
          id: row.id,
          name: row.name,
          within: row.within,
          projectId: row.project_id,
          structureId: row.id,
          status: mergeWholes(all.map(wholeOfRow)),
          openAlerts: all.reduce((sum, { open_alerts }) => sum + open_alerts, 0),
        };
      }),
    ),
    itemStatList: worstFirst(
      items.map((row) => ({
        id: row.id,
        name: row.name,
        within: row.within,
        projectId: row.project_id,
        structureId: row.parent_id,
        status: wholeOfRow(row),
        openAlerts: row.open_alerts,
      })),
    ),
    measuringPointStatList: points.map((row) => ({
      id: row.id,
      name: row.name,
      within: row.within,
      projectId: row.project_id,
      structureId: row.structure_id,
      status: statusOf(row, now),
      openAlerts: row.open_alerts,
    })),
  };
}
