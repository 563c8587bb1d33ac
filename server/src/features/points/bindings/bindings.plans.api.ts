/** What the gateway needs to know of a device to take its readings: its secret, its channels, and the points they feed. */
import type { ConditionRules, ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { type Parameters, parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Slave } from '@plumbline/contract/points/points.point';
import type { Processing } from '@plumbline/contract/points/points.settings';
import { type FollowerOptions, followsOf } from '@plumbline/science/series/followers';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { secretHashInForce } from '../../devices/certificates/certificates.api.ts';
import { termsOf } from '../points/points.rules.api.ts';

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
  /** Another one each time that the point is written: who converted by an older one has to do it again. */
  readonly version: string;
  /** 0 automated, 1 composite, 2 manual, 3 master. */
  readonly type: number;
  readonly corporationId: number;
  readonly projectId: number;
  readonly structureId: number;
  /** null = no device feeds it. */
  readonly deviceId: number | null;
  readonly channel: string | null;
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
  /** In force: its own before those of its device. */
  readonly parameters: Parameters;
  readonly deviceParameters: Parameters;
  readonly customFormula: Readonly<Record<string, string>>;
  readonly initialValues: Readonly<Record<string, number>>;
  readonly intervalSeconds: number;
  readonly mainIndex: number;
  /** Tests on arrival as people set them; null = as every point begins. */
  readonly quality: Processing['quality'] | null;
  /** Of what a composite is made. */
  readonly slaves: readonly Slave[];
  readonly thresholds: readonly ThresholdPlan[];
  /** The terms of conditions that are on and name it, as its own or as the point that is subtracted. */
  readonly terms: readonly ConditionTerm[];
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
    .select(['id', 'corporation_id', 'sncode', 'channels'])
    .select(secretHashInForce.as('secret_hash'))
    .where('sncode', '=', sncode)
    .executeTakeFirst();
  if (!device) return undefined;
  const points = await plansWhere(db, sql<boolean>`point.device_id = ${device.id}`);
  return {
    id: device.id,
    corporationId: device.corporation_id,
    sncode: device.sncode,
    secretHash: device.secret_hash,
    channels: device.channels.map((channel) => channel.number),
    points,
  };
}

/** Returns the serial numbers of the devices that feed points of a project, archived or not. */
export async function sncodesFeeding(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ sncode: 'text' })`
    SELECT DISTINCT d.sncode FROM point p JOIN device d ON d.id = p.device_id WHERE p.project_id = ${projectId}`.execute(
    db,
  );
  return rows.map(({ sncode }) => sncode);
}

/** The devices that feed points of a project, with all their points in it: three statements, however many. */
export async function devicesOfProject(
  db: Db,
  corporationId: number,
  projectId: number,
  limit: number,
): Promise<DevicePlan[]> {
  const devices = await db
    .selectFrom('device')
    .select(['id', 'corporation_id', 'sncode', 'channels'])
    .select(secretHashInForce.as('secret_hash'))
    .where('corporation_id', '=', corporationId)
    .where('id', 'in', (of) =>
      of
        .selectFrom('point')
        .select('device_id')
        .where('project_id', '=', projectId)
        .where('device_id', 'is not', null)
        .$castTo<{ device_id: number }>(),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = devices.map(({ id }) => id);
  const mine = sql<boolean>`point.project_id = ${projectId} AND point.device_id = ANY(${ids}::int[])`;
  const byDevice = Map.groupBy(ids.length === 0 ? [] : await plansWhere(db, mine), ({ deviceId }) => deviceId);
  return devices.map((device) => ({
    id: device.id,
    corporationId: device.corporation_id,
    sncode: device.sncode,
    secretHash: device.secret_hash,
    channels: device.channels.map((channel) => channel.number),
    points: byDevice.get(device.id) ?? [],
  }));
}

/** The plans of points by their ids, whatever feeds them. Archived and deprecated ones take no readings and are absent. */
export const pointPlans = (db: Db, ids: readonly number[]): Promise<PointPlan[]> =>
  ids.length === 0 ? Promise.resolve([]) : plansWhere(db, sql<boolean>`point.id = ANY(${ids}::int[])`);

/** Returns which points of those that take readings some channels of devices feed. One query, by index. */
export async function pointsFedBy(
  client: Sql,
  channels: readonly { readonly deviceId: number; readonly channel: string }[],
): Promise<{ deviceId: number; channel: string; pointId: number }[]> {
  const { rows } = await client.query({
    name: 'points-fed-by',
    text: `SELECT p.device_id, p.channel, p.id FROM unnest($1::int[], $2::text[]) AS c(device_id, channel)
     JOIN point p ON p.device_id = c.device_id AND p.channel = c.channel
     JOIN project j ON j.id = p.project_id
     WHERE p.archived_at IS NULL AND p.deprecated_at IS NULL AND j.archived_at IS NULL`,
    values: [channels.map(({ deviceId }) => deviceId), channels.map(({ channel }) => channel)],
  });
  return rows.map(({ device_id, channel, id }) => ({ deviceId: device_id, channel, pointId: id }));
}

/** Holds what the plans of points are made from until the transaction ends, in one order. */
export const lockPlans = {
  name: 'hold-plans',
  text: 'SELECT id FROM point WHERE id = ANY($1) ORDER BY id FOR SHARE',
};

/**
 * The same against whoever else writes by hand too: of two first records of a point neither finds a state to lock. To be
 * taken before states are, as whoever changes or deletes points does.
 */
export const lockPoints = {
  name: 'hold-points',
  text: 'SELECT id FROM point WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
};

// Long because a plan has many parts, each named once.
async function plansWhere(db: Db, chosen: RawBuilder<boolean>): Promise<PointPlan[]> {
  const points = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .selectAll('point')
    .select(['project.corporation_id', sql<string>`point.xmin::text`.as('version')])
    .where(chosen)
    .where('point.archived_at', 'is', null)
    .where('point.deprecated_at', 'is', null)
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
  const byPoint = Map.groupBy(thresholds, (row) => row.point_id);
  const watched = await termsNaming(db, ids);
  return points.map((point) => ({
    pointId: point.id,
    version: point.version,
    corporationId: point.corporation_id,
    projectId: point.project_id,
    structureId: point.structure_id,
    deviceId: point.device_id,
    channel: point.channel,
    type: point.type,
    family: point.family,
    mode: point.mode,
    nodeCount: point.node_count,
    parameters: parametersInForce({
      mode: point.mode,
      parameters: point.parameters,
      deviceParameters: point.device_parameters,
    }),
    deviceParameters: point.device_parameters,
    customFormula: point.formula_type === 'CUSTOM_FORMULA' ? point.custom_formula : {},
    initialValues: point.initial_values,
    intervalSeconds: point.interval_seconds,
    mainIndex: point.main_index,
    quality: point.processing?.quality ?? null,
    slaves: point.type === 1 ? point.slaves : [],
    thresholds: (byPoint.get(point.id) ?? []).map((row) => ({
      id: row.id,
      field: row.field,
      ...termsOf(row),
    })),
    terms: watched.get(point.id) ?? [],
  }));
}

/** The terms of conditions that are on, by the points that they name. */
async function termsNaming(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly ConditionTerm[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sqlRows({ id: 'number', groups: typed<ConditionRules['groups']>() })`
    SELECT w.point_id AS id, c.rules->'groups' AS groups
    FROM condition_point w JOIN condition c ON c.id = w.condition_id AND c.enabled
    WHERE w.point_id = ANY(${ids}::int[])`.execute(db);
  const found = new Map<number, ConditionTerm[]>();
  for (const { id, groups } of rows) {
    const own = groups.flatMap(({ terms }) => terms).filter((term) => term.pointId === id || term.otherPointId === id);
    found.set(id, [...(found.get(id) ?? []), ...own]);
  }
  return found;
}

/** The composites that read any of the points directly, with their slaves. One query, by index. */
export async function compositesOn(
  db: Db,
  pointIds: readonly number[],
): Promise<{ id: number; slaves: readonly Slave[] }[]> {
  if (pointIds.length === 0) return [];
  const { rows } = await sqlRows({ id: 'number', slaves: typed<Slave[]>() })`
    SELECT DISTINCT c.id, c.slaves FROM unnest(${pointIds}::int[]) AS p(id)
    JOIN point c ON c.slaves @> jsonb_build_array(jsonb_build_object('pointId', p.id))
    WHERE c.type = 1 AND c.archived_at IS NULL AND c.deprecated_at IS NULL`.execute(db);
  return rows;
}

/** Returns the slaves of points; those that are made of nothing are absent. */
export async function slavesOf(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, readonly Slave[]>> {
  const { rows } = await sqlRows({ id: 'number', slaves: typed<Slave[]>() })`
    SELECT id, slaves FROM point WHERE id = ANY(${pointIds}::int[]) AND slaves <> '[]'`.execute(db);
  return new Map(rows.map((row) => [row.id, row.slaves]));
}

/** Facts that give a reading of a point its meaning: its fields, initial values and rhythm. */
export interface PointFacts {
  readonly id: number;
  readonly name: string;
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly initialValues: Readonly<Record<string, number>>;
  readonly intervalSeconds: number;
  /** Of its location; of a casing, of its upper end. null = not known. */
  readonly depthM: number | null;
  /** Which of its fields follow no other. */
  readonly follows: FollowerOptions;
  /** Since when it takes no readings, archived or deprecated; null = it takes them. */
  readonly closedAtMs: number | null;
}
export async function pointFacts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PointFacts>> {
  const rows = await db
    .selectFrom('point')
    .select(['id', 'name', 'family', 'node_count', 'initial_values', 'interval_seconds', 'depth_m'])
    .select(['formula_type', 'custom_formula', 'parameters'])
    .select(sql<Date | null>`least(archived_at, deprecated_at)`.as('closed_at'))
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        family: row.family,
        nodeCount: row.node_count,
        initialValues: row.initial_values,
        intervalSeconds: row.interval_seconds,
        depthM: row.depth_m,
        follows: followsOf(row.formula_type === 'CUSTOM_FORMULA' ? row.custom_formula : {}, row.parameters),
        closedAtMs: row.closed_at?.getTime() ?? null,
      },
    ]),
  );
}
