import type { Threshold } from '@plumbline/contract/points/points';
import type { LineKind, LineStation, LineSurvey, Member } from '@plumbline/contract/views/masters';
import { farthestOf } from '@plumbline/science/profiles/survey';
import { differentialOf } from '@plumbline/science/settlement/tilt-line';
import type { LineCurve } from '../../../charts/kinds/line/shapes.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { drawnLimits, levelOfRow } from '../../../charts/point-limits.ts';
import type { LineState } from './line-state.ts';

/** A survey that was found. */
export interface Found<S> {
  readonly survey: S;
  readonly at: number;
}

/** Returns the surveys that were measured, oldest first, each once: two times may have the same nearest collection. */
export function foundSurveys<S extends { readonly at: string | null }>(surveys: readonly S[]): Found<S>[] {
  const surveysByTime = new Map<string, Found<S>>();
  for (const survey of surveys)
    if (survey.at !== null) surveysByTime.set(survey.at, { survey, at: Date.parse(survey.at) });
  return [...surveysByTime.values()].sort((a, b) => a.at - b.at);
}

/** From the oldest (0) to the newest (1); one alone is the newest. */
export const ageOf = (place: number, count: number): number => (count === 1 ? 1 : place / (count - 1));

/** Movements as they are counted: settlement is the movement down. */
const countedFrom = (up: readonly (number | null)[], isUpward: boolean): (number | null)[] =>
  up.map((value) => (value === null ? null : isUpward || value === 0 ? value : -value));

export function lineCurves(
  surveys: readonly Found<LineSurvey>[],
  stations: readonly LineStation[],
  chosen: number,
  isUpward: boolean,
  nameOf: (at: number) => string,
): LineCurve[] {
  return surveys.map(({ survey, at }, i) => ({
    id: String(at),
    name: nameOf(at),
    chainagesM: stations.map(({ chainageM }) => chainageM),
    values: countedFrom(survey.up, isUpward),
    age: ageOf(i, surveys.length),
    isChosen: i === chosen,
  }));
}

/** Returns the name of a station: its point, and which joint of it. */
export function stationName({ member, joint }: LineStation, members: readonly Member[], kind: LineKind): string {
  const name = members[member]?.name ?? '';
  if (joint === null || (kind === 'beams' && joint > 0)) return name;
  return kind === 'beams' ? `${name} (0)` : `${name} (${joint})`;
}

/** The master's own field whose limits are compared with its movements, and whether that field counts downwards. */
const watched: Partial<Record<LineKind, { readonly field: string; readonly isDown: boolean }>> = {
  cells: { field: 'deflection', isDown: true },
  heights: { field: 'dh', isDown: false },
  arrays: { field: 'maxX', isDown: false },
};

/** Limits belong to movements from the initial values. */
export const isJudged = ({ baselineAt }: Pick<LineState, 'baselineAt'>): boolean => baselineAt === null;

/** The lines of the master's limits, in the direction that is counted. */
export function lineLimits(thresholds: readonly Threshold[], kind: LineKind, state: LineState): ChartThreshold[] {
  const rule = watched[kind];
  if (!rule || !isJudged(state)) return [];
  const sign = rule.isDown === state.isUpward ? -1 : 1;
  return (['cumulative', 'value'] as const)
    .flatMap((quantity) => drawnLimits(thresholds, rule.field, quantity, null))
    .map(({ level, value }) => ({ level, value: sign * value }));
}

/** The level that a movement up reaches by the master's own limits; null without limits or without a value. */
function levelAt(thresholds: readonly Threshold[], kind: LineKind, up: number | null): number | null {
  const rule = watched[kind];
  const rules = rule
    ? thresholds.filter((each) => each.enabled && each.field === rule.field && each.kind !== 'rate')
    : [];
  if (up === null || !rule || rules.length === 0) return null;
  const value = rule.isDown ? -up : up;
  return levelOfRow(rules, [rule.field], [value], [value]);
}

/** A line of the table: a station of the chosen survey. */
export interface StationRow {
  readonly station: number;
  readonly name: string;
  readonly chainageM: number;
  readonly value: number | null;
  /** Since the survey before. */
  readonly change: number | null;
  /** Against the station before, mm per m of distance. */
  readonly differential: number | null;
  /** null = not judged. */
  readonly level: number | null;
  readonly isFixed: boolean;
}

export function stationRows(
  line: { readonly kind: LineKind; readonly stations: readonly LineStation[]; readonly members: readonly Member[] },
  chosen: Found<LineSurvey>,
  before: Found<LineSurvey> | undefined,
  thresholds: readonly Threshold[],
  state: LineState,
): StationRow[] {
  const { kind, stations, members } = line;
  const values = countedFrom(chosen.survey.up, state.isUpward);
  const former = before ? countedFrom(before.survey.up, state.isUpward) : [];
  const slopes = differentialOf(
    values.map((value) => value ?? Number.NaN),
    stations.slice(1).map(({ chainageM }, i) => (chainageM - (stations[i]?.chainageM ?? Number.NaN)) * 1000),
  );
  return stations.map((each, station) => {
    const [now, then, slope] = [values[station] ?? null, former[station] ?? null, slopes[station - 1]];
    return {
      station,
      name: stationName(each, members, kind),
      chainageM: each.chainageM,
      value: now,
      change: now === null || then === null ? null : now - then,
      differential: slope === undefined || !Number.isFinite(slope) ? null : slope,
      level: isJudged(state) ? levelAt(thresholds, kind, chosen.survey.up[station] ?? null) : null,
      isFixed: each.isFixed,
    };
  });
}

/** The station whose curve stands beside: the one that is asked for where there is one, else the one that moved farthest. */
export function stationBeside(station: number | null, { survey }: Found<LineSurvey>): number {
  if (station !== null) return Math.min(station, survey.up.length - 1);
  return farthestOf(survey.up)?.joint ?? 0;
}

/** Members by name that a survey has no whole reading of. */
export const silentNames = (silent: readonly number[], members: readonly Member[]): string[] =>
  members.filter(({ pointId }) => silent.includes(pointId)).map(({ name }) => name);
