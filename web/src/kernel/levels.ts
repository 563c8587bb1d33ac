import { levelNames } from '@plumbline/contract/kernel/constants';

/** The five levels, 0 normal to 4 red: names, glyph outlines and how several become one. */
export type Level = 0 | 1 | 2 | 3 | 4;
export type LevelName = (typeof levelNames)[number];
/** From the most severe to the least, as every list shows them. */
export const levelsDown = [4, 3, 2, 1, 0] as const satisfies readonly Level[];

/** Any number as a level; what is out of range is taken as the nearest. */
export const asLevel = (level: number): Level => Math.min(4, Math.max(0, Math.round(level))) as Level;
export const levelName = (level: number): LevelName => levelNames[asLevel(level)];

/** Outlines in a 16 x 16 box: circle 1, triangle 2, diamond 3, octagon 4. Level 0 is a ring with a tick. */
export const levelPaths: Readonly<Record<Level, string>> = {
  0: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  1: 'M14.6 8A6.6 6.600 0 1 1 1.4 8a6.600 6.600 0 0 1 13.2 0z',
  2: 'M8 1.300 15 14H1z',
  3: 'M8 .9 15.100 8 8 15.100.9 8z',
  4: 'M5.100 1h5.800L15 5.100v5.800L10.900 15H5.100L1 10.900V5.100z',
};
/** Hands of a clock in the ring of what fell silent, and a dash in that of what holds nothing. */
export const staleClock = 'M8 4.600V8l2.300 1.600';
/** A cross in the ring of a point whose newest value failed its tests. */
export const failedCross = 'M6 6l4 4M10 6l-4 4';
export const emptyDash = 'M5.400 8h5.200';
export const levelTick = 'M5.300 8.200 7.200 10.100 10.800 6.200';
