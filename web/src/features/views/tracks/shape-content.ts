import { exaggerationOf } from '@plumbline/science/display/exaggeration';
import type { InSpace, Viewpoint } from '@plumbline/science/display/projection';
import { depthWords } from '../../../charts/kinds/profile/depth-words.ts';
import type { ShapeContent, ShapeLine } from '../../../charts/kinds/shape/shape.ts';
import { type Judging, jointRows, type NorthEastWords, type PlanSurvey, tableOf } from './north-east-content.ts';

/** How many times larger than the casing its movements are drawn, by itself: the largest is a fifth of its length. */
export function shapeFactor(surveys: readonly PlanSurvey[], chosen: number | null): number {
  if (chosen !== null) return chosen;
  const longest = Math.max(0, ...surveys.flatMap(({ joints }) => joints.map((joint) => joint?.horizontal ?? 0)));
  return longest > 0 ? exaggerationOf(longest, lengthOf(surveys), 0.2) : 1;
}

const endsOf = (surveys: readonly PlanSurvey[]): readonly [topM: number, footM: number] => {
  const depths = surveys.flatMap(({ depthsM }) => depthsM);
  return [Math.min(...depths), Math.max(...depths)];
};
const lengthOf = (surveys: readonly PlanSurvey[]): number => {
  const [topM, footM] = endsOf(surveys);
  return footM - topM;
};

/** The surveys in space: each joint at its depth, moved north and east by so many times what it moved. */
export function shapeContent(
  surveys: readonly PlanSurvey[],
  place: number,
  joint: number,
  judging: Judging,
  { factor, viewpoint }: { readonly factor: number; readonly viewpoint: Viewpoint },
  words: Pick<NorthEastWords, 'north' | 'east' | 'depth' | 'atDepth' | 'timeOf'>,
): ShapeContent {
  const [topM, footM] = endsOf(surveys);
  const chosen = surveys[place];
  const levels = chosen ? jointRows(chosen, undefined, judging).map(({ level }) => level) : [];
  const lines = surveys.map(
    ({ at, depthsM, joints }, i): ShapeLine => ({
      id: String(at),
      name: words.timeOf(at),
      at: joints.map(
        (each, k): InSpace | null =>
          each && { north: (each.north / 1000) * factor, east: (each.east / 1000) * factor, up: -(depthsM[k] ?? 0) },
      ),
      age: surveys.length === 1 ? 1 : i / (surveys.length - 1),
      isChosen: i === place,
      levels: i === place ? levels : [],
      values: joints.map((each) => each?.horizontal ?? null),
    }),
  );
  const moved = lines.flatMap(({ at }) =>
    at.flatMap((each) => (each ? [Math.abs(each.north), Math.abs(each.east)] : [])),
  );
  const reachM = Math.max((footM - topM) / 8, ...moved);
  return {
    lines,
    viewpoint,
    topM,
    footM,
    reachM,
    scale: { unitsPerMm: factor / 1000, longestMm: (reachM * 1000) / factor },
    joint,
    jointWords: chosen?.depthsM.map((depthM) => words.atDepth(depthWords(depthM))) ?? [],
    caption: `${chosen ? words.timeOf(chosen.at) : ''} × ${factor}`,
    table: tableOf(surveys, words),
  };
}
