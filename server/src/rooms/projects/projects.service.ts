/**
 * Projects: the places that are watched, each with its structures, points and people.
 * Invariant: a name is used once in a corporation, and a project that holds readings is deleted by nobody who does not
 * know its creator's password.
 */
import { Failure } from '@plumbline/contract/errors';
import type { Project, projects } from '@plumbline/contract/projects';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { heldAt } from '../../kernel/door.ts';
import { dropSeries, hasReadings } from '../../kernel/series.ts';
import { refuseTwice } from '../../kernel/taken.ts';
import { confirmCreator } from './projects.creator.reads.ts';
import * as members from './projects.members.table.ts';
import * as table from './projects.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;

async function found({ db, now }: Context, projectId: number): Promise<Project> {
  const project = await table.one(db, projectId, now());
  if (!project) throw new Failure('notFound', { projectId });
  return project;
}

const unlessTaken = <T>(write: Promise<T>, name: string | undefined) =>
  refuseTwice(write, 'project_name', new Failure('nameTaken', { name }));

export async function list({ db, caller, now }: Context, { keyword }: Input<'list'>) {
  return { projects: await table.seen(db, caller, now(), keyword) };
}

/** The caller becomes Owner, except a System account, which belongs to no corporation and so to no project. */
export async function create(context: Context, input: Input<'create'>) {
  const { db, caller, now, changed } = context;
  const creator = { creatorId: caller.accountId, createdAt: now() };
  const projectId = await unlessTaken(table.insert(db, { ...input, ...creator }), input.name);
  if (caller.corporationId === input.corporationId) {
    await members.insert(db, projectId, caller.accountId, await members.fixedRole(db, 'Owner'));
    await changed({ kind: 'account', id: caller.accountId });
  }
  return { project: await found(context, projectId) };
}

export async function get(context: Context, { projectId }: Input<'get'>) {
  const project = await found(context, projectId);
  const place = { corporationId: project.corporationId, projectIds: [projectId], archived: false };
  return { project, permissions: heldAt(context.caller, place) };
}

export async function update(context: Context, { projectId, ...said }: Input<'update'>) {
  await unlessTaken(table.update(context.db, projectId, said), said.name);
  await context.changed({ kind: 'project', id: projectId });
  return { project: await found(context, projectId) };
}

export async function archive(context: Context, { projectId, archived }: Input<'archive'>) {
  await table.archive(context.db, projectId, archived ? context.now() : null);
  await context.changed({ kind: 'project', id: projectId });
  return { project: await found(context, projectId) };
}

/** Throws passwordNeeded, wrongPassword or tooMany where the project holds readings. */
export async function remove(context: Context, { projectId, password }: Input<'remove'>) {
  const { db, changed } = context;
  const pointIds = await table.lockPoints(db, projectId);
  if (await hasReadings(db, pointIds)) await confirmCreator(context, projectId, password);
  await dropSeries(db, pointIds);
  await table.remove(db, projectId);
  await changed({ kind: 'project', id: projectId });
  return {};
}
