/** Masters of the demonstration: cells along a bridge, tilt beams along a track, the prisms of a tunnel section. */
import type { DemoGroup, DemoPoint, DemoStructure } from './demo.shapes.ts';

/** How deep a trough is at a place, as share of its middle. */
const trough = (place: number, middle: number, width: number): number =>
  Math.exp(-(((place - middle) / width) ** 2) / 2);
const numbered = (prefix: string, i: number): string => `${prefix}${String(i + 1).padStart(2, '0')}`;

/** Eight cells from the west abutment, which is firm, to the pier that settles. */
const cellPlacesM = [0, 12, 24, 36, 48, 60, 72, 84];
const cells = cellPlacesM.map(
  (metres, i): DemoPoint => ({
    name: numbered('HL-', i),
    family: 'structuralDeformation',
    mode: 4,
    field: 'deflection',
    member: { kind: 'cell', sinksMm: i === 0 ? 0 : 11 * trough(metres, 54, 18) },
  }),
);
export const approachSpans: DemoStructure = {
  name: 'West approach',
  type: 'bridge',
  offset: [-330, -185],
  groups: [
    {
      item: 'Levelling line',
      device: 'HSL-0701',
      model: 'DCT-16',
      points: cells,
      masters: [
        {
          name: 'HL west approach',
          slaves: cells.map(({ name }) => name),
          chainagesM: cellPlacesM,
        },
      ],
    },
  ],
};

/** Six beams of three metres beside the rails, over the new passage. */
const beamMm = 3000;
const beams = Array.from({ length: 6 }, (_, i): DemoPoint => {
  const sunk = (joint: number): number => 9 * trough(joint, 3.4, 1.5) - 9 * trough(0, 3.4, 1.5);
  return {
    name: numbered('TB-', i),
    family: 'tilt',
    mode: 4,
    field: 'x',
    member: { kind: 'beam', lengthMm: beamMm, fromMm: sunk(i), toMm: sunk(i + 1) },
  };
});
export const trackBeams: DemoGroup = {
  item: 'Passage K4+260',
  device: 'TLT-0426',
  model: 'TLT-2',
  points: beams,
  masters: [{ name: 'TB K4+260', slaves: beams.map(({ name }) => name), lengthsMm: beams.map(() => beamMm) }],
};

/** Five prisms around the tube from its left foot over the crown: where on the lining they are, and how they close, mm. */
const tubeAxis = { east: 502_340, north: 3_349_120, height: 12 } as const;
/** The lining is a circle: 2.75 m about 2.35 m above the track. */
const lining = { radius: 2.75, middle: 2.35 } as const;
const onLining = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180;
  const round = (metres: number): number => Math.round(metres * 1000) / 1000;
  return {
    right: round(lining.radius * Math.cos(angle)),
    up: round(lining.middle + lining.radius * Math.sin(angle)),
  };
};
const prisms = (
  [
    [211, 5.2, -1.1],
    [152, 4.1, -4.6],
    [90, 0.4, -9.8],
    [28, -4.6, -4.9],
    [-31, -5.9, -1.3],
  ] as const
).map(
  ([degrees, inwards, sinks], i): DemoPoint => ({
    name: `PR-405-${i + 1}`,
    family: 'surfaceDisplacement',
    mode: 4,
    field: 'dh',
    // The tube runs north: right is east.
    member: {
      kind: 'prism',
      place: [tubeAxis.east + onLining(degrees).right, tubeAxis.north, tubeAxis.height + onLining(degrees).up],
      moves: [0.5 - 0.2 * i, inwards, sinks],
    },
  }),
);
export const tunnelSection: DemoGroup = {
  item: 'Section 405',
  device: 'TS-0405',
  model: 'TDM',
  points: prisms,
  masters: [
    {
      name: 'Section 405',
      slaves: prisms.map(({ name }) => name),
      referenceLine: {
        fromEast: tubeAxis.east,
        fromNorth: tubeAxis.north - 50,
        toEast: tubeAxis.east,
        toNorth: tubeAxis.north + 50,
      },
    },
  ],
};
