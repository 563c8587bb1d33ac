/**
 * Large files as map layers: a GeoTIFF and a DXF of 200 MB, from the upload to the first tile that a map gets, how much memory that
 * takes, and what a page waits for meanwhile. `--scale=0.1` does it with a tenth.
 */
import { closeSync, mkdtempSync, openAsBlob, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MapLayer } from '@plumbline/contract/site/layers';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import { makeFleet } from '../server/test/crash/fleet.ts';
import { type Settings, withServer } from './ingest.ts';
import { residentMB } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const epsg = 4547;
const corner = { x: 528_000, y: 3_386_500 };
/** Just under what an upload may have. */
const fullBytes = 199 * 1024 * 1024;

interface Side {
  readonly url: string;
  readonly token: string;
  readonly projectId: number;
  readonly pid: number;
}

export function layers({ scale = 1 }: Settings): Promise<Figure[]> {
  return withServer(async (server, home, client) => {
    const fleet = await makeFleet(client, {
      name: 'layers',
      devices: 1,
      channels: 1,
      family: 'waterLevel',
      mode: 4,
      structures: 1,
      rulesOf: () => [],
    });
    const side: Side = { url: home.url, token: fleet.token, projectId: fleet.projectId, pid: server.pid };
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-layers-'));
    try {
      const [picture, drawing] = [join(folder, 'flight.tif'), join(folder, 'survey.dxf')];
      process.stdout.write('  writing the files ...\n');
      writePicture(picture, fullBytes * scale);
      writeDrawing(drawing, fullBytes * scale);
      const quiet = await pageWaits(side, () => false, 2_000);
      return [
        figure('a page asks for its project, at rest', 'ms', [middle(quiet)]),
        figure('memory of the server at rest', 'MB', [residentMB(side.pid)]),
        ...(await bring(side, 'GeoTIFF', picture, { kind: 'photo' })),
        ...(await bring(side, 'DXF', drawing, { kind: 'contour', epsg: String(epsg) })),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

async function bring(
  side: Side,
  what: string,
  path: string,
  settings: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const blob = await openAsBlob(path);
  process.stdout.write(`  ${what} of ${Math.round(blob.size / 1e6)} MB ...\n`);
  let isBusy = true;
  const memory = watchMemory(side.pid, () => isBusy);
  const waits = pageWaits(side, () => isBusy, 0);
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const form = new FormData();
  form.append('file', blob, path.split('/').at(-1));
  const query = new URLSearchParams({ name: what, ...settings });
  const { layer } = await request<{ layer: MapLayer }>(side, `/projects/${side.projectId}/layers?${query}`, form);
  const acknowledged = seconds();
  const version = await ready(side, layer.id);
  const tiles = await firstTile(side, layer.id, version);
  const shown = seconds();
  isBusy = false;
  const [{ ownMB, allMB }, pages] = [await memory, await waits];
  return [
    figure(`${what}: until the upload is acknowledged`, 's', [acknowledged]),
    figure('  until a map has its first tile', 's', [shown]),
    figure('  tiles', '', [tiles]),
    figure('  memory of the server at most', 'MB', [ownMB], { under: 900 }),
    figure('  with the processes that it started', 'MB', [allMB], { under: 2_500 }),
    figure('  a page waits meanwhile, middle', 'ms', [middle(pages)], { under: 100 }),
    figure('  a page waits meanwhile, longest of 99 in 100', 'ms', [
      sorted(pages)[Math.floor(pages.length * 0.99)] ?? 0,
    ]),
  ];
}

async function request<T>({ url, token }: Side, path: string, body?: FormData): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

type Version = MapLayer['versions'][number];

async function ready(side: Side, layerId: number): Promise<Version> {
  for (;;) {
    const { layers: all } = await request<{ layers: MapLayer[] }>(side, `/projects/${side.projectId}/layers`);
    const version = all.find(({ id }) => id === layerId)?.versions[0];
    if (version?.state === 'ready') return version;
    if (version?.state === 'failed') throw new Error(`${version.error} ${JSON.stringify(version.errorDetail)}`);
    await wait(100);
  }
}

/** Fetches the tile in the middle, as a map would first; gives how many there are. */
async function firstTile({ url, token, projectId }: Side, layerId: number, { id, contents }: Version): Promise<number> {
  if (!contents?.tiles) {
    // A small drawing is drawn as a whole.
    const whole = await fetch(`${url}/api/projects/${projectId}/layers/${layerId}/versions/${id}/content`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (whole.status !== 200) throw new Error(`content: ${whole.status}`);
    return 0;
  }
  const { west, east, south, north } = contents.bounds;
  const z = contents.tiles.minZoom;
  const x = Math.floor(((west + east) / 2 / 360 + 0.5) * 2 ** z);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((((south + north) / 2) * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z);
  const answer = await fetch(`${url}/api/projects/${projectId}/layers/${layerId}/versions/${id}/tiles/${z}/${x}/${y}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`tile ${z}/${x}/${y}: ${answer.status}`);
  return contents.tiles.count;
}

/** How long a page waits for its project, ms each, asked one after the other. */
async function pageWaits(side: Side, goesOn: () => boolean, forMs: number): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + forMs;
  do {
    const startedAt = performance.now();
    await request(side, `/projects/${side.projectId}`);
    waits.push(performance.now() - startedAt);
    await wait(50);
  } while (goesOn() || performance.now() < until);
  return waits;
}

async function watchMemory(pid: number, goesOn: () => boolean): Promise<{ ownMB: number; allMB: number }> {
  let [ownMB, allMB] = [0, 0];
  while (goesOn()) {
    ownMB = Math.max(ownMB, residentMB(pid));
    allMB = Math.max(
      allMB,
      [pid, ...descendants(pid)].reduce((sum, each) => sum + memoryOf(each), 0),
    );
    await wait(100);
  }
  return { ownMB, allMB };
}

/** 0 when it is gone, and of the database, which is measured elsewhere. */
function memoryOf(pid: number): number {
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ? 0 : residentMB(pid);
  } catch {
    return 0;
  }
}

function descendants(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      const fields = /^\d+$/.test(name)
        ? readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
        : null;
      return fields ? [[Number(name), Number(fields[1])] as const] : [];
    } catch {
      return [];
    }
  });
  const found = [pid];
  for (const each of found) found.push(...parents.flatMap(([id, parent]) => (parent === each ? [id] : [])));
  return found.slice(1);
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const middle = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** A square GeoTIFF without compression, of 5 cm a pixel: fields with grain, as an orthophoto has. */
function writePicture(path: string, bytes: number): void {
  const side = Math.floor(Math.sqrt(bytes / 3));
  const rowsPerStrip = 16;
  const strips = Math.ceil(side / rowsPerStrip);
  const stripBytes = Array.from(
    { length: strips },
    (_, i) => Math.min(rowsPerStrip, side - i * rowsPerStrip) * side * 3,
  );
  const metres = [0.05, 0.05, 0];
  const tie = [0, 0, 0, corner.x, corner.y, 0];
  const keys = [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, epsg];
  const head = 8 + 2 + 12 * 13 + 4;
  const far = { bits: head, scale: head + 6, tie: head + 30, keys: head + 78, counts: head + 102 };
  const offsetsAt = far.counts + 4 * strips;
  const first = offsetsAt + 4 * strips;
  const header = Buffer.alloc(first);
  header.write('II*\0', 0, 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(13, 8);
  const entries = [
    ...[
      [256, 4, 1, side],
      [257, 4, 1, side],
      [258, 3, 3, far.bits],
      [259, 3, 1, 1],
      [262, 3, 1, 2],
    ],
    ...[
      [273, 4, strips, offsetsAt],
      [277, 3, 1, 3],
      [278, 4, 1, rowsPerStrip],
      [279, 4, strips, far.counts],
    ],
    ...[
      [284, 3, 1, 1],
      [33550, 12, 3, far.scale],
      [33922, 12, 6, far.tie],
      [34735, 3, keys.length, far.keys],
    ],
  ];
  for (const [i, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    header.writeUInt16LE(tag, 10 + 12 * i);
    header.writeUInt16LE(type, 12 + 12 * i);
    header.writeUInt32LE(count, 14 + 12 * i);
    header.writeUInt32LE(value, 18 + 12 * i);
  }
  for (const i of [0, 1, 2]) header.writeUInt16LE(8, far.bits + 2 * i);
  for (const [i, value] of metres.entries()) header.writeDoubleLE(value, far.scale + 8 * i);
  for (const [i, value] of tie.entries()) header.writeDoubleLE(value, far.tie + 8 * i);
  for (const [i, value] of keys.entries()) header.writeUInt16LE(value, far.keys + 2 * i);
  let at = first;
  for (const [i, length] of stripBytes.entries()) {
    header.writeUInt32LE(length, far.counts + 4 * i);
    header.writeUInt32LE(at, offsetsAt + 4 * i);
    at += length;
  }
  const file = openSync(path, 'w');
  writeSync(file, header);
  const strip = Buffer.alloc(rowsPerStrip * side * 3);
  let grain = 1;
  for (const [i, length] of stripBytes.entries()) {
    for (let pixel = 0; pixel < strip.length; pixel += 3) {
      grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff;
      const shade = (grain >> 16) & 31;
      const field = ((pixel / 3 / 700) & 3) * 22 + ((i >> 5) & 3) * 14;
      strip[pixel] = 60 + field + shade;
      strip[pixel + 1] = 90 + field + shade;
      strip[pixel + 2] = 50 + shade;
    }
    writeSync(file, strip.subarray(0, length));
  }
  closeSync(file);
}

/** Contour lines of 400 vertices each, in the coordinates of a reference system. */
function writeDrawing(path: string, bytes: number): void {
  if (!referenceSystem(epsg)) throw new Error('the system of the drawing is not known');
  const file = openSync(path, 'w');
  let written = writeSync(file, '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n');
  for (let line = 0; written < bytes; line++) {
    const parts = [`0\nLWPOLYLINE\n8\nCONTOUR\n38\n${(80 + (line % 60) / 2).toFixed(2)}\n90\n400\n70\n0\n`];
    for (let i = 0; i < 400; i++) {
      const turn = i / 40 + line;
      const x = corner.x + (line % 200) * 10 + i * 0.8;
      const y = corner.y - Math.floor(line / 200) * 12 + 6 * Math.sin(turn) + Math.sin(turn * 7.3);
      parts.push(`10\n${x.toFixed(4)}\n20\n${y.toFixed(4)}\n`);
    }
    written += writeSync(file, parts.join(''));
  }
  writeSync(file, '0\nENDSEC\n0\nEOF\n');
  closeSync(file);
}
