/**
 * The demonstration: a corporation to look around in, made on the first start. Its devices are virtual, its gateway,
 * database, alerts and screens are the real ones. A year of history is filled in behind the first screen.
 *
 * Invariant: made whole or not at all; a crash while history fills in is taken up where it was.
 */

import { randomBytes } from 'node:crypto';
import { fieldsOf } from '@plumbline/contract/families';
import type { DevicePlan } from '@plumbline/tools/virtual-devices/pace';
import { sql } from 'kysely';
import type { Base } from '../app.ts';
import type { Db } from '../kernel/context.ts';
import { hashOf, hashPassword } from '../kernel/secrets.ts';
import { firstKnown, hourMs, type Signal, signalOfPoint, thresholdsOf, yearMs } from './demo.signals.ts';
import { type DemoPoint, type DeviceFault, world } from './demo.world.ts';

export const demoUser = 'demo';
/** Every point is read at the full hour: in its history, and by its device while it runs. */
export const collectSeconds = 3600;

export interface DemoDevice {
  readonly sncode: string;
  readonly secret: string;
  readonly fault?: DeviceFault;
  /** How often it delivers, where that is more often than its points ask for. */
  readonly everySeconds?: number;
  readonly channels: readonly {
    readonly number: string;
    readonly pointId: number;
    readonly point: DemoPoint;
    readonly site: string;
    readonly reach: number;
  }[];
}
/** Kept in the setting 'demonstration': what the virtual devices and the history need to go on after a restart. */
export interface Demonstration {
  readonly startMs: number;
  readonly madeMs: number;
  /** History is complete from here on; it is filled from now back to the start. */
  filledFromMs: number;
  /** What it was furnished with, by step (demo.furnish.ts). Written by `mark` alone. */
  readonly furnished?: readonly string[];
  readonly devices: readonly DemoDevice[];
}

export async function readDemonstration(db: Db): Promise<Demonstration | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'demonstration').executeTakeFirst();
  return (row?.value as Demonstration | undefined) ?? null;
}

/** Returns the firmware versions that the demonstration's devices last reported, by sncode. */
export async function runningVersions(db: Db, { devices }: Demonstration): Promise<ReadonlyMap<string, string>> {
  const sncodes = devices.map(({ sncode }) => sncode);
  const rows = await db.selectFrom('device').select(['sncode', 'config']).where('sncode', 'in', sncodes).execute();
  return new Map(
    rows.flatMap(({ sncode, config: { firmwareVersion } }) =>
      typeof firmwareVersion === 'string' ? [[sncode, firmwareVersion] as const] : [],
    ),
  );
}

/** The collect plans that its devices confirmed, by sncode. */
export async function confirmedPlans(
  db: Db,
  { devices }: Demonstration,
): Promise<ReadonlyMap<string, readonly DevicePlan[]>> {
  const rows = await db
    .selectFrom('collect_plan as c')
    .innerJoin('point as p', 'p.id', 'c.point_id')
    .innerJoin('project as j', 'j.id', 'p.project_id')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(['d.sncode', 'p.channel', 'j.time_zone', 'c.in_force'])
    .whereRef('c.device_id', '=', 'p.device_id')
    .where(
      'd.sncode',
      'in',
      devices.map(({ sncode }) => sncode),
    )
    .execute();
  const plans = rows.flatMap(({ sncode, channel, time_zone: timeZone, in_force: plan }) =>
    plan && channel ? [{ sncode, plan: { ...(plan as DevicePlan), channel, timeZone } }] : [],
  );
  const byDevice = Map.groupBy(plans, ({ sncode }) => sncode);
  return new Map([...byDevice].map(([sncode, of]) => [sncode, of.map(({ plan }) => plan)]));
}

async function saveDemonstration(db: Db, demonstration: Demonstration): Promise<void> {
  const value = JSON.stringify(demonstration);
  await db
    .insertInto('setting')
    .values({ key: 'demonstration', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Says how far back its history reaches, and touches nothing else of it: others write to the same row. */
export async function saveFilledFrom(db: Db, filledFromMs: number): Promise<void> {
  await sql`UPDATE setting SET value = jsonb_set(value, '{filledFromMs}', to_jsonb(${filledFromMs}::bigint))
    WHERE key = 'demonstration'`.execute(db);
}

/** Gives the demonstration account its password of this start, and says so to the sign-in page. */
export async function setDemoPassword({ database: { db }, config }: Base): Promise<void> {
  const password = config.demoPassword;
  await db
    .updateTable('account')
    .set({ password_hash: await hashPassword(password) })
    .where('name', '=', demoUser)
    .execute();
  const value = JSON.stringify({ username: demoUser, password });
  await db
    .insertInto('setting')
    .values({ key: 'demo', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Makes the demonstration's corporation, account, projects, devices and points in one transaction. */
export async function makeDemonstration({ database: { db }, clock }: Base): Promise<Demonstration> {
  const now = clock.now();
  const madeMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const startMs = madeMs - yearMs;
  return db.transaction().execute(async (transaction) => {
    const corporation = await transaction
      .insertInto('corporation')
      .values({
        title: 'Jiangnan Monitoring Institute',
        copyright: 'Plumbline demonstration',
        logo: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const account = await transaction
      .insertInto('account')
      .values({
        corporation_id: corporation.id,
        name: demoUser,
        display_name: 'Lin Wei',
        type: 'Admin',
        password_hash: '-',
        avatar: null,
        disabled_at: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const devices: DemoDevice[] = [];
    for (const project of world) {
      const { id: projectId } = await transaction
        .insertInto('project')
        .values({
          corporation_id: corporation.id,
          name: project.name,
          address: project.address,
          longitude: project.longitude,
          latitude: project.latitude,
          picture: null,
          creator_id: account.id,
          archived_at: null,
          created_at: new Date(startMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const structure of project.structures) {
        const place = (east: number, north: number) => ({
          longitude: project.longitude + east / (111_320 * Math.cos((project.latitude * Math.PI) / 180)),
          latitude: project.latitude + north / 110_540,
        });
        const [east, north] = structure.offset;
        const { id: structureId } = await transaction
          .insertInto('structure')
          .values({
            project_id: projectId,
            parent_id: null,
            name: structure.name,
            type: structure.type,
            picture: null,
            ...place(east, north),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const [g, group] of structure.groups.entries()) {
          const parent =
            group.item === null
              ? structureId
              : (
                  await transaction
                    .insertInto('structure')
                    .values({
                      project_id: projectId,
                      parent_id: structureId,
                      name: group.item,
                      type: structure.type,
                      picture: null,
                      ...place(east, north),
                    })
                    .returning('id')
                    .executeTakeFirstOrThrow()
                ).id;
          const secret = `pld_${randomBytes(32).toString('base64url')}`;
          const signals = group.points.map((point) => signalOfPoint(project.name, group.device, point, startMs));
          const device = await transaction
            .insertInto('device')
            .values({
              corporation_id: corporation.id,
              name: `${structure.name}${group.item ? `, ${group.item}` : ''}`.slice(0, 32),
              model: group.model,
              sncode: group.device,
              manufacturer: 'Virtual',
              measurement: group.points[0]!.family,
              secret_hash: hashOf(secret),
              channels: JSON.stringify(
                group.points.map((point, i) => ({
                  number: String(i + 1),
                  mode: signals[i]!.plan.mode,
                  label: point.name,
                })),
              ),
              mounted: true,
              ...place(east + g * 20, north + g * 7),
              created_at: new Date(startMs),
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          const channels: DemoDevice['channels'][number][] = [];
          for (const [i, point] of group.points.entries()) {
            const signal = signals[i]!;
            // Points stand along their structure, a few metres apart.
            const offset = (g * 3 + i) * 14 - group.points.length * 7;
            const pointId = await insertPoint(transaction, point, signal, {
              projectId,
              structureId: parent,
              deviceId: device.id,
              sncode: group.device,
              channel: String(i + 1),
              startMs,
              ...place(east + offset, north + offset * 0.35),
            });
            const laid = thresholdsOf(project.name, group.device, point, startMs);
            if (laid) {
              const { levels, field, kind, method, consecutive } = laid.threshold;
              await transaction
                .insertInto('threshold')
                .values({ point_id: pointId, field, kind, method, levels, consecutive, rate_levels: null })
                .execute();
            }
            channels.push({ number: String(i + 1), pointId, point, site: project.name, reach: laid?.reach ?? 0 });
          }
          const { device: sncode, fault, everySeconds } = group;
          devices.push({ sncode, secret, channels, ...(fault && { fault }), ...(everySeconds && { everySeconds }) });
        }
      }
    }
    const demonstration: Demonstration = { startMs, madeMs, filledFromMs: madeMs, furnished: [], devices };
    await saveDemonstration(transaction, demonstration);
    return demonstration;
  });
}

async function insertPoint(
  db: Db,
  point: DemoPoint,
  signal: Signal,
  at: {
    projectId: number;
    structureId: number;
    deviceId: number;
    sncode: string;
    channel: string;
    startMs: number;
    longitude: number;
    latitude: number;
  },
): Promise<number> {
  const { plan } = signal;
  const fields = fieldsOf(point.family, plan.nodeCount);
  const initialValues = Object.fromEntries(fields.map((field, i) => [field.key, firstKnown(signal, at.startMs, i)]));
  const row = await db
    .insertInto('point')
    .values({
      project_id: at.projectId,
      structure_id: at.structureId,
      name: point.name,
      family: point.family,
      mode: plan.mode,
      node_count: plan.nodeCount,
      main_index: signal.index,
      parameters: JSON.stringify(plan.parameters),
      initial_values: JSON.stringify(initialValues),
      interval_seconds: collectSeconds,
      longitude: at.longitude,
      latitude: at.latitude,
      device_id: at.deviceId,
      channel: at.channel,
      archived_at: null,
      created_at: new Date(at.startMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { deviceId: device_id, sncode, channel } = at;
  await db
    .insertInto('device_group')
    .values({ point_id: row.id, device_id, sncode, channel, from_at: new Date(at.startMs) })
    .execute();
  return row.id;
}
