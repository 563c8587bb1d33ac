import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Tokens } from '../../design/tokens.ts';

/** Colour and dash of a curve by its place from 0. Invariant: no two of the first fifty look the same. */
type Dash = 'solid' | readonly number[];
const colours = 8;
const dashes: readonly Dash[] = ['solid', 'solid', 'solid', 'solid', [6, 3], [2, 3], [8, 3, 2, 3], [4, 4]];
/** Beyond eight curves each colour comes again with another dash. */
const further: readonly Dash[] = [
  [1, 2],
  [12, 4],
  [12, 3, 2, 3],
  [3, 6],
  [14, 3, 5, 3],
  [1, 5],
];
export const curveColour = (tokens: Tokens, index: number): string => tokens[`s${(index % colours) + 1}` as 's1'];
export const curveDash = (index: number): 'solid' | number[] => {
  const round = Math.floor(index / colours);
  const dash = round === 0 ? elementAt(dashes, index) : elementAt(further, (round - 1) % further.length);
  return dash === 'solid' ? dash : [...dash];
};
