import type { Point } from '@plumbline/contract/points/points';

/** How a point turns samples into values, as its form holds it. */
/** Conversion of a raw sample to a value. */
export type Conversion = Pick<Point, 'mode' | 'formulaType' | 'parameters' | 'customFormula' | 'initialValues'>;
