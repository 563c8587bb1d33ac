/** A probe against a chain as it is drawn and listed. Pure; the numbers are the server's. */
import type { Point } from '@plumbline/contract/points/points';
import type { ComparedPair } from '@plumbline/contract/views/profiles';
import type { ProfileContent } from '../../../charts/kinds/profile/shapes.ts';
import type { GridColumn, NumberColumn } from '../../../design/data-grid/columns.ts';

/** The manual chains of a structure. */
export const manualChains = (points: readonly Point[]): Point[] =>
  points.filter(
    ({ type, family, nodeCount, parameters }) =>
      type === 2 && family === 'deepDisplacement' && nodeCount > 0 && (parameters['form'] ?? 0) === 0,
  );

interface ShapeWords {
  readonly manual: string;
  readonly automatic: string;
  readonly difference: string;
  readonly axisName: string;
}
const millimetres = { unit: 'mm', precision: 3 } as const;

/** Both shapes against depth. */
export const shapesContent = ({ manual, automatic, largest }: ComparedPair, words: ShapeWords): ProfileContent => ({
  ...millimetres,
  axisName: words.axisName,
  // The legend says what both are where they differ most.
  pinnedM: largest?.depthM ?? null,
  curves: [
    {
      id: 'manual',
      name: words.manual,
      depths: manual.depthsM,
      values: manual.values,
      age: 1,
      isChosen: true,
      source: 's2',
    },
    {
      id: 'automatic',
      name: words.automatic,
      depths: automatic.depthsM,
      values: automatic.values,
      age: 1,
      isChosen: true,
      source: 's1',
    },
  ],
});

/** Returns the difference of the chain from the probe, against depth. */
export const differenceContent = ({ manual, differences }: ComparedPair, words: ShapeWords): ProfileContent => ({
  ...millimetres,
  axisName: words.difference,
  curves: [
    {
      id: 'difference',
      name: words.difference,
      depths: manual.depthsM,
      values: differences,
      age: 1,
      isChosen: true,
      source: 's1',
    },
  ],
});

const number = (key: string, title: string, unit: string, values: readonly (number | null)[], more: object = {}) =>
  ({ kind: 'number', key, title, unit, precision: 3, widthPx: 116, values, ...more }) satisfies NumberColumn;

export interface DepthWords {
  readonly depth: string;
  readonly manual: string;
  readonly automatic: string;
  readonly difference: string;
}

/** One pair, a row for each depth of the probe. */
export const depthColumns = ({ manual, atDepths, differences }: ComparedPair, words: DepthWords): GridColumn[] => [
  number('depth', words.depth, 'm', manual.depthsM, { precision: 2, widthPx: 84 }),
  number('manual', words.manual, 'mm', manual.values),
  number('automatic', words.automatic, 'mm', atDepths),
  number('difference', words.difference, 'mm', differences, { isChange: true }),
];

export interface PairWords {
  readonly manual: string;
  readonly automatic: string;
  readonly count: string;
  readonly mean: string;
  readonly rms: string;
  readonly largest: string;
  readonly depth: string;
}

/** All pairs, a row for each. */
export const pairColumns = (pairs: readonly ComparedPair[], words: PairWords): GridColumn[] => [
  time(
    'manualAt',
    words.manual,
    pairs.map(({ manual }) => manual.at),
  ),
  number(
    'mean',
    words.mean,
    'mm',
    pairs.map(({ mean }) => mean),
    { isChange: true },
  ),
  number(
    'rms',
    words.rms,
    'mm',
    pairs.map(({ rms }) => rms),
  ),
  number(
    'largest',
    words.largest,
    'mm',
    pairs.map(({ largest }) => largest?.difference ?? null),
    { isChange: true },
  ),
  number(
    'depth',
    words.depth,
    'm',
    pairs.map(({ largest }) => largest?.depthM ?? null),
    { precision: 2, widthPx: 84 },
  ),
  number(
    'count',
    words.count,
    '',
    pairs.map(({ count }) => count),
    { precision: 0, widthPx: 84 },
  ),
  time(
    'automaticAt',
    words.automatic,
    pairs.map(({ automatic }) => automatic.at),
  ),
];

const time = (key: string, title: string, times: readonly string[]): GridColumn => ({
  kind: 'time',
  key,
  title,
  unit: '',
  widthPx: 152,
  values: times.map((at) => Date.parse(at)),
});
