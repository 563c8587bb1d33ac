/**
 * Projects: the places that are watched, each with its structures, points and people.
 * Invariant: a name is used once among the projects that a corporation shows.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Project, projects } from '@plumbline/contract/site/projects';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import * as members from './projects.members.table.ts';
import * as table from './projects.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;

export async function requireProject({ db, now }: Context, projectId: number): Promise<Project> {
  const project = requireRow(await table.one(db, projectId, now()), { projectId });
  return project;
}

const refusingDuplicate = <T>(write: Promise<T>, name: string | undefined) =>
  onUniqueViolation(write, 'project_name', new Failure('nameTaken', { name }));

export async function list({ db, caller, now }: Context, { keyword, retired }: Input<'list'>) {
  return { projects: await table.visible(db, caller, now(), keyword, retired === 'true') };
}

/** The caller becomes Owner, except a System account, which belongs to no corporation and so to no project. */
export async function create(context: Context, input: Input<'create'>) {
  const { db, caller, now, changed } = context;
  const creator = { creatorId: caller.accountId, createdAt: now() };
  const projectId = await refusingDuplicate(table.insert(db, { ...input, ...creator }), input.name);
  if (caller.corporationId === input.corporationId) {
    await members.insert(db, { projectId, userId: caller.accountId, roleId: await members.fixedRole(db, 'Owner') });
    await changed({ kind: 'account', id: caller.accountId });
  }
  return { project: await requireProject(context, projectId) };
}

export async function get(context: Context, { projectId }: Input<'get'>) {
  const project = await requireProject(context, projectId);
  const place = { corporationId: project.corporationId, projectIds: [projectId], archived: false };
  return { project, permissions: permissionsAt(context.caller, place) };
}

export async function update(context: Context, { projectId, ...patch }: Input<'update'>) {
  await refusingDuplicate(table.update(context.db, projectId, patch), patch.name);
  await context.changed({ kind: 'project', id: projectId });
  return { project: await requireProject(context, projectId) };
}

/** Throws nameTaken where the name of one that was deleted with its data kept has been given to another since. */
export async function archive(context: Context, { projectId, archived }: Input<'archive'>) {
  await refusingDuplicate(table.archive(context.db, projectId, archived ? context.now() : null), undefined);
  if (!archived) await context.lifecycle.takeConfig(context, { projectId });
  await context.changed({ kind: 'project', id: projectId });
  return { project: await requireProject(context, projectId) };
}
