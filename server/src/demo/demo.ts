/**
 * The demonstration: a corporation to look around in, made on the first start. Its devices are virtual, its gateway,
 * database, alerts and screens are the real ones. A year of history is filled in behind the first screen.
 *
 * Invariant: made whole or not at all; a crash while history fills in is taken up where it was.
 */

import { hourMs } from '@plumbline/contract/kernel/durations';
import type { DevicePlan } from '@plumbline/tools/virtual-devices/pace';
import { sql } from 'kysely';
import type { Base } from '../app.base.ts';
import type { Db } from '../kernel/context.ts';
import { writeDemonstrated } from '../kernel/demonstrated.ts';
import { hashPassword } from '../kernel/secrets.ts';
import { type DemoDevice, layWorld } from './demo.make.ts';
import { yearMs } from './demo.signals.ts';

export const demoUser = 'demo';
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
export async function makeDemonstration({ config, database: { db }, clock }: Base): Promise<Demonstration> {
  const now = clock.now();
  const madeMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const startMs = madeMs - yearMs;
  return db.transaction().execute(async (transaction) => {
    const { corporationId, devices } = await layWorld(transaction, {
      now,
      startMs,
      userName: demoUser,
      language: config.demoLanguage,
    });
    await writeDemonstrated(transaction, { corporationId, language: config.demoLanguage });
    const demonstration: Demonstration = { startMs, madeMs, filledFromMs: madeMs, furnished: [], devices };
    await saveDemonstration(transaction, demonstration);
    return demonstration;
  });
}
