import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, Survey } from '@plumbline/contract/views/profiles';
import {
  type Axis,
  farthestOf,
  fixedJoint,
  incrementsOf,
  profileOf,
  withoutBias,
} from '@plumbline/science/profiles/survey';
import type { ProfileCurve } from '../../../charts/kinds/profile/shapes.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { farthestLimits, levelAt } from './joint-limits.ts';
import type { ProfileState } from './profile-state.ts';

/** A survey that was found, with the chain that it was measured with. */
export interface Shown {
  readonly survey: Survey;
  readonly at: number;
  readonly casing: Casing;
}

/** Returns the surveys that were measured, oldest first, each once: two times may have the same nearest reading. */
export function shownSurveys(casings: readonly Casing[], surveys: readonly Survey[]): Shown[] {
  const surveysByTime = new Map<string, Shown>();
  for (const survey of surveys) {
    const casing = casings[survey.casing];
    if (survey.at !== null && casing) surveysByTime.set(survey.at, { survey, at: Date.parse(survey.at), casing });
  }
  return [...surveysByTime.values()].sort((a, b) => a.at - b.at);
}

/** A survey without the bias of the probe, and how much that was, mm per m; null = it cannot be told of that axis. */
export interface Unbiased {
  readonly shown: Shown;
  readonly mmPerM: Readonly<Record<'x' | 'y', number | null>>;
}

/** By the ground below `firmM`, which is held to be at rest. What cannot be told is unknown, not as recorded. */
export function unbiased(drawn: Shown, firmM: number): Unbiased {
  const { survey, casing } = drawn;
  const [x, y] = [withoutBias(survey.x, casing, firmM), withoutBias(survey.y, casing, firmM)];
  const noValues = survey.x.map(() => null);
  return {
    shown: { ...drawn, survey: { ...survey, x: x?.joints ?? noValues, y: y?.joints ?? noValues } },
    mmPerM: { x: x?.mmPerM ?? null, y: y?.mmPerM ?? null },
  };
}

/** Surveys as views, tables and reports show them: casings without the bias that the firm ground shows, where its depth is told. */
export const withoutProbeBias = (surveys: readonly Shown[], firmM: number | null): readonly Shown[] =>
  firmM === null
    ? surveys
    : surveys.map((each) => (each.casing.form === 'vertical' ? unbiased(each, firmM).shown : each));

/** The curves of surveys, from the oldest to the newest; `chosen` is the place of the one that the table shows. */
export function profileCurves(
  surveys: readonly Shown[],
  { axis, measure }: Pick<ProfileState, 'axis' | 'measure'>,
  chosen: number,
  nameOf: (at: number) => string,
): ProfileCurve[] {
  return surveys.map(({ survey, at, casing }, i) => ({
    id: String(at),
    name: nameOf(at),
    depths: casing.depthsM,
    values: profileOf(survey, axis, measure, casing.fixedEnd),
    age: surveys.length === 1 ? 1 : i / (surveys.length - 1),
    isChosen: i === chosen,
    excavationM: survey.excavationM,
  }));
}

/** Limits belong to displacements as recorded, from the initial values, along one axis: nothing else is judged by them. */
export const isJudged = ({
  axis,
  measure,
  baselineAt,
  firmM = null,
}: Pick<ProfileState, 'axis' | 'measure' | 'baselineAt'> & Partial<Pick<ProfileState, 'firmM'>>): boolean =>
  axis !== 'resultant' && measure === 'cumulative' && baselineAt === null && firmM === null;

/** The lines of the limits on the farthest joint, where what is drawn is what they watch. */
export function profileLimits(thresholds: readonly Threshold[], state: ProfileState): ChartThreshold[] {
  return isJudged(state) && state.axis !== 'resultant' ? farthestLimits(thresholds, state.axis) : [];
}

/** A line of the table: a joint of the chosen survey. */
export interface DepthRow {
  readonly joint: number;
  readonly depthM: number;
  readonly x: number | null;
  readonly y: number | null;
  /** What its own segment adds, along the axis that is drawn (A where that is the resultant). */
  readonly increment: number | null;
  /** Since the survey before, along the same axis. */
  readonly change: number | null;
  /** null = not judged. */
  readonly level: number | null;
  /** The joint that holds the chain. */
  readonly isFixed: boolean;
}

export function depthRows(
  chosen: Shown,
  before: Shown | undefined,
  thresholds: readonly Threshold[],
  state: ProfileState,
): DepthRow[] {
  const { survey, casing } = chosen;
  const axis: 'x' | 'y' = state.axis === 'y' ? 'y' : 'x';
  const steps = incrementsOf(survey[axis], casing.fixedEnd);
  const fixed = fixedJoint(casing.depthsM.length, casing.fixedEnd);
  const isSameChain = before?.survey.casing === survey.casing;
  return casing.depthsM.map((depthM, joint) => {
    const [x, y] = [survey.x[joint] ?? null, survey.y[joint] ?? null];
    const [now, then] = [survey[axis][joint] ?? null, isSameChain ? (before?.survey[axis][joint] ?? null) : null];
    return {
      joint,
      depthM,
      x,
      y,
      increment: steps[joint] ?? null,
      change: now === null || then === null ? null : now - then,
      level: isJudged(state) ? levelAt(thresholds, axis, now, joint, casing) : null,
      isFixed: joint === fixed,
    };
  });
}

/** The joint whose curve stands beside: the one that is asked for where there is one, else the one that moved farthest. */
export function jointBeside(joint: number | null, chosen: Shown, axis: Axis): number {
  const last = chosen.casing.depthsM.length - 1;
  if (joint !== null) return Math.min(joint, last);
  const column = profileOf(chosen.survey, axis, 'cumulative', chosen.casing.fixedEnd);
  return farthestOf(column)?.joint ?? 0;
}

/** A or B, as casings are marked. */
export const letterOf = (axis: 'x' | 'y'): string => (axis === 'x' ? 'A' : 'B');
