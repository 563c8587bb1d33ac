/** What features above may ask about alert rules. */
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Db, Place } from '../../../kernel/context.ts';

/** How addresses are shown to somebody: whole to who may change the rules of the project, else masked. */
export function maskerFor(caller: Caller, place: Place): (address: string) => string {
  const sees = permissionAt(caller, 'Update:AlertRule', { ...place, archived: false }) === 'yes';
  return sees ? (address) => address : masked;
}

/** zhang@example.com is z•••@example.com, 13800001234 is 138••••1234. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}•••${address.slice(at)}`;
  return address.length > 7 ? `${address.slice(0, 3)}••••${address.slice(-4)}` : '••••';
}

/** Where a rule lies, by its row; null where there is none of that id. */
export async function placeOfRule(db: Db, id: number) {
  const projectId = await alertRuleProject(db, id);
  return projectId === undefined ? null : { projectId };
}

/** The project of a rule; undefined where there is none of that id. */
export async function alertRuleProject(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('alert_rule').select('project_id').where('id', '=', id).executeTakeFirst();
  return row?.project_id;
}
