/** What the gateway needs to know of a device to take its readings: its secret, its channels, and the points they feed. */
import type { Db } from '../../kernel/context.ts';

export interface ThresholdPlan {
  readonly id: number;
  readonly field: string;
  readonly kind: 'value' | 'cumulative' | 'rate' | 'multi';
  readonly method: 'twoSided' | 'upper' | 'lower';
  readonly levels: readonly (number | null)[];
  readonly base: 'value' | 'cumulative';
  readonly combine: 'and' | 'or';
  readonly rateLevels: readonly (number | null)[] | null;
  readonly releaseRatio: number;
  readonly releaseCount: number;
  readonly consecutive: number;
}
export interface PointPlan {
  readonly pointId: number;
  readonly corporationId: number;
  readonly projectId: number;
  readonly structureId: number;
  readonly channel: string;
  readonly family: string;
  readonly mode: number;
  readonly nodeCount: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly customFormula: Readonly<Record<string, string>>;
  readonly initialValues: Readonly<Record<string, number>>;
  readonly intervalSeconds: number;
  readonly mainIndex: number;
  readonly thresholds: readonly ThresholdPlan[];
}
export interface DevicePlan {
  readonly id: number;
  readonly corporationId: number;
  readonly sncode: string;
  readonly secretHash: Buffer;
  readonly channels: readonly string[];
  readonly points: readonly PointPlan[];
}

/** The plan of one device, or undefined where there is none of that sncode. Archived points and projects take no readings. */
export async function devicePlan(db: Db, sncode: string): Promise<DevicePlan | undefined> {
  const device = await db
    .selectFrom('device')
    .select(['id', 'corporation_id', 'sncode', 'secret_hash', 'channels'])
    .where('sncode', '=', sncode)
    .executeTakeFirst();
  if (!device) return undefined;
  const points = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .selectAll('point')
    .select('project.corporation_id')
    .where('point.device_id', '=', device.id)
    .where('point.archived_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .execute();
  const ids = points.map((point) => point.id);
  const thresholds = ids.length
    ? await db
        .selectFrom('threshold')
        .selectAll()
        .where('point_id', 'in', ids)
        .where('enabled', '=', true)
        .orderBy('id')
        .execute()
    : [];
  return {
    id: device.id,
    corporationId: device.corporation_id,
    sncode: device.sncode,
    secretHash: device.secret_hash,
    channels: device.channels.map((channel) => channel.number),
    points: points.map((point) => ({
      pointId: point.id,
      corporationId: point.corporation_id,
      projectId: point.project_id,
      structureId: point.structure_id,
      channel: point.channel!,
      family: point.family,
      mode: point.mode,
      nodeCount: point.node_count,
      parameters: point.parameters,
      customFormula: point.formula_type === 'CUSTOM_FORMULA' ? point.custom_formula : {},
      initialValues: point.initial_values,
      intervalSeconds: point.interval_seconds,
      mainIndex: point.main_index,
      thresholds: thresholds
        .filter((row) => row.point_id === point.id)
        .map((row) => ({
          id: row.id,
          field: row.field,
          kind: row.kind,
          method: row.method,
          levels: row.levels,
          base: row.base,
          combine: row.combine,
          rateLevels: row.rate_levels,
          releaseRatio: row.release_ratio,
          releaseCount: row.release_count,
          consecutive: row.consecutive,
        })),
    })),
  };
}

/** What a reading of a point means: its fields, initial values and rhythm. */
export interface PointFacts {
  readonly id: number;
  readonly family: string;
  readonly nodeCount: number;
  readonly initialValues: Readonly<Record<string, number>>;
  readonly intervalSeconds: number;
}
export async function pointFacts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PointFacts>> {
  const rows = await db
    .selectFrom('point')
    .select(['id', 'family', 'node_count', 'initial_values', 'interval_seconds'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        family: row.family,
        nodeCount: row.node_count,
        initialValues: row.initial_values,
        intervalSeconds: row.interval_seconds,
      },
    ]),
  );
}
