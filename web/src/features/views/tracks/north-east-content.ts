import type { Threshold } from '@plumbline/contract/points/points';
import { type PlanJoint, planOf } from '@plumbline/science/profiles/north-east';
import { movementOf } from '@plumbline/science/sensors/displacement';
import type { Pair } from '../../../charts/frame/figure.ts';
import type { PlanContent, PlanLimit, PlanLine } from '../../../charts/kinds/plan/shapes.ts';
import { depthWords } from '../../../charts/kinds/profile/depth-words.ts';
import { fileNumber } from '../../../charts/kinds/survey-curves.ts';
import { drawnLimits } from '../../../charts/point-limits.ts';
import { levelAt, type Shown, watchedField } from '../profiles/shown-surveys.parts.ts';

/** A survey seen from above. */
export interface PlanSurvey {
  readonly at: number;
  readonly depthsM: readonly number[];
  readonly joints: readonly (PlanJoint | null)[];
  readonly shown: Shown;
}
/** Each turned by the mark of its own time; one that is not set is drawn as north. */
export const planSurveys = (surveys: readonly Shown[]): PlanSurvey[] =>
  surveys.map((drawn) => ({
    at: drawn.at,
    depthsM: drawn.casing.depthsM,
    joints: planOf(drawn.survey.x, drawn.survey.y, drawn.casing.markAzimuthDeg ?? 0),
    shown: drawn,
  }));

/** The joint that is followed: the one that is asked for where there is one, else the free end. */
export function followedJoint(joint: number | null, { shown: { casing } }: PlanSurvey): number {
  const last = casing.depthsM.length - 1;
  return joint === null ? (casing.fixedEnd === 'top' ? last : 0) : Math.min(joint, last);
}

/** A line of a table: a joint of a survey, or one joint in one survey after the other. */
export interface JointRow {
  readonly key: number;
  readonly depthM: number;
  readonly north: number | null;
  readonly east: number | null;
  readonly horizontal: number | null;
  readonly azimuthDeg: number | null;
  /** How far it moved since the survey before. */
  readonly change: number | null;
  readonly level: number | null;
}

export interface Judging {
  readonly thresholds: readonly Threshold[];
  /** Limits watch displacements from the initial values: nothing else is judged by them. */
  readonly baselineAt: number | null;
}

function rowOf(
  survey: PlanSurvey,
  joint: number,
  key: number,
  before: PlanSurvey | undefined,
  judging: Judging,
): JointRow {
  const place = survey.joints[joint] ?? null;
  const earlier = before?.shown.survey.casing === survey.shown.survey.casing ? (before.joints[joint] ?? null) : null;
  return {
    key,
    depthM: survey.depthsM[joint] ?? 0,
    north: place?.north ?? null,
    east: place?.east ?? null,
    horizontal: place?.horizontal ?? null,
    azimuthDeg: place?.azimuthDeg ?? null,
    change: place && earlier ? movementOf(place.north - earlier.north, place.east - earlier.east, 0).horizontal : null,
    level: levelOf(survey, joint, judging),
  };
}

/** Every joint of a survey, from the top. */
export const jointRows = (survey: PlanSurvey, before: PlanSurvey | undefined, judging: Judging): JointRow[] =>
  survey.depthsM.map((_, joint) => rowOf(survey, joint, joint, before, judging));

/** One joint in every survey, the newest first. */
export const pathRows = (surveys: readonly PlanSurvey[], joint: number, judging: Judging): JointRow[] =>
  surveys.map((survey, i) => rowOf(survey, joint, survey.at, surveys[i - 1], judging)).reverse();

const axes = ['x', 'y'] as const;

/** The higher of the levels along both axes; null where one of them has no value, or nothing is watched. */
function levelOf({ shown }: PlanSurvey, joint: number, { thresholds, baselineAt }: Judging): number | null {
  const { survey, casing } = shown;
  if (baselineAt !== null || axes.some((axis) => (survey[axis][joint] ?? null) === null)) return null;
  const levels = axes.flatMap((axis) => levelAt(thresholds, axis, survey[axis][joint] ?? null, joint, casing) ?? []);
  return levels.length > 0 ? Math.max(...levels) : null;
}

/** The limits on the farthest joint as lines across the axis that they watch. */
export function planLimits({ thresholds, baselineAt }: Judging, markAzimuthDeg: number): PlanLimit[] {
  if (baselineAt !== null) return [];
  return axes.flatMap((axis, i) =>
    (['cumulative', 'value'] as const).flatMap((quantity) =>
      drawnLimits(thresholds, watchedField[axis], quantity, null).map(({ level, value }) => ({
        level,
        value,
        azimuthDeg: markAzimuthDeg + 90 * i,
      })),
    ),
  );
}

export interface NorthEastWords {
  readonly north: string;
  readonly east: string;
  readonly horizontal: string;
  readonly azimuth: string;
  readonly depth: string;
  readonly path: string;
  readonly atDepth: (depth: string) => string;
  readonly timeOf: (at: number) => string;
}

const pairOf = (joint: PlanJoint | null | undefined): Pair | null => (joint ? [joint.east, joint.north] : null);

/** Surveys one over the other, the movement of one joint, its path from survey to survey. */
export function northEastContent(
  surveys: readonly PlanSurvey[],
  place: number,
  joint: number,
  { limits, markAzimuthDeg }: { readonly limits: readonly PlanLimit[]; readonly markAzimuthDeg: number },
  words: NorthEastWords,
): PlanContent {
  const chosen = surveys[place];
  const lines = surveys.map(
    ({ at, joints }, i): PlanLine => ({
      id: String(at),
      name: words.timeOf(at),
      at: joints.map(pairOf),
      age: surveys.length === 1 ? 1 : i / (surveys.length - 1),
      isChosen: i === place,
      values: new Map(joints.map((each, stop) => [stop, each?.horizontal ?? null])),
    }),
  );
  const path: PlanLine = {
    id: 'path',
    name: words.path,
    at: surveys.map(({ joints }) => pairOf(joints[joint])),
    age: 1,
    isPath: true,
  };
  const joints = chosen?.joints ?? [];
  const tip = pairOf(joints[joint]);
  const depthAt = (stop: number): string => depthWords(chosen?.depthsM[stop] ?? 0);
  const valuesOf = (read: (each: PlanJoint | null) => number | null | undefined) =>
    new Map(joints.map((each, stop) => [stop, read(each) ?? null]));
  const mm = { unit: 'mm', precision: 3 };
  return {
    unit: 'mm',
    precision: 3,
    lines: [...lines, ...(surveys.length > 1 ? [path] : [])],
    arrows: tip ? [{ id: 'moved', name: '', from: [0, 0], to: tip, level: null, isChosen: true }] : [],
    limits,
    marks: [],
    axis: { azimuthDeg: markAzimuthDeg, letter: 'A' },
    scale: null,
    stops: joints.map((each, stop) => ({ at: stop, place: pairOf(each), words: words.atDepth(depthAt(stop)) })),
    readings: [
      { id: 'azimuth', name: words.azimuth, unit: '°', precision: 1, values: valuesOf((each) => each?.azimuthDeg) },
      { id: 'north', name: words.north, ...mm, values: valuesOf((each) => each?.north) },
      { id: 'east', name: words.east, ...mm, values: valuesOf((each) => each?.east) },
    ],
    restsAt: joint,
    caption: chosen ? `${words.atDepth(depthAt(joint))}, ${words.timeOf(chosen.at)}` : '',
    table: tableOf(surveys, words),
  };
}

/** A line for each depth, north and east of each survey beside it. */
export function tableOf(
  surveys: readonly PlanSurvey[],
  words: Pick<NorthEastWords, 'timeOf' | 'north' | 'east' | 'depth'>,
): PlanContent['table'] {
  const depths = [...new Set(surveys.flatMap(({ depthsM }) => depthsM))].sort((a, b) => a - b);
  const head = surveys.flatMap(({ at }) => [
    `${words.timeOf(at)} ${words.north} (mm)`,
    `${words.timeOf(at)} ${words.east} (mm)`,
  ]);
  return [
    [`${words.depth} (m)`, ...head],
    ...depths.map((depthM) => [
      fileNumber(depthM),
      ...surveys.flatMap(({ depthsM, joints }) => {
        const jointPlace = joints[depthsM.indexOf(depthM)] ?? null;
        return [fileNumber(jointPlace?.north ?? null), fileNumber(jointPlace?.east ?? null)];
      }),
    ]),
  ];
}
