import type { Point } from '@plumbline/contract/points/points';

/** How a point turns samples into values, as its form holds it. */
/** What makes a value out of a raw sample. */
export type Conversion = Pick<Point, 'mode' | 'formulaType' | 'parameters' | 'customFormula' | 'initialValues'>;
