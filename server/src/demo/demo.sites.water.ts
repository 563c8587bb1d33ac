/** The sites of the demonstration on water, as drawings: a river with its bridge, a valley with its dam. Invented. */
import {
  area,
  band,
  box,
  frame,
  line,
  place,
  quarterOf,
  type SiteDrawing,
  type SiteShape,
  steps,
} from './demo.sites.shapes.ts';

/** The deck runs east-north-east (demo.world.water.ts), the river across it. */
const deck = frame(29.2);
const river = {
  middle: (across: number): number => 70 * Math.sin((across + 120) / 520),
  half: (across: number): number => 222 + 22 * Math.sin(across / 310 + 0.6),
};
const banks = steps(-1500, 1500, 60);
/** Not in the river, and not on the bridge and what leads to it. */
const isDry = (chainage: number, across: number, margin: number): boolean =>
  Math.abs(chainage - river.middle(across)) > river.half(across) + 62 + margin && Math.abs(across) > 20 + margin;
const acrossRiver = (offset: (across: number) => number) =>
  banks.map((across) => deck(river.middle(across) + offset(across), across));

function town(side: -1 | 1, seed: number) {
  return quarterOf({
    at: deck,
    chainage: side < 0 ? [-1400, -230] : [230, 1400],
    left: [-1040, 1040],
    block: [130, 104],
    isFree: isDry,
    seed,
    density: side < 0 ? 0.6 : 0.78,
  });
}
const [west, east] = [town(-1, 7), town(1, 11)];

/** Pylons in the river, piers on its banks: how far along, and how wide. */
const piers = [
  ['P2', -465, 26],
  ['P3', -330, 30],
  ['P4', -195, 62],
  ['P5', 195, 62],
  ['P6', 330, 30],
  ['P7', 465, 26],
] as const;

export const qingheSite: readonly SiteDrawing[] = [
  {
    name: 'Qinghe River',
    kind: 'water',
    shapes: [
      area([...acrossRiver(river.half), ...acrossRiver((across) => -river.half(across)).toReversed()]),
      line(acrossRiver(() => 10)),
      place(deck(-40, 330), 'Qinghe River'),
      place(deck(40, -420), 'Qinghe River'),
    ],
  },
  {
    name: 'Streets',
    kind: 'road',
    shapes: [
      ...west.streets,
      ...east.streets,
      line(
        acrossRiver((across) => river.half(across) + 44),
        'East embankment',
      ),
      line(
        acrossRiver((across) => -river.half(across) - 44),
        'West embankment',
      ),
    ],
  },
  { name: 'Buildings', kind: 'building', shapes: [...west.houses, ...east.houses] },
  {
    name: 'Qinghe River Bridge',
    kind: 'outline',
    shapes: [
      area(box(deck, 0, 0, 2800, 34)),
      line([deck(-1400, 0), deck(1400, 0)]),
      ...piers.map(([, chainage, width]) => area(box(deck, chainage, 0, 9, width + 8))),
      ...piers.map(([name, chainage, width]) => place(deck(chainage + 4, -width / 2 - 24), name)),
    ],
  },
];

/** The crest runs east-north-east; upstream is to its left (demo.world.water.ts). */
const crest = frame(19.3);
/** How far from the middle of the valley the ground has risen by `step` contours, at a place up or down the valley. */
function valleyHalf(up: number, step: number): number {
  const end = 900 + 55 * step;
  const closing = up > 150 ? Math.sqrt(Math.max(0, 1 - ((up - 150) / (end - 150)) ** 2)) : 1;
  const below = up < 0 ? 0.72 + 0.28 * Math.exp(up / 260) : 1;
  return (
    (238 + 36 * step) * closing * below + (26 * Math.sin(up / 130 + step * 0.35) + 14 * Math.sin(up / 57)) * closing
  );
}
/** A contour: down the valley on the left, round its end, and down on the right. */
function contour(step: number): SiteShape {
  const ups = steps(-950, 899 + 55 * step, 90);
  const at = [
    ...ups.map((up) => crest(-valleyHalf(up, step) - 14 * Math.sin(up / 88 + 2), up)),
    ...ups.toReversed().map((up) => crest(valleyHalf(up, step), up)),
  ];
  return { ...line(at), elevation: 88 + 2 * step };
}
const shore = steps(36, 899, 70);
const toe = (chainage: number): number => 118 * Math.max(0, 1 - (chainage / 268) ** 2) ** 0.6;
const brook = steps(-140, -950, 40);
const brookMiddle = (down: number): number => -52 + 34 * Math.sin(down / 120);

export const hengtangSite: readonly SiteDrawing[] = [
  {
    name: 'Contours, 2 m',
    kind: 'contour',
    shapes: Array.from({ length: 16 }, (_, step) => contour(step - 2)).slice(1),
  },
  {
    name: 'Reservoir',
    kind: 'water',
    shapes: [
      area([
        ...shore.map((up) => crest(-valleyHalf(up, 0) - 14 * Math.sin(up / 88 + 2), up)),
        ...shore.toReversed().map((up) => crest(valleyHalf(up, 0), up)),
      ]),
      area([
        ...brook.map((down) => crest(brookMiddle(down) - 7, down)),
        ...brook.toReversed().map((down) => crest(brookMiddle(down) + 7, down)),
      ]),
      place(crest(-20, 520), 'Hengtang Reservoir'),
    ],
  },
  {
    name: 'Roads',
    kind: 'road',
    shapes: [
      line(
        [crest(-640, 60), crest(-420, 44), crest(-290, 8), crest(290, 8), crest(420, 40), crest(700, 20)],
        'Crest road',
      ),
      line([
        crest(-290, 8),
        crest(-262, -120),
        crest(-150, -230),
        crest(-96, -290),
        crest(-120, -520),
        crest(-180, -940),
      ]),
    ],
  },
  {
    name: 'Dam body',
    kind: 'earthworks',
    shapes: [
      area(
        band(
          crest,
          steps(-268, 268, 48),
          (chainage) => 6 + 0.62 * toe(chainage),
          (chainage) => -6 - toe(chainage),
        ),
      ),
      // Berms of the downstream face.
      ...[0.34, 0.67].map((share) =>
        line(steps(-225, 225, 40).map((chainage) => crest(chainage, -6 - share * toe(chainage)))),
      ),
    ],
  },
  {
    name: 'Structures',
    kind: 'outline',
    shapes: [
      area(box(crest, 0, 0, 560, 9), 'Main dam'),
      area(
        band(
          crest,
          steps(276, 296, 2),
          () => 70,
          () => -330,
        ),
        'Spillway',
      ),
      area(box(crest, -248, 300, 12, 130), 'Saddle dam'),
      line([crest(-135, -226), crest(-88, -226)], 'Weirs'),
      line([crest(-160, -244), crest(-112, -258)]),
    ],
  },
  {
    name: 'Buildings',
    kind: 'building',
    shapes: [
      area(box(crest, 318, 42, 26, 16), 'Gate house'),
      area(box(crest, -330, 62, 34, 18)),
      area(box(crest, -372, 70, 22, 18)),
      area(box(crest, -210, -330, 30, 20)),
      area(box(crest, -246, -356, 22, 16)),
    ],
  },
];
