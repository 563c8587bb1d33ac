import type { AlertRule } from '@plumbline/contract/alerts/rules';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';
import { audienceOf } from '../notifications/notifications.api.ts';

/** A rule of a project, without the others in which it holds. */
export type Rule = Omit<AlertRule, 'projectIds' | 'projectNames' | 'projectsHidden'>;

/** Input of a rule. */
export type RuleInput = Pick<
  AlertRule,
  | 'name'
  | 'type'
  | 'level'
  | 'wholeProject'
  | 'structureIds'
  | 'members'
  | 'mobiles'
  | 'calls'
  | 'emails'
  | 'channelIds'
  | 'rosterIds'
  | 'steps'
  | 'floodCap'
  | 'language'
  | 'days'
  | 'fromTime'
  | 'toTime'
  | 'enabled'
>;
const namedColumns = {
  structure_ids: typed<number[]>(),
  structure_names: typed<string[]>(),
  channel_ids: typed<number[]>(),
  channel_names: typed<string[]>(),
  roster_names: typed<string[]>(),
  outsiders: typed<AlertRule['outsiders']>(),
} as const satisfies Columns;
type Row = TableRow<'alert_rule', typeof namedColumns>;

const fromRow = (row: Row): Rule => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  type: row.type as AlertRule['type'],
  level: row.level,
  wholeProject: row.whole_project,
  structureIds: row.structure_ids,
  structureNames: row.structure_names,
  members: row.members,
  mobiles: row.mobiles,
  calls: row.calls,
  emails: row.emails,
  channelIds: row.channel_ids,
  channelNames: row.channel_names,
  rosterIds: row.roster_ids,
  rosterNames: row.roster_names,
  // What was written before there were calls has none.
  steps: row.steps.map((step) => ({ ...step, calls: step.calls ?? [] })),
  floodCap: row.flood_cap,
  outsiders: row.outsiders,
  language: row.language as AlertRule['language'],
  days: row.days,
  fromTime: row.from_time,
  toTime: row.to_time,
  enabled: row.enabled,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

const columnsOf = (rule: RuleInput) => ({
  name: rule.name,
  type: rule.type,
  level: rule.level,
  whole_project: rule.wholeProject,
  members: rule.members,
  mobiles: [...rule.mobiles],
  calls: [...rule.calls],
  emails: [...rule.emails],
  language: rule.language,
  days: [...rule.days].sort(),
  from_time: rule.fromTime,
  to_time: rule.toTime,
  roster_ids: [...rule.rosterIds],
  steps: JSON.stringify(rule.steps),
  flood_cap: rule.floodCap,
  enabled: rule.enabled,
});

/** Addresses of a rule that are those of people who may not see the alerts any more, over r and j. */
const outsiders = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('address', e.address, 'person', u.display_name) ORDER BY e.address, u.display_name)
  FROM jsonb_each(r.owners) AS e (address, owners) JOIN contact t ON e.owners @> to_jsonb(t.account_id)
    AND (lower(t.email) = e.address OR t.mobile = e.address) JOIN account u ON u.id = t.account_id
  WHERE NOT EXISTS (SELECT FROM (${audienceOf('Retrieve:Alert')}) AS may JOIN contact c ON c.account_id = may.id
    WHERE lower(c.email) = e.address OR c.mobile = e.address)), '[]')`;

async function rows(db: Db, projectId: number, id: number | null): Promise<Rule[]> {
  const { rows: found } = await tableRows('alert_rule', namedColumns)`
    SELECT r.*,
      ARRAY(SELECT s.id FROM alert_rule_structure k JOIN structure s ON s.id = k.structure_id WHERE k.rule_id = r.id ORDER BY s.name, s.id) AS structure_ids,
      ARRAY(SELECT s.name FROM alert_rule_structure k JOIN structure s ON s.id = k.structure_id WHERE k.rule_id = r.id ORDER BY s.name, s.id) AS structure_names,
      ARRAY(SELECT c.id FROM alert_rule_channel k JOIN channel c ON c.id = k.channel_id WHERE k.rule_id = r.id ORDER BY c.name) AS channel_ids,
      ARRAY(SELECT c.name FROM alert_rule_channel k JOIN channel c ON c.id = k.channel_id WHERE k.rule_id = r.id ORDER BY c.name) AS channel_names,
      ARRAY(SELECT d.name FROM duty_roster d WHERE d.id = ANY(r.roster_ids) ORDER BY d.name) AS roster_names,
      ${outsiders} AS outsiders
    FROM alert_rule r JOIN project j ON j.id = r.project_id WHERE r.project_id = ${projectId} AND (${id}::int IS NULL OR r.id = ${id}::int)
    ORDER BY r.name, r.id LIMIT 200`.execute(db);
  return found.map(fromRow);
}

/** The rules of a project by name. */
export const ofProject = (db: Db, projectId: number): Promise<Rule[]> => rows(db, projectId, null);

export const one = async (db: Db, projectId: number, id: number): Promise<Rule | undefined> =>
  (await rows(db, projectId, id))[0];

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows: counted } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM alert_rule WHERE project_id = ${projectId}`.execute(db);
  return elementAt(counted, 0).count;
}

export async function insert(
  db: Db,
  projectId: number,
  rule: RuleInput,
  { byName, createdAt }: { readonly byName: string; readonly createdAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('alert_rule')
    .values({
      project_id: projectId,
      ...columnsOf(rule),
      by_name: byName,
      created_at: createdAt,
      owners: await ownersOf(db, projectId, rule),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setConcerned(db, id, rule);
  return id;
}

export async function update(db: Db, id: number, rule: RuleInput): Promise<void> {
  const { project_id, owners } = await db
    .selectFrom('alert_rule')
    .select(['project_id', 'owners'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const columns = { ...columnsOf(rule), owners: await ownersOf(db, project_id, rule, owners) };
  await db.updateTable('alert_rule').set(columns).where('id', '=', id).execute();
  await db.deleteFrom('alert_rule_structure').where('rule_id', '=', id).execute();
  await db.deleteFrom('alert_rule_channel').where('rule_id', '=', id).execute();
  await setConcerned(db, id, rule);
}

/**
 * Whose addresses the lists of a rule are, as JSON: accounts of its corporation by address. What was listed before keeps whose
 * it was then: who claims an address later as their own has no say in what a rule sends there.
 */
async function ownersOf(
  db: Db,
  projectId: number,
  rule: RuleInput,
  before: Readonly<Record<string, readonly number[]>> = {},
): Promise<string> {
  const lists = [rule, ...rule.steps];
  const addresses = [
    ...new Set([
      ...lists.flatMap(({ emails }) => emails.map((email) => email.toLowerCase())),
      ...lists.flatMap(({ mobiles, calls }) => [...mobiles, ...calls]),
    ]),
  ];
  const { rows: found } = await sqlRows({ address: 'text', ids: typed<number[]>() })`
    SELECT a.address, array_agg(t.account_id ORDER BY t.account_id) AS ids
    FROM unnest(${addresses}::text[]) AS a (address) JOIN contact t ON lower(t.email) = a.address OR t.mobile = a.address
      JOIN account u ON u.id = t.account_id JOIN project j ON j.corporation_id = u.corporation_id
    WHERE j.id = ${projectId} GROUP BY a.address`.execute(db);
  const now = new Map(found.map(({ address, ids }) => [address, ids]));
  return JSON.stringify(
    Object.fromEntries(addresses.map((address) => [address, before[address] ?? now.get(address) ?? []])),
  );
}

async function setConcerned(db: Db, id: number, { wholeProject, structureIds, channelIds }: RuleInput): Promise<void> {
  if (!wholeProject && structureIds.length > 0)
    await db
      .insertInto('alert_rule_structure')
      .values(structureIds.map((structure_id) => ({ rule_id: id, structure_id })))
      .execute();
  if (channelIds.length > 0)
    await db
      .insertInto('alert_rule_channel')
      .values(channelIds.map((channel_id) => ({ rule_id: id, channel_id })))
      .execute();
}

export const remove = async (db: Db, projectId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('alert_rule')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const topoRowColumns = {
  structureId: 'number',
  parentId: 'number?',
  name: 'text',
  rules: typed<{ id: number; name: string; level: number; mobiles: number }[]>(),
} as const satisfies Columns;
type TopoRow = SqlRow<typeof topoRowColumns>;

/** Structures and items of a project, each with the rules that are on and reach telephones from it. */
export async function topo(db: Db, projectId: number): Promise<TopoRow[]> {
  const { rows: found } = await sqlRows(topoRowColumns)`
    SELECT s.id AS "structureId", s.parent_id AS "parentId", s.name, coalesce(
      (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'level', r.level, 'mobiles', cardinality(r.mobiles)) ORDER BY r.name)
        FROM alert_rule r WHERE r.project_id = s.project_id AND r.enabled AND (cardinality(r.mobiles) > 0 OR r.members OR cardinality(r.roster_ids) > 0)
          AND (r.whole_project OR EXISTS (SELECT FROM alert_rule_structure k
            WHERE k.rule_id = r.id AND k.structure_id IN (s.id, s.parent_id)))), '[]'::jsonb) AS rules
    FROM structure s WHERE s.project_id = ${projectId}
    ORDER BY s.parent_id NULLS FIRST, s.name, s.id LIMIT 5000`.execute(db);
  return found;
}
