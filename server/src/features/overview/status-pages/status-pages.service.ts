/**
 * Status pages of a project. Invariants: what a page shows is of its own project; a link's token is stored as its hash
 * alone, so that whoever reads the database opens no page.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type StatusPage, statusPageLimits, type statusPages } from '@plumbline/contract/overview/status-pages';
import type { Context, Place } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import * as table from './status-pages.table.ts';

type Input<K extends keyof typeof statusPages> = OutputOf<(typeof statusPages)[K]['input']>;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(32).toString('base64url');

export async function list({ db }: Context, { projectId }: Input<'list'>) {
  const pages = await table.ofProject(db, projectId);
  return {
    statusPages: pages.map(({ page }) => page),
    openings: pages.map(({ page, count, lastAt }) => ({ statusPageId: page.id, count, lastAt })),
  };
}

async function requirePage({ db }: Context, projectId: number, id: number): Promise<StatusPage> {
  const page = requireRow(await table.one(db, projectId, id), { statusPageId: id });
  return page;
}

/** Throws statusPagesFull, statusPageEnded, nameTaken, notFound for what is of another project. */
export async function create(context: Context, { projectId, ...page }: Input<'create'>) {
  const { db, caller, now } = context;
  await requireOwn(context, projectId, page);
  requireFuture(context, page.expiresAt);
  if ((await table.count(db, projectId)) >= statusPageLimits.pages)
    throw new Failure('statusPagesFull', { most: statusPageLimits.pages });
  const token = newToken();
  const link = { tokenHash: hashOf(token), byName: caller.displayName, now: now() };
  const id = await onNameTaken(table.insert(db, projectId, page, link), { name: page.title });
  return { statusPage: await requirePage(context, projectId, id), token };
}

export async function update(context: Context, { projectId, statusPageId, ...given }: Input<'update'>) {
  const before = await requirePage(context, projectId, statusPageId);
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const page: table.PageInput = { ...before, ...changes };
  await requireOwn(context, projectId, page);
  if (page.expiresAt !== before.expiresAt) requireFuture(context, page.expiresAt);
  await onNameTaken(table.update(context.db, statusPageId, page), { name: page.title });
  return { statusPage: await requirePage(context, projectId, statusPageId) };
}

export async function renewLink(context: Context, { projectId, statusPageId }: Input<'renewLink'>) {
  await requirePage(context, projectId, statusPageId);
  const token = newToken();
  await table.setToken(context.db, statusPageId, hashOf(token), context.now());
  return { token };
}

export async function remove({ db }: Context, { projectId, statusPageId }: Input<'remove'>) {
  if (!(await table.remove(db, projectId, statusPageId))) throw new Failure('notFound', { statusPageId });
  return {};
}

function requireFuture({ now }: Context, expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) throw new Failure('statusPageEnded');
}

/** Throws notFound for a structure or point of another project, and for a point that has no value of its own. */
async function requireOwn(
  { db }: Context,
  projectId: number,
  { structureIds, pointIds }: Pick<table.PageInput, 'structureIds' | 'pointIds'>,
): Promise<void> {
  const structures = structureIds.length > 0 ? await structurePlaces(db, structureIds) : new Map<number, Place>();
  const foreign = structureIds.find((id) => !structures.get(id)?.projectIds.includes(projectId));
  if (foreign !== undefined) throw new Failure('notFound', { structureId: foreign });
  const points = new Map((await namedPoints(db, projectId, pointIds)).map((point) => [point.id, point]));
  const unknown = pointIds.find((id) => (points.get(id)?.type ?? 3) === 3);
  if (unknown !== undefined) throw new Failure('notFound', { pointId: unknown });
}
