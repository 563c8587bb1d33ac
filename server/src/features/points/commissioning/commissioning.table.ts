/**
 * The checklist. One query over the whole project; a point that is deprecated or snapshotted is in no list of work.
 */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { type Gap, gaps } from '@plumbline/contract/points/commissioning';
import { type FamilyCode, families, fieldAt } from '@plumbline/contract/points/families';
import { recipe } from '@plumbline/science/sensors/recipes';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { hasInitialValue } from '../points/points.config.api.ts';

/** A point with what it misses, in the order in which it is put right. */
export interface Missing {
  readonly pointId: number;
  readonly structureId: number;
  readonly name: string;
  /** Of the device that feeds it: "Device {sncode} has not set initial value". */
  readonly sncode: string | null;
  readonly gaps: Gap[];
}
export interface Checklist {
  readonly points: number;
  /** Points that miss nothing. */
  readonly complete: number;
  readonly counts: Readonly<Record<Gap, number>>;
  readonly missing: Missing[];
}

const rowColumns = {
  id: 'number',
  structure_id: 'number',
  name: 'text',
  type: 'number',
  family: typed<FamilyCode>(),
  mode: 'number',
  node_count: 'number',
  main_index: 'number',
  formula_type: 'text',
  parameters: typed<Record<string, number>>(),
  device_parameters: typed<Record<string, number>>(),
  initial_values: typed<Record<string, number>>(),
  custom_formula: typed<Record<string, string>>(),
  sncode: 'text?',
  bound: 'flag',
  slaves: 'flag',
  read: 'flag',
  watched: 'flag',
  located: 'flag',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;

export async function checklist(db: Db, projectId: number): Promise<Checklist> {
  const { rows } = await sqlRows(rowColumns)`
    SELECT p.id, p.structure_id, p.name, p.type, p.family, p.mode, p.node_count, p.main_index, p.formula_type, p.parameters, p.device_parameters,
      p.initial_values, p.custom_formula, d.sncode, p.device_id IS NOT NULL AS bound, p.slaves <> '[]' AS slaves, s.point_id IS NOT NULL AS read,
      EXISTS (SELECT 1 FROM threshold t WHERE t.point_id = p.id AND t.enabled) AS watched,
      p.longitude IS NOT NULL OR p.image_x IS NOT NULL AS located
    FROM point p LEFT JOIN device d ON d.id = p.device_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.deprecated_at IS NULL AND p.archived_at IS NULL
    ORDER BY p.structure_id, p.id`.execute(db);
  const counts = Object.fromEntries(gaps.map((gap) => [gap, 0])) as Record<Gap, number>;
  const missing = rows.flatMap((row): Missing[] => {
    const found = gapsOf(row);
    for (const gap of found) counts[gap]++;
    if (found.length === 0) return [];
    return [{ pointId: row.id, structureId: row.structure_id, name: row.name, sncode: row.sncode, gaps: found }];
  });
  return { points: rows.length, complete: rows.length - missing.length, counts, missing };
}

function gapsOf(row: Row): Gap[] {
  const main = fieldAt(row.family, row.main_index);
  const automated = row.type === 0;
  // A master shows what its slaves measure: it has no reading of its own to be watched.
  const measures = row.type !== 3 && main !== undefined;
  const misses: Record<Gap, boolean> = {
    pointNotBound: automated && !row.bound,
    noSlaves: (row.type === 1 || row.type === 3) && !row.slaves,
    parametersMissing: automated && row.formula_type === 'SYSTEM_FORMULA' && lacksParameters(row),
    noReading: measures && !row.read,
    noInitialValue: measures && !hasInitialValue(row, main.key),
    noThresholds: measures && !row.watched,
    noLocation: !row.located,
  };
  return gaps.filter((gap) => misses[gap]);
}

function lacksParameters({ family, mode, node_count, device_parameters, ...row }: Row): boolean {
  if (!(families[family].modes as readonly number[]).includes(mode)) return true;
  const parameters = parametersInForce({ mode, parameters: row.parameters, deviceParameters: device_parameters });
  const expected = recipe({ family, mode, nodeCount: node_count, parameters }).parameters;
  return expected.some(({ key, required }) => required && !Object.hasOwn(parameters, key));
}
