/** A master as a line of movements: its surveys at several times, and one of its stations over time. */
import { elementAt } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { LineSurvey, masters } from '@plumbline/contract/masters';
import type { OutputOf } from '@plumbline/contract/route';
import { m4 } from '@plumbline/science/series/thinning';
import type { Context } from '../../kernel/context.ts';
import { instantsOf, iso, orNull, spanOf } from '../readings/readings.query.api.ts';
import { lineOfMaster, readingsAt, upsOf, withoutInitial } from './logic/line.ts';
import { fixedPlace, type Made } from './logic/made.ts';
import {
  type Collection,
  collectionOf,
  collectionTime,
  measuredOver,
  memberShape,
  reachOf,
  requireMade,
  silentOf,
} from './masters.members.service.ts';

type LinesInput = OutputOf<typeof masters.lines.input>;
type CurveInput = OutputOf<typeof masters.lineCurve.input>;
type Line = ReturnType<typeof lineOfMaster>;

export async function lines(context: Context, input: LinesInput) {
  const made = await requireMade(context, input);
  const line = lineOfMaster(made);
  const baseline =
    input.baseline === null ? null : await surveyAt(context, made, line, input, Date.parse(input.baseline));
  const surveys: LineSurvey[] = [];
  for (const atMs of instantsOf(input.times)) {
    const survey = await surveyAt(context, made, line, input, atMs);
    surveys.push(asAnswer(survey, baseline?.counted ?? null));
  }
  const fixed = line.kind === 'heights' ? null : fixedPlace(made);
  return {
    kind: line.kind,
    spacing: line.spacing,
    members: made.members.map((member, m) => memberShape(member, m === fixed)),
    stations: [...line.stations],
    baseline: baseline && asAnswer(baseline, null),
    withoutInitial: withoutInitial(line, made),
    surveys,
  };
}

interface Surveyed {
  readonly requestedAt: string;
  readonly at: string | null;
  readonly silent: number[];
  /** From the initial values. */
  readonly up: readonly number[];
  /** The same where what two surveys lack cancels out. */
  readonly counted: readonly number[];
}

async function surveyAt(
  context: Context,
  made: Made,
  line: Line,
  input: LinesInput | CurveInput,
  atMs: number,
): Promise<Surveyed> {
  const { toleranceMs, reachMs } = reachOf(made, input.toleranceSeconds);
  const measured = await measuredOver(context, made, line.keys, input, [atMs - reachMs, atMs + reachMs]);
  const foundMs = collectionTime(measured, atMs, toleranceMs);
  const collection: Collection = foundMs === null ? made.members.map(() => null) : collectionOf(measured, foundMs);
  const readings = readingsAt(measured, collection);
  return {
    requestedAt: iso(atMs),
    at: foundMs === null ? null : iso(foundMs),
    silent: silentOf(made, measured, collection),
    up: upsOf(line, made, readings, false),
    counted: upsOf(line, made, readings, true),
  };
}

/** Counted from the baseline where there is one. */
function asAnswer({ requestedAt, at, silent, up, counted }: Surveyed, base: readonly number[] | null): LineSurvey {
  const shown = base === null ? up : counted.map((value, i) => value - elementAt(base, i));
  const column = shown.map(orNull);
  return { requestedAt, at, silent, up: column, isComplete: column.every((value) => value !== null) };
}

export async function lineCurve(context: Context, input: CurveInput) {
  const { fromMs, toMs } = spanOf(input, curveDays);
  const made = await requireMade(context, input);
  const line = lineOfMaster(made);
  const station = line.stations[input.station];
  if (station === undefined) throw new Failure('badInput', [{ path: 'station', message: 'stationUnknown' }]);
  const baseline =
    input.baseline === null ? null : await surveyAt(context, made, line, input, Date.parse(input.baseline));
  const measured = await measuredOver(context, made, line.keys, input, [fromMs, toMs]);
  // Its own member sets the pace: where that is silent, nothing is known of the station.
  const { times } = elementAt(measured, station.member);
  const base = baseline === null ? null : elementAt(baseline.counted, input.station);
  const values = Float64Array.from(times, (atMs) => {
    const readings = readingsAt(measured, collectionOf(measured, atMs));
    const value = elementAt(upsOf(line, made, readings, base !== null), input.station);
    return base === null ? value : value - base;
  });
  return thinnedCurve(times, values, input.width, made);
}

/** A year of hours of many members is what one curve is made of. */
export const curveDays = 800;

export function thinnedCurve(times: Float64Array, values: Float64Array, width: number, made: Made) {
  const chosen = m4(times, values, width);
  return {
    times: Array.from(chosen, (i) => times[i] as number),
    values: Array.from(chosen, (i) => orNull(values[i])),
    intervalSeconds: Math.max(...made.members.map(({ point }) => point.intervalSeconds)),
  };
}
