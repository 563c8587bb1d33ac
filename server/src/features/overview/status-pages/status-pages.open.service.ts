/**
 * What a link of a status page opens. Invariants: a link that was replaced or ended opens nothing from the next request on,
 * in every process; nothing is answered that its page does not name; an unknown link and one that was ended look alike.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { mergeWholes } from '@plumbline/contract/kernel/status';
import type { PublicStatus, StatusPage, statusPages } from '@plumbline/contract/overview/status-pages';
import type { Context, Db } from '../../../kernel/context.ts';
import { structuresNow } from '../../site/structures/structures.api.ts';
import { publicPoints, publicStructures } from './status-pages.api.ts';
import * as opened from './status-pages.open.table.ts';
import { hashOf } from './status-pages.service.ts';
import * as table from './status-pages.table.ts';

/** A page that many read at once is put together once in this time. */
const sharedMs = 5_000;
const maxShared = 500;

/** What was answered lately, by page and what it was made of. */
const shared = new Map<string, { readonly at: number; readonly answer: Promise<PublicStatus> }>();

export async function open({ db, now }: Context, { token, again }: OutputOf<typeof statusPages.open.input>) {
  const page = await opened.pageOf(db, hashOf(token), now());
  const chosen = page && (await table.one(db, page.projectId, page.id));
  if (!page || !chosen) throw new Failure('notFound');
  if (!again) await opened.countOpening(db, page.id, now());
  const key = JSON.stringify([chosen, page]);
  const cached = shared.get(key);
  const at = now().getTime();
  if (cached && at - cached.at < sharedMs && at >= cached.at) return await cached.answer;
  const answer = contentOf(db, page, chosen, now());
  shared.delete(key);
  shared.set(key, { at, answer });
  for (const oldest of shared.keys()) if (shared.size > maxShared) shared.delete(oldest);
  answer.catch(() => shared.delete(key));
  return await answer;
}

async function contentOf(
  db: Db,
  { corporationTitle, corporationLogo, projectName, timeZone, archivedAt }: opened.OpenedPage,
  page: StatusPage,
  now: Date,
): Promise<PublicStatus> {
  const from = page.curveDays > 0 ? new Date(now.getTime() - page.curveDays * dayMs) : null;
  const structures = await structuresNow(db, page.structureIds, now);
  const ids = new Set(page.structureIds);
  // An item of a structure that is on the page itself is counted with it.
  const heads = structures.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const points = await publicPoints(db, page.pointIds, from, now);
  return {
    title: page.title,
    note: page.note,
    language: page.language,
    corporation: { title: corporationTitle, logo: corporationLogo },
    projectName,
    timeZone,
    archivedAt: archivedAt?.toISOString() ?? null,
    at: now.toISOString(),
    expiresAt: page.expiresAt,
    status: mergeWholes(heads.map(({ status }) => status)),
    structures: await publicStructures(db, structures, { now, showAlerts: page.showAlerts }),
    points: points.map(({ id: _, ...point }) => point),
    curveFrom: from?.toISOString() ?? null,
  };
}
