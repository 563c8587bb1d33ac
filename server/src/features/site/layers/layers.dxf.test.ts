/** DXF as a map layer: what is drawn of it and where, and what is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Placing, placingOf, systemCodes } from '@plumbline/contract/site/layers.placing';
import { project } from '@plumbline/science/surface/gauss-kruger';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import { contentOf } from './logic/content.ts';
import { readDxf } from './logic/dxf.ts';

type Code = readonly [number, string | number];
const section = (name: string, codes: readonly Code[]): Code[] => [[0, 'SECTION'], [2, name], ...codes, [0, 'ENDSEC']];
const header = (unit: number | null, page = 'ANSI_1252'): Code[] =>
  section('HEADER', [
    [9, '$DWGCODEPAGE'],
    [3, page],
    ...(unit === null
      ? []
      : ([
          [9, '$INSUNITS'],
          [70, unit],
        ] as const)),
  ]);
const dxf = (
  entities: readonly Code[],
  { unit = 6, blocks = [] as readonly Code[] }: { unit?: number | null; blocks?: readonly Code[] } = {},
) =>
  [...header(unit), ...section('BLOCKS', blocks), ...section('ENTITIES', entities), [0, 'EOF'] as const]
    .flatMap(([code, value]) => [String(code).padStart(3), String(value)])
    .join('\r\n');
const line = (x1: number, y1: number, x2: number, y2: number): Code[] => [
  [0, 'LINE'],
  [8, '0'],
  [10, x1],
  [20, y1],
  [30, 0],
  [11, x2],
  [21, y2],
  [31, 0],
];
const polyline = (places: readonly (readonly [number, number])[], closed: boolean): Code[] => [
  [0, 'LWPOLYLINE'],
  [8, 'Road'],
  [90, places.length],
  [70, closed ? 1 : 0],
  ...places.flatMap(([x, y]): Code[] => [
    [10, x],
    [20, y],
  ]),
];
const text = (words: string, x: number, y: number): Code[] => [
  [0, 'TEXT'],
  [8, '0'],
  [10, x],
  [20, y],
  [40, 2],
  [1, words],
];
const insert = (name: string, x: number, y: number, more: readonly Code[] = []): Code[] => [
  [0, 'INSERT'],
  [2, name],
  [10, x],
  [20, y],
  ...more,
];
const block = (name: string, entities: readonly Code[]): Code[] => [
  [0, 'BLOCK'],
  [8, '0'],
  [2, name],
  [10, 0],
  [20, 0],
  ...entities,
  [0, 'ENDBLK'],
];

/** The zone of 3 degrees about 114 degrees east: EPSG:4547. */
const zone114: Placing = { by: 'system', epsg: 4547 };
const site = { longitude: 114.3, latitude: 30.6 };
const origin = project(site, 114);

interface Feature {
  readonly properties: { readonly name?: string; readonly elevation?: number };
  readonly geometry: { readonly type: string; readonly coordinates: number[][] | number[][][] | number[] };
}
const read = (file: string | Buffer, placing: Placing | null = zone114) => {
  const answer = contentOf(readDxf([Buffer.from(file as string)], placing));
  return { features: (JSON.parse(answer.text) as { features: Feature[] }).features, contents: answer.contents };
};
const refused = (file: string | Buffer, placing: Placing | null = zone114) => {
  try {
    read(file, placing);
  } catch (error) {
    if (error instanceof Failure) return [error.name, (error.detail as { fault?: string } | undefined)?.fault];
    throw error;
  }
  return 'was read';
};
const near = (found: readonly number[], wanted: readonly number[], tolerance = 2e-7): void => {
  for (const [i, value] of wanted.entries())
    assert.ok(Math.abs((found[i] ?? Number.NaN) - value) <= tolerance, `${found} for ${wanted}`);
};
const degreesAt = (east: number, north: number): [number, number] => {
  const { longitude, latitude } = referenceSystem(4547)!.toDegrees(origin.east + east, origin.north + north);
  return [longitude, latitude];
};

function degreesIn(epsg: number, x: number, y: number): [number, number] {
  const { longitude, latitude } = referenceSystem(epsg)!.toDegrees(x, y);
  return [longitude, latitude];
}

describe('reference systems', () => {
  test('give back published places, and every code that can be chosen is known', () => {
    // The CN Tower, 43°38′33.24″N 79°23′13.7″W, at 630,084 m east and 4,833,438 m north of zone 17.
    const tower = referenceSystem(32617)!.toDegrees(630_084, 4_833_438);
    near([tower.longitude, tower.latitude], [-79.387139, 43.642567], 2e-5);
    const south = referenceSystem(32733)!.toDegrees(500_000, 10_000_000);
    near([south.longitude, south.latitude], [15, 0]);
    near(degreesIn(3857, 20_037_508.342789, 0), [180, 0]);
    for (const epsg of systemCodes) assert.ok(referenceSystem(epsg), `${epsg}`);
    assert.equal(referenceSystem(2100), null);
  });

  test('with the zone in front of the easting and without it lie in one place', () => {
    const plain = referenceSystem(4547)!.toDegrees(origin.east, origin.north);
    near([plain.longitude, plain.latitude], [site.longitude, site.latitude]);
    near(degreesIn(4526, origin.east + 38_000_000, origin.north), [114.3, 30.6]);
    const six = project(site, 117);
    near(degreesIn(4509, six.east, six.north), [114.3, 30.6]);
    near(degreesIn(4498, six.east + 20_000_000, six.north), [114.3, 30.6]);
  });
});

describe('a DXF', () => {
  test('is drawn where its system says: lines, closed polylines as areas, arcs, texts, and blocks where they are inserted', () => {
    const { east, north } = origin;
    const ring = [
      [east, north],
      [east + 20, north],
      [east + 20, north + 10],
    ] as const;
    const { features, contents } = read(
      dxf(
        [
          ...line(east, north, east + 100, north),
          ...polyline(ring, true),
          ...text('Qinghe River', east + 5, north + 5),
          ...insert('TREE', east + 50, north + 50),
          // The frame of the sheet that it is printed on.
          ...line(east, north, east + 7, north),
          [67, 1],
        ],
        { blocks: block('TREE', line(0, 0, 3, 4)) },
      ),
    );
    assert.deepEqual(
      features.map(({ geometry }) => geometry.type),
      ['LineString', 'Polygon', 'Point', 'LineString'],
    );
    const [first, area, name, tree] = features as [Feature, Feature, Feature, Feature];
    near((first.geometry.coordinates as number[][])[0]!, [114.3, 30.6]);
    near((first.geometry.coordinates as number[][])[1]!, degreesAt(100, 0));
    assert.equal((area.geometry.coordinates as number[][][])[0]!.length, 4, 'closed');
    assert.equal(name.properties.name, 'Qinghe River');
    near((tree.geometry.coordinates as number[][])[1]!, degreesAt(53, 54));
    assert.equal(contents.features, 4);
  });

  test('in millimetres lies as far apart as in metres; without a unit, or in no system, it is refused', () => {
    const { east, north } = origin;
    const millimetres = line(east * 1_000, north * 1_000, (east + 100) * 1_000, north * 1_000);
    const [found] = read(dxf(millimetres, { unit: 4 })).features;
    near((found!.geometry.coordinates as number[][])[1]!, degreesAt(100, 0));
    // Inches, feet, centimetres, kilometres, yards and decimetres, by their numbers in the DXF Reference.
    for (const [unit, metres] of [
      [1, 0.0254],
      [2, 0.3048],
      [5, 0.01],
      [7, 1_000],
      [10, 0.9144],
      [14, 0.1],
    ] as const) {
      const [first] = read(
        dxf(line(east / metres, north / metres, (east + 100) / metres, north / metres), { unit }),
      ).features;
      near((first!.geometry.coordinates as number[][])[1]!, degreesAt(100, 0));
    }
    assert.deepEqual(refused(dxf(line(0, 0, 1, 1), { unit: null })), ['layerCoordinates', 'unit']);
    assert.deepEqual(refused(dxf(line(0, 0, 1, 1), { unit: 0 })), ['layerCoordinates', 'unit']);
    assert.deepEqual(refused(dxf(line(0, 0, 1, 1)), null), ['layerCoordinates', 'unplaced']);
  });

  test('in coordinates of its own is turned, stretched and moved onto two known points, whatever its unit', () => {
    // A quarter turn to the left, drawn in millimetres: its x is north.
    const at = (east: number, north: number) => {
      const [longitude, latitude] = degreesAt(east, north);
      return { longitude, latitude };
    };
    const placing: Placing = {
      by: 'points',
      first: { x: 0, y: 0, ...at(0, 0) },
      second: { x: 200_000, y: 0, ...at(0, 200) },
    };
    const [found] = read(dxf(line(0, 0, 0, 50_000), { unit: null }), placing).features;
    const coordinates = found!.geometry.coordinates as number[][];
    near(coordinates[0]!, [114.3, 30.6]);
    near(coordinates[1]!, degreesAt(-50, 0), 1e-6);
    const same = { ...placing, second: { ...placing.second, x: 0, y: 0 } };
    assert.deepEqual(refused(dxf(line(0, 0, 1, 1)), same), ['layerCoordinates', 'points']);
  });

  test('with Chinese words in the code page of its time is read, and words keep no formatting', () => {
    const { east, north } = origin;
    const file = dxf([
      ...text('NAME', east, north),
      [0, 'MTEXT'],
      [8, '0'],
      [10, east],
      [20, north],
      [1, '{\\fSimSun|b0;Pier}\\P{\\C1;4}'],
    ]).replace('ANSI_1252', 'ANSI_936');
    const [before = '', after = ''] = file.split('NAME');
    const gbk = Buffer.concat([Buffer.from(before), Buffer.from([0xc7, 0xc5, 0xb6, 0xd5]), Buffer.from(after)]);
    assert.deepEqual(
      read(gbk).features.map(({ properties }) => properties.name),
      ['桥墩', 'Pier 4'],
    );
  });

  test('that is none, is binary, holds itself, or unfolds to more than is drawn, is refused', () => {
    assert.deepEqual(refused('AC1032 a DWG'), ['fileDamaged', 'dxf']);
    assert.deepEqual(refused(''), ['fileDamaged', 'dxf']);
    assert.deepEqual(refused('AutoCAD Binary DXF\r\n\x1a\0'), ['fileDamaged', 'dxfBinary']);
    assert.deepEqual(refused(dxf([])), ['layerEmpty', undefined]);
    assert.deepEqual(refused(dxf(insert('A', 0, 0), { blocks: block('A', insert('A', 1, 1)) })), [
      'layerTooDetailed',
      'features',
    ]);
    const array: Code[] = [
      [70, 1_000],
      [71, 1_000],
    ];
    const bomb = insert('B', 0, 0, array);
    assert.deepEqual(refused(dxf(bomb, { blocks: block('B', line(0, 0, 1, 1)) })), ['layerTooDetailed', 'features']);
    // Each inserts the next ten times: ten lines of a file, ten thousand million lines on a map.
    const blocks = Array.from({ length: 10 }, (_, i) =>
      block(`N${i}`, i === 9 ? line(0, 0, 1, 1) : Array.from({ length: 10 }, () => insert(`N${i + 1}`, 0, 0)).flat()),
    ).flat();
    assert.deepEqual(refused(dxf(insert('N0', 0, 0), { blocks })), ['layerTooDetailed', 'features']);
  });

  test('whatever is cut off or turned over in it, it is read or refused by name', () => {
    const { east, north } = origin;
    const whole = Buffer.from(
      dxf(
        [
          ...polyline(
            [
              [east, north],
              [east + 9, north],
            ],
            false,
          ),
          ...text('A', east, north),
          ...insert('T', east, north),
        ],
        {
          blocks: block('T', [...line(0, 0, 1, 1), [0, 'CIRCLE'], [10, 0], [20, 0], [40, 5]]),
        },
      ),
    );
    let state = 3;
    const roll = (): number => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
    for (let i = 0; i < 3_000; i++) {
      const mutated = Buffer.from(whole.subarray(0, i % 3 === 0 ? Math.floor(roll() * whole.length) : whole.length));
      for (let n = 0; n < 4 && mutated.length > 0; n++)
        mutated[Math.floor(roll() * mutated.length)] = Math.floor(roll() * 256);
      refused(mutated);
    }
  });
});

test('known points are whole, or none', () => {
  const first = { x1: 0, y1: 0, longitude1: 114, latitude1: 30 };
  const second = { x2: 9, y2: 0, longitude2: 114.1, latitude2: 30 };
  assert.equal(placingOf({ ...first, ...second })?.by, 'points');
  assert.deepEqual(placingOf({ ...first, epsg: 4547 }), { by: 'system', epsg: 4547 });
  assert.equal(placingOf(first), null);
});
