import type { Tokens } from '../design/tokens.ts';

/** Colour and dash of a curve by its place from 0. Invariant: no two of the first fifty look the same. */
const dashes = ['solid', 'solid', 'solid', 'solid', [6, 3], [2, 3], [8, 3, 2, 3], [4, 4]] as const;
/** Beyond eight curves each colour comes again with another dash. */
const further = [
  [1, 2],
  [12, 4],
  [12, 3, 2, 3],
  [3, 6],
  [14, 3, 5, 3],
  [1, 5],
] as const;
export const curveColour = (tokens: Tokens, index: number): string => tokens[`s${(index % 8) + 1}` as 's1'];
export const curveDash = (index: number): 'solid' | number[] => {
  const dash = index < 8 ? dashes[index]! : further[(Math.floor(index / 8) - 1) % further.length]!;
  return dash === 'solid' ? dash : [...dash];
};
