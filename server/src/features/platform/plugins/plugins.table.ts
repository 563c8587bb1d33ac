import type { PluginRun, PluginUse } from '@plumbline/contract/platform/plugins';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

export interface Switch {
  readonly name: string;
  readonly enabled: boolean;
  /** Of the file that was switched on. */
  readonly digest: string;
  readonly byName: string;
  readonly changedAt: Date;
}

export async function switches(db: Db): Promise<ReadonlyMap<string, Switch>> {
  const rows = await db
    .selectFrom('plugin_switch')
    .select(['name', 'enabled', 'digest', 'by_name as byName', 'changed_at as changedAt'])
    .limit(1_000)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** Locks a plug-in: changes of it run one after the other. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`plumbline plugin ${name}`}))`.execute(db);
};

export async function saveSwitch(db: Db, { name, enabled, digest, byName, changedAt }: Switch): Promise<void> {
  const row = { enabled, digest, by_name: byName, changed_at: changedAt };
  await db
    .insertInto('plugin_switch')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
}

/** False = there was none. */
export async function removeSwitch(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('plugin_switch').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

type Facts = Omit<PluginRun, 'process'>;

/** Replaces what a process has reported of its plug-ins. By the clock of the database, as signs of life are. */
export async function saveRuns(
  db: Db,
  process: string,
  runs: readonly { readonly name: string; readonly facts: Facts }[],
): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM plugin_run WHERE (process = ${process} AND name <> ALL(${runs.map(({ name }) => name)}::text[]))
        OR beat_at < now() - interval '5 minutes')
    INSERT INTO plugin_run (process, name, facts, beat_at)
    SELECT ${process}, t.name, t.facts, now() FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS t(name text, facts jsonb)
    ON CONFLICT (process, name) DO UPDATE SET facts = excluded.facts, beat_at = excluded.beat_at`.execute(db);
}

export const removeRuns = async (db: Db, process: string): Promise<void> => {
  await db.deleteFrom('plugin_run').where('process', '=', process).execute();
};

/** Returns the runs of processes that have lately reported. */
export async function runs(db: Db): Promise<(PluginRun & { readonly name: string })[]> {
  const { rows } = await sqlRows({ name: 'text', process: 'text', facts: typed<Facts>() })`
    SELECT name, process, facts FROM plugin_run WHERE beat_at > now() - interval '1 minute'
    ORDER BY name, process LIMIT 500`.execute(db);
  return rows.map(({ name, process, facts }) => ({ name, process, ...facts }));
}

export interface CountedUses {
  readonly uses: PluginUse[];
  readonly count: number;
}

/** Returns the uses of plug-ins (`used`, a SELECT of each feature), by their names: a hundred of each are listed, all are counted. */
export async function uses(
  db: Db,
  used: readonly RawBuilder<unknown>[],
  name?: string,
): Promise<ReadonlyMap<string, CountedUses>> {
  const { rows } = await sqlRows({
    kind: typed<PluginUse['kind']>(),
    part: typed<PluginUse['part']>(),
    plugin: 'text',
    name: typed<PluginUse['name']>(),
    corporation: typed<PluginUse['corporation']>(),
    n: 'number',
    count: 'number',
  })`
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY plugin ORDER BY kind, corporation NULLS FIRST, name, part)::int AS n,
        count(*) OVER (PARTITION BY plugin)::int AS count
      FROM (
        ${sql.join(used, sql` UNION ALL `)}
      ) used WHERE ${name === undefined ? sql`true` : sql`plugin = ${name}`}
    ) numbered WHERE n <= 100 ORDER BY plugin, n`.execute(db);
  const byName = new Map<string, { uses: PluginUse[]; count: number }>();
  for (const { plugin, kind, part, name, corporation, count } of rows) {
    const own = byName.get(plugin) ?? { uses: [], count };
    own.uses.push({ kind, part, name, corporation });
    byName.set(plugin, own);
  }
  return byName;
}
