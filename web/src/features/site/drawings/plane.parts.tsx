import './drawings.css';

/** Drawings for walls: the plane with its points, coloured by the theme. */
export { themed } from './drawing-colours.ts';
export { PlaneAxes } from './PlaneAxes.tsx';
export { type PlaneMark, PlaneMarks } from './PlaneMarks.tsx';
export { chainageText } from './plane-ticks.ts';
