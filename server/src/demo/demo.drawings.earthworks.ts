/** Drawings of the pit, the tunnel and the slope of the demonstration. */
import { contents } from './demo.contents.ts';
import { type At, type DemoDrawing, evenly, Sheet } from './demo.drawings.shapes.ts';

const soilRoles: Readonly<Record<string, string>> = {
  fill: 'pl-fill',
  siltyClay: 'pl-clay',
  sand: 'pl-sand',
  organic: 'pl-mud',
  weatheredRock: 'pl-gravel',
  rock: 'pl-rock',
};
const soilNames: Readonly<Record<string, string>> = {
  fill: 'Fill',
  siltyClay: 'Silty clay',
  sand: 'Silty sand',
  organic: 'Soft mud',
  weatheredRock: 'Weathered rock',
  rock: 'Mudstone',
};
/** How deep the pit is dug by now, m. */
const floor = -13.5;

/** Long because it is one drawing: a list of its parts. */
function pitSection(): Sheet {
  const [left, right, bottom] = [-34, 46, -28];
  const sheet = new Sheet({ left, right, bottom, top: 17 });
  for (const { topM, bottomM, soil } of contents['Luojia Bay Foundation Pit']?.strata?.layers ?? []) {
    const under = Math.max(bottom, -bottomM);
    sheet.area(`${soilRoles[soil] ?? 'pl-fill'} pl-bare`, [
      [left, -topM],
      [right, -topM],
      [right, under],
      [left, under],
    ]);
    sheet.line('pl-thin', [
      [0, under],
      [right, under],
    ]);
    sheet.text([44.5, (-topM + under) / 2 - 0.4], soilNames[soil] ?? '', { anchor: 'end', size: 17 });
  }
  sheet.hatched(
    [
      [left, -18.5],
      [right, -18.5],
      [right, bottom],
      [left, bottom],
    ],
    { apart: 22 },
  );
  sheet.area('pl-air pl-bare', [
    [left, 0.2],
    [0, 0.2],
    [0, floor],
    [left, floor],
  ]);
  sheet
    .line('pl-strong', [
      [left, floor],
      [0, floor],
    ])
    .line('pl-strong', [
      [1, 0],
      [right, 0],
    ]);
  for (const [i, up] of [-1, -5.5, -10].entries())
    sheet
      .area('pl-steel', [
        [left, up + 0.35],
        [-0.9, up + 0.35],
        [-0.9, up - 0.35],
        [left, up - 0.35],
      ])
      .area('pl-concrete', [
        [-0.9, up + 0.7],
        [0, up + 0.7],
        [0, up - 0.7],
        [-0.9, up - 0.7],
      ])
      .text([-30, up + 0.8], `Strut row ${i + 1}`, { anchor: 'start', size: 16 });
  sheet
    .line('pl-strong', [
      [1, -7],
      [17, -14],
    ])
    .area('pl-steel', [
      [12, -11.5],
      [12.3, -12.3],
      [17.3, -14.4],
      [17, -13.6],
    ]);
  sheet.area('pl-concrete', [
    [0, 0.8],
    [1, 0.8],
    [1, -25],
    [0, -25],
  ]);
  sheet
    .line('pl-thin', [
      [0.5, 1.4],
      [0.5, -24],
    ])
    .area('pl-air', [
      [8.85, 0.6],
      [9.15, 0.6],
      [9.15, -16],
      [8.85, -16],
    ]);
  sheet
    .area('pl-concrete', [
      [18, 0],
      [38, 0],
      [38, -1.2],
      [18, -1.2],
    ])
    .area('pl-air', [
      [19, 0],
      [37, 0],
      [37, 12],
      [19, 12],
    ]);
  for (const up of [4, 8])
    sheet.line('pl-line', [
      [19, up],
      [37, up],
    ]);
  for (const up of [1.2, 5.2, 9.2])
    for (const across of evenly(21, 33.5, 4))
      sheet.area('pl-water', [
        [across, up],
        [across + 1.8, up],
        [across + 1.8, up + 1.7],
        [across, up + 1.7],
      ]);
  return sheet
    .curve('pl-surface pl-dash', [
      [1, -8.6],
      [6, -6.9],
      [16, -5.4],
      [30, -4.6],
      [right, -4.4],
    ])
    .level([-17, floor], 'Stage 3, 13.50 below ground', 'start')
    .level([12, 0], 'Ground ±0.00', 'start')
    .text([28, 12.6], 'Library')
    .text([2, -26.6], 'Diaphragm wall 1.0 m', { anchor: 'start', size: 17 })
    .text([17.6, -15.8], 'Anchor', { size: 16 });
}

const pit = {
  name: 'Section through panel E12',
  plane: 'section',
  draw: pitSection,
} as const;

/** Middle of the tube, its radii, m. */
const [middle, outer, inner] = [-14, 3.1, 2.75] as const;
/** A place on a circle about the middle, degrees from the right, upwards. */
const onRing = (degrees: number, radius: number): At => [
  radius * Math.cos((degrees * Math.PI) / 180),
  middle + radius * Math.sin((degrees * Math.PI) / 180),
];

/** Long because it is one drawing: a list of its parts. */
function tunnelRing(): Sheet {
  const sheet = new Sheet({ left: -7.2, right: 7.2, bottom: -18.6, top: -9.2 });
  sheet
    .area('pl-clay pl-bare', [
      [-7.2, -9.2],
      [7.2, -9.2],
      [7.2, -13.2],
      [-7.2, -13.2],
    ])
    .area('pl-mud pl-bare', [
      [-7.2, -13.2],
      [7.2, -13.2],
      [7.2, -18.6],
      [-7.2, -18.6],
    ])
    .line('pl-thin pl-dash', [
      [-7.2, -13.2],
      [7.2, -13.2],
    ])
    .circle('pl-concrete', [0, middle], outer)
    .circle('pl-air', [0, middle], inner);
  for (const degrees of [12, 84, 156, 228, 300, 348])
    sheet.line('pl-strong', [onRing(degrees, inner), onRing(degrees, outer)]);
  const half = Math.sqrt(inner ** 2 - 1.9 ** 2);
  const bed: At[] = evenly(180 + 43.7, 360 - 43.7, 16).map((degrees) => onRing(degrees, inner));
  return sheet
    .area('pl-concrete', [[-half, middle - 1.9], ...bed, [half, middle - 1.9]])
    .area('pl-steel', [
      [-0.79, -15.75],
      [-0.68, -15.75],
      [-0.68, -15.9],
      [-0.79, -15.9],
    ])
    .area('pl-steel', [
      [0.68, -15.75],
      [0.79, -15.75],
      [0.79, -15.9],
      [0.68, -15.9],
    ])
    .line('pl-thin pl-dash', [
      [-1.5, -15.7],
      [-1.6, -14],
      [-1.3, -12.3],
      [1.3, -12.3],
      [1.6, -14],
      [1.5, -15.7],
      [-1.5, -15.7],
    ])
    .line('pl-thin', [
      [-3.6, middle],
      [3.6, middle],
    ])
    .line('pl-thin', [
      [0, middle - 3.6],
      [0, middle + 3.6],
    ])
    .text([0, -13.75], 'Clearance', { size: 17 })
    .text([0, -16.35], 'Track bed', { size: 17 })
    .text([-6.3, -10.4], 'Silty clay', { anchor: 'start' })
    .text([-6.3, -17.9], 'Mucky clay', { anchor: 'start' })
    .text([3.5, -16.9], 'Outer diameter 6.20 m, six segments', { anchor: 'start', size: 17 });
}

/** Ground, and the surface on which it slides. */
const slope: readonly At[] = [
  [0, 318],
  [45, 306],
  [70, 290],
  [120, 272],
  [180, 243],
  [240, 222],
  [300, 205],
  [360, 182],
  [410, 168],
  [450, 160],
  [520, 156],
];
const slide: readonly At[] = [
  [58, 300],
  [72, 274],
  [110, 248],
  [180, 214],
  [250, 188],
  [320, 166],
  [380, 157],
  [425, 165],
];

function slopeSection(): Sheet {
  const sheet = new Sheet({ left: -5, right: 525, bottom: 128, top: 336, exaggeration: 1 });
  return sheet
    .area('pl-rock pl-bare', [[-5, 319], ...slope, [525, 156], [525, 128], [-5, 128]])
    .hatched([...slide, [525, 140], [525, 128], [-5, 128], [-5, 300]], { apart: 24 })
    .area('pl-clay pl-bare', [...slope.filter(([across]) => across > 56 && across < 430), ...slide.toReversed()])
    .curve('pl-surface pl-dash', slide)
    .area('pl-water pl-bare', [
      [448, 161],
      [525, 161],
      [525, 156],
      [452, 158],
    ])
    .line('pl-strong', [[-5, 319], ...slope, [525, 156]])
    .area('pl-concrete', [
      [398, 174],
      [404, 174],
      [404, 150],
      [398, 150],
    ])
    .line('pl-strong', [
      [401, 170],
      [352, 146],
    ])
    .text([84, 316], 'Head scarp', { anchor: 'start' })
    .text([215, 216], 'Sliding mass')
    .text([210, 172], 'Slip surface', { size: 17 })
    .text([120, 170], 'Sandstone and mudstone')
    .text([408, 178], 'Anchored wall', { anchor: 'start', size: 17 })
    .level([470, 161], 'River 161');
}
const landslide = {
  name: 'Section 1-1',
  plane: 'section',
  draw: slopeSection,
} as const;

/** By project and structure, in order. */
export const earthworksDrawings: Readonly<Record<string, Readonly<Record<string, readonly DemoDrawing[]>>>> = {
  'Luojia Bay Foundation Pit': {
    'East wall': [
      { ...pit, places: { 'IN-07': [0.5, 1.2], 'WL-E12': [9, -6.4], 'EP-E15': [1.9, -11.2], 'AN-E15': [-0.5, -7.6] } },
    ],
    Struts: [{ ...pit, places: { 'SP-E4-1': [-24, -5.5], 'SP-E4-2': [-10, -5.5] } }],
    'Library next door': [{ ...pit, places: { 'CR-L-01': [19, 6.6], 'TL-L-01': [37, 11] } }],
  },
  'Metro Line 7, Guanshan-Luyin': {
    'Left tunnel': [
      {
        name: 'Ring 412',
        plane: 'section',
        draw: tunnelRing,
        places: {
          'CV-410': onRing(4, inner),
          'CV-412': onRing(176, inner),
          'CR-412': onRing(128, inner),
          'RC-415': onRing(103, inner),
          'RA-388': onRing(55, inner),
          'PR-405-1': onRing(211, inner),
          'PR-405-2': onRing(152, inner),
          'PR-405-3': onRing(90, inner),
          'PR-405-4': onRing(28, inner),
          'PR-405-5': onRing(-31, inner),
        },
      },
    ],
  },
  'Baisha Landslide': {
    'Upper block': [{ ...landslide, places: { 'GN-04': [98, 280], 'GN-05': [166, 250], 'CR-U-01': [62, 296] } }],
    'Middle block': [{ ...landslide, places: { 'IN-B1': [246, 220], 'RG-03': [272, 213] } }],
    Toe: [
      {
        ...landslide,
        places: { 'GN-11': [356, 183.5], 'RG-02': [330, 193], 'SM-01': [380, 173], 'AN-T-03': [397, 168] },
      },
    ],
  },
};
