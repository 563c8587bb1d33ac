/** What tests of device sheets stand on: two corporations, and sheets sent and fetched as the browser does. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { intake } from '@plumbline/contract/devices/intake';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Cell, writeSheet } from '../src/kernel/sheets.ts';
import { openWorlds } from './worlds.ts';

export const limits = { maxBytes: 3e6, maxRows: 2000 };

/** A workbook of a heading and rows. */
export const fileOf = ([heading, ...rows]: (readonly Cell[])[]) =>
  buffer(
    writeSheet(rows, { format: 'xlsx', name: 'x', columns: heading!.map((cell) => ({ header: String(cell ?? '') })) }),
  );

type Imported = OutputOf<typeof intake.importSheet.reply> & { error?: string; detail?: unknown };

/** Opened at the top of a test file, closed when its tests are over. */
export async function openIntake() {
  const [server, north, south] = await openWorlds(['North', 'South']);
  async function upload(file: Uint8Array | string, query: Record<string, string | boolean> = {}, type = 'text/csv') {
    const form = new FormData();
    form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type }), 'devices.csv');
    const parameters = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/devices/import?${parameters}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${north.admin.token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Imported };
  }
  async function download(path: 'import-template' | 'export', query: string) {
    const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/devices/${path}?${query}`, {
      headers: { authorization: `Bearer ${north.admin.token}` },
    });
    assert.equal(response.status, 200);
    return new Uint8Array(await response.arrayBuffer());
  }
  return { server, north, south, upload, download };
}
