/**
 * Tiles of a site that the page fetches itself, with what proves who it is: the map asks for them by addresses of this scheme,
 * which lead nowhere else.
 */
import { addProtocol } from 'maplibre-gl';

export interface SiteTiles {
  readonly type: 'raster' | 'vector';
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  /** The bytes of a tile; none where there is nothing. */
  readonly fetch: (z: number, x: number, y: number, signal: AbortSignal) => Promise<ArrayBuffer>;
}

const scheme = 'site-tiles';
/** By how many maps of the page a source is drawn: one that lets go of it must not take it from another. */
const sources = new Map<string, { readonly fetch: SiteTiles['fetch']; readonly users: number }>();
/** A picture of one transparent pixel: where a tile has nothing to show. */
const emptyTile = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (letter) => letter.charCodeAt(0),
);
let isReady = false;

/** Lets the map ask for the tiles of a source; gives the address that it asks by. */
export function serveTiles(source: string, { fetch, type }: SiteTiles): string {
  if (!isReady) addProtocol(scheme, answer);
  isReady = true;
  sources.set(source, {
    users: (sources.get(source)?.users ?? 0) + 1,
    fetch: async (...about) => {
      const data = await fetch(...about);
      return data.byteLength === 0 && type === 'raster' ? emptyTile.slice().buffer : data;
    },
  });
  return `${scheme}://${encodeURIComponent(source)}/{z}/{x}/{y}`;
}

/** One map draws the source no more. */
export function forgetTiles(source: string): void {
  const entry = sources.get(source);
  if (entry && entry.users > 1) sources.set(source, { ...entry, users: entry.users - 1 });
  else sources.delete(source);
}

async function answer({ url }: { readonly url: string }, { signal }: AbortController): Promise<{ data: ArrayBuffer }> {
  const [source = '', z, x, y] = url.slice(scheme.length + 3).split('/');
  const entry = sources.get(decodeURIComponent(source));
  if (!entry) throw new Error('a source that is not shown any more');
  return { data: await entry.fetch(Number(z), Number(x), Number(y), signal) };
}
