/** Drawings of the tunnel from above and of the city wall of the demonstration. */
import { type At, type DemoDrawing, evenly, Sheet } from './demo.drawings.shapes.ts';

const box = (left: number, right: number, bottom: number, top: number): At[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];

/** Half of a tube from its middle; how far the tubes are apart; m. */
const [halfTube, apartM] = [3.1, 14] as const;
/** Where a ring lies: they are 1.5 m wide. */
const ofRing = (ring: number): number => 4_000 + (ring - 400) * 1.5;

function tunnelPlan(): Sheet {
  const [left, right] = [3_972, 4_052];
  const sheet = new Sheet({ left, right, bottom: -10, top: 25 });
  sheet.area('pl-clay pl-bare', box(left, right, -10, 25));
  for (const [middle, name] of [
    [0, 'Left tunnel'],
    [apartM, 'Right tunnel'],
  ] as const) {
    sheet
      .area('pl-concrete', box(left, right, middle - halfTube, middle + halfTube))
      .area('pl-air', box(left, right, middle - halfTube + 0.35, middle + halfTube - 0.35));
    for (let ring = 384; ofRing(ring) < right; ring += 2)
      sheet.line('pl-thin', [
        [ofRing(ring), middle - halfTube],
        [ofRing(ring), middle + halfTube],
      ]);
    for (const rail of [-0.72, 0.72])
      sheet.line('pl-line', [
        [left, middle + rail],
        [right, middle + rail],
      ]);
    sheet.text([3_975, middle + halfTube + 0.7], name, { anchor: 'start', size: 20 });
  }
  for (const ring of [390, 400, 410, 420]) sheet.text([ofRing(ring), -halfTube - 1.7], `Ring ${ring}`, { size: 17 });
  return sheet
    .area('pl-concrete', box(4_044, right, -7.5, apartM + 7.5))
    .hatched(box(4_044, right, -7.5, apartM + 7.5), { apart: 20 })
    .text([4_048, apartM / 2], 'Luyin Station', { size: 20 })
    .text([4_008, apartM / 2 - 0.4], 'Chainage of ring 400: K4+000', { size: 17 });
}

const plan = { name: 'Plan, rings 385 to 428', plane: 'plan', draw: tunnelPlan } as const;

/** The tube inside, m, as far out as its chains lie; half of its girth, from the crown. */
const insideM = 3.1;
const halfGirth = Math.PI * insideM;
/** Along the lining from the crown, to the right positive, of a place so many degrees from it. */
const girthAt = (degrees: number): number => (degrees * Math.PI * insideM) / 180;

/** The lining laid flat, crown in the middle: rings 1.5 m wide of six segments each, turned from ring to ring. */
function tunnelLining(): Sheet {
  const [left, right] = [3_986.5, 4_026.5];
  const sheet = new Sheet({ left, right, bottom: -10.6, top: 10.6 });
  sheet.area('pl-concrete', box(left, right, -halfGirth, halfGirth));
  for (const side of [-1, 1])
    sheet.hatched(box(left, right, side * halfGirth, side * girthAt(148)), { apart: 16 }).line('pl-line', [
      [left, side * girthAt(148)],
      [right, side * girthAt(148)],
    ]);
  for (let ring = 391; ofRing(ring) < right; ring++) {
    const middle = ofRing(ring);
    sheet.line('pl-thin', [
      [middle + 0.75, -halfGirth],
      [middle + 0.75, halfGirth],
    ]);
    const turned = ring % 2 === 0 ? 22.5 : -22.5;
    for (const degrees of [-147, -79, -11, 11, 79, 147]) {
      const at = girthAt(degrees + turned);
      sheet.line('pl-thin', [
        [middle - 0.75, at],
        [middle + 0.75, at],
      ]);
    }
    if (ring % 5 === 0) sheet.text([middle, halfGirth + 0.4], `Ring ${ring}`, { size: 17 });
  }
  for (const [degrees, name] of [
    [0, 'Crown'],
    [90, 'Right springing'],
    [-90, 'Left springing'],
  ] as const)
    sheet
      .line('pl-line pl-dash', [
        [left, girthAt(degrees)],
        [right, girthAt(degrees)],
      ])
      .text([left + 1.9, girthAt(degrees) + 0.25], name, { anchor: 'start', size: 16 });
  return sheet
    .text([left + 1.9, girthAt(160)], 'Track bed', { anchor: 'start', size: 16 })
    .text([left + 1.9, girthAt(-166)], 'Track bed', { anchor: 'start', size: 16 });
}

/** A doorway with a round arch, from the ground. */
const archway = (half: number, springing: number): At[] => [
  [-half, 0],
  ...evenly(180, 0, 16).map((degrees): At => {
    const angle = (degrees * Math.PI) / 180;
    return [half * Math.cos(angle), springing + half * Math.sin(angle)];
  }),
  [half, 0],
];

/** A roof with eaves that turn up. */
const roof = (eaves: number, ridge: number, bottom: number, top: number): At[] => [
  [-eaves - 1.2, bottom + 0.9],
  [-eaves, bottom],
  [eaves, bottom],
  [eaves + 1.2, bottom + 0.9],
  [ridge, top],
  [-ridge, top],
];

/** Long because it is one drawing: a list of its parts. */
function gateElevation(): Sheet {
  const [left, right] = [-38, 38];
  const sheet = new Sheet({ left, right, bottom: -5, top: 27 });
  sheet
    .area('pl-clay pl-bare', box(left, right, -5, 0))
    .hatched(box(left, right, -5, -1.6), { apart: 22 })
    .area('pl-core', [
      [left, 0],
      [right, 0],
      [right, 9],
      [left, 9],
    ]);
  for (const up of evenly(1.5, 7.5, 4))
    sheet.line('pl-thin', [
      [left, up],
      [right, up],
    ]);
  for (let across = left; across < right - 1; across += 2.4)
    sheet.area('pl-core', box(across + 0.3, across + 1.7, 9, 10.2));
  sheet.area('pl-concrete', archway(3.4, 3.4)).area('pl-air', archway(2.7, 3.4));
  // The tower: two floors of columns under two roofs.
  sheet.area('pl-concrete', box(-16, 16, 9, 10)).area('pl-air', box(-13, 13, 10, 14.2));
  for (const across of evenly(-13, 13, 8)) sheet.area('pl-steel', box(across - 0.25, across + 0.25, 10, 14.2));
  sheet.area('pl-steel', roof(17, 11.5, 14.2, 17)).area('pl-air', box(-10, 10, 17, 19.8));
  for (const across of evenly(-10, 10, 6)) sheet.area('pl-steel', box(across - 0.22, across + 0.22, 17, 19.8));
  return sheet
    .area('pl-steel', roof(13.5, 5.5, 19.8, 23.6))
    .line('pl-strong', [
      [-5.5, 23.6],
      [5.5, 23.6],
    ])
    .line('pl-strong', [
      [4.6, 8.9],
      [5, 7.6],
      [4.7, 6.6],
      [5.3, 5.2],
      [5.1, 4.1],
    ])
    .line('pl-strong', [
      [left, 0],
      [right, 0],
    ])
    .level([-31, 10.2], 'Parapet 10.20')
    .level([27, 0], 'Ground ±0.00')
    .text([-26, -3.4], 'Rammed earth', { size: 17 })
    .text([0, 24.3], 'Gate tower', { size: 20 })
    .text([-27, 4.95], 'Brick facing', { size: 17 })
    .text([6.2, 7.9], 'Crack', { anchor: 'start', size: 16 });
}

/** By project and structure, in order. */
export const cityDrawings: Readonly<Record<string, Readonly<Record<string, readonly DemoDrawing[]>>>> = {
  'Metro Line 7, Guanshan-Luyin': {
    'Left tunnel': [
      {
        ...plan,
        places: {
          'RA-388': [ofRing(388), 0],
          'PR-405-1': [ofRing(405), -2.5],
          'PR-405-3': [ofRing(405), 0],
          'PR-405-5': [ofRing(405), 2.5],
          'CV-410': [ofRing(410), 2.6],
          'CV-412': [ofRing(412), -2.6],
          'CR-412': [ofRing(412), 1.9],
          'RC-415': [ofRing(415), 0],
        },
      },
      {
        name: 'Lining laid flat, rings 392 to 417',
        plane: 'lining',
        draw: tunnelLining,
        places: {
          'PR-405-1': [ofRing(405), girthAt(-118)],
          'PR-405-2': [ofRing(405), girthAt(-57)],
          'PR-405-3': [ofRing(405), girthAt(0)],
          'PR-405-4': [ofRing(405), girthAt(57)],
          'PR-405-5': [ofRing(405), girthAt(118)],
          'CV-410': [ofRing(410), girthAt(90)],
          'CV-412': [ofRing(412), girthAt(-90)],
          'CR-412': [ofRing(412), girthAt(38)],
          // A chain lies where its first joint is: in the invert, where the lining is cut open.
          'RC-415': [ofRing(415), girthAt(-179)],
        },
      },
    ],
    Track: [{ ...plan, places: { 'TR-420': [ofRing(420), 0.72], 'TR-425': [ofRing(425), -0.72] } }],
  },
  'Wanshou City Wall': {
    'North gate': [
      {
        name: 'Elevation from the north',
        plane: 'elevation',
        draw: gateElevation,
        places: { 'CR-07': [5, 6.2], 'TL-08': [-20, 9.6], 'VB-09': [0, 11.4], 'TM-10': [24, 5.4] },
      },
    ],
  },
};
