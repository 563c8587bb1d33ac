/** Pictures of the ground, good and hostile: what colour is where on the map, and why others are refused. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import { deflated, type TiffAbout, tiffOf } from '../../../../test/tiffs.ts';
import { openPack } from '../../../kernel/tile-pack.ts';
import { checkJpegSize, unpackedBits, unpackedLzw } from './logic/decoders.ts';
import { type PictureFile, tilePicture } from './orthophotos.api.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-orthophotos-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

const inGrid = referenceSystem(4547)!;
const corner = [528_000, 3_386_500] as const;

async function tiled(bytes: Buffer, format: PictureFile['format'] = 'tif', placing: Placing | null = null) {
  const path = join(folder, `${++files}`);
  writeFileSync(path, bytes);
  const packPath = `${path}.pmtiles`;
  const steps: number[] = [];
  const contents = await tilePicture({ format, path, placing, packPath, partsPath: `${path}.parts` }, (done, total) =>
    steps.push(done / total),
  );
  const whole = readFileSync(packPath);
  const pack = openPack(packPath, async (offset, length) => ({
    bytes: whole.subarray(offset, offset + length),
  }));
  return { contents, pack, steps };
}
async function refused(...about: Parameters<typeof tiled>) {
  try {
    await tiled(...about);
  } catch (error) {
    if (error instanceof Failure) return [error.name, (error.detail as { fault?: string } | undefined)?.fault];
    throw error;
  }
  return 'was read';
}

/** The colour at a place of the map at a zoom; null = the pack has no tile there. */
async function colourAt(
  { pack }: Awaited<ReturnType<typeof tiled>>,
  { longitude, latitude }: { longitude: number; latitude: number },
  z: number,
) {
  const column = ((longitude + 180) / 360) * 2 ** z;
  const row = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z;
  const tile = await pack.tile(z, Math.floor(column), Math.floor(row));
  if (!tile) return null;
  const image = await loadImage(Buffer.from(tile));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const [x, y] = [Math.floor((column % 1) * image.width), Math.floor((row % 1) * image.height)];
  return Array.from(context.getImageData(x, y, 1, 1).data);
}
const near = (found: number[] | null, wanted: readonly number[]) =>
  assert.ok(
    found?.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) <= 24),
    `${found} for ${wanted}`,
  );

const [red, green, blue, yellow] = [
  [220, 30, 30],
  [30, 200, 40],
  [30, 40, 220],
  [230, 220, 40],
];
const [width, height] = [1_200, 800];
/** Four fields of colour. */
const fields = (x: number, y: number) =>
  (y < height / 2 ? (x < width / 2 ? red : green) : x < width / 2 ? blue : yellow)!;
const plain: TiffAbout = { width, height, colourAt: fields };
/** Half a metre a pixel. */
const placeOf = (x: number, y: number) => inGrid.toDegrees(corner[0] + x * 0.5, corner[1] - y * 0.5);

describe('a GeoTIFF', () => {
  test('is drawn where its system says, at every zoom, and nothing beside it', async () => {
    const made = await tiled(tiffOf({ ...plain, ...deflated }));
    const { tiles, picture, bounds } = made.contents;
    assert.deepEqual(
      [picture?.width, picture?.height, picture?.epsg, picture?.residualsM],
      [width, height, 4547, null],
    );
    assert.ok(Math.abs(picture!.pixelM - 0.5) < 0.01, `${picture!.pixelM} m`);
    assert.ok(
      tiles && tiles.type === 'raster' && tiles.maxZoom > tiles.minZoom && tiles.count > 4,
      JSON.stringify(tiles),
    );
    assert.ok(bounds.west < placeOf(10, 10).longitude && bounds.north > placeOf(10, 10).latitude);
    const header = await made.pack.header();
    assert.deepEqual(
      [header.minZoom, header.maxZoom, header.numTileEntries],
      [tiles.minZoom, tiles.maxZoom, tiles.count],
    );
    for (const [x, y, colour] of [
      [100, 100, red],
      [1_100, 100, green],
      [100, 700, blue],
      [1_100, 700, yellow],
      [590, 390, red],
      [610, 410, yellow],
    ] as const)
      near(await colourAt(made, placeOf(x, y), tiles.maxZoom), [...colour!, 255]);
    near(await colourAt(made, placeOf(300, 200), tiles.minZoom + 1), [...red!, 255]);
    const beside = await colourAt(made, placeOf(-20, 100), tiles.maxZoom);
    assert.ok(beside === null || beside[3] === 0, `${beside}`);
    assert.deepEqual(made.steps.at(-1), 1);
  });

  test('in degrees, in grey, with a number for nothing, and without a system that is chosen instead, is drawn too', async () => {
    const degrees = tiffOf({
      ...plain,
      epsg: null,
      scale: [5e-6, 5e-6],
      corner: [114.3, 30.6],
      samples: 1,
      noData: 7,
      colourAt: (x) => [x < 600 ? 7 : 180],
    });
    assert.deepEqual(await refused(degrees), ['layerCoordinates', 'tiff']);
    const made = await tiled(degrees, 'tif', { by: 'system', epsg: 4326 });
    const { maxZoom } = made.contents.tiles!;
    near(
      await colourAt(made, { longitude: 114.3 + 900 * 5e-6, latitude: 30.6 - 400 * 5e-6 }, maxZoom),
      [180, 180, 180, 255],
    );
    const nothing = await colourAt(made, { longitude: 114.3 + 300 * 5e-6, latitude: 30.6 - 400 * 5e-6 }, maxZoom);
    assert.ok(nothing === null || nothing[3] === 0, `${nothing}`);
  });

  test('packed by LZW and by runs is read as it was written', async () => {
    const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, i) => ((i * i) % 251) & (i >> 7)));
    assert.deepEqual(Buffer.from(unpackedLzw(lzw(bytes), bytes.length)), bytes);
    // The example of the standard (TIFF 6.0, section 13).
    assert.deepEqual([...unpackedLzw(lzw(Buffer.from([7, 7, 7, 8, 8, 7, 7, 6, 6])), 9)], [7, 7, 7, 8, 8, 7, 7, 6, 6]);
    const runs = Buffer.from('feaa0280002afdaa0380002a22f7aa', 'hex');
    const wanted = Buffer.from('aaaaaa80002aaaaaaaaa80002a22aaaaaaaaaaaaaaaaaaaa', 'hex');
    assert.deepEqual(Buffer.from(unpackedBits(runs, 24)), wanted);
    const made = await tiled(tiffOf({ ...plain, compression: 5, pack: lzw }));
    near(await colourAt(made, placeOf(1_100, 700), made.contents.tiles!.maxZoom), [...yellow!, 255]);
  });
});

describe('a hostile TIFF is refused by name:', () => {
  test('one that says that it is larger than is read, before any of it is unpacked', async () => {
    const bomb = tiffOf({ ...plain, ...deflated, lies: { 256: 60_000, 257: 60_000 } });
    assert.ok(bomb.length < 100_000);
    assert.deepEqual(await refused(bomb), ['layerTooDetailed', 'pixels']);
  });

  test('one whose strips unpack to more than they may, whatever packs them', async () => {
    const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    assert.ok(zeros.length < 100_000);
    assert.deepEqual(await refused(tiffOf({ ...plain, compression: 8, pack: () => zeros })), ['fileDamaged', 'tiff']);
    assert.equal(unpackedBits(Buffer.from('8100'.repeat(1_000), 'hex'), 500).length, 500);
    assert.ok(unpackedLzw(lzw(Buffer.alloc(1_000_000)), 500).length <= 500);
    const jpeg = Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffda0000', 'hex');
    assert.throws(() => checkJpegSize(jpeg, 256, 256), { name: 'fileDamaged' });
  });

  test('one in a single piece, in a packing or in numbers that are not read, in a system that is not known, and nowhere', async () => {
    const piece = tiffOf({ ...plain, ...deflated, lies: { 256: 30_000, 257: 30_000, 278: 30_000 } });
    assert.deepEqual(await refused(piece), ['layerTooDetailed', 'block']);
    assert.deepEqual(await refused(tiffOf({ ...plain, compression: 34_887 })), ['fileDamaged', 'tiffCompression']);
    assert.deepEqual(await refused(tiffOf({ ...plain, samples: 1, bits: 32, colourAt: () => [1] })), [
      'fileDamaged',
      'tiffSamples',
    ]);
    assert.deepEqual(await refused(tiffOf({ ...plain, epsg: 2100 })), ['layerCoordinates', 'system']);
    assert.deepEqual(await refused(tiffOf({ ...plain, corner: null })), ['layerCoordinates', 'tiff']);
    assert.deepEqual(await refused(tiffOf({ ...plain, scale: [1e6, 1e6] })), ['layerCoordinates', 'size']);
  });

  test('whatever is cut off or turned over in it, it is read or refused by name', async () => {
    const small = tiffOf({ width: 40, height: 30, colourAt: () => [200, 10, 10], rowsPerStrip: 8, ...deflated });
    let state = 5;
    const roll = (): number => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
    for (let i = 0; i < 150; i++) {
      const mutated = Buffer.from(small.subarray(0, i % 4 === 0 ? Math.floor(roll() * small.length) : small.length));
      for (let n = 0; n < 3 && mutated.length > 0; n++)
        mutated[Math.floor(roll() * Math.min(mutated.length, 330))] = Math.floor(roll() * 256);
      await refused(mutated);
    }
  });
});

describe('a picture', () => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (const [colour, x, y] of [
    [red, 0, 0],
    [green, 600, 0],
    [blue, 0, 400],
    [yellow, 600, 400],
  ] as const) {
    context.fillStyle = `rgb(${colour!.join()})`;
    context.fillRect(x, y, 600, 400);
  }
  const png = canvas.toBuffer('image/png');
  const known = (way: (x: number, y: number) => { longitude: number; latitude: number }) =>
    [
      [50, 50],
      [1_150, 60],
      [1_140, 750],
      [40, 760],
    ].map(([x = 0, y = 0]) => ({ x, y, ...way(x, y) }));
  const controls = (fit: 'affine' | 'projective', points = known(placeOf)): Placing => ({
    by: 'controls',
    fit,
    points,
  });

  test('lies where three points put it, with what is left of each', async () => {
    const made = await tiled(png, 'png', controls('affine', known(placeOf).slice(0, 3)));
    const { tiles, picture } = made.contents;
    assert.equal(picture?.residualsM?.length, 3);
    assert.ok(picture.residualsM.every((each) => each < 0.01));
    for (const [x, y, colour] of [
      [100, 100, red],
      [1_100, 100, green],
      [100, 700, blue],
      [1_100, 700, yellow],
    ] as const)
      near(await colourAt(made, placeOf(x, y), tiles!.maxZoom), [...colour!, 255]);
  });

  test('that was taken at an angle lies level by four', async () => {
    const slanted = (x: number, y: number) => placeOf(x / (1 + y / 4_000), y / (1 + y / 4_000));
    const made = await tiled(png, 'png', controls('projective', known(slanted)));
    for (const [x, y, colour] of [
      [1_100, 100, green],
      [1_100, 700, yellow],
    ] as const)
      near(await colourAt(made, slanted(x, y), made.contents.tiles!.maxZoom), [...colour!, 255]);
  });

  test('without points, on its back, with points beside it, too large or none at all is refused', async () => {
    assert.deepEqual(await refused(png, 'png'), ['layerCoordinates', 'picture']);
    const back = known((x, y) => placeOf(-x, y));
    assert.deepEqual(await refused(png, 'png', controls('affine', back)), ['layerCoordinates', 'mirrored']);
    const beside = known(placeOf).map((each, i) => (i === 0 ? { ...each, x: -5 } : each));
    assert.deepEqual(await refused(png, 'png', controls('affine', beside)), ['layerCoordinates', 'controls']);
    assert.deepEqual(await refused(Buffer.from('no picture'), 'png', controls('affine')), ['fileDamaged', 'picture']);
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    assert.deepEqual(await refused(bomb, 'png', controls('affine')), ['layerTooDetailed', 'pixels']);
  });
});

/** LZW as a TIFF has it, written plainly. */
function lzw(bytes: Buffer): Buffer {
  const out: number[] = [];
  let [window, bits, width] = [0, 0, 9];
  const put = (code: number): void => {
    window = ((window << width) | code) >>> 0;
    bits += width;
    while (bits >= 8) {
      out.push((window >>> (bits - 8)) & 255);
      bits -= 8;
      window &= (1 << bits) - 1;
    }
  };
  let codes = new Map<string, number>();
  let next = 258;
  const begin = (): void => {
    put(256);
    codes = new Map();
    [next, width] = [258, 9];
  };
  begin();
  let word = '';
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (codes.get(text) as number));
  for (const byte of bytes) {
    const longer = word + String.fromCharCode(byte);
    if (longer.length === 1 || codes.has(longer)) {
      word = longer;
      continue;
    }
    put(codeOf(word));
    codes.set(longer, next++);
    word = String.fromCharCode(byte);
    if (next === 512 || next === 1_024 || next === 2_048) width += 1;
    if (next === 4_095) {
      put(codeOf(word));
      word = '';
      begin();
    }
  }
  if (word !== '') put(codeOf(word));
  put(257);
  if (bits > 0) out.push((window << (8 - bits)) & 255);
  return Buffer.from(out);
}
