import { z } from 'zod';
import { limits } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { id, sncode } from '../points/fields.ts';
import { RowProblem } from '../points/points.rows.ts';
import { sheetColumns, sheetFails, sheetFormats, sheetRequest, sheetUploadTypes } from '../points/sheets.ts';
import { channelList } from './devices.channels.ts';
import { DeviceConfig } from './devices.config.ts';
import { deviceFields } from './devices.device.ts';

/** One row of a bulk creation. What is left out is as the model says. */
export const BulkDevice = z
  .strictObject({
    ...z.object(deviceFields).partial().shape,
    sncode,
    model: deviceFields.model,
    channels: channelList.optional(),
    config: DeviceConfig.optional(),
    collector: sncode
      .nullable()
      .optional()
      .describe('Serial number of its collector, in the warehouse or in these rows'),
    dtu: sncode.nullable().optional().describe('Serial number of its DTU'),
    mounted: z.boolean().optional(),
  })
  .meta({ id: 'BulkDevice' });
export type BulkDevice = z.output<typeof BulkDevice>;

export const bulkLimits = { rows: 1_000, maxBytes: limits.deviceImportBytes } as const;

const Secret = z.object({ deviceId: z.int(), sncode: z.string(), secret: z.string() });
export const ImportLine = z
  .object({
    line: z.int().describe('In the sheet, from 1'),
    row: z.int().describe('Index among the rows of data, from 0: what `problems` speak of'),
    sncode: z.string().nullable(),
    name: z.string().nullable(),
    model: z.string().nullable(),
    modelKnown: z.boolean().nullable().describe('false = nobody here knows the model: nothing is filled in by it'),
    modelsLike: z.array(z.string()).describe('Of a model that is not known: models of the catalogue that look like it'),
    channels: z
      .array(z.object({ mode: z.int(), count: z.int() }))
      .nullable()
      .describe('The channels that it would have, by sensor mode'),
    action: z.enum(['add', 'skip', 'refuse']),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.output<typeof ImportLine>;

const loose = z.record(z.string(), z.unknown());
const inWarehouse = { within: 'corporationId', needs: 'Create:Device' } as const;

/** Devices taken into the warehouse, many at once, and the sheet of them all. */
export const intake = {
  bulkCreate: route({
    ...inWarehouse,
    method: 'POST',
    path: '/corporations/{corporationId}/devices/bulk-create',
    makes: { kind: 'devices', in: 'secrets' },
    secures: 'secret',
    summary:
      'Adds up to 1,000 devices to the warehouse, all or none. Returns their secrets, only this once. A dry run returns the problems of each row.',
    changes: ['device'],
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({
      corporationId: id,
      devices: z.array(loose).min(1).max(bulkLimits.rows).describe('Each a BulkDevice'),
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({
      problems: z.array(RowProblem),
      secrets: z.array(Secret).describe('In the order of the rows; empty after a dry run'),
    }),
    fails: ['rowsRefused', 'sncodeExists', 'registerExists', 'tooMany'],
    example: { corporationId: 1, devices: [{ sncode: 'VW8-0201', model: 'DCT20S', name: 'Logger at section 3' }] },
  }),
  importSheet: route({
    ...inWarehouse,
    method: 'POST',
    path: '/corporations/{corporationId}/devices/import',
    makes: { kind: 'devices', in: 'secrets' },
    secures: 'secret',
    summary:
      'Adds the devices of a sheet (XLSX or CSV, 3 MB) to the warehouse, all or none. A dry run returns the result of each line.',
    changes: ['device'],
    kind: 'upload',
    upload: { types: sheetUploadTypes, formats: sheetFormats, maxBytes: bulkLimits.maxBytes },
    ownTransaction: true,
    input: z.object({
      corporationId: id,
      dryRun: z.stringbool().default(false),
      existing: z
        .enum(['refuse', 'skip'])
        .default('refuse')
        .describe('What becomes of a serial number that the warehouse has already'),
    }),
    reply: z.object({
      lines: z.array(ImportLine),
      problems: z.array(RowProblem),
      counts: z.object({ add: z.int(), skip: z.int(), refuse: z.int() }),
      columns: sheetColumns,
      secrets: z.array(Secret),
    }),
    fails: sheetFails,
  }),
  importTemplate: route({
    ...inWarehouse,
    method: 'GET',
    path: '/corporations/{corporationId}/devices/import-template',
    summary: 'Returns the sheet to fill in, with headings in the given language.',
    shows: ['model'],
    kind: 'download',
    input: z.object({ corporationId: id, ...sheetRequest }),
    reply: z.unknown(),
  }),
  exportSheet: route({
    ...inWarehouse,
    needs: 'Retrieve:Device',
    method: 'GET',
    path: '/corporations/{corporationId}/devices/export',
    logged: true,
    summary: 'Every device of the warehouse as a sheet of the same columns.',
    shows: ['device', 'point'],
    kind: 'download',
    input: z.object({ corporationId: id, ...sheetRequest }),
    reply: z.unknown(),
  }),
};
