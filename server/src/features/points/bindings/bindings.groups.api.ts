/**
 * Device groups: which device and channel fed a point, from when to when, and the conversion that was in force.
 * A group's conversion is sealed when a later group begins; until then it is what the point says.
 */

import type { Device } from '@plumbline/contract/devices/devices';
import { defaultsInForce, type Parameters, parametersOfDevice } from '@plumbline/contract/devices/devices.parameters';
import type { DeviceGroup } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import { type Selectable, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { GroupConversion, Tables } from '../../../kernel/tables.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';
import { bindable } from './bindings.bindable.api.ts';

export type Group = Selectable<Tables['device_group']>;

export const conversionOf = (point: Point): GroupConversion => ({
  type: point.type,
  mode: point.mode,
  formulaType: point.formulaType,
  parameters: point.parameters,
  deviceParameters: point.deviceParameters,
  customFormula: point.customFormula,
  depthM: point.depthM,
});

/** Writes the group that a point is bound by, where it was bound without one (before groups were kept). */
export const ensure = (db: Db, pointIds: readonly number[]) =>
  sql`INSERT INTO device_group (point_id, device_id, sncode, channel, from_at)
    SELECT p.id, p.device_id, d.sncode, p.channel, p.created_at FROM point p JOIN device d ON d.id = p.device_id
    WHERE p.id = ANY(${pointIds}::int[])
      AND NOT EXISTS (SELECT 1 FROM device_group g WHERE g.point_id = p.id AND g.to_at IS NULL)`.execute(db);

/** The newest group of each point that still counts: cancelled ones do not. */
export async function newest(db: Db, pointIds: readonly number[]): Promise<Map<number, Group>> {
  const { rows } = await sql<Selectable<Tables['device_group']>>`
    SELECT DISTINCT ON (point_id) * FROM device_group
    WHERE point_id = ANY(${pointIds}::int[]) AND migration <> 'cancelled'
    ORDER BY point_id, from_at DESC, id DESC`.execute(db);
  return new Map(rows.map((row) => [row.point_id, row]));
}

/** All groups of a point, newest first. */
export const ofPoint = (db: Db, pointId: number): Promise<Group[]> =>
  db
    .selectFrom('device_group')
    .selectAll()
    .where('point_id', '=', pointId)
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** A group as people see it; one that is not sealed converts as the point does. */
export function shown(group: Group, point: Point): DeviceGroup {
  const conversion = group.conversion ?? conversionOf(point);
  return {
    id: group.id,
    measuringDeviceId: group.device_id,
    sncode: group.sncode,
    channel: group.channel,
    collectorId: group.collector_id,
    dtuId: group.dtu_id,
    mode: conversion.mode,
    formulaType: conversion.formulaType as DeviceGroup['formulaType'],
    parameters: conversion.parameters,
    fromDevice: defaultsInForce(conversion),
    customFormula: conversion.customFormula,
    fromAt: group.from_at.toISOString(),
    validFrom: group.valid_from?.toISOString() ?? null,
    depthM: conversion.depthM === undefined ? point.depthM : conversion.depthM,
    toAt: group.to_at?.toISOString() ?? null,
    migration: group.migration,
    byName: group.by_name,
    reason: group.reason,
  };
}

export interface End {
  readonly groupId: number;
  readonly toAt: Date;
  /** Given where a later group begins; what is sealed already stays. */
  readonly conversion: GroupConversion | null;
}
/** Ends groups; one that had ended before keeps its end unless the new one is earlier. */
export async function end(db: Db, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return;
  await sql`
    UPDATE device_group g SET to_at = least(g.to_at, e."toAt"), conversion = coalesce(g.conversion, e.conversion)
    FROM jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) AS e("groupId" int, "toAt" timestamptz, conversion jsonb)
    WHERE g.id = e."groupId"`.execute(db);
}

export interface Start {
  readonly pointId: number;
  readonly deviceId: number | null;
  readonly sncode: string;
  readonly channel: string;
  readonly collectorId: number | null;
  readonly dtuId: number | null;
  readonly fromAt: Date;
  /** Set for a period that is over and was never bound. */
  readonly toAt?: Date;
  readonly conversion?: GroupConversion;
  readonly migration: 'none' | 'notMigrated';
  readonly byName: string;
  readonly reason: string;
}
export async function begin(db: Db, starts: readonly Start[]): Promise<void> {
  if (starts.length === 0) return;
  await sql`
    INSERT INTO device_group (point_id, device_id, sncode, channel, collector_id, dtu_id, from_at, to_at, conversion,
      migration, by_name, reason)
    SELECT "pointId", "deviceId", sncode, channel, "collectorId", "dtuId", "fromAt", "toAt", conversion, migration, "byName", reason
    FROM jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) AS e("pointId" int, "deviceId" int, sncode text, channel text,
      "collectorId" int, "dtuId" int, "fromAt" timestamptz, "toAt" timestamptz, conversion jsonb, migration text,
      "byName" text, reason text)`.execute(db);
}

export const set = (
  db: Db,
  groupId: number,
  change: {
    to_at?: Date | null;
    conversion?: null;
    collector_id?: number | null;
    dtu_id?: number | null;
    migration?: Group['migration'];
    migrated_at?: Date;
    reason?: string;
  },
) => db.updateTable('device_group').set(change).where('id', '=', groupId).execute();

/** Forgets the groups of a point whose readings are gone. */
export const forget = (db: Db, pointId: number) =>
  db.deleteFrom('device_group').where('point_id', '=', pointId).execute();

/** Takes groups into use again that had ended. */
export async function reopen(
  db: Db,
  groups: readonly { readonly groupId: number; readonly collectorId: number | null; readonly dtuId: number | null }[],
): Promise<void> {
  if (groups.length === 0) return;
  await sql`
    UPDATE device_group g SET to_at = NULL, collector_id = r."collectorId", dtu_id = r."dtuId"
    FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS r("groupId" int, "collectorId" int, "dtuId" int)
    WHERE g.id = r."groupId"`.execute(db);
}

/**
 * Closes what stands until now under the conversion of the point, so that another may begin. A point that was never
 * bound has then a period without a device.
 */
export async function sealNow(db: Db, point: Point, at: Date): Promise<void> {
  await ensure(db, [point.id]);
  const last = (await newest(db, [point.id])).get(point.id);
  if (last && last.conversion === null)
    await end(db, [{ groupId: last.id, toAt: at, conversion: conversionOf(point) }]);
  else
    await sql`
      INSERT INTO device_group (point_id, conversion, from_at, to_at)
      SELECT id, ${JSON.stringify(conversionOf(point))}::jsonb, coalesce(${last?.to_at ?? null}::timestamptz, least(created_at, ${at}::timestamptz)), ${at}::timestamptz
      FROM point WHERE id = ${point.id}`.execute(db);
}

const sourceColumns = {
  id: 'number',
  type: 'text',
  sncode: 'text',
  channels: typed<readonly { readonly number: string }[]>(),
} as const satisfies Columns;
export interface Source extends Readonly<SqlRow<typeof sourceColumns>> {
  /** As its config says. */
  readonly deviceParameters: Parameters;
  /** false = the caller sees it, and may not bind to it: other projects use it. */
  readonly bindable: boolean;
}
const ofProjectsCorporation = (projectId: number) =>
  sql`d.corporation_id = (SELECT corporation_id FROM project WHERE id = ${projectId})`;

/**
 * Devices of the corporation that owns the project, locked in the order of their ids: one at a time binds to them.
 * What the caller may not see is left out, so that it is answered like what is not there.
 */
export async function lockDevices(
  db: Db,
  caller: Caller,
  projectId: number,
  { ids = [], sncodes = [] }: { readonly ids?: readonly number[]; readonly sncodes?: readonly string[] },
): Promise<Source[]> {
  const { rows } = await sqlRows({ ...sourceColumns, config: typed<Device['config']>() })`
    SELECT d.id, d.type, d.sncode, d.channels, d.config FROM device d
    WHERE (d.id = ANY(${ids}::int[]) OR d.sncode = ANY(${sncodes}::text[])) AND ${ofProjectsCorporation(projectId)}
    ORDER BY d.id FOR UPDATE`.execute(db);
  // Asked after the lock: who used a device meanwhile counts.
  const may = await bindable(
    db,
    caller,
    projectId,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ config, ...row }) =>
    may.has(row.id)
      ? [{ ...row, deviceParameters: parametersOfDevice(config), bindable: may.get(row.id) === 'yes' }]
      : [],
  );
}

const fedColumns = {
  id: 'number',
  deviceId: 'number',
  channel: 'text',
  /** null where the caller may not see it. */
  name: 'text?',
} as const satisfies Columns;
export type Fed = SqlRow<typeof fedColumns>;
/** The points that the channels of devices feed. */
export async function fedBy(db: Db, caller: Caller, deviceIds: readonly number[]): Promise<Fed[]> {
  const { rows } = await sqlRows(fedColumns)`
    SELECT p.id, p.device_id AS "deviceId", p.channel, CASE WHEN ${visibleTo(caller)} THEN p.name END AS name
    FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.device_id = ANY(${deviceIds}::int[])`.execute(db);
  return rows;
}
