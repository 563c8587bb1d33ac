/**
 * Rules that hold in several projects. Invariants: each project has its own row, so that whatever tells, judges and shows rules
 * knows of one project alone; whoever changes one may change rules in every project that it holds in; what rests (archived,
 * being deleted) is left as it is, and is a rule of its own from then on.
 */
import { randomUUID } from 'node:crypto';
import { alertRuleLimits } from '@plumbline/contract/alerts/rules';
import { Failure } from '@plumbline/contract/kernel/errors';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { places } from '../../site/projects/projects.api.ts';
import * as sharing from './rules.sharing.table.ts';
import * as table from './rules.table.ts';

/** A row of a rule as it was saved, and the project that it was changed in. */
interface Saved {
  readonly id: number;
  readonly projectId: number;
  readonly rule: table.RuleInput;
}

/**
 * Makes a rule hold in the other projects that are named, and in no others, as it is in its own. Throws notFound, notAllowed,
 * archived, alertRulesFull, nameTaken, ruleRosterMissing, ruleElsewhere.
 */
export async function share(context: Context, saved: Saved, projectIds: readonly number[]): Promise<void> {
  const { db } = context;
  const elsewhere = await sharing.rowsElsewhere(db, saved.id);
  const running = elsewhere.filter(({ isResting }) => !isResting);
  const added = projectIds.filter((id) => !running.some(({ projectId }) => projectId === id));
  if (added.includes(saved.projectId))
    throw new Failure('badInput', [{ path: 'projectIds', message: 'addressRepeat' }]);
  await requireThroughout(context, running, added);
  await sharing.setKey(
    db,
    elsewhere.filter(({ isResting }) => isResting).map(({ id }) => id),
    null,
  );
  const ids: number[] = [];
  for (const { id, projectId } of running)
    if (projectIds.includes(projectId)) {
      await onNameTaken(table.update(db, id, await ruleFor(context, saved, projectId)), { name: saved.rule.name });
      ids.push(id);
    } else await table.remove(db, projectId, id);
  for (const projectId of added) {
    if ((await table.count(db, projectId)) >= alertRuleLimits.rules)
      throw new Failure('alertRulesFull', { most: alertRuleLimits.rules });
    const by = { byName: context.caller.displayName, createdAt: context.now() };
    const rule = await ruleFor(context, saved, projectId);
    ids.push(await onNameTaken(table.insert(db, projectId, rule, by), { name: rule.name }));
  }
  await sharing.setKey(db, [saved.id, ...ids], ids.length > 0 ? randomUUID() : null);
  for (const projectId of new Set([...running.map((row) => row.projectId), ...added]))
    await context.emit('recipientsChanged', { projectId, corporationId: null });
}

/** Throws notFound, notAllowed or archived for a project that is added, ruleElsewhere for those in which it holds already. */
async function requireThroughout(
  { db, caller }: Context,
  running: readonly sharing.SharedRow[],
  added: readonly number[],
): Promise<void> {
  const ids = [...running.map(({ projectId }) => projectId), ...added];
  if (ids.length === 0) return;
  const there = await places(db, ids);
  for (const id of added) {
    const place = there.get(id);
    const answer = place ? permissionAt(caller, 'Create:AlertRule', place) : 'foreign';
    if (answer === 'foreign') throw new Failure('notFound', { projectIds: [id] });
    if (answer === 'no') throw new Failure('notAllowed', { needs: 'Create:AlertRule' });
    if (place?.archived) throw new Failure('archived', { projectIds: [id] });
  }
  const refused = running.filter(({ projectId }) => {
    const place = there.get(projectId);
    return place === undefined || permissionAt(caller, 'Update:AlertRule', place) !== 'yes';
  });
  if (refused.length > 0) throw new Failure('ruleElsewhere', { count: refused.length });
}

/** Returns a rule as it is in another project: for the whole of it, with its rosters of the same names. */
async function ruleFor({ db }: Context, { rule }: Saved, projectId: number): Promise<table.RuleInput> {
  const named = [...new Set([rule, ...rule.steps].flatMap(({ rosterIds }) => rosterIds))];
  const alike = await sharing.rostersAlike(db, projectId, named);
  const missing = named.filter((id) => !alike.has(id));
  if (missing.length > 0) throw new Failure('ruleRosterMissing', await sharing.missingNames(db, projectId, missing));
  const there = (ids: readonly number[]): number[] => ids.flatMap((id) => alike.get(id) ?? []);
  return {
    ...rule,
    wholeProject: true,
    structureIds: [],
    rosterIds: there(rule.rosterIds),
    steps: rule.steps.map((step) => ({ ...step, rosterIds: there(step.rosterIds) })),
  };
}
