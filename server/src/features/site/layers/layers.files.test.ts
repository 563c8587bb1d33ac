/** Files of map layers, good and hostile: what is drawn of them, and why others are refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';
import { simplified } from '@plumbline/science/surface/simplify';
import { readWhole, type SmallFile } from './logic/read-small.ts';

interface Feature {
  readonly properties: { readonly name?: string; readonly elevation?: number };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}
const read = (format: SmallFile['format'], text: string | Buffer) => {
  const { text: json, contents } = readWhole(format, [Buffer.from(text as string)]);
  return { features: (JSON.parse(json) as { features: Feature[] }).features, contents };
};
const refused = (format: SmallFile['format'], text: string | Buffer) => {
  try {
    read(format, text);
  } catch (error) {
    if (error instanceof Failure) return [error.name, (error.detail as { fault?: string } | undefined)?.fault];
    throw error;
  }
  return 'was read';
};
const geojson = (geometry: object, properties: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] });
const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
const line = '<LineString><coordinates>114.3,30.6,12 114.4,30.7,12</coordinates></LineString>';

/** An archive with one file, as Google Earth writes it. `claimed`: the size that its directory says. */
function zipOf(name: string, contents: Buffer, claimed = contents.length): Buffer {
  const packed = deflateRawSync(contents);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claimed, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

describe('GeoJSON', () => {
  test('places, lines and areas of every kind are drawn one by one, with name and elevation, and nothing else', () => {
    const { features, contents } = read(
      'geojson',
      geojson(
        {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'MultiPoint',
              coordinates: [
                [114.3, 30.6],
                [114.31, 30.6],
              ],
            },
            {
              type: 'MultiLineString',
              coordinates: [
                [
                  [114.3, 30.6],
                  [114.4, 30.7],
                ],
                [
                  [114.3, 30.5],
                  [114.3, 30.5],
                ],
              ],
            },
            {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 0],
                  [1, 1],
                ],
                [
                  [0.1, 0.1],
                  [0.2, 0.1],
                ],
              ],
            },
            { type: 'Circle', coordinates: [0, 0] },
          ],
        },
        { name: 'Bank\u202e\n <b>x</b>', elevation: '12.5', owner: 'secret' },
      ),
    );
    assert.deepEqual(
      features.map(({ geometry: { type } }) => type),
      ['Point', 'Point', 'LineString', 'Polygon'],
    );
    assert.deepEqual(features[2]?.properties, { name: 'Bank <b>x</b>', elevation: 12.5 });
    assert.deepEqual(
      features[3]?.geometry.coordinates,
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      'closed, without what is no hole',
    );
    assert.deepEqual([contents.features, contents.skipped, contents.toleranceM], [4, 2, 0]);
    assert.deepEqual(contents.bounds, { west: 0, south: 0, east: 114.4, north: 30.7 });
  });
  test('metres, an unknown system, text that is no JSON and a file without anything are refused, each by its reason', () => {
    assert.deepEqual(refused('geojson', geojson({ type: 'Point', coordinates: [502_340, 3_349_120] })), [
      'layerCoordinates',
      undefined,
    ]);
    assert.deepEqual(refused('geojson', geojson({ type: 'Point', coordinates: [null, '30'] })), [
      'layerCoordinates',
      undefined,
    ]);
    const system = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4547' } };
    assert.deepEqual(refused('geojson', JSON.stringify({ type: 'Point', coordinates: [1, 2], crs: system })), [
      'layerCoordinates',
      'system',
    ]);
    const wgs84 = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } };
    assert.equal(
      read('geojson', JSON.stringify({ type: 'Point', coordinates: [1, 2], crs: wgs84 })).features.length,
      1,
    );
    assert.deepEqual(refused('geojson', '{"type":'), ['fileDamaged', 'json']);
    assert.deepEqual(refused('geojson', '[1,2]'), ['fileDamaged', 'geojson']);
    assert.deepEqual(refused('geojson', '{"type":"FeatureCollection","features":[]}'), ['layerEmpty', undefined]);
    assert.deepEqual(refused('geojson', Buffer.from([0xff, 0xfe, 0x7b])), ['fileDamaged', 'utf8']);
  });
  test('collections in collections end somewhere, and more features than are drawn are refused', () => {
    let deep: object = { type: 'Point', coordinates: [1, 2] };
    for (let i = 0; i < 40; i++) deep = { type: 'GeometryCollection', geometries: [deep] };
    assert.deepEqual(refused('geojson', geojson(deep)), ['layerEmpty', undefined]);
    const many = Array.from({ length: layerLimits.features + 1 }, (_, i) => [i / 1000, 1]);
    assert.deepEqual(refused('geojson', geojson({ type: 'MultiPoint', coordinates: many })), [
      'layerTooDetailed',
      'features',
    ]);
  });
  test('a line with more vertices than a map draws is simplified, and says by how much', () => {
    const coordinates = Array.from({ length: 300_000 }, (_, i) => [114 + i * 1e-6, 30 + Math.sin(i / 5_000) * 1e-3]);
    const { contents } = read('geojson', geojson({ type: 'LineString', coordinates }));
    assert.equal(contents.verticesRead, 300_000);
    assert.ok(contents.vertices <= layerLimits.verticesDrawn && contents.vertices > 100, `${contents.vertices}`);
    assert.ok(contents.toleranceM > 0 && contents.toleranceM <= 0.2, `${contents.toleranceM} m`);
  });
});

describe('KML and KMZ', () => {
  test('placemarks are drawn with their names; links, icons and descriptions stay behind, and are counted', () => {
    const { features, contents } = read(
      'kml',
      kml(`<NetworkLink><Link><href>http://evil.example/more.kml</href></Link></NetworkLink>
        <Style id="s"><IconStyle><Icon><href>http://evil.example/pixel.png</href></Icon></IconStyle></Style>
        <Folder><name>Folder</name><Placemark><name>R&amp;D <![CDATA[<i>bank</i>]]></name><styleUrl>#s</styleUrl>
        <description><![CDATA[<img src="http://evil.example/x">]]></description>${line}</Placemark></Folder>
        <Placemark><Polygon><innerBoundaryIs><LinearRing><coordinates>2,2 2.1,2 2.1,2.1 2,2</coordinates></LinearRing></innerBoundaryIs>
        <outerBoundaryIs><LinearRing><coordinates>1,1
        3,1 3,3 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <Placemark><name>Nowhere</name></Placemark>
        <Placemark xmlns:gx="g"><gx:Track><when>2026</when><gx:coord>1 2 3</gx:coord><gx:coord>1.1 2 3</gx:coord></gx:Track></Placemark>`),
    );
    assert.deepEqual(features[0]?.properties, { name: 'R&D <i>bank</i>', elevation: 12 });
    assert.deepEqual(
      features.map(({ geometry: { type } }) => type),
      ['LineString', 'Polygon', 'LineString'],
    );
    assert.deepEqual(
      (features[1]!.geometry.coordinates as number[][][]).map((ring) => ring[0]),
      [
        [1, 1],
        [2, 2],
      ],
    );
    assert.deepEqual([contents.linksDropped, contents.skipped], [3, 1]);
    assert.ok(!JSON.stringify(features).includes('evil'));
  });
  test('entities of its own, tags that do not match and other XML are refused', () => {
    const lol = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    assert.deepEqual(refused('kml', `${lol}<kml><Placemark><name>&b;</name></Placemark></kml>`), [
      'fileDamaged',
      'doctype',
    ]);
    assert.deepEqual(refused('kml', '<!DOCTYPE kml SYSTEM "file:///etc/passwd"><kml/>'), ['fileDamaged', 'doctype']);
    assert.deepEqual(refused('kml', '<kml><Placemark></kml>'), ['fileDamaged', 'xml']);
    assert.deepEqual(refused('kml', '<kml><Placemark'), ['fileDamaged', 'xml']);
    assert.deepEqual(refused('kml', '<html><body/></html>'), ['fileDamaged', 'kml']);
    assert.deepEqual(refused('kml', `<kml>${'<a>'.repeat(100_000)}`), ['fileDamaged', 'xml']);
    assert.deepEqual(refused('kml', kml('<Placemark><Point><coordinates>x,y</coordinates></Point></Placemark>')), [
      'layerCoordinates',
      undefined,
    ]);
  });
  test('the KML of an archive is read, whatever else lies beside it; a bomb and a damaged one are refused', () => {
    const text = kml(`<Placemark><name>A</name>${line}</Placemark>`);
    assert.equal(read('kmz', zipOf('doc.kml', Buffer.from(text))).features[0]?.properties.name, 'A');
    assert.deepEqual(refused('kmz', zipOf('picture.png', Buffer.from('x'))), ['fileDamaged', 'kmz']);
    assert.deepEqual(refused('kmz', Buffer.from('PK no archive')), ['fileDamaged', 'kmz']);
    const bomb = zipOf('doc.kml', Buffer.alloc(layerLimits.unpackedBytes + 1, ' '), 100);
    assert.ok(bomb.length < 200_000);
    assert.deepEqual(refused('kmz', bomb), ['layerTooDetailed', 'unpacked']);
  });
});

test('what is left out of a simplified line lies within the tolerance of what is drawn', () => {
  const xs = Float64Array.from({ length: 4_000 }, (_, i) => i * 0.5);
  const ys = xs.map((x) => 8 * Math.sin(x / 40) + ((x * 7919) % 1) * 0.05);
  const places = simplified(xs, ys, 0.25);
  assert.ok(places.length < 400 && places[0] === 0 && places.at(-1) === 3_999, `${places.length} vertices`);
  let worst = 0;
  for (const [k, from] of places.slice(0, -1).entries()) {
    const to = places[k + 1]!;
    const [dx, dy] = [xs[to]! - xs[from]!, ys[to]! - ys[from]!];
    for (let i = from; i < to; i++)
      worst = Math.max(worst, Math.abs(dx * (ys[i]! - ys[from]!) - dy * (xs[i]! - xs[from]!)) / Math.hypot(dx, dy));
  }
  assert.ok(worst <= 0.25, `${worst} m`);
  assert.deepEqual(simplified(xs.slice(0, 3), ys.slice(0, 3), 0), [0, 1, 2]);
});
