import './drawings.css';

/** Drawings for walls: the plane with its points, coloured by the theme. */
export { themed } from '@plumbline/science/display/drawing-roles';
export { PlaneAxes } from './PlaneAxes.tsx';
export { type PlaneMark, PlaneMarks } from './PlaneMarks.tsx';
export { chainageText } from './plane-ticks.ts';
