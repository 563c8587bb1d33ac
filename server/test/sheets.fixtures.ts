/** What tests of sheets stand on: files sent and fetched over HTTP, and the cells of a sheet by the names of its columns. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { devices } from '@plumbline/contract/devices/devices';
import type { Route } from '@plumbline/contract/kernel/route';
import { points } from '@plumbline/contract/points/points';
import { type Cell, readSheet, writeSheet } from '../src/kernel/sheets.ts';
import { openWorlds } from './worlds.ts';

const limits = { maxBytes: 8e6, maxRows: 20_000 };

// biome-ignore lint/suspicious/noExplicitAny: the tests read any reply.
type Reply = { status: number; body: any };

export const fileOf = ([heading, ...rows]: readonly (readonly Cell[])[]) =>
  buffer(
    writeSheet(rows, { format: 'xlsx', name: 'x', columns: heading!.map((cell) => ({ header: String(cell ?? '') })) }),
  );
/** Returns the column of a sheet with this heading. */
export const column = (rows: Cell[][], name: string) => {
  const at = rows[0]!.indexOf(name);
  assert.ok(at >= 0, `${name} in ${rows[0]!.join(', ')}`);
  return at;
};
export const rowOfPoint = (rows: Cell[][], name: string) => rows.find((row) => row[column(rows, 'Name')] === name)!;

/** Three points of two kinds on the device SET-1. */
export const setUp = [
  'Structure *,Item,Name,Measurement,Serial number,Channel,Interval (s),Longitude,Latitude,K,parameters.f0 (Hz),t0,initialValues.level,Threshold kind,Threshold 1,Threshold 2,Threshold 3,Threshold 4,Colour',
  'Dam B,Section 1,PZ-1,water level,SET-1,1,10 min,114.1,30.5,-0.002,2800,18,12.5,cumulative,1,2,3,4,red',
  'Dam B,Section 1,PZ-2,水位,SET-1,2,1h,,,-0.002,2810,,,,,,,,',
  'Dam B,,AIR,temperature,SET-1,3,3600,114.2,30.6,,,,,,30,,40,,',
].join('\n');

/** Opened at the top of a test file. */
export async function makeSheetsFixture() {
  const [server, north] = await openWorlds(['North']);
  const urlOf = (route: Route, ids: Record<string, number>, query: Record<string, string | boolean>) =>
    `${server.url}/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))}?${new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )}`;
  return {
    server,
    north,
    async upload(
      route: Route,
      file: Uint8Array | string,
      query: Record<string, string | boolean> = {},
      token = north.admin.token,
    ): Promise<Reply> {
      const form = new FormData();
      form.append(
        'file',
        new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type: 'text/csv' }),
        'x.csv',
      );
      const ids = { projectId: north.projectId, corporationId: north.corporationId };
      const response = await fetch(urlOf(route, ids, query), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      return { status: response.status, body: await response.json() };
    },
    async download(route: Route, query: Record<string, string> = {}): Promise<Cell[][]> {
      const response = await fetch(urlOf(route, { projectId: north.projectId }, query), {
        headers: { authorization: `Bearer ${north.admin.token}` },
      });
      assert.equal(response.status, 200);
      const { rows } = await readSheet(new Uint8Array(await response.arrayBuffer()), limits);
      return rows.map(({ cells }) => [...cells]);
    },
    /** The device that the points of `setUp` are bound to. */
    async makeLogger() {
      const { status } = await server.call(
        devices.create,
        {
          corporationId: north.corporationId,
          name: 'Logger',
          model: 'DCT-4',
          sncode: 'SET-1',
          channels: [
            { number: '1', mode: 1 },
            { number: '2', mode: 1 },
            { number: '3', mode: 9 },
            { number: '4', mode: 9 },
          ],
        },
        north.admin.token,
      );
      assert.equal(status, 200);
    },
    table: async () => (await server.call(points.table, { projectId: north.projectId }, north.admin.token)).body.rows,
  };
}
