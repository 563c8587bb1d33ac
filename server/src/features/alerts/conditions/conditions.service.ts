/**
 * Conditions: who raises an alert over several points. Invariants: the points and the structure of a condition are of its own
 * project; one that a person changed in what it watches begins anew, with what is measured from then on.
 */
import {
  type Condition,
  type ConditionStateName,
  conditionLimits,
  type conditions,
} from '@plumbline/contract/alerts/conditions';
import {
  type ConditionRules,
  type ConditionTerm,
  conditionParts,
  watchedKeys,
} from '@plumbline/contract/alerts/conditions.terms';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { canonical } from '../../points/points/points.announce.api.ts';
import { places as pointPlaces } from '../../points/points/points.api.ts';
import type { ShownPoint } from '../../readings/readings/readings.effective.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import { endConditionAlerts } from '../alerts/alerts.conditions.api.ts';
import { withSeasons } from './conditions.seasons.service.ts';
import { pointsOf } from './conditions.series.service.ts';
import { resetState } from './conditions.states.table.ts';
import * as table from './conditions.table.ts';
import { iso, termStatusOf } from './logic/alert-of.ts';
import { termsOf } from './logic/rule-of.ts';

type Input<K extends keyof typeof conditions> = OutputOf<(typeof conditions)[K]['input']>;

/** A batch that was under way when a condition was set knows nothing of it: once more a moment later, it is there. */
const settleMs = 5_000;

export async function list({ db }: Context, { projectId, structureId }: Input<'list'>) {
  return { conditions: await shown(db, await table.ofProject(db, projectId, { structureId })) };
}

async function shown(db: Db, rows: readonly table.Row[]): Promise<Condition[]> {
  const points = await pointsOf(
    db,
    rows.flatMap(({ rules }) => termsOf(rules)),
  );
  return rows.map((row) => ({
    id: row.id,
    projectId: row.projectId,
    structureName: row.structureName,
    ...row.rules,
    revision: row.revision,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    points: namedIn(row.rules, points),
    status: statusOf(row),
  }));
}

/** Each point and field of the terms that is there, once. */
function namedIn(rules: ConditionRules, points: ReadonlyMap<number, ShownPoint>): Condition['points'] {
  const named = new Map<string, Condition['points'][number]>();
  for (const { pointId, field, otherPointId, otherField } of termsOf(rules))
    for (const [id, key] of [
      [pointId, field],
      [otherPointId, otherField],
    ] as const) {
      const point = id === null ? undefined : points.get(id);
      const unit = point?.fields.find((each) => each.key === key)?.unit;
      if (point && key !== null && unit !== undefined)
        named.set(`${id}/${key}`, {
          id: point.id,
          name: point.facts.name,
          family: point.facts.family,
          field: key,
          unit,
        });
    }
  return [...named.values()];
}

function statusOf({ rules, enabled, truth, raised, state, evaluatedAt, alertId }: table.Row): Condition['status'] {
  const name: ConditionStateName = !enabled
    ? 'off'
    : truth === 'waiting'
      ? 'waiting'
      : raised
        ? 'raised'
        : truth === 'unknown'
          ? 'unknown'
          : 'normal';
  return {
    state: name,
    since: iso(enabled ? (state?.sinceAt ?? null) : null),
    truth: enabled ? (state?.truth ?? null) : null,
    terms: termsOf(rules).map((term, i) => termStatusOf(term, enabled ? state?.terms[i] : undefined)),
    evaluatedAt: evaluatedAt?.toISOString() ?? null,
    alertId,
  };
}

async function one(db: Db, projectId: number, id: number): Promise<Condition> {
  const [condition] = await shown(db, await table.ofProject(db, projectId, { id }));
  if (!condition) throw new Failure('notFound', { conditionId: id });
  return condition;
}

/** What of an input is said of the condition. */
const rulesOf = (given: ConditionRules): ConditionRules =>
  Object.fromEntries(
    Object.keys(conditionParts).map((key) => [key, given[key as keyof ConditionRules]]),
  ) as unknown as ConditionRules;

/** Returns whether points of the family have what the kind of term looks at. */
function hasWhatIsWatched(kind: ConditionTerm['kind'], { family, nodeCount }: ShownPoint['facts']): boolean {
  if (kind === 'profile' || kind === 'slope') return family === 'deepDisplacement' && nodeCount > 0;
  return kind !== 'vibration' || family === 'vibration';
}

/** Throws notFound for a structure of others, conditionPointUnknown, conditionFamily, conditionUnitsDiffer. */
export async function checkRules(db: Db, projectId: number, rules: ConditionRules): Promise<void> {
  const { structureId } = rules;
  const structure = (await structurePlaces(db, [structureId])).get(structureId);
  if (!structure?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
  const terms = termsOf(rules);
  const ids = terms.flatMap(({ pointId, otherPointId }) =>
    otherPointId === null ? [pointId] : [pointId, otherPointId],
  );
  const there = await pointPlaces(db, [...new Set(ids)]);
  const points = await pointsOf(db, terms);
  for (const [term, { kind, pointId, field, otherPointId, otherField }] of terms.entries()) {
    const unitOf = (id: number, key: string): string => {
      const isOwn = there.get(id)?.projectIds.includes(projectId) ?? false;
      const found = isOwn ? points.get(id)?.fields.find((each) => each.key === key) : undefined;
      if (!found) throw new Failure('conditionPointUnknown', { term: term + 1, pointId: id, field: key });
      return found.unit;
    };
    const unit = unitOf(pointId, field);
    const point = points.get(pointId);
    if (point && !hasWhatIsWatched(kind, point.facts))
      throw new Failure('conditionFamily', { term: term + 1, point: point.facts.name });
    if (otherPointId === null || otherField === null) continue;
    const other = unitOf(otherPointId, otherField);
    if (kind === 'difference' && unit !== other)
      throw new Failure('conditionUnitsDiffer', { term: term + 1, unit, other });
  }
}

/** What follows a change in the same transaction: who takes readings forgets plans, and it is evaluated at once. */
async function begin(context: Context, projectId: number, id: number, rules: ConditionRules): Promise<void> {
  const { db, now, changed, emit } = context;
  const at = now();
  await resetState(db, id, rules.enabled ? new Date(at.getTime() + settleMs) : null);
  await changed({ kind: 'project', id: projectId });
  const [first] = termsOf(rules);
  if (rules.enabled && first) await emit('conditionsDue', { points: [[first.pointId, at.getTime()]], changeId: null });
}

const authorOf = ({ caller, now }: Context): table.Author => ({ byName: caller.displayName, at: now() });

export async function create(context: Context, { projectId, ...given }: Input<'create'>) {
  const { db } = context;
  await checkRules(db, projectId, given);
  const rules = await withSeasons(db, rulesOf(given));
  if ((await table.count(db, projectId)) >= conditionLimits.conditions)
    throw new Failure('conditionsFull', { most: conditionLimits.conditions });
  const id = await table.insert(db, projectId, rules, authorOf(context));
  await table.noteChange(db, { conditionId: id, projectId, before: null, after: rules }, authorOf(context));
  await begin(context, projectId, id, rules);
  await context.emit('conditionsChanged', { projectId });
  return { condition: await one(db, projectId, id) };
}

export async function update(context: Context, { projectId, conditionId, ...given }: Input<'update'>) {
  const { db, now } = context;
  const locked = requireRow(await table.lock(db, projectId, conditionId), { conditionId });
  await checkRules(db, projectId, given);
  const rules = await withSeasons(db, rulesOf(given));
  const before = locked.rules;
  if (canonical(before) !== canonical(rules)) {
    const anew = watchedKeys.some((key) => canonical(before[key]) !== canonical(rules[key]));
    await table.update(db, conditionId, rules, authorOf(context), anew);
    await table.noteChange(db, { conditionId, projectId, before, after: rules }, authorOf(context));
    if (anew) {
      await release(db, locked.alert_id, now());
      await begin(context, projectId, conditionId, rules);
    }
    await context.emit('conditionsChanged', { projectId });
  }
  return { condition: await one(db, projectId, conditionId) };
}

/** The alert that was on is over: nothing watches any more whether it is. */
const release = async (db: Db, alertId: number | null, now: Date): Promise<void> => {
  if (alertId !== null) await endConditionAlerts(sqlOver(db), [{ id: alertId, to: now.getTime() }], now.getTime());
};

export async function remove(context: Context, { projectId, conditionId }: Input<'remove'>) {
  const { db, now, changed } = context;
  const locked = requireRow(await table.lock(db, projectId, conditionId), { conditionId });
  await release(db, locked.alert_id, now());
  await table.noteChange(db, { conditionId, projectId, before: locked.rules, after: null }, authorOf(context));
  await table.remove(db, conditionId);
  await changed({ kind: 'project', id: projectId });
  await context.emit('conditionsChanged', { projectId });
  return {};
}

export async function changes({ db }: Context, { projectId, conditionId }: Input<'changes'>) {
  const rows = await table.changes(db, projectId, conditionId);
  if (rows.length === 0) throw new Failure('notFound', { conditionId });
  return {
    changes: rows.map(({ id, at, by_name: by, before, after }) => ({ id, at: at.toISOString(), by, before, after })),
  };
}
