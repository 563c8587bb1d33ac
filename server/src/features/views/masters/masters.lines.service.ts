/** A master as a line of movements: its surveys at several times, and one of its stations over time. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { LineSurvey, masters } from '@plumbline/contract/views/masters';
import type { Context } from '../../../kernel/context.ts';
import { orNull, spanOf } from '../../readings/readings/readings.query.api.ts';
import { type Line, type LineMovement, lineOfMaster, movementOf, readingsAt, withoutInitial } from './logic/line.ts';
import { fixedPlace } from './logic/made.ts';
import { curveDays, thinnedCurve } from './masters.curves.service.ts';
import { collectionOf, type MasterReads, memberShape } from './masters.members.service.ts';
import { type Drawing, type Geometry, type Surveyed, Surveys, timesOf } from './masters.surveys.service.ts';

type LinesInput = OutputOf<typeof masters.lines.input>;
type CurveInput = OutputOf<typeof masters.lineCurve.input>;

const drawing: Drawing<Line> = { shapeOf: lineOfMaster, keysOf: ({ keys }) => keys };

export async function lines(context: MasterReads, input: LinesInput) {
  const { baseline, surveys, geometries } = await (await Surveys.open(context, input, drawing)).all(
    input.times,
    input.baseline,
  );
  return {
    geometries: geometries.map(lineShape),
    baseline: baseline && asAnswer(baseline, null, geometries),
    surveys: surveys.map((survey) => asAnswer(survey, baseline, geometries)),
  };
}

function lineShape(geometry: Geometry<Line>) {
  const { made, shape } = geometry;
  const fixed = shape.kind === 'heights' ? null : fixedPlace(made);
  return {
    ...timesOf(geometry),
    kind: shape.kind,
    spacing: shape.spacing,
    members: made.members.map((member, m) => memberShape(member, m === fixed)),
    stations: [...shape.stations],
    isClosed: shape.closing !== null,
    withoutInitial: withoutInitial(shape, made),
  };
}

/** Movements of a collection; `relative` = as far as two surveys of one geometry can be compared. */
const movedAt = (
  { geometry: { shape, made }, measured, collection }: Pick<Surveyed<Line>, 'geometry' | 'measured' | 'collection'>,
  relative: boolean,
): LineMovement => movementOf(shape, made, readingsAt(measured, collection), relative);

/** Counted from the baseline where there is one; nothing is where that was measured with another geometry. */
function asAnswer(
  survey: Surveyed<Line>,
  baseline: Surveyed<Line> | null,
  geometries: readonly Geometry<Line>[],
): LineSurvey {
  const { requestedAt, at, silent, standIns, geometry } = survey;
  const isComparable = baseline === null || baseline.geometry === geometry;
  const { upMm, misclosureMm } = movedSince(survey, isComparable ? baseline : null);
  const column = upMm.map((value) => (isComparable ? orNull(value) : null));
  return {
    requestedAt,
    at,
    silent,
    standIns,
    geometry: geometries.indexOf(geometry),
    isComparable,
    up: column,
    misclosureMm: isComparable ? orNull(misclosureMm) : null,
    isComplete: column.every((value) => value !== null),
  };
}

function movedSince(survey: Surveyed<Line>, baseline: Surveyed<Line> | null): LineMovement {
  if (baseline === null) return movedAt(survey, false);
  const [base, now] = [movedAt(baseline, true), movedAt(survey, true)];
  return {
    upMm: now.upMm.map((value, i) => value - elementAt(base.upMm, i)),
    misclosureMm: now.misclosureMm - base.misclosureMm,
  };
}

export async function lineCurve(context: Context, input: CurveInput) {
  const { fromMs, toMs } = spanOf(input, curveDays);
  const surveys = await Surveys.open(context, input, drawing);
  const geometry = surveys.geometryAt(input.geometryAt === null ? toMs : Date.parse(input.geometryAt));
  const station = geometry.shape.stations[input.station];
  if (station === undefined) throw new Failure('badInput', [{ path: 'station', message: 'stationUnknown' }]);
  const baseline = input.baseline === null ? null : await surveys.at(Date.parse(input.baseline));
  const isComparable = baseline === null || baseline.geometry === geometry;
  const measured = isComparable ? await surveys.over(geometry, fromMs, toMs) : [];
  // Its own member sets the pace: where that is silent, nothing is known of the station.
  const times = measured[station.member]?.times ?? new Float64Array();
  const base = baseline && isComparable ? elementAt(movedAt(baseline, true).upMm, input.station) : null;
  const values = Float64Array.from(times, (atMs) => {
    const { upMm } = movedAt({ geometry, measured, collection: collectionOf(measured, atMs) }, base !== null);
    return elementAt(upMm, input.station) - (base ?? 0);
  });
  return thinnedCurve(times, values, input.width, geometry.made);
}
