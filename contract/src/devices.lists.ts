/** Lists of devices: what they are narrowed to and sorted by, and what they show. */
import { z } from 'zod';
import { connections, deviceCategories, deviceTypes, healthStatuses } from './devices.words.ts';
import { paging } from './fields.ts';

export const deviceSorts = [
  'name',
  'sncode',
  'model',
  'type',
  'health',
  'connection',
  'lastSeenAt',
  'signal',
  'voltage',
  'warnings',
  'createdAt',
] as const;

/** What a list of devices may be narrowed to, and how it is sorted. */
export const filter = {
  keyword: z.string().trim().max(50).optional().describe('In name, serial number, model, register or ICCID'),
  health: z.enum(healthStatuses).optional(),
  connection: z.enum(connections).optional(),
  model: z.string().trim().max(32).optional(),
  series: z.string().trim().max(32).optional(),
  type: z.enum(deviceTypes).optional(),
  category: z.enum(deviceCategories).optional(),
  mounted: z.stringbool().optional(),
  hidden: z.enum(['no', 'yes', 'all']).default('no'),
  warned: z.stringbool().optional().describe('With something in its Warnings list, or with nothing'),
  unbound: z.stringbool().optional().describe('That feed no point, or at least one'),
  sort: z.enum(deviceSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...paging,
};

export const Brief = z
  .object({
    id: z.int(),
    name: z.string(),
    sncode: z.string(),
    model: z.string(),
    type: z.enum(deviceTypes),
    register: z.string().nullable(),
    health: z.enum(healthStatuses),
    connection: z.enum(connections),
  })
  .meta({ id: 'DeviceBrief' });

const Position = z
  .object({
    id: z.int(),
    name: z.string(),
    sncode: z.string(),
    model: z.string(),
    type: z.enum(deviceTypes),
    health: z.enum(healthStatuses),
    connection: z.enum(connections),
    longitude: z.number(),
    latitude: z.number(),
    from: z.enum(['own', 'points']).describe('Its own coordinates, or the middle of those of its points'),
  })
  .meta({ id: 'DevicePosition' });
export const positions = z.object({
  positions: z.array(Position),
  unplaced: z.int().describe('Devices without a place'),
});

export const healths = z.record(z.enum(healthStatuses), z.int());
export const types = z.record(z.enum(deviceTypes), z.int());
