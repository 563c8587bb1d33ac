/**
 * How the raw samples of points become values, period by period: each reading is converted by the device group in force
 * at its time. Invariant: the periods of a point follow each other without a gap, from the beginning to the end of time.
 */
import {
  defaultsInForce,
  type Parameters,
  type ParametersOfPoint,
  parametersInForce,
} from '@plumbline/contract/devices/devices.parameters';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { GroupConversion } from '../../../kernel/tables.ts';

export interface PeriodConversion {
  /** The device group that it was sealed in; null = the point as it stands. */
  readonly groupId: number | null;
  /** [fromMs, toMs), epoch ms; -Infinity and Infinity at the ends. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Kind of the point in that time: 0 automated, 1 composite, 2 manual (values are taken as entered), 3 master. */
  readonly type: number;
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
  readonly formulaType: string;
  /** In force: its own before those of its device. */
  readonly parameters: Parameters;
  /** As its device says. */
  readonly deviceParameters: Parameters;
  /** Those in force that it took from its device. */
  readonly fromDevice: Parameters;
  /** By field, as written down; in force where `formulaType` is CUSTOM_FORMULA. */
  readonly customFormula: Readonly<Record<string, string>>;
  /** Of the location, of a casing of its upper end, m; null = not known. */
  readonly depthM: number | null;
  readonly deviceId: number | null;
  readonly sncode: string | null;
  readonly channel: string | null;
  /** Of the point: one for the whole curve. */
  readonly initialValues: Readonly<Record<string, number>>;
}

interface GroupRow {
  readonly id: number;
  readonly deviceId: number | null;
  readonly sncode: string;
  readonly channel: string;
  readonly conversion: GroupConversion | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}
const rowColumns = {
  id: 'number',
  type: 'number',
  family: typed<FamilyCode>(),
  mode: 'number',
  node_count: 'number',
  formula_type: 'text',
  parameters: typed<Record<string, number>>(),
  device_parameters: typed<Record<string, number>>(),
  custom_formula: typed<Record<string, string>>(),
  initial_values: typed<Record<string, number>>(),
  depth_m: 'number?',
  device_id: 'number?',
  sncode: 'text?',
  channel: 'text?',
  groups: typed<GroupRow[] | null>(),
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;

/** The conversions of each point, oldest first; the last is the point as it stands. Points that do not exist are absent. */
export async function conversionsOf(
  db: Db,
  pointIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PeriodConversion[]>> {
  const { rows } = await sqlRows(rowColumns)`
    SELECT p.id, p.type, p.family, p.mode, p.node_count, p.formula_type, p.parameters, p.device_parameters, p.custom_formula, p.initial_values,
      p.depth_m, p.device_id, d.sncode, p.channel,
      (SELECT jsonb_agg(jsonb_build_object('id', g.id, 'deviceId', g.device_id, 'sncode', g.sncode, 'channel', g.channel,
          'conversion', g.conversion, 'fromMs', floor(extract(epoch FROM coalesce(g.valid_from, g.from_at)) * 1000),
          'toMs', floor(extract(epoch FROM g.to_at) * 1000)) ORDER BY coalesce(g.valid_from, g.from_at), g.id)
        FROM device_group g WHERE g.point_id = p.id AND g.migration <> 'cancelled') AS groups
    FROM point p LEFT JOIN device d ON d.id = p.device_id
    WHERE p.id = ANY(${pointIds}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, periodsOf(row)]));
}

const inForce = (point: ParametersOfPoint) => ({
  parameters: parametersInForce(point),
  deviceParameters: point.deviceParameters ?? {},
  fromDevice: defaultsInForce(point),
});

function periodsOf(row: Row): PeriodConversion[] {
  const groups = row.groups ?? [];
  const same = { family: row.family, nodeCount: row.node_count, initialValues: row.initial_values };
  const depth = { depthM: row.depth_m };
  const periods: PeriodConversion[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const [i, group] of groups.entries()) {
    if (group.conversion === null) continue;
    const to = groups[i + 1]?.fromMs ?? group.toMs ?? Number.POSITIVE_INFINITY;
    // Replaced in the moment in which it began: it was never in force.
    if (to <= from) continue;
    const { deviceId, sncode, channel, conversion } = group;
    periods.push({
      groupId: group.id,
      fromMs: from,
      toMs: to,
      ...same,
      ...depth,
      ...conversion,
      ...inForce(conversion),
      deviceId,
      sncode: sncode || null,
      channel: channel || null,
    });
    from = to;
  }
  const last = groups.at(-1);
  const open = last && last.conversion === null && row.device_id === null ? last : null;
  periods.push({
    groupId: null,
    fromMs: from,
    toMs: Number.POSITIVE_INFINITY,
    ...same,
    ...depth,
    type: row.type,
    mode: row.mode,
    formulaType: row.formula_type,
    ...inForce({ mode: row.mode, parameters: row.parameters, deviceParameters: row.device_parameters }),
    customFormula: row.custom_formula,
    deviceId: row.device_id ?? open?.deviceId ?? null,
    sncode: row.sncode ?? (open?.sncode || null),
    channel: row.channel ?? (open?.channel || null),
  });
  return periods;
}
