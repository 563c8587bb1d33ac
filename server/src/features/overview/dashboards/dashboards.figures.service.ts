/**
 * What the figures on a drawing are drawn of, for panels and walls, whose readers ask for nothing else. Invariant: every number is
 * that of the drawing's own screen, by the same functions; of a point nothing is given that figures do not need.
 */

import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Point } from '@plumbline/contract/points/points';
import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import {
  chainsOf,
  curveDays,
  curvePx,
  type FigureContent,
  type FigureKind,
  type FigureOffer,
  FigurePoint,
  type FigureSetting,
  figureOffers,
  lineMovements,
  linesOf,
  type PlacedNow,
  placedPoints,
} from '@plumbline/contract/site/drawings.figures';
import { ringMembers } from '@plumbline/contract/site/drawings.rings';
import type { Reads } from '../../../kernel/context.ts';
import { mastersOver, some } from '../../points/points/points.rows.api.ts';
import { shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { orNull } from '../../readings/readings/readings.query.api.ts';
import { wideView } from '../../readings/readings/readings.wide.api.ts';
import { lines, sections } from '../../views/masters/masters.api.ts';
import { shapes } from '../../views/profiles/profiles.api.ts';

/** Read one by one where a summary cannot answer. */
const recordsLimit = 200_000;

/** Returns the figures of a panel. The caller has checked that the reader may see the points. */
export async function figureContent(
  reads: Reads,
  { plane, scale, places, structureId }: PlacedDrawing,
  setting: FigureSetting,
): Promise<FigureContent> {
  const { db, now } = reads;
  const { kinds } = setting;
  const at = now();
  const ids = places.map(({ pointId }) => pointId);
  const onDrawing = (await some(db, at, ids)).filter(isInUse);
  // Cells of lines, and members of sections on a lining.
  const joined = onDrawing.filter(
    ({ family }) =>
      (family === 'structuralDeformation' && kinds.includes('trough')) ||
      (family === 'surfaceDisplacement' && plane === 'lining'),
  );
  const masters =
    joined.length > 0 ? await mastersOver(db, at, { structureId, pointIds: joined.map(({ id }) => id) }) : [];
  const known = [...new Map([...onDrawing, ...masters].map((point) => [point.id, point])).values()];
  const placed = placedPoints(
    places,
    onDrawing.map((point) => ({ point, status: point.status })),
  );
  const offers = figureOffers({ plane, scale }, placed, known);
  const chosen = (kind: FigureKind): FigureOffer | undefined =>
    kinds.includes(kind) ? offers.find((offer) => offer.kind === kind && offer.refusal === null) : undefined;
  const [casings, movements, rings, curves] = await Promise.all([
    shapesOf(reads, [...(chosen('casings')?.points ?? []), ...chainsOf(chosen('rings')?.points ?? [])], at),
    movementsOf(reads, chosen('trough'), at),
    ringsOf(reads, plane === 'lining' ? (chosen('rings') ?? chosen('vectors')) : undefined, at),
    curvesOf(reads, chosen('sparklines')?.points ?? [], at),
  ]);
  const points = known.map((point) => FigurePoint.parse(withoutRest(point)));
  return { setting, plane, scale, points, shapes: casings, movements, rings, curves, at: at.toISOString() };
}

const isInUse = ({ archivedAt, deprecatedAt }: Point): boolean => archivedAt === null && deprecatedAt === null;

/** Of its parameters the form of a chain is all that figures ask for. */
const withoutRest = (point: Point) => ({
  ...point,
  parameters: point.parameters['form'] === undefined ? {} : { form: point.parameters['form'] },
});

async function shapesOf(reads: Reads, chains: readonly PlacedNow[], at: Date) {
  if (chains.length === 0) return [];
  const pointIds = chains.map(({ point }) => point.id);
  const question = {
    pointIds,
    at: at.toISOString(),
    toleranceSeconds: undefined,
    raw: false,
    quality: 'good' as const,
  };
  return (await shapes(reads, question)).shapes;
}

async function movementsOf(reads: Reads, trough: FigureOffer | undefined, at: Date) {
  const groups = await Promise.all(
    linesOf(trough).map((line) => orNothing(async () => lineMovements(await lines(reads, questionOf(line, at))))),
  );
  return groups.flat();
}

async function ringsOf(reads: Reads, members: FigureOffer | undefined, at: Date) {
  const surveys = await Promise.all(
    linesOf(members).map((section) =>
      orNothing(async () => ringMembers(section.pointId, await sections(reads, questionOf(section, at)))),
    ),
  );
  return surveys.flat();
}

const questionOf = (of: ReturnType<typeof linesOf>[number], at: Date) => ({
  ...of,
  times: [at.toISOString()],
  baseline: null,
  raw: false,
  quality: 'good' as const,
});

/** A master whose members make no line or section says nothing of them: they are counted as missing. */
async function orNothing<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.name === 'badInput') return [];
    throw error;
  }
}

/** The main field of each over the last days, as `/monitor/query` answers for the width of a small curve. */
async function curvesOf({ db, services: { pool } }: Reads, placed: readonly PlacedNow[], at: Date) {
  if (placed.length === 0) return [];
  const keys = new Map(placed.map(({ point }) => [point.id, point.mainField]));
  const [toMs, fromMs] = [at.getTime(), at.getTime() - curveDays * dayMs];
  const good = { quantity: 'value', quality: 'good' } as const;
  const facts = await shownPoints(db, [...keys.keys()], false);
  return await Promise.all(
    facts.map(async (point) => {
      const field = point.fields.find(({ key }) => key === keys.get(point.id)) ?? elementAt(point.fields, 0);
      const query = { point, fields: [field] };
      const { drawn } = await wideView(pool, query, good, fromMs, toMs, curvePx, recordsLimit);
      const { times, values } = elementAt(drawn, 0);
      return { pointId: point.id, times: [...times], values: Array.from(values, orNull) };
    }),
  );
}
