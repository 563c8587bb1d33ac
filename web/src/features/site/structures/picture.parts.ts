/** How marks on the picture of a structure look, and where one lies. */
import './structures.css';

export type { Place } from './marks.ts';
