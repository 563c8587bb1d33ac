/** What the sender of data push may ask about rules, and what it writes on them. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { type RuleRow, ruleById } from './push-rules.table.ts';

export { nextTime } from './logic/next-time.ts';
export { pointsOf } from './push-rules.points.table.ts';
export {
  one as pushRuleOf,
  projectsPushing,
  type RuleRow,
  ruleById,
  sendingOf,
  update as updateRule,
} from './push-rules.table.ts';

const dueRule = (now: Date) => sql`r.enabled AND NOT r.paused AND r.next_at <= ${now}
  AND EXISTS (SELECT 1 FROM push_item i WHERE i.rule_id = r.id)
  AND EXISTS (SELECT 1 FROM project p WHERE p.id = r.project_id AND p.archived_at IS NULL AND p.deleting_at IS NULL)`;

/** Returns whether anything is to be sent: asked every second, answered from the few rules there are. */
export async function isAnythingDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sqlRows({
    due: 'flag',
  })`SELECT EXISTS (SELECT 1 FROM push_rule r WHERE ${dueRule(now)}) AS due`.execute(db);
  return rows[0]?.due ?? false;
}

/** The rules that send now, but those; the one that waits longest first. */
export async function dueRules(db: Db, now: Date, except: readonly number[], limit: number): Promise<RuleRow[]> {
  const { rows } = await sqlRows({ id: 'number' })`SELECT r.id FROM push_rule r
    WHERE ${dueRule(now)} AND r.id <> ALL(${except}::int[]) ORDER BY r.next_at, r.id LIMIT ${limit}`.execute(db);
  const dueRows: RuleRow[] = [];
  for (const { id } of rows) {
    const row = await ruleById(db, id);
    if (row) dueRows.push(row);
  }
  return dueRows;
}

/** A clock ahead has put a next time further away than back-off and rhythm ever do: due now. */
export async function pullInPushes(db: Db, now: Date): Promise<void> {
  await sql`UPDATE push_rule SET next_at = ${now} WHERE next_at > ${now}::timestamptz + greatest(interval '15 minutes',
    CASE (settings->>'mode')::int WHEN 0 THEN make_interval(mins => (settings->>'intervalMinutes')::int)
      WHEN 1 THEN interval '25 hours' ELSE interval '0' END)`.execute(db);
}
