/** The point that is chosen on the screen of a project or a structure, in a panel. */
export { ChosenPoint } from './ChosenPoint.tsx';
