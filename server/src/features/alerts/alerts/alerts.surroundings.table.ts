/** Points beside that of an alert, and where it lies. */
import { type Neighbour, surroundingLimits } from '@plumbline/contract/alerts/alerts.surroundings';
import type { Status } from '@plumbline/contract/kernel/status';
import { type FamilyCode, fieldAt, precisionOf } from '@plumbline/contract/points/families';
import { agreementHours } from '@plumbline/science/limits/agreement';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { mainValue } from '../../platform/store/store.shown.api.ts';
import { statusColumns, statusKinds, statusOf } from '../../points/points/points.api.ts';

export async function pointOf(db: Db, now: Date, alertId: number) {
  const { rows } = await sqlRows({
    ...statusKinds,
    pointId: 'number',
    family: 'text',
    longitude: 'number?',
    latitude: 'number?',
  })`
    SELECT p.id AS "pointId", p.family, p.longitude, p.latitude, ${statusColumns(now)}
    FROM alert a JOIN point p ON p.id = a.point_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE a.id = ${alertId}`.execute(db);
  const [row] = rows;
  return row && { ...row, status: statusOf(row, now) };
}

/** The other points of the structure of an alert and its items: those of the same family first, then who rose with it, then by level. */
export async function neighbours(
  db: Db,
  now: Date,
  alertId: number,
): Promise<(Neighbour & { readonly status: Status })[]> {
  const { rows } = await sqlRows({
    ...statusKinds,
    id: 'number',
    name: 'text',
    structure_id: 'number',
    structure_name: 'text',
    family: typed<FamilyCode>(),
    main_index: 'number',
    value: 'number?',
    roseAt: 'instant?',
  })`
    SELECT p.id, p.name, p.structure_id, t.name AS structure_name, p.family, p.main_index, ${mainValue} AS value, rise.at AS "roseAt", ${statusColumns(now)}
    FROM alert a JOIN point own ON own.id = a.point_id JOIN structure here ON here.id = a.structure_id
      JOIN structure t ON coalesce(t.parent_id, t.id) = coalesce(here.parent_id, here.id)
      JOIN point p ON p.structure_id = t.id AND p.id <> a.point_id
      LEFT JOIN point_state s ON s.point_id = p.id
      LEFT JOIN LATERAL (SELECT max(n.reading_at) AS at FROM alert n
        WHERE n.point_id = p.id AND n.condition_id IS NULL AND n.upheld IS NOT FALSE AND n.status <> 'FalseAlarm'
          AND n.reading_at BETWEEN a.reading_at - make_interval(hours => ${agreementHours}) AND a.reading_at + make_interval(hours => ${agreementHours})) AS rise ON true
    WHERE a.id = ${alertId} AND p.archived_at IS NULL AND p.deprecated_at IS NULL
    ORDER BY p.family = own.family DESC, t.id = a.structure_id DESC, rise.at IS NULL, coalesce(s.level, 0) DESC, p.name, p.id
    LIMIT ${surroundingLimits.compared}`.execute(db);
  return rows.map((row) => {
    const main = fieldAt(row.family, row.main_index);
    return {
      pointId: row.id,
      name: row.name,
      structureId: row.structure_id,
      structureName: row.structure_name,
      family: row.family,
      field: main?.key ?? '',
      unit: main?.unit ?? '',
      precision: main ? precisionOf(row.family, main.key) : 3,
      value: row.value,
      status: statusOf(row, now),
      roseAt: row.roseAt?.toISOString() ?? null,
    };
  });
}
