/**
 * The tiles of all zooms from those of the nearest one: each becomes a quarter of the one above it. Tiles come row by row from
 * above, so that no more than two rows of each zoom are in memory.
 */
import { createCanvas } from '@napi-rs/canvas';
import type { PackWriter } from '../../tile-packs/tile-packs.api.ts';
import { averageInto } from './raster.ts';
import { tilePx } from './warp.ts';

const webpQuality = 82;
const canvas = createCanvas(tilePx, tilePx);
const context = canvas.getContext('2d');

function webpOf(pixels: Uint8ClampedArray): Buffer {
  const data = context.createImageData(tilePx, tilePx);
  data.data.set(pixels);
  context.putImageData(data, 0, 0);
  return canvas.encodeSync('webp', webpQuality);
}

export class Pyramid {
  readonly #pack: PackWriter;
  readonly #minZoom: number;
  /** The tiles that are being put together, by zoom: of one row each. */
  readonly #open = new Map<number, { readonly row: number; readonly tiles: Map<number, Uint8ClampedArray> }>();

  constructor(pack: PackWriter, minZoom: number) {
    this.#pack = pack;
    this.#minZoom = minZoom;
  }

  /** A tile of the nearest zoom, or one that was put together: of rows that never go back. */
  add(z: number, column: number, row: number, pixels: Uint8ClampedArray): void {
    this.#pack.add(z, column, row, webpOf(pixels));
    if (z === this.#minZoom) return;
    const above = this.#rowOf(z - 1, row >> 1);
    let tile = above.get(column >> 1);
    if (!tile) {
      tile = new Uint8ClampedArray(4 * tilePx * tilePx);
      above.set(column >> 1, tile);
    }
    const half = tilePx / 2;
    const quarter = { width: half, height: half, data: new Uint8ClampedArray(4 * half * half) };
    averageInto(quarter, { width: tilePx, height: tilePx, data: pixels }, 0, 2);
    const [left, top] = [half * (column & 1), half * (row & 1)];
    for (let y = 0; y < half; y++)
      tile.set(quarter.data.subarray(4 * half * y, 4 * half * (y + 1)), 4 * ((top + y) * tilePx + left));
  }

  /** Writes what is still open. */
  finish(): void {
    for (let z = Math.max(...this.#open.keys(), this.#minZoom); z >= this.#minZoom; z--) this.#close(z);
  }

  #rowOf(z: number, row: number): Map<number, Uint8ClampedArray> {
    const open = this.#open.get(z);
    if (open && open.row !== row) this.#close(z);
    const now = this.#open.get(z);
    if (now) return now.tiles;
    const tiles = new Map<number, Uint8ClampedArray>();
    this.#open.set(z, { row, tiles });
    return tiles;
  }

  #close(z: number): void {
    const open = this.#open.get(z);
    this.#open.delete(z);
    for (const [column, pixels] of open?.tiles ?? [])
      this.add(z, column, (open as { readonly row: number }).row, pixels);
  }
}
