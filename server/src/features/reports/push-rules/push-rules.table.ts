/** Push rules, and the lock between whoever switches one on and whoever stores readings. */
import type { PushRule } from '@plumbline/contract/reports/push-rules';
import { newTransport } from '@plumbline/contract/reports/push-transports';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';
import type { PushRuleSettings } from '../../../kernel/tables.push.ts';
import type { ChangeOf, Tables } from '../../../kernel/tables.ts';

export type RuleRow = Selectable<Tables['push_rule']> & {
  readonly format_name: string;
  readonly archived_at: Date | null;
};

const joined = (db: Db) =>
  db
    .selectFrom('push_rule')
    .innerJoin('push_format', 'push_format.id', 'push_rule.format_id')
    .innerJoin('project', 'project.id', 'push_rule.project_id')
    .selectAll('push_rule')
    .select(['push_format.name as format_name', 'project.archived_at']);

/** Rules that were made when all went by HTTP have nothing of the others. */
const withTransports = (row: RuleRow): RuleRow => ({ ...row, settings: { ...newTransport, ...row.settings } });

export const ofProject = async (db: Db, projectId: number): Promise<RuleRow[]> =>
  (await joined(db).where('push_rule.project_id', '=', projectId).orderBy('push_rule.name').execute()).map(
    withTransports,
  );

const first = async (query: ReturnType<typeof joined>): Promise<RuleRow | undefined> => {
  const row = await query.executeTakeFirst();
  return row && withTransports(row);
};

export const one = (db: Db, projectId: number, id: number): Promise<RuleRow | undefined> =>
  first(joined(db).where('push_rule.id', '=', id).where('push_rule.project_id', '=', projectId));

/** Locked until the transaction ends. */
export const lock = (db: Db, projectId: number, id: number): Promise<RuleRow | undefined> =>
  first(joined(db).where('push_rule.id', '=', id).where('push_rule.project_id', '=', projectId).forUpdate('push_rule'));

export const ruleById = (db: Db, id: number): Promise<RuleRow | undefined> =>
  first(joined(db).where('push_rule.id', '=', id));

/** The rules of some that send: on, and not paused. */
export async function sendingOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('push_rule')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .where('enabled', '=', true)
    .where('paused', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

export async function insert(
  db: Db,
  row: Omit<ChangeOf<'push_rule'>, 'id' | 'settings' | 'secrets'> & {
    readonly settings: PushRuleSettings;
    readonly secrets: string;
  },
): Promise<number> {
  const { settings, ...others } = row;
  const { id } = await db
    .insertInto('push_rule')
    .values({ ...others, settings: JSON.stringify(settings) } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(db: Db, id: number, set: ChangeOf<'push_rule'>): Promise<void> {
  await db.updateTable('push_rule').set(set).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_rule').where('id', '=', id).execute();
}

/** First key of the locks between whoever switches a rule on and whoever stores readings (migration 0271); the second is the project. */
const storingLock = 7345;

/**
 * Waits until what is being stored in a project is stored, and holds up what comes until this transaction ends: of a reading and
 * a rule that is switched on one comes first, so that none is acknowledged afterwards which did not see the rule. To be
 * taken last.
 */
export async function waitForStoring(db: Db, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${storingLock}::int, ${projectId}::int)`.execute(db);
}

/** The projects of some that have a rule which is on, until this transaction ends: none is switched on before (migration 0271). */
export async function projectsPushing(client: Sql, projectIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await client.query({
    name: 'projects-pushing',
    text: 'SELECT id FROM projects_pushing($1::int[]) AS id',
    values: [projectIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Up to date is only what has sent and lacks nothing: neither a refused message nor readings that were left out. */
export function stateOf(
  row: RuleRow,
  { waiting, refused }: { readonly waiting: number; readonly refused: number },
): PushRule['state'] {
  if (!row.enabled || row.archived_at !== null) return 'off';
  if (row.paused) return 'paused';
  if (row.fault === 'secretMissing') return 'secretMissing';
  if (waiting > 0) return row.fault === null ? 'waiting' : 'failing';
  if (refused > 0 || row.lost_count > 0) return 'incomplete';
  if (row.fault !== null) return 'failing';
  return row.last_sent_at === null ? 'neverSent' : 'upToDate';
}
