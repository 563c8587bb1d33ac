/**
 * What a link of a status page opens. Invariants: a link that was replaced or ended opens nothing from the next request on,
 * in every process; nothing is answered that its page does not name; an unknown link and one that was ended look alike.
 */
import { elementAt } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import type { OutputOf } from '@plumbline/contract/route';
import { mergeWholes } from '@plumbline/contract/status';
import type { PublicStatus, StatusPage, statusPages } from '@plumbline/contract/status-pages';
import type { Structure } from '@plumbline/contract/structures';
import type { Context, Db } from '../../kernel/context.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { shownPoints } from '../readings/readings.effective.api.ts';
import { wideView } from '../readings/readings.wide.api.ts';
import { structuresNow } from '../structures/structures.api.ts';
import * as opened from './status-pages.open.table.ts';
import { hashOf } from './status-pages.service.ts';
import * as table from './status-pages.table.ts';

const dayMs = 86_400_000;
/** A page that many read at once is put together once in this time. */
const sharedMs = 5_000;
const maxShared = 500;
const curveWidth = 240;
/** Read one by one where a summary cannot answer. */
const recordsLimit = 200_000;

/** What was answered lately, by page and what it was made of. */
const shared = new Map<string, { readonly at: number; readonly answer: Promise<PublicStatus> }>();

export async function open({ db, now }: Context, { token, again }: OutputOf<typeof statusPages.open.input>) {
  const page = await opened.pageOf(db, hashOf(token), now());
  const chosen = page && (await table.one(db, page.projectId, page.id));
  if (!page || !chosen) throw new Failure('notFound');
  if (!again) await opened.countOpening(db, page.id, now());
  const key = JSON.stringify([chosen, page]);
  const known = shared.get(key);
  const at = now().getTime();
  if (known && at - known.at < sharedMs && at >= known.at) return await known.answer;
  const answer = contentOf(db, page, chosen, now());
  shared.delete(key);
  shared.set(key, { at, answer });
  for (const oldest of shared.keys()) if (shared.size > maxShared) shared.delete(oldest);
  answer.catch(() => shared.delete(key));
  return await answer;
}

async function contentOf(
  db: Db,
  { projectName, timeZone, archivedAt }: opened.OpenedPage,
  page: StatusPage,
  now: Date,
): Promise<PublicStatus> {
  const structures = await structuresNow(db, page.structureIds, now);
  const ids = new Set(page.structureIds);
  // An item of a structure that is on the page itself is counted with it.
  const heads = structures.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const parents = structures.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]));
  const names = new Map((await structuresNow(db, parents, now)).map(({ id, name }) => [id, name]));
  const from = page.curveDays > 0 ? new Date(now.getTime() - page.curveDays * dayMs) : null;
  return {
    title: page.title,
    note: page.note,
    language: page.language,
    projectName,
    timeZone,
    archivedAt: archivedAt?.toISOString() ?? null,
    at: now.toISOString(),
    expiresAt: page.expiresAt,
    status: mergeWholes(heads.map(({ status }) => status)),
    structures: structures.map((structure) => shownStructure(structure, names, page.showAlerts)),
    points: await shownPointsOf(db, page.pointIds, from, now),
    curveFrom: from?.toISOString() ?? null,
  };
}

const shownStructure = (
  { name, parentId, type, status, openAlerts }: Structure,
  names: ReadonlyMap<number, string>,
  showAlerts: boolean,
): PublicStatus['structures'][number] => ({
  name,
  parentName: parentId === null ? null : (names.get(parentId) ?? null),
  type,
  status,
  openAlerts: showAlerts ? openAlerts : null,
});

async function shownPointsOf(
  db: Db,
  ids: readonly number[],
  from: Date | null,
  now: Date,
): Promise<PublicStatus['points']> {
  const points = await opened.pointsNow(db, ids, now);
  const curves = from === null ? null : await curvesOf(db, points, from, now);
  return points.map(({ id, name, structure, family, nodeCount, mainIndex, value, status }) => {
    const { key, unit, precision } = elementAt(fieldsOf(family, nodeCount), mainIndex);
    // A value that failed its quality tests is none: what the newest reading says is not known.
    const good = status.state === 'failed' ? null : value;
    return {
      name,
      structure,
      family,
      field: key,
      unit,
      precision,
      status,
      value: good,
      curve: curves?.get(id) ?? null,
    };
  });
}

type PublicCurve = NonNullable<PublicStatus['points'][number]['curve']>;

async function curvesOf(
  db: Db,
  points: readonly opened.PointNow[],
  from: Date,
  now: Date,
): Promise<ReadonlyMap<number, PublicCurve>> {
  const found = new Map<number, PublicCurve>();
  const mainIndexes = new Map(points.map(({ id, mainIndex }) => [id, mainIndex]));
  const good = { quantity: 'value', quality: 'good' } as const;
  for (const point of points.length > 0 ? await shownPoints(db, [...mainIndexes.keys()], false) : []) {
    const query = { point, fields: [elementAt(point.fields, mainIndexes.get(point.id) ?? 0)] };
    const [start, end] = [from.getTime(), now.getTime()];
    const { drawn } = await wideView(sqlOver(db), query, good, start, end, curveWidth, recordsLimit);
    const { times, values } = elementAt(drawn, 0);
    found.set(point.id, {
      times: [...times],
      values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    });
  }
  return found;
}
