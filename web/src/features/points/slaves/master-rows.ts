/** The slaves of a master as the editor holds them: each with what is set of it, so that it follows when the order changes. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { MasterConfig, Slave } from '@plumbline/contract/points/points.point';

export interface MasterRow extends Slave {
  readonly lengthMm?: number | null;
  readonly chainageM?: number | null;
  readonly isFixed?: boolean;
  readonly turns?: boolean;
}

const blank: MasterConfig = {
  fixedPointId: null,
  lengthsMm: [],
  chainagesM: [],
  turningPointIds: [],
  closing: null,
  chords: null,
  referenceLine: null,
};
const configOf = ({ master }: Pick<Point, 'master'>): MasterConfig => master ?? blank;

/** Returns the settings of a master as a whole. The rows say the rest: what the form holds of it does not change when they do. */
export const wholeConfigOf = (point: Pick<Point, 'master'>): MasterConfig => {
  const { closing, chords, referenceLine } = configOf(point);
  return { ...blank, closing, chords, referenceLine };
};

export function masterRows({ slaves, master }: Pick<Point, 'slaves' | 'master'>): MasterRow[] {
  const { fixedPointId, lengthsMm, chainagesM, turningPointIds } = master ?? blank;
  return slaves.map(({ pointId }, i) => ({
    pointId,
    lengthMm: lengthsMm[i] ?? null,
    chainageM: chainagesM[i] ?? null,
    isFixed: pointId === fixedPointId,
    turns: turningPointIds.includes(pointId),
  }));
}

/** The settings that the rows say, with those that are no row's. A length that is missing among others is left out: the server says so. */
export function configFrom(rows: readonly MasterRow[], config: MasterConfig): MasterConfig {
  const numbersOf = (of: (row: MasterRow) => number | null | undefined): number[] =>
    rows.flatMap((row) => of(row) ?? []);
  const isSlave = (id: number): boolean => rows.some(({ pointId }) => pointId === id);
  return {
    ...config,
    fixedPointId: rows.find(({ isFixed }) => isFixed)?.pointId ?? null,
    lengthsMm: numbersOf(({ lengthMm }) => lengthMm),
    chainagesM: numbersOf(({ chainageM }) => chainageM),
    turningPointIds: rows.slice(1).flatMap(({ pointId, turns }) => (turns ? [pointId] : [])),
    chords: config.chords?.filter(({ from, to }) => isSlave(from) && isSlave(to)) ?? null,
  };
}

/** Settings of each slave, by the family that is joined. */
export interface RowSettings {
  readonly length: boolean;
  readonly chainage: boolean;
  readonly fixed: boolean;
  readonly turns: boolean;
  /** Chords and a reference line. */
  readonly section: boolean;
  /** Its far end may be known too. */
  readonly closing: boolean;
}
export const settingsOfFamily = (family: FamilyCode): RowSettings => ({
  length: family === 'tilt',
  chainage: family === 'structuralDeformation' || family === 'surfaceDisplacement',
  fixed: family === 'tilt' || family === 'structuralDeformation' || family === 'deepDisplacement',
  turns: family === 'structuralDeformation',
  section: family === 'surfaceDisplacement',
  closing: family === 'tilt' || family === 'structuralDeformation' || family === 'deepDisplacement',
});
