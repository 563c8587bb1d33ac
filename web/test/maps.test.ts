/** The pure parts of maps: the net and its degrees, marks over one another, borders, and the files that are drawn. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { themes } from '@plumbline/contract/kernel/constants';
import { feature } from 'topojson-client';
import { tokens } from '../src/design/tokens.ts';
import { unwrapLand } from '../src/maps/antimeridian.ts';
import { baseLayers, clearanceLayers, netLayers } from '../src/maps/base-layers.ts';
import { isSettled } from '../src/maps/borders.ts';
import { clustersOf } from '../src/maps/clusters.ts';
import { degreeText, graticuleOf, stepOf } from '../src/maps/graticule.ts';
import { boxOf, clearanceOf, placeLabels } from '../src/maps/labels.ts';

interface Feature {
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry: { readonly type: string; readonly coordinates: readonly never[] };
}
const read = (name: string): readonly Feature[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../src/maps/data', `${name}.json`), 'utf8')).features;

describe('the net of coordinates', () => {
  test('has round degrees, at a building as over a continent', () => {
    const site = graticuleOf({ west: 118.3581, south: 31.3391, east: 118.3624, north: 31.3412 });
    assert.equal(stepOf(118.3581, 118.3624), 0.0005);
    assert.deepEqual(site.labels.features.map(({ properties }) => properties.text).slice(0, 2), [
      '118.3585° E',
      '118.3590° E',
    ]);
    assert.ok(site.labels.features.some(({ properties }) => properties.text === '31.3400° N'));
    const world = graticuleOf({ west: -180, south: -90, east: 180, north: 90 });
    assert.ok(world.lines.geometry.coordinates.flat().every(([, y]) => Math.abs(y!) <= 85));
  });
  test('beyond the date line a meridian keeps its name on earth', () => {
    assert.equal(degreeText(190, 10, 'longitude'), '170° W');
    assert.equal(degreeText(-33.5, 0.5, 'latitude'), '33.5° S');
    assert.equal(degreeText(0.001, 0.001, 'longitude'), '0.001° E');
  });
});

describe('marks over one another', () => {
  const mark = (id: number, x: number, y: number, rank = 0) => ({ id, x, y, rank });
  const shapeOf = (marks: ReturnType<typeof mark>[]) =>
    clustersOf(marks).map(({ head, members }) => [head.id, members.map(({ id }) => id)]);
  test('are one, and the most urgent represents them', () => {
    assert.deepEqual(shapeOf([mark(1, 100, 100), mark(2, 104, 103, 4), mark(3, 108, 100, 1), mark(4, 200, 100)]), [
      [2, [2, 3, 1]],
      [4, [4]],
    ]);
  });
  test('each is in exactly one, and no two heads can be mistaken for each other', () => {
    const many = Array.from({ length: 400 }, (_, i) => mark(i, (i * 37) % 211, (i * 53) % 197, i % 5));
    const clusters = clustersOf(many);
    const ids = clusters.flatMap(({ members }) => members.map(({ id }) => id));
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      many.map(({ id }) => id),
    );
    for (const { head, members } of clusters) assert.ok(members.every(({ rank }) => rank <= head.rank));
    for (const a of clusters)
      for (const b of clusters)
        assert.ok(a === b || Math.hypot(a.head.x - b.head.x, a.head.y - b.head.y) >= 15, `${a.head.id} ${b.head.id}`);
  });
  test('the names of the map keep clear of marks and of their names at the side where they stand', () => {
    const at = { longitude: 1, latitude: 2 };
    const clearance = clearanceOf([
      { ...at, widthPx: 60, side: 'left' },
      { ...at, widthPx: 60, side: null },
    ]).features.map(({ properties }) => [properties.anchor, properties.text.split('\n')[0]!.length]);
    assert.deepEqual(clearance, [
      ['center', 1],
      ['right', 5],
      ['center', 1],
    ]);
  });
});

test('labels on the map never cover one another; the louder chooses first', () => {
  const marks = [
    { id: 'a', x: 100, y: 100, widthPx: 80, heightPx: 16, level: 1, isCluster: false },
    { id: 'b', x: 118, y: 100, widthPx: 80, heightPx: 16, level: 4, isCluster: false },
  ];
  const { sides } = placeLabels(marks, 400, 300);
  assert.equal(sides.get('b'), 'right');
  const a = boxOf(marks[0]!, sides.get('a')!);
  const b = boxOf(marks[1]!, 'right');
  assert.ok(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y);
});

test('a label says what is measured where there is room, and takes the place of no other for it', () => {
  const mark = (id: string, x: number) => ({
    id,
    x,
    y: 100,
    widthPx: 60,
    longPx: 140,
    heightPx: 30,
    level: 0,
    isCluster: false,
  });
  assert.deepEqual([...placeLabels([mark('alone', 100)], 400, 300).long], ['alone']);
  const { sides, long } = placeLabels([mark('a', 100), mark('b', 180)], 400, 300);
  assert.equal(sides.size, 2);
  assert.equal(sides.get('a'), 'right');
  assert.deepEqual([...long], ['b']);
  // At the edge it says less.
  assert.deepEqual([...placeLabels([mark('edge', 300)], 400, 300).long], []);
});

test('the name of a point that is well covers no other mark; that of one at a level may cover a ring', () => {
  const ring = (id: string, x: number, y: number, widthPx = 0, level = 0) => ({
    id,
    x,
    y,
    level,
    widthPx,
    heightPx: 30,
    isCluster: false,
  });
  const around = [-40, 40].flatMap((x) => [-24, 0, 24].map((y) => ring(`${x} ${y}`, 100 + x, 100 + y)));
  const crowded = [...around, ring('above', 100, 60), ring('below', 100, 140)];
  assert.equal(placeLabels([...crowded, ring('PZ-1', 100, 100, 80)], 400, 300).sides.get('PZ-1'), undefined);
  assert.ok(placeLabels([...crowded, ring('PZ-1', 100, 100, 80, 2)], 400, 300).sides.get('PZ-1'));
});

test('a border that two do not agree on is not drawn, nor the outline of what is contested', () => {
  const side = (id?: string) => ({ id });
  assert.equal(isSettled(side('250'), side('276')), true);
  assert.equal(isSettled(side('356'), side('156')), false);
  assert.equal(isSettled(side('156'), side('344')), false);
  assert.equal(isSettled(side('688'), side()), false);
});

describe('what is drawn', () => {
  test('every town, river and lake that has a name has it in every language, and lies on earth', () => {
    const named = [...read('towns'), ...read('waters').filter(({ properties }) => 'en' in properties)];
    assert.ok(named.length > 400);
    for (const { properties } of named)
      for (const language of ['en', 'zh-CN', 'zh-TW'])
        assert.match(String(properties[language]), language === 'en' ? /^[\p{Script=Latin}]/u : /^\p{Script=Han}/u);
    for (const { geometry } of [...read('towns'), ...read('countries')]) {
      const [longitude = 999, latitude = 999] = geometry.coordinates as unknown as number[];
      assert.ok(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 70, `${longitude}, ${latitude}`);
    }
  });
  test('every code of a country is one', () => {
    const words = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    for (const { properties } of read('countries'))
      assert.ok(words.of(String(properties['code'])), `${properties['code']}`);
  });
  test('each theme has a colour for every layer, and each layer is there once', () => {
    for (const theme of themes) {
      const layers = [...baseLayers(tokens[theme], 'zh-TW'), ...netLayers(tokens[theme]), ...clearanceLayers];
      assert.equal(new Set(layers.map(({ id }) => id)).size, layers.length);
      for (const [name, value] of layers.flatMap(({ paint = {} }) => Object.entries(paint)))
        assert.ok(!name.endsWith('color') || JSON.stringify(value)?.includes('#'), `${theme} ${name} ${value}`);
    }
  });
  test('what is shown from zoom to zoom is in their order, or the map draws nothing at all', () => {
    const steps = (part: unknown): unknown[][] =>
      Array.isArray(part) ? [...(part[0] === 'step' ? [part] : []), ...part.flatMap(steps)] : [];
    const found = baseLayers(tokens.default, 'en').flatMap((layer) => steps('filter' in layer ? layer.filter : []));
    assert.ok(found.length > 2);
    for (const step of found) {
      const zooms = step.slice(3).filter((each) => typeof each === 'number');
      assert.ok(
        zooms.every((zoom, i) => i === 0 || zoom > zooms[i - 1]!),
        JSON.stringify(step),
      );
    }
  });
  test('what is drawn at 1:10,000,000 is gone at the scale of a site', () => {
    const layers = baseLayers(tokens.default, 'en').filter(({ id }) => id !== 'water' && id !== 'land');
    for (const layer of layers) {
      const text = JSON.stringify(layer);
      const fades = /\["interpolate",\["linear"\],\["zoom"\],11,1,12,0\]/.test(text);
      assert.ok(fades || (layer.maxzoom ?? 99) <= 13, layer.id);
    }
  });
});

describe('the land', () => {
  type Ring = readonly (readonly [number, number])[];
  const atlas = createRequire(import.meta.url);
  const landOf = (name: string): readonly (readonly Ring[])[] => {
    const file = JSON.parse(readFileSync(atlas.resolve(`world-atlas/${name}.json`), 'utf8'));
    const { features } = feature(file, file.objects.land) as unknown as GeoJSON.FeatureCollection;
    return features.flatMap(({ geometry }) => {
      const plane = unwrapLand(geometry);
      return plane.type === 'MultiPolygon' ? (plane.coordinates as unknown as (readonly Ring[])[]) : [];
    });
  };
  const isInside = (ring: Ring, x: number, y: number): boolean =>
    ring.reduce((inside, [xi, yi], i) => {
      const [xj, yj] = ring.at(i - 1) ?? [0, 0];
      return yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi ? !inside : inside;
    }, false);
  // As a map draws it: with its copies beside it.
  const isLand = (land: readonly (readonly Ring[])[], x: number, y: number): boolean =>
    [x, x - 360, x + 360].some((at) => land.some((rings) => rings.filter((ring) => isInside(ring, at, y)).length % 2));

  for (const name of ['countries-50m', 'countries-10m'])
    test(`runs on beyond 180 degrees and not back around the world, and its holes lie in it (${name})`, () => {
      const land = landOf(name);
      for (const rings of land)
        for (const ring of rings) {
          assert.deepEqual(ring.at(-1), ring[0], 'closed');
          const jump = ring.findIndex(([x, y], i) => y !== -90 && Math.abs(x - (ring[i - 1]?.[0] ?? x)) > 180);
          assert.equal(jump, -1);
        }
      // Chukotka on both sides, Kamchatka, Ulm, the south pole; the bays of Biscay and Bengal, the Caspian, the Bering Sea.
      const dry = [
        [-172, 66.2],
        [176, 67.5],
        [159, 54],
        [10, 48.4],
        [100, -88],
      ] as const;
      const wet = [
        [-5, 46],
        [88, 15],
        [51, 42],
        [-178, 58],
        [-30, 60],
        [5, 66.5],
      ] as const;
      assert.deepEqual(
        dry.map(([x, y]) => isLand(land, x, y)),
        dry.map(() => true),
      );
      assert.deepEqual(
        wet.map(([x, y]) => isLand(land, x, y)),
        wet.map(() => false),
      );
    });
});
