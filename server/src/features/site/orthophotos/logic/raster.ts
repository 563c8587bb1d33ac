/** A picture of the ground, as the tiler reads it. */

/** Red, green, blue and opacity, row by row from the upper left. */
export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** A part of it that lies within; `factor` pixels become one, in both directions. */
  readonly read: (window: Window, factor: number) => Promise<Rgba>;
}
export interface PlacedRaster {
  readonly raster: Raster;
  readonly toDegrees: (x: number, y: number) => { readonly longitude: number; readonly latitude: number };
  readonly toPixel: (longitude: number, latitude: number) => { readonly x: number; readonly y: number };
  /** The reference system that it was read in; null = known points. */
  readonly epsg: number | null;
  /** Of known points: how far each lies from the fit, m. */
  readonly residualsM: readonly number[] | null;
}

/** Averages `factor` by `factor` pixels of rows that begin at `row` of the target; what is transparent has no colour. */
export function averageInto(target: Rgba, from: Rgba, row: number, factor: number): void {
  const outHeight = Math.ceil(from.height / factor);
  for (let y = 0; y < outHeight; y++)
    for (let x = 0; x < target.width; x++) {
      let [r, g, b, a, count] = [0, 0, 0, 0, 0];
      for (let dy = y * factor; dy < Math.min((y + 1) * factor, from.height); dy++)
        for (let dx = x * factor; dx < Math.min((x + 1) * factor, from.width); dx++) {
          const at = 4 * (dy * from.width + dx);
          const opacity = from.data[at + 3] as number;
          r += (from.data[at] as number) * opacity;
          g += (from.data[at + 1] as number) * opacity;
          b += (from.data[at + 2] as number) * opacity;
          a += opacity;
          count += 1;
        }
      if (a === 0) continue;
      const at = 4 * ((row + y) * target.width + x);
      target.data[at] = r / a;
      target.data[at + 1] = g / a;
      target.data[at + 2] = b / a;
      target.data[at + 3] = a / count;
    }
}
