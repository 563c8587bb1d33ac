import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { MeasurementValue } from '@plumbline/contract/overview/stats';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';
import { mainValue } from '../../platform/store/store.shown.api.ts';

const columns = {
  id: 'number',
  project_id: 'number',
  structure_id: 'number',
  name: 'text',
  family: typed<FamilyCode>(),
  node_count: 'number',
  main_index: 'number',
  at: 'instant',
  value: 'number?',
} as const satisfies Columns;

/** The newest value of the main field of points, corrected. `where` is a condition on j (project) and p (point). */
export async function newestValues(
  db: Db,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<OutputOf<typeof MeasurementValue>[]> {
  const { rows } = await sqlRows(columns)`
    SELECT p.id, p.project_id, p.structure_id, p.name, p.family, p.node_count, p.main_index, s.at, ${mainValue} AS value
    FROM point p JOIN project j ON j.id = p.project_id JOIN point_state s ON s.point_id = p.id
    WHERE p.archived_at IS NULL AND p.deprecated_at IS NULL AND s.at IS NOT NULL AND ${where}
    ORDER BY p.project_id, p.structure_id, p.name COLLATE natural_order, p.id LIMIT ${limit}`.execute(db);
  return rows.flatMap((row) => {
    const field = fieldsOf(row.family, row.node_count)[row.main_index];
    if (!field) return [];
    return [
      {
        projectId: row.project_id,
        structureId: row.structure_id,
        pointId: row.id,
        name: row.name,
        family: row.family,
        field: field.key,
        unit: field.unit,
        precision: field.precision,
        value: row.value,
        at: row.at.toISOString(),
      },
    ];
  });
}
