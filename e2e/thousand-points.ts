/** The two spreadsheets of 1,000 temperature points on 200 loggers of five channels, as an engineer fills them in. */
import { buffer } from 'node:stream/consumers';
import { type Cell, writeSheet } from '../server/src/kernel/sheets.ts';

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
