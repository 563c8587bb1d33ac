/**
 * Templates and plans of inspections. Invariants: a version of a template never changes once it is made; a plan names
 * places and members of its own project; what a plan has missed before it was made or changed is not its fault.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { versionOf } from '@plumbline/contract/kernel/versions';
import type { inspections } from '@plumbline/contract/points/inspections';
import { type Plan, planLimits, type Template } from '@plumbline/contract/points/inspections.plans';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import { places as pointPlaces } from '../points/points.api.ts';
import * as table from './inspections.plans.table.ts';
import { openOf, roundAt, update as updateRound } from './inspections.rounds.table.ts';
import { nextStart, presentOccurrence, type Scheduled, stateOf } from './logic/plan-state.ts';

type Input<K extends keyof typeof inspections> = OutputOf<(typeof inspections)[K]['input']>;

export const templates = async ({ db }: Context, { projectId }: Input<'templates'>) => ({
  templates: await table.templates(db, projectId),
});

async function template(db: Db, projectId: number, templateId: number): Promise<Template> {
  const found = requireRow(
    (await table.templates(db, projectId)).find(({ id }) => id === templateId),
    { templateId },
  );
  return found;
}

const refusingTemplateName = <T>(write: Promise<T>, name: string) =>
  onUniqueViolation(write, 'inspection_template_name', new Failure('nameTaken', { name }));

export async function createTemplate(context: Context, { projectId, name, questions }: Input<'createTemplate'>) {
  const { db, now, caller } = context;
  await checkCount(db, projectId, 'inspection_template', planLimits.templates);
  const id = await refusingTemplateName(table.insertTemplate(db, projectId, name), name);
  await table.insertVersion(db, id, questions, { name: caller.displayName, at: now() });
  return { template: await template(db, projectId, id) };
}

/** The same questions make no other version. */
export async function updateTemplate(context: Context, input: Input<'updateTemplate'>) {
  const { projectId, templateId, name, questions } = input;
  const { db, now, caller } = context;
  const before = await template(db, projectId, templateId);
  if (before.name !== name) await refusingTemplateName(table.renameTemplate(db, templateId, name), name);
  if (versionOf({ questions }, ['questions']) !== versionOf({ questions: before.questions }, ['questions'])) {
    if (before.version >= planLimits.versions) throw new Failure('inspectionsFull', { most: planLimits.versions });
    await table.insertVersion(db, templateId, questions, { name: caller.displayName, at: now() });
  }
  return { template: await template(db, projectId, templateId) };
}

export async function removeTemplate({ db }: Context, { projectId, templateId }: Input<'removeTemplate'>) {
  const use = requireRow(await table.templateUse(db, projectId, templateId), { templateId });
  if (use.plans + use.rounds > 0) throw new Failure('notEmpty', { plans: use.plans, rounds: use.rounds });
  await table.removeTemplate(db, templateId);
  return {};
}

export async function checkCount(db: Db, projectId: number, of: Parameters<typeof table.countOf>[2], most: number) {
  if ((await table.countOf(db, projectId, of)) >= most) throw new Failure('inspectionsFull', { most });
}

/** A plan as its times are computed. */
export const scheduleOf = (row: table.PlanRow): Scheduled => ({
  unit: row.unit,
  every: row.every,
  firstOn: row.first_on,
  at: row.at,
  graceHours: row.grace_hours,
  isEnabled: row.enabled,
  countsFrom: row.counts_from.getTime(),
  timeZone: row.time_zone,
});

/** Where a plan is inspected, in words. */
export const whereOf = ({ parent_name, structure_name, point_name, location }: table.PlanRow): string =>
  [parent_name, structure_name, point_name, location].filter(Boolean).join(' / ');

const isoOf = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** Plans with how each stands now. */
async function shown(db: Db, rows: readonly table.PlanRow[], now: number): Promise<Plan[]> {
  const present = rows.map((row) => ({
    row,
    plan: scheduleOf(row),
    occurrence: presentOccurrence(scheduleOf(row), now),
  }));
  const wanted = present.flatMap(({ row, occurrence }) =>
    occurrence === null ? [] : [{ planId: row.id, dueAt: occurrence.dueAt }],
  );
  const rounds = await table.roundsAt(db, wanted);
  return present.map(({ row, plan, occurrence }) => {
    const round = rounds.get(row.id);
    return {
      id: row.id,
      name: row.name,
      templateId: row.template_id,
      structureId: row.structure_id,
      pointId: row.point_id,
      location: row.location,
      unit: row.unit,
      every: row.every,
      firstOn: row.first_on,
      at: row.at,
      graceHours: row.grace_hours,
      assigneeIds: row.assignee_ids,
      isEnabled: row.enabled,
      templateName: row.template_name,
      where: whereOf(row),
      assignees: row.assignees,
      state: stateOf(plan, occurrence, round, now),
      dueAt: isoOf(occurrence?.dueAt),
      deadlineAt: isoOf(occurrence?.deadlineAt),
      nextAt: plan.isEnabled ? isoOf(nextStart(plan, now)) : null,
      roundId: round?.id ?? null,
      lastFinishedAt: row.last_finished_at?.toISOString() ?? null,
    };
  });
}

export const plans = async ({ db, now }: Context, { projectId }: Input<'plans'>) => ({
  plans: await shown(db, await table.plansOf(db, projectId), now().getTime()),
});

async function onePlan({ db, now }: Context, projectId: number, planId: number): Promise<Plan> {
  const row = await table.plan(db, projectId, planId);
  const [found] = row ? await shown(db, [row], now().getTime()) : [];
  if (!found) throw new Failure('notFound', { planId });
  return found;
}

type Planned = Omit<Input<'createPlan'>, 'projectId'>;

/** What a plan names must be of its project, or is not found. */
async function checkPlanned(db: Db, projectId: number, { structureId, pointId, templateId, assigneeIds }: Planned) {
  if (structureId !== null) {
    const place = (await structurePlaces(db, [structureId])).get(structureId);
    if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
  }
  if (pointId !== null) {
    const place = (await pointPlaces(db, [pointId])).get(pointId);
    if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { pointId });
  }
  await template(db, projectId, templateId);
  const members = await table.membersAmong(db, projectId, assigneeIds);
  const unknownId = assigneeIds.find((id) => !members.has(id));
  if (unknownId !== undefined) throw new Failure('notFound', { userId: unknownId });
}

const columnsOf = (planned: Planned) => ({
  name: planned.name,
  template_id: planned.templateId,
  structure_id: planned.structureId,
  point_id: planned.pointId,
  location: planned.location,
  unit: planned.unit,
  every: planned.every,
  first_on: planned.firstOn,
  at: planned.at,
  grace_hours: planned.graceHours,
  assignee_ids: [...new Set(planned.assigneeIds)],
  enabled: planned.isEnabled,
});

const refusingPlanName = <T>(write: Promise<T>, name: string) =>
  onUniqueViolation(write, 'inspection_plan_name', new Failure('nameTaken', { name }));

export async function createPlan(context: Context, { projectId, ...planned }: Input<'createPlan'>) {
  const { db, now } = context;
  await checkPlanned(db, projectId, planned);
  await checkCount(db, projectId, 'inspection_plan', planLimits.plans);
  const values = { project_id: projectId, ...columnsOf(planned), counts_from: now() };
  const id = await refusingPlanName(table.insertPlan(db, values), planned.name);
  return { plan: await onePlan(context, projectId, id) };
}

export async function updatePlan(context: Context, { projectId, planId, ...planned }: Input<'updatePlan'>) {
  const { db, now } = context;
  const before = requireRow(await table.plan(db, projectId, planId, true), { planId });
  // Members who left since may stay named: nobody can be added who is none.
  const added = planned.assigneeIds.filter((id) => !before.assignee_ids.includes(id));
  await checkPlanned(db, projectId, { ...planned, assigneeIds: added });
  const values = columnsOf(planned);
  const times = ['unit', 'every', 'first_on', 'at', 'grace_hours', 'enabled'] as const;
  const isOther = times.some((name) => values[name] !== before[name]);
  const write = table.updatePlan(db, planId, { ...values, ...(isOther && { counts_from: now() }) });
  await refusingPlanName(write, planned.name);
  if (isOther) await moveOpenRound(context, projectId, before);
  return { plan: await onePlan(context, projectId, planId) };
}

/** A round that has begun for the present time of a plan is that of the time to which the plan was moved: nobody walks twice. */
async function moveOpenRound({ db, now }: Context, projectId: number, before: table.PlanRow): Promise<void> {
  const open = await openOf(db, before.id);
  const presentBefore = presentOccurrence(scheduleOf(before), now().getTime());
  if (!open || open.due_at.getTime() !== presentBefore?.dueAt) return;
  const after = await table.plan(db, projectId, before.id);
  const present = after ? presentOccurrence(scheduleOf(after), now().getTime()) : null;
  if (!present) return;
  const dueAt = new Date(present.dueAt);
  if (!(await roundAt(db, before.id, dueAt))) await updateRound(db, open.id, { due_at: dueAt });
}

export async function removePlan({ db }: Context, { projectId, planId }: Input<'removePlan'>) {
  if (!(await table.plan(db, projectId, planId, true))) throw new Failure('notFound', { planId });
  const rounds = await table.roundsOfPlan(db, planId);
  if (rounds > 0) throw new Failure('notEmpty', { rounds });
  await table.clearLog(db, planId);
  await table.removePlan(db, planId);
  return {};
}
