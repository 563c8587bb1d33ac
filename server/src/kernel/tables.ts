import type { DeviceTables } from './tables.devices.ts';
import type { PeopleTables } from './tables.people.ts';
import type { PlaceTables } from './tables.places.ts';
import type { PointTables } from './tables.points.ts';
import type { ReadingTables } from './tables.readings.ts';

export type { GroupConversion } from './tables.points.ts';

/** Rows as the migrations made them (server/migrations). One interface per table, columns as in SQL. */
export interface Tables extends PeopleTables, PlaceTables, DeviceTables, PointTables, ReadingTables {}
