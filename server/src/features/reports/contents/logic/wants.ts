/** What the blocks of a template want beside what every report holds, and of which points. Pure. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import {
  type BlockKind,
  type Narrowing,
  ReportBlock,
  type TemplateContent,
  templateLimits,
} from '@plumbline/contract/reports/templates.blocks';
import { type LoopName, loopNames } from '@plumbline/contract/reports/templates.word';
import { isWithin } from '../../blocks/blocks.api.ts';

interface Place {
  readonly id: number;
  readonly family: FamilyCode;
}
type OfPoints = (point: Place) => boolean;

export interface Wants {
  readonly readings: OfPoints;
  /** Of every point, for a file of readings. */
  readonly series: boolean;
  /** For functions of plug-ins. */
  readonly plugins: OfPoints;
  readonly profiles: OfPoints;
  readonly masters: OfPoints;
  /** Surveys in one drawing: as many as the block that wants the most of them. */
  readonly surveys: number;
  readonly weather: OfPoints;
  readonly calibration: OfPoints;
  readonly comparison: boolean;
  readonly works: boolean;
  readonly inspections: boolean;
  /** Each round with answers and pictures. */
  readonly rounds: boolean;
  readonly photos: boolean;
  readonly drawings: boolean;
  /** Readings in the appendix, at most. */
  readonly maxReadings: number;
  readonly maxPhotos: number;
}

const sampleReadings = 400;
const samplePhotos = 4;

const narrowingOf = (block: ReportBlock): Narrowing | null => ('only' in block ? block.only : null);

export function wantsOf(
  { blocks }: TemplateContent,
  structuresOf: ReadonlyMap<number, readonly number[]>,
  isSample: boolean,
  hasSeries = false,
): Wants {
  const has = (kind: BlockKind) => blocks.some((block) => block.kind === kind);
  const ofPoints = (isWanted: (block: ReportBlock) => boolean): OfPoints => {
    const narrowed = blocks.filter(isWanted).flatMap((block) => narrowingOf(block) ?? []);
    return (point) => narrowed.some((only) => isWithin(only, point, structuresOf));
  };
  return {
    readings: ofPoints(({ kind }) => kind === 'readings'),
    series: hasSeries,
    plugins: ofPoints((block) => block.kind === 'plugin' && block.part !== ''),
    profiles: ofPoints(({ kind }) => kind === 'profiles'),
    masters: ofPoints(({ kind }) => kind === 'masters'),
    surveys: Math.max(
      2,
      ...blocks.map((block) => (block.kind === 'profiles' || block.kind === 'masters' ? block.dates : 2)),
    ),
    weather: ofPoints(({ kind }) => kind === 'weather'),
    calibration: ofPoints((block) => block.kind === 'method' && block.calibration),
    comparison: has('comparison'),
    works: has('works'),
    inspections: has('inspections'),
    rounds: blocks.some((block) => block.kind === 'inspections' && block.detail),
    photos: has('photos'),
    drawings: has('drawings'),
    maxReadings: isSample ? sampleReadings : templateLimits.readings,
    maxPhotos: isSample ? samplePhotos : templateLimits.photos,
  };
}

/** The blocks that show what a document repeats: what it wants is read as for them. */
const blocksOfLoops: Readonly<Partial<Record<LoopName, BlockKind>>> = {
  profiles: 'profiles',
  masters: 'masters',
  drawings: 'drawings',
  photos: 'photos',
  works: 'works',
  rounds: 'inspections',
  defects: 'inspections',
};
/** `tags` = as they stand in a document. */
export const blocksOfDocument = (tags: readonly string[]): ReportBlock[] =>
  loopNames
    .filter((loop) => tags.some((words) => new RegExp(`^#\\s*((if|unless)\\s+)?${loop}\\b`).test(words)))
    .flatMap((loop) => blocksOfLoops[loop] ?? [])
    .map((kind) => ReportBlock.parse({ kind }));

/** Points for a look at a template: of each block that is narrowed some, then the first of all. */
export function samplePoints<T extends Place>(
  all: readonly T[],
  { blocks }: TemplateContent,
  structuresOf: ReadonlyMap<number, readonly number[]>,
  count: number,
): T[] {
  const narrowed = blocks.flatMap((block) => narrowingOf(block) ?? []);
  const each = Math.max(2, Math.floor(count / Math.max(narrowed.length, 1)));
  const chosen = new Set<T>();
  for (const only of narrowed)
    for (const point of all.filter((point) => isWithin(only, point, structuresOf)).slice(0, each)) {
      if (chosen.size >= count) return [...chosen];
      chosen.add(point);
    }
  // Of every family some, so that each kind of table is there.
  for (const familyPoints of Map.groupBy(all, ({ family }) => family).values())
    for (const point of familyPoints.slice(0, 2)) if (chosen.size < count) chosen.add(point);
  return [...chosen];
}
