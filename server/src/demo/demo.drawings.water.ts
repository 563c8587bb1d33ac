/** Drawings of the dam and the bridge of the demonstration. */
import { type At, type DemoDrawing, evenly, Sheet } from './demo.drawings.shapes.ts';

/** Elevations of the dam, m. */
const [crest, pool, foundation, rock] = [96.8, 91.5, 70.4, 66];

/** Long because it is one drawing: a list of its parts. */
function damSection(): Sheet {
  const sheet = new Sheet({ left: -82, right: 84, bottom: 57, top: 103, exaggeration: 1.5 });
  const upstream = (up: number): number => -4 - 2.5 * (crest - up);
  const body: At[] = [
    [upstream(foundation), foundation],
    [-4, crest],
    [4, crest],
    [34.4, 83],
    [38.4, 83],
    [66.1, foundation],
  ];
  return sheet
    .area('pl-rock pl-bare', [
      [-82, rock],
      [84, rock],
      [84, 57],
      [-82, 57],
    ])
    .hatched(
      [
        [-82, rock],
        [84, rock],
        [84, 57],
        [-82, 57],
      ],
      { apart: 22 },
    )
    .area('pl-sand pl-bare', [
      [-82, foundation],
      [84, foundation],
      [84, rock],
      [-82, rock],
    ])
    .line('pl-line', [
      [-82, rock],
      [84, rock],
    ])
    .area('pl-water pl-bare', [
      [-82, pool],
      [upstream(pool), pool],
      [upstream(foundation), foundation],
      [-82, foundation],
    ])
    .area('pl-fill', body)
    .area('pl-core', [
      [-2.5, 95.4],
      [2.5, 95.4],
      [11, foundation],
      [5, rock - 1.2],
      [-5, rock - 1.2],
      [-11, foundation],
    ])
    .area('pl-gravel', [
      [11, foundation],
      [10.6, 71.8],
      [58, 71.8],
      [58, foundation],
    ])
    .area('pl-gravel', [
      [54, foundation],
      [59, 74.2],
      [63, 74.2],
      [66.1, foundation],
    ])
    .line(
      'pl-strong',
      [body[0], body[1], body[2], body[3], body[4], body[5]].flatMap((each) => (each ? [each] : [])),
    )
    .line('pl-strong', [
      [66.1, foundation],
      [84, foundation],
    ])
    .line('pl-surface', [
      [-82, pool],
      [upstream(pool), pool],
    ])
    .curve('pl-surface pl-dash', [
      [upstream(pool), pool],
      [-7, 89.5],
      [4, 82.5],
      [12, 77.2],
      [30, 74.2],
      [58, 71.9],
    ])
    .level([-62, pool], 'Normal pool 91.50')
    .line('pl-thin', [
      [-34, crest],
      [-4, crest],
    ])
    .level([-30, crest], 'Crest 96.80')
    .text([40.5, 84], 'Berm 83.00', { anchor: 'start', size: 17 })
    .text([-38, 74.6], 'Upstream shoulder')
    .text([30, 79.6], 'Downstream shoulder')
    .text([0, 91.2], 'Core', { size: 17 })
    .text([34, 72.2], 'Filter blanket', { size: 15 })
    .text([69, 72.6], 'Toe drain', { anchor: 'start', size: 17 })
    .text([-74, 67.6], 'Alluvium', { anchor: 'start' })
    .text([-74, 60.4], 'Bedrock', { anchor: 'start' })
    .text([14, 84.4], 'Phreatic line', { anchor: 'start', size: 16 });
}

const valley: readonly At[] = [
  [0, 97.5],
  [30, 94],
  [75, 85.5],
  [125, 76.5],
  [170, 71.2],
  [215, foundation],
  [290, 70.6],
  [335, 75],
  [380, 84],
  [412, 93],
  [430, 97.5],
];

function damElevation(): Sheet {
  const sheet = new Sheet({ left: -10, right: 440, bottom: 58, top: 106, exaggeration: 2.8 });
  const surface: At[] = [[-10, 99], ...valley, [440, 99]];
  const under = (by: number): At[] => surface.map(([across, up]) => [across, up - by]);
  sheet
    .area('pl-rock pl-bare', [...under(0), [440, 58], [-10, 58]])
    .hatched([...under(5), [440, 58], [-10, 58]], { apart: 22 })
    .area('pl-fill', [[3, crest], ...valley.filter(([across]) => across > 3 && across < 427), [427, crest]])
    .line('pl-strong', surface)
    .line('pl-strong', [
      [3, crest],
      [427, crest],
    ]);
  for (const up of [91, 85, 79]) {
    const [from, to] = [valley.findLast(([a, u]) => a < 200 && u > up), valley.find(([a, u]) => a > 250 && u > up)];
    if (from && to)
      sheet.line('pl-thin', [
        [from[0] + 12, up],
        [to[0] - 12, up],
      ]);
  }
  for (const [chainage, name] of [
    [180, '0+180'],
    [240, '0+240'],
    [300, '0+300'],
  ] as const)
    sheet
      .line('pl-thin pl-dash', [
        [chainage, 100],
        [chainage, 64],
      ])
      .text([chainage, 101], name);
  return sheet
    .level([60, crest], 'Crest 96.80')
    .text([395, 76], 'Right abutment')
    .text([42, 76], 'Left abutment')
    .text([215, 62], 'Bedrock');
}

const [deck, water, bed, pylonTop] = [42, 30, 17, 106] as const;
const [p3, p4] = [120, 440] as const;

/** Long because it is one drawing: a list of its parts. */
function bridgeElevation(): Sheet {
  const sheet = new Sheet({ left: -10, right: 570, bottom: -8, top: 122, exaggeration: 1.5 });
  const riverBed: At[] = [
    [-10, 40],
    [30, 36],
    [70, 27],
    [120, 19],
    [200, bed],
    [300, 14],
    [400, 16],
    [470, 22],
    [520, 34],
    [570, 40],
  ];
  sheet
    .area('pl-water pl-bare', [
      [58, water],
      [503, water],
      [470, 22],
      [400, 16],
      [300, 14],
      [200, bed],
      [120, 19],
      [70, 27],
    ])
    .area('pl-sand pl-bare', [...riverBed, [570, -8], [-10, -8]])
    .hatched([...riverBed.map(([across, up]): At => [across, up - 9]), [570, -8], [-10, -8]], { apart: 20 })
    .line('pl-line', riverBed)
    .line('pl-surface', [
      [58, water],
      [503, water],
    ]);
  for (const pylon of [p3, p4]) {
    for (const pile of [-9, -3, 3, 9])
      sheet.area('pl-concrete', [
        [pylon + pile - 1, 18],
        [pylon + pile + 1, 18],
        [pylon + pile + 1, -3],
        [pylon + pile - 1, -3],
      ]);
    sheet
      .area('pl-concrete', [
        [pylon - 13, 24],
        [pylon + 13, 24],
        [pylon + 13, 17],
        [pylon - 13, 17],
      ])
      .area('pl-concrete', [
        [pylon - 5, 24],
        [pylon - 2, pylonTop],
        [pylon + 2, pylonTop],
        [pylon + 5, 24],
      ]);
    for (const [i, reach] of evenly(24, 150, 9).entries())
      for (const side of [-1, 1]) {
        const end = pylon + side * Math.min(reach, side === (pylon === p3 ? -1 : 1) ? (reach * 116) / 150 : reach);
        sheet.line('pl-thin', [
          [pylon, 70 + i * 3.7],
          [end, deck],
        ]);
      }
  }
  for (const pier of [4, 556])
    sheet.area('pl-concrete', [
      [pier - 4, deck - 3],
      [pier + 4, deck - 3],
      [pier + 4, 30],
      [pier - 4, 30],
    ]);
  return sheet
    .area('pl-steel', [
      [-10, deck],
      [570, deck],
      [570, deck - 3],
      [-10, deck - 3],
    ])
    .level([330, water], 'Water 30.0')
    .text([p3, 110], 'P3')
    .text([p4, 110], 'P4')
    .text([280, 23], 'Main span 320 m')
    .text([60, 33.5], '120 m', { size: 17 })
    .text([505, 33.5], '120 m', { size: 17 })
    .text([280, 3], 'Silt and sand');
}

const bridge = {
  name: 'Elevation',
  plane: 'elevation',
  draw: bridgeElevation,
} as const;

/** By project and structure, in order. */
export const waterDrawings: Readonly<Record<string, Readonly<Record<string, readonly DemoDrawing[]>>>> = {
  'Hengtang Earth Dam': {
    'Main dam': [
      {
        name: 'Section 0+240',
        plane: 'section',
        draw: damSection,
        places: {
          'PZ-240-1': [-31, 78.4],
          'PZ-240-2': [-12, 76.1],
          'PZ-240-3': [15, 73.8],
          'PZ-240-4': [46, 71.5],
          'ST-240-1': [0, crest],
          'SP-240': [0, 83.5],
        },
      },
      {
        name: 'Elevation along the axis',
        plane: 'elevation',
        draw: damElevation,
        places: {
          'PZ-180-1': [174, 78.4],
          'PZ-180-2': [180, 76.1],
          'PZ-180-3': [186, 73.8],
          'PZ-240-1': [231, 78.4],
          'PZ-240-2': [237, 76.1],
          'PZ-240-3': [243, 73.8],
          'PZ-240-4': [249, 71.5],
          'ST-240-1': [240, crest],
          'SP-240': [240, 83.5],
          'IN-300': [300, 94.5],
        },
      },
    ],
  },
  'Qinghe River Bridge': {
    'Main span deck': [
      {
        ...bridge,
        places: {
          'DF-C-02': [262, deck],
          'VB-C-02': [280, deck],
          'DF-C-03': [298, deck],
          'ST-Q-11': [182, deck],
          'TM-Q-01': [199, deck],
          'ST-Q-12': [216, deck],
        },
      },
    ],
    'Pylon P4': [{ ...bridge, places: { 'TL-P4-01': [p4, 101], 'TL-P4-02': [p4, 52] } }],
    'Stay cables': [{ ...bridge, places: { 'CF-U-07': [178, 68], 'CF-U-08': [383, 69] } }],
  },
};
