/** What the views on a plan are shown with: prisms and a casing on a sliding slope, a rain gauge beside the weather station. */
import type { DemoGroup, DemoPoint, DemoStructure } from './demo.shapes.ts';

/** The block slides to the valley, south-east, its flanks a little inwards. */
const towardsDeg = 142;

/** A row of prisms across the slope: metres east and north of the middle of the block. */
const row = (letter: string, north: number, turns: readonly number[]): DemoPoint[] =>
  turns.map((turnDeg, i) => ({
    name: `PR-${letter}${i + 1}`,
    family: 'surfaceDisplacement',
    offset: [(i - (turns.length - 1) / 2) * 42 - north * 0.3, north],
    towardsDeg: towardsDeg + turnDeg,
    disturbed: true,
  }));

export const middleBlock: DemoStructure = {
  name: 'Middle block',
  type: 'slope',
  offset: [15, -20],
  groups: [
    {
      item: 'Prisms',
      device: 'TS-0920',
      model: 'TDM',
      points: [...row('A', 55, [-14, -3, 9]), ...row('B', 5, [-10, 0, 12]), ...row('C', -45, [-4, 6])],
    },
    {
      item: 'Borehole B1',
      device: 'ADM-0921',
      model: 'ADM-24',
      points: [
        { name: 'IN-B1', family: 'deepDisplacement', nodeCount: 18, offset: [8, 12], parameters: { markAzimuth: 130 } },
      ],
    },
  ],
};

export const deckRain: DemoGroup = {
  item: null,
  device: 'RG-0602',
  model: 'DTU-2',
  points: [{ name: 'RG-03', family: 'rainfall' }],
};
