/** The two spreadsheets of 1,000 temperature points on 200 loggers of five channels, as an engineer fills them in. */
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { type Cell, writeSheet } from '../server/src/kernel/sheets.ts';
import type { Site } from './site.ts';

export const deviceCount = 200;
export const channels = 5;
const structureCount = 20;

/** A workbook of one sheet, as a page takes a chosen file. */
export const xlsx = async (name: string, heading: readonly string[], rows: Iterable<readonly Cell[]>) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await buffer(
    writeSheet(rows, { format: 'xlsx', name: 'Sheet', columns: heading.map((header) => ({ header })) }),
  ),
});
export const sncodeOf = (device: number) => `TH-${String(device).padStart(4, '0')}`;

export const deviceSheet = () =>
  xlsx(
    'devices.xlsx',
    ['Serial number', 'Name', 'Model', 'Channels', 'Mounted'],
    Array.from({ length: deviceCount }, (_, i) => [
      sncodeOf(i + 1),
      `Logger ${i + 1}`,
      'TH-5',
      Array.from({ length: channels }, (_, n) => `${n + 1}:4`).join(' '),
      'yes',
    ]),
  );
export const pointHeading = [
  'Structure',
  'Item',
  'Name',
  'Measurement',
  'Serial number',
  'Channel',
  'Interval',
  'Longitude',
  'Latitude',
  'Threshold kind',
  'Threshold method',
  'Threshold 1',
  'Threshold 2',
  'Threshold 3',
  'Threshold 4',
];
export const pointRows = (): Cell[][] =>
  Array.from({ length: deviceCount * channels }, (_, i) => {
    const structure = (i % structureCount) + 1;
    return [
      `Pier ${structure}`,
      `Section ${(i % 3) + 1}`,
      `T-${String(i + 1).padStart(4, '0')}`,
      'temperature',
      sncodeOf(Math.floor(i / channels) + 1),
      String((i % channels) + 1),
      '10 min',
      ...[13 + structure / 100, 52 + i / 10_000],
      ...['value', 'upper', 30, 40, 50, 60],
    ];
  });

/** Sets an empty installation up, with a project that has nothing in it. */
export async function makeEmptyProject(site: Site) {
  site.page.setDefaultTimeout(60_000);
  await site.setUp();
  const { user } = await site.request<{ user: { corporationId: number } }>('GET', '/session');
  const { project } = await site.request<{ project: { id: number } }>('POST', '/projects', {
    corporationId: user.corporationId,
    name: 'North Ring',
    address: 'Delta, north bank',
    timeZone: 'Europe/Berlin',
  });
  return { corporationId: user.corporationId, projectId: project.id };
}

/** Does a step and prints how long it took. */
export async function timed<T>(t: TestContext, what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const done = await work();
  t.diagnostic(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return done;
}
