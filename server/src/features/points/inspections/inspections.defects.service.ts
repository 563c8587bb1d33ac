/** Defects of inspections. Invariant: what a defect was stays in its history; nothing closes one but somebody who says so. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { inspections } from '@plumbline/contract/points/inspections';
import { type Defect, defectLimits } from '@plumbline/contract/points/inspections.defects';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './inspections.defects.table.ts';
import { write as writeLog } from './inspections.log.table.ts';
import { checkCount } from './inspections.plans.service.ts';
import { round as roundOf } from './inspections.rounds.table.ts';

type Input<K extends keyof typeof inspections> = OutputOf<(typeof inspections)[K]['input']>;

async function found(db: Db, projectId: number, defectId: number): Promise<Defect> {
  const one = requireRow(await table.one(db, projectId, defectId), { defectId });
  return one;
}

export const defects = async ({ db }: Context, { projectId, ...filter }: Input<'defects'>) => ({
  defects: await table.defects(db, projectId, filter),
});

export async function defect({ db }: Context, { projectId, defectId }: Input<'defect'>) {
  const one = await found(db, projectId, defectId);
  const [changes, photos] = await Promise.all([table.changes(db, defectId), table.photos(db, one)]);
  return { defect: one, changes, photos };
}

export async function raiseDefect(context: Context, input: Input<'raiseDefect'>) {
  const { projectId, roundId, questionKey, title, severity, note } = input;
  const { db, now, caller } = context;
  const round = await roundOf(db, projectId, roundId);
  const question = round?.questions.find(({ key }) => key === questionKey);
  if (!round || !question) throw new Failure('notFound', { roundId, questionKey });
  await checkCount(db, projectId, 'inspection_defect', defectLimits.defects);
  const known = await table.same(db, { roundId, questionKey, title });
  if (known) return { defect: await found(db, projectId, known.id), isNew: false };
  const by = { byName: caller.displayName, at: now() };
  const id = await table.insert(db, {
    project_id: projectId,
    plan_id: round.planId,
    round_id: roundId,
    question_key: questionKey,
    question: question.label,
    title,
    severity,
    state: 'open',
    note,
    raised_by: by.byName,
    raised_at: by.at,
    changed_by: by.byName,
    changed_at: by.at,
  });
  await table.change(db, id, { ...by, severity, state: 'open', note });
  await writeLog(context, {
    projectId,
    planId: round.planId,
    roundId,
    defectId: id,
    kind: 'defectRaised',
    detail: title,
  });
  return { defect: await found(db, projectId, id), isNew: true };
}

/** Changes a defect. An unchanged state is not written twice: the answer to the first may have been lost. */
export async function updateDefect(context: Context, input: Input<'updateDefect'>) {
  const { projectId, defectId, severity, state, note } = input;
  const { db, now, caller } = context;
  const before = await found(db, projectId, defectId);
  const isSame = before.severity === severity && before.state === state && before.note === note;
  if (!isSame) {
    if ((await table.changes(db, defectId)).length >= defectLimits.changes)
      throw new Failure('inspectionsFull', { most: defectLimits.changes });
    await table.change(db, defectId, { severity, state, note, byName: caller.displayName, at: now() });
    const { planId, title } = before;
    await writeLog(context, { projectId, planId, defectId, kind: 'defectChanged', detail: title });
  }
  return { defect: await found(db, projectId, defectId) };
}
