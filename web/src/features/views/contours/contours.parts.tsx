/** Contours between the points of a drawing. */
import './contours.css';

export { ContourSelect, Contours } from './ContourPane.tsx';
export { contourGroups } from './contour-groups.ts';
export { useContourChoice } from './use-contours.ts';
