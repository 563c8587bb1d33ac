/**
 * Alert rules: who hears of which alerts of a project. Invariants: what a rule names is of its own project and corporation;
 * addresses of people are shown whole to those alone who may change rules.
 */
import {
  type AlertRule,
  alertRuleLimits,
  type alertRules,
  faultsOf,
  newAlertRule,
} from '@plumbline/contract/alerts/rules';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context, Place } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { areHooks, waysOf } from '../../messages/channels/channels.api.ts';
import { languageOf } from '../../people/users/users.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import { areRosters } from '../duty/duty.api.ts';
import { maskerFor } from './rules.api.ts';
import { share } from './rules.sharing.service.ts';
import { projectsElsewhere } from './rules.sharing.table.ts';
import * as table from './rules.table.ts';

type Input<K extends keyof typeof alertRules> = OutputOf<(typeof alertRules)[K]['input']>;

async function placeOf({ db }: Pick<Context, 'db'>, projectId: number): Promise<Place> {
  const place = requireRow((await places(db, [projectId])).get(projectId), { projectId });
  return place;
}

/** A rule as the caller may see it. */
async function shownTo(context: Context, projectId: number): Promise<(rule: AlertRule) => AlertRule> {
  const mask = maskerFor(context.caller, await placeOf(context, projectId));
  const masked = <T extends { mobiles: string[]; calls: string[]; emails: string[] }>(named: T): T => ({
    ...named,
    mobiles: named.mobiles.map(mask),
    calls: named.calls.map(mask),
    emails: named.emails.map(mask),
  });
  return (rule) => ({
    ...masked(rule),
    steps: rule.steps.map(masked),
    outsiders: rule.outsiders.map(({ address, person }) => ({ address: mask(address), person })),
  });
}

/** Rules with the other projects in which they hold. */
async function withProjects({ db, caller }: Context, rules: readonly table.Rule[]): Promise<AlertRule[]> {
  const others = await projectsElsewhere(
    db,
    rules.map(({ id }) => id),
    caller,
  );
  return rules.map((rule) => {
    const elsewhere = others.filter(({ ruleId }) => ruleId === rule.id);
    const visible = elsewhere.filter(({ isVisible }) => isVisible);
    return {
      ...rule,
      projectIds: visible.map(({ id }) => id),
      projectNames: visible.map(({ name }) => name),
      projectsHidden: elsewhere.length - visible.length,
    };
  });
}

export async function list(context: Context, { projectId }: Input<'list'>) {
  const shown = await shownTo(context, projectId);
  const rules = await withProjects(context, await table.ofProject(context.db, projectId));
  return { alertRules: rules.map(shown) };
}

async function found(context: Context, projectId: number, id: number): Promise<AlertRule> {
  const rule = requireRow(await table.one(context.db, projectId, id), { alertRuleId: id });
  return elementAt(await withProjects(context, [rule]), 0);
}

export async function get(context: Context, { projectId, alertRuleId }: Input<'get'>) {
  const rule = await found(context, projectId, alertRuleId);
  return { alertRule: (await shownTo(context, projectId))(rule) };
}

/** Throws alertRulesFull, nameTaken, and what sharing throws. */
export async function create(context: Context, { projectId, ...given }: Input<'create'>) {
  const { db, now, caller } = context;
  const language = await languageOf(db, caller.accountId);
  const rule = { ...newAlertRule, language, ...withoutGaps(given), name: given.name };
  await check(context, projectId, rule);
  if ((await table.count(db, projectId)) >= alertRuleLimits.rules)
    throw new Failure('alertRulesFull', { most: alertRuleLimits.rules });
  const by = { byName: caller.displayName, createdAt: now() };
  const id = await onNameTaken(table.insert(db, projectId, rule, by), { name: rule.name });
  if (rule.projectIds.length > 0) await share(context, { id, projectId, rule }, rule.projectIds);
  return { alertRule: (await shownTo(context, projectId))(await found(context, projectId, id)) };
}

export async function update(context: Context, { projectId, alertRuleId, ...given }: Input<'update'>) {
  const before = await found(context, projectId, alertRuleId);
  const rule = { ...before, ...withoutGaps(given) };
  await check(context, projectId, rule);
  await onNameTaken(table.update(context.db, alertRuleId, rule), { name: rule.name });
  if (rule.projectIds.length > 0 || before.projectIds.length + before.projectsHidden > 0)
    await share(context, { id: alertRuleId, projectId, rule }, rule.projectIds);
  return { alertRule: (await shownTo(context, projectId))(await found(context, projectId, alertRuleId)) };
}

export async function remove({ db }: Context, { projectId, alertRuleId }: Input<'remove'>) {
  if (!(await table.remove(db, projectId, alertRuleId))) throw new Failure('notFound', { alertRuleId });
  return {};
}

export async function ways(context: Context, { projectId }: Input<'ways'>) {
  return await waysOf(context.db, (await placeOf(context, projectId)).corporationId);
}

export async function vendorTopo(context: Context, { projectId, vendor }: Input<'vendorTopo'>) {
  const { sms } = await ways(context, { projectId });
  return { isSetUp: sms === vendor, topo: await table.topo(context.db, projectId) };
}

/** What was given, without what was not. */
const withoutGaps = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Throws badInput for what does not go together, notFound for a structure or hook of others. */
async function check(
  context: Context,
  projectId: number,
  rule: table.RuleInput & { readonly projectIds: readonly number[] },
): Promise<void> {
  const faults = faultsOf({ ...rule, projectIds: [...rule.projectIds] });
  if (faults.length > 0) throw new Failure('badInput', faults);
  const { structureIds, steps } = rule;
  const channelIds = [rule, ...steps].flatMap((named) => named.channelIds);
  const rosterIds = [rule, ...steps].flatMap((named) => named.rosterIds);
  const known = structureIds.length > 0 ? await structurePlaces(context.db, structureIds) : new Map<number, Place>();
  const foreign = structureIds.find((id) => !known.get(id)?.projectIds.includes(projectId));
  if (foreign !== undefined) throw new Failure('notFound', { structureId: foreign });
  const { corporationId } = await placeOf(context, projectId);
  if (!(await areHooks(context.db, corporationId, [...new Set(channelIds)])))
    throw new Failure('notFound', { channelIds });
  if (!(await areRosters(context.db, projectId, rosterIds))) throw new Failure('notFound', { rosterIds });
}
