/**
 * A manual probe against an automatic chain in the same casing. Invariant: the numbers of either are those of its own
 * profile, by the same functions; what has no counterpart near enough is named, never compared with something else.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type ComparedPair, maxSurveys, type profiles, type Survey } from '@plumbline/contract/views/profiles';
import { compareProfiles, type DepthProfile, valueAtDepth } from '@plumbline/science/profiles/compare';
import { profileOf } from '@plumbline/science/profiles/survey';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import { kinds } from '../../points/points/points.config.api.ts';
import { some } from '../../points/points/points.rows.api.ts';
import type { ShownCurve } from '../../readings/readings/readings.effective.api.ts';
import { iso, orNull, spanOf } from '../../readings/readings/readings.query.api.ts';
import { casingsOf, drawingOf } from './logic/casing.ts';
import { asAnswer, type Chain, type Measured, measuredAt, nodeCurve, pointOf, surveyOf } from './profiles.service.ts';

type Input = OutputOf<typeof profiles.compare.input>;
type Axis = Input['axis'];

export async function compare(context: Reads, input: Input) {
  const { fromMs, toMs } = spanOf(input);
  await checkPair(context, input);
  const { pool } = context.services;
  const [automatic, manual] = await Promise.all([
    chainOf(context, input.pointId, input.raw),
    chainOf(context, input.manualPointId, input.raw),
  ]);
  for (const { point, casings } of [automatic, manual])
    if (casings.some(({ form }) => form !== 'vertical'))
      throw new Failure('badInput', [
        { path: point.id === input.pointId ? 'pointId' : 'manualPointId', message: 'pointWithoutDepths' },
      ]);
  const halfMs = input.toleranceSeconds * 1000;
  const curve = await nodeCurve(pool, manual.point, fromMs, toMs);
  const places = placesOf(curve);
  const baselines = await baselinesOf(pool, { automatic, manual }, input, halfMs);
  const pairs: ComparedPair[] = [];
  const unmatched: string[] = [];
  for (const place of places.slice(-maxSurveys)) {
    const atMs = curve.times[place] as number;
    const measured = await measuredAt(pool, automatic, input, atMs, halfMs);
    if (measured.survey.at === null) unmatched.push(iso(atMs));
    else {
      const probe = surveyOf(manual, curve, place, input, atMs);
      const answers = {
        manual: shapeOf(manual, asAnswer(manual.casings, probe, baselines?.manual ?? null), input.axis),
        automatic: shapeOf(automatic, asAnswer(automatic.casings, measured, baselines?.automatic ?? null), input.axis),
      };
      pairs.push(pairOf(answers.manual, answers.automatic));
    }
  }
  return {
    pairs,
    unmatched,
    omitted: Math.max(0, places.length - maxSurveys),
    baseline: baselines && { manualAt: baselines.manual.survey.at, automaticAt: baselines.automatic.survey.at },
    azimuths: { manualDeg: manual.azimuthDeg, automaticDeg: automatic.azimuthDeg },
  };
}

/** Both are of one structure, one is read by hand and the other is not: badInput otherwise, whatever the other one is. */
async function checkPair({ db, now }: Reads, { pointId, manualPointId }: Input): Promise<void> {
  const points = await some(db, now(), [pointId, manualPointId]);
  const [automatic, manual] = [pointId, manualPointId].map((id) => points.find((point) => point.id === id));
  if (automatic?.type === kinds.manual)
    throw new Failure('badInput', [{ path: 'pointId', message: 'pointReadByHand' }]);
  const isFitting = manual?.structureId === automatic?.structureId && manual?.type === kinds.manual;
  if (!isFitting || manual.family !== 'deepDisplacement' || manual.nodeCount === 0)
    throw new Failure('badInput', [{ path: 'manualPointId', message: 'noManualChain' }]);
}

interface DrawnChain extends Chain {
  readonly azimuthDeg: number | null;
}

async function chainOf({ db }: Reads, pointId: number, raw: boolean): Promise<DrawnChain> {
  const [point, periods] = await Promise.all([pointOf({ pointId, raw }, db), conversionsOf(db, [pointId])]);
  const dated = periods.get(pointId) ?? [];
  return {
    point,
    casings: casingsOf(dated),
    azimuthDeg: drawingOf(dated).markAzimuthDeg,
  };
}

/** The readings that hold any node: one that holds nothing is no survey. */
const placesOf = ({ times, columns }: ShownCurve): number[] =>
  [...times.keys()].filter((place) => columns.some(({ values }) => Number.isFinite(values[place])));

async function baselinesOf(
  pool: Pool,
  { automatic, manual }: { readonly automatic: Chain; readonly manual: Chain },
  input: Input,
  halfMs: number,
): Promise<{ readonly automatic: Measured; readonly manual: Measured } | null> {
  if (input.baseline === null) return null;
  const atMs = Date.parse(input.baseline);
  const [first, second] = await Promise.all([
    measuredAt(pool, automatic, input, atMs, halfMs),
    measuredAt(pool, manual, input, atMs, halfMs),
  ]);
  return { automatic: first, manual: second };
}

type Shape = ComparedPair['manual'];

function shapeOf({ casings }: Chain, survey: Omit<Survey, 'excavationM'>, axis: Axis): Shape {
  const { depthsM, fixedEnd } = elementAt(casings, survey.casing);
  return { at: survey.at ?? survey.requestedAt, depthsM, values: [...profileOf(survey, axis, 'cumulative', fixedEnd)] };
}

function pairOf(manual: Shape, automatic: Shape): ComparedPair {
  const profile = ({ depthsM, values }: Shape): DepthProfile => ({
    depthM: depthsM,
    value: values.map((value) => value ?? Number.NaN),
  });
  const other = profile(automatic);
  const { difference, count, mean, rms, largest } = compareProfiles(profile(manual), other);
  return {
    manual,
    automatic,
    apartSeconds: Math.round((Date.parse(automatic.at) - Date.parse(manual.at)) / 1000),
    atDepths: manual.depthsM.map((depthM) => orNull(valueAtDepth(other, depthM))),
    differences: Array.from(difference, orNull),
    count,
    mean,
    rms,
    largest,
  };
}
