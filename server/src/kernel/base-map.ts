/**
 * What lies under everything on a map, where the installation has tiles of its own: a pack of tiles (PMTiles) in the folder
 * DATA_DIR/basemap or at the address TILES_URL, or tiles at addresses that TILES_URL describes. Maps ask without an account, as they do
 * on status pages and walls: what is in it is known to everybody who may open this installation.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { EtagMismatch, type Header, TileType } from 'pmtiles';
import type { Config } from './config.ts';
import type { Outbound } from './outbound.ts';
import { openPack, type Pack, type PackPart } from './tile-pack.ts';

const packForm = /\.pmtiles(?:\?\S*)?$/i;
const readAgainMs = 10_000;
const answerMs = 8_000;
const partBytes = 32 * 1024 * 1024;
const cachedSeconds = 3_600;

const contentTypes: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: 'application/x-protobuf',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

export const isPackAddress = (url: string): boolean => packForm.test(url);

interface Parts {
  readonly config: Pick<Config, 'tilesUrl' | 'dataDir'>;
  readonly outbound: Outbound;
}

/** The tiles of a file: another pack once it is another file. */
async function packInFolder(folder: string): Promise<Pack | null> {
  const names = await readdir(folder).catch(() => []);
  const name = names.filter((each) => packForm.test(each)).sort()[0];
  if (name === undefined) return null;
  const path = join(folder, name);
  const { mtimeMs, size } = await stat(path);
  return openPack(`${path} ${mtimeMs} ${size}`, async (offset, length) => {
    const file = await open(path);
    try {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      await file.read(bytes, 0, bytes.length, offset);
      return { bytes };
    } finally {
      await file.close();
    }
  });
}

const packAt = (url: string, outbound: Outbound): Pack =>
  openPack(url, async (offset, length, etag): Promise<PackPart> => {
    const answer = await outbound.send(url, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      timeoutMs: answerMs,
      maxBytes: partBytes,
    });
    // A server that sends the whole of it would do so for every tile.
    if (answer.status !== 206) throw new Error(`${new URL(url).host} answered ${answer.status} to a part of the pack`);
    const now = answer.headers['etag'];
    if (etag !== undefined && now !== etag) throw new EtagMismatch();
    return { bytes: answer.body, ...(typeof now === 'string' && { etag: now }) };
  });

/** Answers what the map asks first, and the tiles of a pack. */
export function baseMap(app: FastifyInstance, { config, outbound }: Parts): void {
  const folder = join(config.dataDir, 'basemap');
  let found: { readonly of: string | null; readonly untilMs: number; readonly pack: Promise<Pack | null> } | null =
    null;
  const packNow = (): Promise<Pack | null> => {
    const { tilesUrl } = config;
    const nowMs = performance.now();
    if (!found || found.of !== tilesUrl || found.untilMs < nowMs) {
      const pack =
        tilesUrl === null
          ? packInFolder(folder)
          : Promise.resolve(isPackAddress(tilesUrl) ? packAt(tilesUrl, outbound) : null);
      found = { of: tilesUrl, untilMs: nowMs + readAgainMs, pack };
    }
    return found.pack;
  };

  app.get('/config/tiles.json', async (request) => {
    const { tilesUrl } = config;
    if (tilesUrl !== null && !isPackAddress(tilesUrl)) return { tiles: [tilesUrl] };
    try {
      const pack = await packNow();
      return pack ? await describe(pack) : { tiles: [] };
    } catch (error) {
      // The bundled map is drawn: a page does not wait for a pack that cannot be read.
      request.log.warn({ err: error }, 'the pack of map tiles cannot be read');
      return { tiles: [] };
    }
  });

  app.get<{ Params: { z: string; x: string; y: string } }>('/config/base-map/:z/:x/:y', async (request, reply) => {
    const [z, x, y] = [request.params.z, request.params.x, request.params.y].map((each) =>
      /^\d{1,8}$/.test(each) ? Number(each) : Number.NaN,
    ) as [number, number, number];
    const pack = await packNow();
    const isPlace = z <= 24 && x < 2 ** z && y < 2 ** z;
    if (!pack || !isPlace) throw new Failure('notFound');
    const { tileType } = await pack.header();
    const tile = await pack.tile(z, x, y);
    reply.header('cache-control', `public, max-age=${cachedSeconds}`);
    if (!tile) return await reply.code(204).send();
    return await reply.type(contentTypes[tileType] ?? 'application/octet-stream').send(Buffer.from(tile));
  });
}

/** What a map needs to know of a pack (TileJSON, with what its tiles are and by whose names their layers go). */
async function describe(pack: Pack) {
  const header = await pack.header();
  const metadata = ((await pack.metadata()) ?? {}) as { attribution?: unknown; vector_layers?: unknown };
  return {
    tiles: ['./config/base-map/{z}/{x}/{y}'],
    type: header.tileType === TileType.Mvt ? 'vector' : 'raster',
    schema: schemaOf(metadata.vector_layers),
    ...zooms(header),
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: typeof metadata.attribution === 'string' ? plain(metadata.attribution) : '',
  };
}

const zooms = ({ minZoom, maxZoom }: Header) => ({ minzoom: minZoom, maxzoom: maxZoom });
/** The map takes markup here; ours has none. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/[<>&]/g, ' ')
    .trim()
    .slice(0, 200);

/** Whose names the layers of vector tiles have: those of Protomaps or of OpenMapTiles; null = others, which are not drawn. */
function schemaOf(layers: unknown): 'protomaps' | 'openmaptiles' | null {
  const ids = new Set(Array.isArray(layers) ? layers.map((each: { id?: unknown } | null) => each?.id) : []);
  if (ids.has('earth') && ids.has('roads')) return 'protomaps';
  return ids.has('transportation') ? 'openmaptiles' : null;
}
