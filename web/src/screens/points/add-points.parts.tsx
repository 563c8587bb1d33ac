/** The table by which points are added, for the guide to commissioning. */
export { AddPoints } from './AddPoints.tsx';
