/**
 * What the link of a wall opens. Invariants: a link that was replaced or ended opens nothing from the next request on, in
 * every process; everything is read as its maker with the rights to read in the wall's projects alone, by the functions of
 * the screens; an unknown link and one that was ended look alike.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Slide, SlideContent, Wall, WallContent, walls } from '@plumbline/contract/overview/walls';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Context, Db } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { photoFile } from '../../points/photos/photos.api.ts';
import { drawingFile } from '../../site/drawings/drawings.api.ts';
import { grants, places, scopedGrants } from '../../site/projects/projects.api.ts';
import { projectsNow } from '../../site/projects/projects.named.api.ts';
import { panelContent, publishedDashboard } from '../dashboards/dashboards.api.ts';
import { corporation } from '../stats/stats.api.ts';
import { alertsFor, contentOf } from './walls.slides.service.ts';
import * as table from './walls.table.ts';

/** What a wall reads with; of these its maker must hold what is used in each project. */
const reading: readonly Permission[] = [
  'Retrieve:Project',
  'Retrieve:Structure',
  'Retrieve:MeasuringPoint',
  'Retrieve:Device',
  'Retrieve:Alert',
  'Retrieve:Data',
];
/** A wall that many screens show is put together once in this time. */
const sharedMs = { open: 2_000, slide: 5_000 } as const;
const maxShared = 500;
/** What was answered lately, by wall and place. Whether the link is still good is asked each time. */
const shared = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();

async function once<T>(key: string, nowMs: number, validMs: number, make: () => Promise<T>): Promise<T> {
  const cached = shared.get(key);
  if (cached && nowMs - cached.at < validMs && nowMs >= cached.at) return (await cached.answer) as T;
  const answer = make();
  shared.delete(key);
  shared.set(key, { at: nowMs, answer });
  for (const oldest of shared.keys()) if (shared.size > maxShared) shared.delete(oldest);
  answer.catch(() => shared.delete(key));
  return await answer;
}

interface Opened {
  readonly wall: Wall;
  /** Its maker, cut down to what the wall may show. */
  readonly as: Caller;
}

async function opened({ db, now, caller }: Context, token: string): Promise<Opened> {
  const row = requireRow(await table.opened(db, hashOf(token), now()));
  const { wall, owner } = row;
  const seesAll = owner.type === 'System' || owner.type === 'Admin';
  const projects = seesAll ? new Map<number, never>() : await grants(db, owner.accountId, now());
  const maker: Caller = { ...owner, tokenId: caller.tokenId, tokenKind: 'access', projects };
  const publicIds = await publicProjects(db, maker, wall.projectIds);
  const granted = await scopedGrants(db, maker, { permissions: reading, projectIds: publicIds });
  const corporationId = owner.corporationId ?? (await corporationOf(db, publicIds));
  return { wall, as: { ...maker, type: 'Normal', corporationId, projects: granted } };
}

/** The projects that the maker may publish today. */
async function publicProjects(db: Db, maker: Caller, ids: readonly number[]): Promise<number[]> {
  const placeOf = await places(db, ids);
  return ids.filter((id) => {
    const place = placeOf.get(id);
    return place !== undefined && permissionAt(maker, 'Update:Project', place) === 'yes';
  });
}

/** Of a System account, which has none: that of the projects. */
async function corporationOf(db: Db, ids: readonly number[]): Promise<number> {
  const [place] = (await places(db, ids)).values();
  return place?.corporationId ?? 0;
}

const keyOf = ({ wall, as }: Opened, more: number | string): string =>
  JSON.stringify([more, wall, [...as.projects].map(([id, granted]) => [id, ...granted])]);

export async function open(context: Context, { token, again }: OutputOf<typeof walls.open.input>) {
  const found = await opened(context, token);
  if (!again) await table.countOpening(context.db, found.wall.id, context.now());
  const key = keyOf(found, 'open');
  return await once(key, context.now().getTime(), sharedMs.open, () => headOf(context, found));
}

async function headOf(context: Context, { wall, as }: Opened): Promise<WallContent> {
  const { db, now } = context;
  const { id: _, projectIds, slides, createdAt: __, linkedAt: ___, ...head } = wall;
  const [counts, projects, { alerts, total }] = await Promise.all([
    corporation({ ...context, caller: as }, { lists: false }),
    projectsNow(db, as, now()),
    alertsFor(db, as, [...as.projects.keys()]),
  ]);
  return {
    ...head,
    at: now().toISOString(),
    slides: slides.map(({ kind, dwellSeconds }) => ({ kind, dwellSeconds })),
    hidden: projectIds.length - as.projects.size,
    counts,
    projects,
    alerts,
    alertTotal: total,
  };
}

export async function slide(context: Context, { token, place }: OutputOf<typeof walls.slide.input>) {
  const open = await opened(context, token);
  const wanted = open.wall.slides[place];
  if (!wanted) return { kind: 'gone' } satisfies SlideContent;
  const make = () => contentOf({ ...context, caller: open.as }, wanted);
  return await once(keyOf(open, place), context.now().getTime(), sharedMs.slide, make);
}

/** The file of the drawing as it is shown now; of a dashboard, of the drawing or photo of a panel. Throws notFound where there is none. */
export async function picture(
  context: Context,
  { token, place, panelId }: OutputOf<typeof walls.picture.input>,
): Promise<Download> {
  const { wall, as } = await opened(context, token);
  const inside = { ...context, caller: as };
  const slide = wall.slides[place];
  if (slide?.kind === 'dashboard') return await panelPicture(inside, slide, panelId);
  if (slide?.kind !== 'drawing') throw new Failure('notFound', { place });
  // Its figures lie beside the file.
  const content = await contentOf(inside, { ...slide, figures: undefined });
  if (content.kind !== 'drawing') throw new Failure('notFound', { place });
  const { structureId, drawingId } = slide;
  return await drawingFile(context, { structureId, drawingId, versionId: content.drawing.version.id });
}

async function panelPicture(
  context: Context,
  { projectId, dashboardId }: Extract<Slide, { kind: 'dashboard' }>,
  panelId: string | undefined,
): Promise<Download> {
  // What its maker may no longer show is shown by none of its slides either.
  if (!context.caller.projects.has(projectId)) throw new Failure('notFound', { panelId });
  const { panels } = await publishedDashboard(context, { projectId, dashboardId });
  const panel = panels.find(({ id }) => id === panelId);
  const content =
    panel &&
    (await panelContent(context, projectId, panel.kind === 'drawing' ? { ...panel, figures: undefined } : panel));
  if (panel?.kind === 'drawing' && content?.kind === 'drawing') {
    const { structureId, drawingId } = panel;
    return await drawingFile(context, { structureId, drawingId, versionId: content.drawing.version.id });
  }
  if (panel?.kind === 'photo' && content?.kind === 'photo' && content.photo)
    return await photoFile(context, { pointId: panel.pointId, photoId: content.photo.photoId });
  throw new Failure('notFound', { panelId });
}
