/** The sites of the demonstration in cities, as drawings: two tubes under a quarter, an old wall with its moat. Invented. */
import {
  area,
  band,
  box,
  frame,
  line,
  type Metres,
  place,
  quarterOf,
  type SiteDrawing,
  steps,
} from './demo.sites.shapes.ts';

/** The line runs east-north-east (demo.world.city.ts); the quarter above it lies askew to it. */
const tube = frame(19.3);
const quarter = frame(8);
const ways = steps(-900, 900, 36);
/** A bend at either end. */
const bend = (way: number): number => -0.00012 * Math.max(0, Math.abs(way) - 260) ** 2;
const tubeAt = (offset: number): Metres[] =>
  band(
    tube,
    ways,
    (way) => bend(way) + offset + 3.1,
    (way) => bend(way) + offset - 3.1,
  );
const axis = (offset: number): Metres[] => ways.map((way) => tube(way, bend(way) + offset));
const above = quarterOf({
  at: quarter,
  chainage: [-910, 910],
  left: [-600, 600],
  block: [130, 100],
  // Kept free for a canal.
  isFree: (_, left, margin) => Math.abs(left - 330) > 26 + margin,
  seed: 41,
  density: 0.82,
});

export const metroSite: readonly SiteDrawing[] = [
  {
    name: 'Canal',
    kind: 'water',
    shapes: [
      area(box(quarter, 0, 330, 1820, 40)),
      place(quarter(-260, 330), 'Tiesha Canal'),
      place(quarter(420, 330), 'Tiesha Canal'),
    ],
  },
  {
    name: 'Streets',
    kind: 'road',
    shapes: [...above.streets, line([quarter(-910, 0), quarter(910, 0)], 'Guanshan Road')],
  },
  { name: 'Buildings above', kind: 'building', shapes: above.houses },
  {
    name: 'Tunnels',
    kind: 'outline',
    shapes: [
      area(tubeAt(0)),
      area(tubeAt(-16)),
      area(box(tube, -560, bend(-560) - 8, 170, 26)),
      area(box(tube, 590, bend(590) - 8, 170, 26)),
    ],
  },
  { name: 'Alignment', kind: 'other', shapes: [line(axis(0), 'Left tunnel'), line(axis(-16), 'Right tunnel')] },
  {
    name: 'Stations',
    kind: 'names',
    shapes: [place(tube(-560, bend(-560) - 40), 'Guanshan'), place(tube(590, bend(590) - 40), 'Luyin')],
  },
];

/** The wall runs as its points lie; the town is to its right, the moat to its left. */
const wall = frame(19.3);
const crown = steps(-640, 640, 64);
const swing = (way: number): number => 16 * Math.sin(way / 210);
const bastions = [-480, -320, -160, 160, 320, 480] as const;
const inside = quarterOf({
  at: wall,
  chainage: [-660, 660],
  left: [-520, -30],
  block: [66, 54],
  isFree: (_, left, margin) => left < -14 - margin,
  seed: 5,
  density: 0.86,
});
const outside = quarterOf({
  at: wall,
  chainage: [-660, 660],
  left: [170, 560],
  block: [132, 98],
  isFree: (chainage, left, margin) => left > 158 + margin && Math.abs(chainage) > 12 + margin,
  seed: 6,
  density: 0.5,
});

export const wanshouSite: readonly SiteDrawing[] = [
  {
    name: 'Moat',
    kind: 'water',
    shapes: [
      area(
        band(
          wall,
          crown,
          (way) => swing(way) + 126,
          (way) => swing(way) + 84,
        ),
      ),
      place(wall(-250, swing(-250) + 105), 'Moat'),
      place(wall(330, swing(330) + 105), 'Moat'),
    ],
  },
  {
    name: 'Streets',
    kind: 'road',
    shapes: [
      ...inside.streets,
      ...outside.streets,
      line([wall(0, -520), wall(0, 560)], 'North Street'),
      line(
        crown.map((way) => wall(way, swing(way) + 146)),
        'Moat Road',
      ),
    ],
  },
  { name: 'Buildings', kind: 'building', shapes: [...inside.houses, ...outside.houses] },
  {
    name: 'Wall foot',
    kind: 'earthworks',
    shapes: [
      area(
        band(
          wall,
          crown,
          (way) => swing(way) + 30,
          (way) => swing(way) - 22,
        ),
      ),
    ],
  },
  {
    name: 'City wall',
    kind: 'outline',
    shapes: [
      area(
        band(
          wall,
          crown,
          (way) => swing(way) + 9,
          (way) => swing(way) - 7,
        ),
      ),
      ...bastions.map((way) => area(box(wall, way, swing(way) + 15, 22, 13))),
      area(box(wall, 0, 2, 46, 30), 'North gate'),
      // The gate yard before it.
      line(steps(0, Math.PI, 18).map((turn) => wall(40 * Math.cos(turn), 16 + 44 * Math.sin(turn)))),
    ],
  },
];
