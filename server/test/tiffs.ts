/** TIFF files for tests, made by hand: good ones, and ones that say other things of themselves than they hold. */
import { deflateSync } from 'node:zlib';

export interface TiffAbout {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue (or one grey) of a pixel. */
  readonly colourAt: (x: number, y: number) => readonly number[];
  readonly samples?: number;
  readonly bits?: number;
  readonly rowsPerStrip?: number;
  /** Number of the compression, and what packs a strip. */
  readonly compression?: number;
  readonly pack?: (strip: Buffer) => Buffer;
  readonly epsg?: number | null;
  /** Metres (or degrees) of a pixel, and where the upper left corner lies. */
  readonly scale?: readonly [number, number];
  readonly corner?: readonly [number, number] | null;
  readonly noData?: number;
  /** Other values for tags, written as they are. */
  readonly lies?: Readonly<Record<number, number>>;
}

type Field = readonly [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[]];
const sizes = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function fieldBytes([, type, values]: Field): Buffer {
  const bytes = Buffer.alloc(values.length * sizes[type]);
  for (const [i, value] of values.entries())
    if (type === 2) bytes.writeUInt8(value, i);
    else if (type === 3) bytes.writeUInt16LE(value, 2 * i);
    else if (type === 4) bytes.writeUInt32LE(value, 4 * i);
    else bytes.writeDoubleLE(value, 8 * i);
  return bytes;
}

export const deflated = { compression: 8, pack: (strip: Buffer) => deflateSync(strip) } as const;

/** A GeoTIFF in strips. */
export function tiffOf(about: TiffAbout): Buffer {
  const { width, height, colourAt, samples = 3, rowsPerStrip = 16, epsg = 4547, scale = [0.5, 0.5], lies = {} } = about;
  const strips: Buffer[] = [];
  for (let from = 0; from < height; from += rowsPerStrip) {
    const rows = Math.min(rowsPerStrip, height - from);
    const strip = Buffer.alloc(rows * width * samples);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < width; x++)
        for (const [i, value] of colourAt(x, from + y).entries()) strip[(y * width + x) * samples + i] = value;
    strips.push(about.pack?.(strip) ?? strip);
  }
  const corner = about.corner === undefined ? [528_000, 3_386_500] : about.corner;
  const noData = about.noData === undefined ? [] : Array.from(Buffer.from(`${about.noData}\0`));
  const keys = epsg === null ? [1, 1, 0, 1, 1025, 0, 1, 1] : [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, epsg];
  const fields = (offsets: readonly number[]): Field[] =>
    (
      [
        [256, 4, [width]],
        [257, 4, [height]],
        [258, 3, Array.from({ length: samples }, () => about.bits ?? 8)],
        [259, 3, [about.compression ?? 1]],
        [262, 3, [samples === 1 ? 1 : 2]],
        [273, 4, offsets],
        [277, 3, [samples]],
        [278, 4, [rowsPerStrip]],
        [279, 4, strips.map(({ length }) => length)],
        [284, 3, [1]],
        ...(corner ? [[33550, 12, [...scale, 0]] as const, [33922, 12, [0, 0, 0, ...corner, 0]] as const] : []),
        [34735, 3, keys],
        ...(noData.length > 0 ? [[42113, 2, noData] as const] : []),
      ] as Field[]
    ).map((field): Field => (lies[field[0]] === undefined ? field : [field[0], field[1], [lies[field[0]] as number]]));
  const count = fields([]).length;
  const first = 8 + 2 + 12 * count + 4;
  const long = (field: Field): Buffer => fieldBytes(field);
  const extra = fields(strips.map(() => 0)).reduce(
    (sum, field) => sum + (long(field).length > 4 ? long(field).length : 0),
    0,
  );
  let at = first + extra;
  const offsets = strips.map(({ length }) => {
    const from = at;
    at += length;
    return from;
  });
  const directory = Buffer.alloc(2 + 12 * count + 4);
  directory.writeUInt16LE(count, 0);
  const far: Buffer[] = [];
  let farAt = first;
  for (const [i, field] of fields(offsets).entries()) {
    const bytes = long(field);
    const entry = 2 + 12 * i;
    directory.writeUInt16LE(field[0], entry);
    directory.writeUInt16LE(field[1], entry + 2);
    directory.writeUInt32LE(field[2].length, entry + 4);
    if (bytes.length <= 4) bytes.copy(directory, entry + 8);
    else {
      directory.writeUInt32LE(farAt, entry + 8);
      far.push(bytes);
      farAt += bytes.length;
    }
  }
  const header = Buffer.from('49492a0008000000', 'hex');
  return Buffer.concat([header, directory, ...far, ...strips]);
}
