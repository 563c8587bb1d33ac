/**
 * Walls of people. Invariants: a wall shows only projects that its maker may publish, asked anew at each request; a link's
 * token is stored as its hash alone, so that whoever reads the database opens no wall.
 */
import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Slide, type Wall, wallLimits, type walls } from '@plumbline/contract/overview/walls';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context, Place } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { places as pointPlaces } from '../../points/points/points.api.ts';
import { places as projectPlaces } from '../../site/projects/projects.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import { publishedDashboard } from '../dashboards/dashboards.api.ts';
import * as table from './walls.table.ts';

type Input<K extends keyof typeof walls> = OutputOf<(typeof walls)[K]['input']>;

const newToken = (): string => randomBytes(32).toString('base64url');

export async function list({ db, caller }: Context) {
  const rows = await table.ofAccount(db, caller.accountId);
  return {
    walls: rows.map(({ wall }) => wall),
    openings: rows.map(({ wall, count, lastAt }) => ({ wallId: wall.id, count, lastAt })),
  };
}

async function requireWall({ db, caller }: Context, id: number): Promise<Wall> {
  const wall = requireRow(await table.one(db, caller.accountId, id), { wallId: id });
  return wall;
}

/** Throws wallsFull, wallEnded, wallNotPublic, nameTaken, notFound for what is foreign. */
export async function create(context: Context, wall: Input<'create'>) {
  const { db, caller, now } = context;
  await requireOwn(context, wall);
  requireFuture(context, wall.expiresAt);
  if ((await table.count(db, caller.accountId)) >= wallLimits.walls)
    throw new Failure('wallsFull', { most: wallLimits.walls });
  const token = newToken();
  const link = { tokenHash: hashOf(token), now: now() };
  const id = await onNameTaken(table.insert(db, caller.accountId, wall, link), { name: wall.name });
  return { wall: await requireWall(context, id), token };
}

export async function update(context: Context, { wallId, ...given }: Input<'update'>) {
  const before = await requireWall(context, wallId);
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const wall: table.WallInput = { ...before, ...changes };
  await requireOwn(context, wall);
  if (wall.expiresAt !== before.expiresAt) requireFuture(context, wall.expiresAt);
  await onNameTaken(table.update(context.db, wallId, wall), { name: wall.name });
  return { wall: await requireWall(context, wallId) };
}

export async function renewLink(context: Context, { wallId }: Input<'renewLink'>) {
  await requireWall(context, wallId);
  const token = newToken();
  await table.setToken(context.db, wallId, hashOf(token), context.now());
  return { token };
}

export async function remove({ db, caller }: Context, { wallId }: Input<'remove'>) {
  if (!(await table.remove(db, caller.accountId, wallId))) throw new Failure('notFound', { wallId });
  return {};
}

function requireFuture({ now }: Context, expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) throw new Failure('wallEnded');
}

const idsOf = <K extends Slide['kind'], T>(
  slides: readonly Slide[],
  kind: K,
  pick: (slide: Extract<Slide, { kind: K }>) => readonly T[],
): T[] => slides.flatMap((slide) => (slide.kind === kind ? pick(slide as Extract<Slide, { kind: K }>) : []));

/** Throws notFound for what the caller does not see or what lies outside the wall's projects, wallNotPublic for what they may not publish. */
async function requireOwn(
  context: Context,
  { projectIds, slides }: Pick<Wall, 'projectIds' | 'slides'>,
): Promise<void> {
  const { db, caller } = context;
  const projects = await projectPlaces(db, projectIds);
  for (const projectId of projectIds) {
    const place = projects.get(projectId);
    const answer = place && permissionAt(caller, 'Update:Project', place);
    if (!answer || answer === 'foreign') throw new Failure('notFound', { projectId });
    if (answer === 'no') throw new Failure('wallNotPublic', { projectId });
  }
  const within = new Set(projectIds);
  for (const projectId of idsOf(slides, 'project', (slide) => [slide.projectId]))
    if (!within.has(projectId)) throw new Failure('notFound', { projectId });
  for (const { projectId, dashboardId } of slides.filter((slide) => slide.kind === 'dashboard')) {
    if (!within.has(projectId)) throw new Failure('notFound', { projectId });
    await publishedDashboard(context, { projectId, dashboardId });
  }
  await requireWithin(
    within,
    'structureId',
    idsOf(slides, 'drawing', (slide) => [slide.structureId]),
    (ids) => structurePlaces(db, ids),
  );
  await requireWithin(
    within,
    'pointId',
    idsOf(slides, 'points', (slide) => slide.pointIds),
    (ids) => pointPlaces(db, ids),
  );
}

async function requireWithin(
  projectIds: ReadonlySet<number>,
  field: 'structureId' | 'pointId',
  ids: readonly number[],
  placesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, Place>>,
): Promise<void> {
  if (ids.length === 0) return;
  const placeOf = await placesOf(ids);
  const foreign = ids.find((id) => !placeOf.get(id)?.projectIds.some((projectId) => projectIds.has(projectId)));
  if (foreign !== undefined) throw new Failure('notFound', { [field]: foreign });
}
