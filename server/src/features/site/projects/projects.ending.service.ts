/**
 * How a project ends or begins anew: deleted with everything, deleted with its data kept, reset.
 * Invariant: a project that holds readings is deleted or reset by nobody who does not know its creator's password, and
 * no request holds one transaction over years of readings.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { projects } from '@plumbline/contract/site/projects';
import type { Context } from '../../../kernel/context.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { hasReadings } from '../../platform/store/store.series.api.ts';
import { confirmCreator, creatorOf } from './projects.creator.api.ts';
import * as table from './projects.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;

type Confirmed = Pick<Input<'reset'>, 'projectId' | 'password'>;
/** The project and its points, once its creator's password was given where there are readings. */
async function confirmed(context: Context, { projectId, password }: Confirmed, act: 'resetProject' | 'deleteProject') {
  const project = await table.lock(context.db, projectId);
  if (!project || project.deleting_at) throw new Failure('notFound', { projectId });
  const pointIds = await table.pointIds(context.db, projectId);
  if (await hasReadings(context.db, pointIds)) await confirmCreator(context, { projectId, act }, password);
  return { project, pointIds };
}

/** Returns the losses of ending a project, told before anybody is asked to let it go. */
export async function losses(context: Context, { projectId }: Input<'losses'>) {
  const contents = await table.contentsOf(context.db, projectId);
  const creator = contents.readings + contents.waveforms > 0 ? await creatorOf(context, projectId) : undefined;
  return { ...contents, creator: creator?.display_name ?? null };
}

/** Throws passwordNeeded, wrongPassword or tooMany where the project holds readings. */
export async function remove(context: Context, { projectId, data, password }: Input<'remove'>) {
  const { db, now, changed, lifecycle } = context;
  const { project, pointIds } = await confirmed(context, { projectId, password }, 'deleteProject');
  // Nothing more comes in, whatever follows.
  await lifecycle.unbindPoints(db, pointIds, now(), 'keep');
  await changed({ kind: 'project', id: projectId });
  const archived_at = project.archived_at ?? now();
  if (data === 'keep') {
    await table.set(db, projectId, { archived_at, retired_at: project.retired_at ?? now() });
    return { taskId: null };
  }
  await table.set(db, projectId, { archived_at, deleting_at: now() });
  // The task outlives its project, so it belongs to none.
  const { corporation_id: corporationId, name } = project;
  const taskId = await queueTask(context, {
    kind: 'deleteProject',
    corporationId,
    projectId: null,
    subject: { name },
    input: { projectId },
  });
  return { taskId };
}

/** Throws passwordNeeded, wrongPassword or tooMany where the project holds readings. */
export async function reset(context: Context, { projectId, data, password }: Input<'reset'>) {
  const { project } = await confirmed(context, { projectId, password }, 'resetProject');
  const taskId = await queueTask(context, {
    kind: 'resetProject',
    corporationId: project.corporation_id,
    projectId,
    subject: { name: project.name },
    input: { projectId, cleared: data === 'clear' },
  });
  return { taskId };
}
