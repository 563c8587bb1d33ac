/** The sites of the demonstration in the ground, as drawings: a pit among streets, a sliding slope. Invented. */
import { area, box, frame, line, type Metres, place, quarterOf, type SiteDrawing, steps } from './demo.sites.shapes.ts';

/** The pit lies square to its streets; its east wall carries the points (demo.world.earthworks.ts). */
const plan = frame(0);
const pit = { west: -92, east: 44, south: -62, north: 40 } as const;
const wall = (out: number): Metres[] => [
  [pit.west - out, pit.south - out + 14],
  [pit.west + 14 - out, pit.south - out],
  [pit.east + out, pit.south - out],
  [pit.east + out, pit.north + out],
  [pit.west - out, pit.north + out],
];
const library: Metres[] = [
  [70, 8],
  [112, 8],
  [112, 54],
  [92, 54],
  [92, 38],
  [70, 38],
];
/** Beside the pit, its fence and the library. */
const isBuilt = (east: number, north: number, margin: number): boolean =>
  !(east > -128 - margin && east < 132 + margin && north > -98 - margin && north < 76 + margin);
const around = quarterOf({
  at: plan,
  chainage: [-648, 652],
  left: [-446, 424],
  block: [130, 87],
  isFree: isBuilt,
  seed: 23,
  density: 0.8,
});
const struts = [-74, -30, 14] as const;

export const luojiaSite: readonly SiteDrawing[] = [
  {
    name: 'Streets',
    kind: 'road',
    shapes: [
      ...around.streets,
      line(
        [
          [-648, 76],
          [652, 76],
        ],
        'Library Road',
      ),
      line(
        [
          [-648, -98],
          [652, -98],
        ],
        'Bay Road',
      ),
      line([
        [-128, -446],
        [-128, 424],
      ]),
      line([
        [132, -446],
        [132, 424],
      ]),
    ],
  },
  { name: 'Buildings', kind: 'building', shapes: [...around.houses, area(library, 'Library')] },
  { name: 'Excavation', kind: 'earthworks', shapes: [area(wall(0)), area(box(plan, -24, -11, 92, 66))] },
  {
    name: 'Walls and struts',
    kind: 'outline',
    shapes: [
      line([...wall(0), wall(0)[0] as Metres]),
      line([...wall(1.6), wall(1.6)[0] as Metres]),
      ...struts.map((east) =>
        line([
          [east, pit.south],
          [east, pit.north],
        ]),
      ),
      line([
        [pit.west, -32],
        [pit.east, -32],
      ]),
      line([
        [pit.west, 8],
        [pit.east, 8],
      ]),
      line([
        [pit.east - 30, pit.south],
        [pit.east, pit.south + 30],
      ]),
      line([
        [pit.east - 30, pit.north],
        [pit.east, pit.north - 30],
      ]),
      line([
        [pit.west + 30, pit.north],
        [pit.west, pit.north - 30],
      ]),
    ],
  },
  { name: 'Names', kind: 'names', shapes: [place([-52, -12], 'Foundation pit')] },
];

/** Along the way down, south-east, and across it (demo.world.plans.ts). */
const slope = frame(-52);
/** How far down the slope a contour runs at a place across it: bent back in the hollow that the slide has left. */
const contourAt = (step: number, across: number): number =>
  -430 +
  step * 31 +
  26 * Math.sin(across / 170 + step * 0.22) +
  11 * Math.sin(across / 61 + step) -
  34 * Math.exp(-((across / 130) ** 2)) * Math.exp(-(((step - 11) / 6) ** 2));
const across = steps(-620, 620, 90);
/** The slide from its head to its toe, half its width by the way down. */
const slideHalf = (down: number): number =>
  62 + 62 * Math.sin(Math.min(1, (down + 215) / 330) * Math.PI * 0.5) + 7 * Math.sin(down / 23);
const downs = steps(-195, 205, 40);
const slide: Metres[] = [
  slope(-226, -18),
  slope(-228, 22),
  ...downs.map((down) => slope(down, slideHalf(down))),
  slope(232, 60),
  slope(238, -40),
  ...downs.toReversed().map((down) => slope(down, -slideHalf(down) * 0.94)),
];
const foot = (offset: number) => across.map((each) => slope(contourAt(23, each) + offset, each));

export const baishaSite: readonly SiteDrawing[] = [
  { name: 'Sliding body', kind: 'earthworks', shapes: [area(slide)] },
  {
    name: 'Contours, 10 m',
    kind: 'contour',
    shapes: Array.from({ length: 22 }, (_, step) => ({
      ...line(across.map((each) => slope(contourAt(step, each), each))),
      elevation: 420 - 10 * step,
    })),
  },
  {
    name: 'Baisha stream',
    kind: 'water',
    shapes: [
      area([...foot(44), ...foot(72).toReversed()]),
      place(slope(contourAt(23, 240) + 58, 240), 'Baisha stream'),
    ],
  },
  {
    name: 'Roads',
    kind: 'road',
    shapes: [
      line(foot(12), 'County road'),
      line(across.slice(0, 52).map((each) => slope(contourAt(5, each) + 12, each))),
    ],
  },
  {
    name: 'Slide',
    kind: 'outline',
    shapes: [
      line([...slide, slide[0] as Metres]),
      // Where the ground has opened.
      line([slope(-190, -46), slope(-199, 0), slope(-188, 50)]),
      line([slope(-164, -60), slope(-172, -12)]),
      line([slope(-96, -40), slope(-104, 8), slope(-95, 52)]),
      line([slope(20, -70), slope(12, -10), slope(18, 44)]),
    ],
  },
  {
    name: 'Houses',
    kind: 'building',
    shapes: steps(-300, 330, 14).flatMap((each, i) =>
      Math.abs(each - 20) < 70
        ? []
        : [area(box(slope, contourAt(23, each) - 12 - (i % 3) * 14, each, 13 + (i % 2) * 5, 16 + (i % 4) * 3))],
    ),
  },
  { name: 'Names', kind: 'names', shapes: [place(slope(-300, 150), 'Baisha ridge')] },
];
