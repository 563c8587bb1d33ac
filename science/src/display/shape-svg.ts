/** A casing in space on paper, seen without perspective from the south-west: its surveys, with movements enlarged. Pure. */
import { exaggerationOf } from './exaggeration.ts';
import { type InSpace, projected } from './projection.ts';
import { brokenPath, curveLine, label, legendLine, line, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

export interface PaperBody {
  readonly surveys: readonly {
    readonly name: string;
    /** Depth downwards, m; movements, mm. null = not known. */
    readonly joints: readonly ({ readonly depthM: number; readonly north: number; readonly east: number } | null)[];
  }[];
}

const size = { width: 340, height: 430 };
const margin = { top: 30, bottom: 46, side: 40 };
const legendRow = 18;
const viewpoint = { bearingDeg: 205, elevationDeg: 22 };
/** What the longest movement is of the length of the casing. */
const share = 0.2;

export function shapeSvg(
  { surveys }: PaperBody,
  words: {
    readonly north: string;
    readonly east: string;
    readonly depth: string;
    readonly enlarged: (factor: number) => string;
  },
): string {
  const joints = surveys.flatMap((survey) => survey.joints.filter((joint) => joint !== null));
  const depths = joints.map(({ depthM }) => depthM);
  const [topM, footM] = [Math.min(...depths), Math.max(...depths)];
  const longest = joints.reduce((most, { north, east }) => Math.max(most, Math.hypot(north, east)), 0);
  const lengthM = footM - topM || 1;
  const factor = longest > 0 ? exaggerationOf(longest, lengthM, share) : 1;
  const reachM = Math.max(lengthM / 8, (longest / 1000) * factor);
  const pxPerM = Math.min(
    (size.height - margin.top - margin.bottom) / (lengthM + reachM),
    (size.width / 2 - margin.side) / reachM,
  );
  const at = (place: InSpace): [number, number] => {
    const { x, y } = projected(place, viewpoint);
    return [size.width / 2 + x * pxPerM, margin.top + (reachM / 2) * pxPerM - (y + topM * Math.cos(0.384)) * pxPerM];
  };
  const on = (depthM: number, north = 0, east = 0): InSpace => ({ north, east, up: -depthM });
  const cross = [topM, footM].flatMap((depthM) => [
    line(...at(on(depthM, -reachM)), ...at(on(depthM, reachM)), '#bbb'),
    line(...at(on(depthM, 0, -reachM)), ...at(on(depthM, 0, reachM)), '#bbb'),
  ]);
  const ticks = valueTicks(topM, footM).ticks.filter(({ value }) => value >= topM && value <= footM);
  return svgOf(size.width, size.height + (Math.ceil(surveys.length / 2) + 1) * legendRow, [
    ...cross,
    label(...at(on(topM, reachM * 1.15)), words.north, 'middle'),
    label(...at(on(topM, 0, reachM * 1.15)), words.east, 'middle'),
    line(...at(on(topM)), ...at(on(footM)), '#888'),
    ...ticks.flatMap(({ value, words: text }) => {
      const [x, y] = at(on(value));
      return [line(x - 4, y, x + 4, y, '#888'), label(12, y + 4, text)];
    }),
    label(2, 12, words.depth),
    ...surveys.map((survey, i) =>
      curveLine(
        brokenPath(
          survey.joints.map(
            (joint) => joint && at(on(joint.depthM, (joint.north / 1000) * factor, (joint.east / 1000) * factor)),
          ),
        ),
        i,
      ),
    ),
    ...surveys.map(({ name }, i) =>
      legendLine(8 + (i % 2) * (size.width / 2), size.height + 8 + Math.floor(i / 2) * legendRow, i, name),
    ),
    label(8, size.height + (Math.ceil(surveys.length / 2) + 1) * legendRow - 6, words.enlarged(factor)),
  ]);
}
