import type { Selectable, Updateable } from 'kysely';
import type { AlertTables } from './tables.alerts.ts';
import type { ConditionTables } from './tables.conditions.ts';
import type { DashboardTables } from './tables.dashboards.ts';
import type { DeliveryTables } from './tables.deliveries.ts';
import type { DeviceTables } from './tables.devices.ts';
import type { DrawingTables } from './tables.drawings.ts';
import type { FeedTables } from './tables.feeds.ts';
import type { FrameTables } from './tables.frames.ts';
import type { InspectionTables } from './tables.inspections.ts';
import type { InstallationTables } from './tables.installation.ts';
import type { ModbusServerTables } from './tables.modbus-server.ts';
import type { PeopleTables } from './tables.people.ts';
import type { PlaceTables } from './tables.places.ts';
import type { PointTables } from './tables.points.ts';
import type { PushTables } from './tables.push.ts';
import type { ReadingTables } from './tables.readings.ts';
import type { ReportTemplateTables } from './tables.report-templates.ts';
import type { ReportLifeTables } from './tables.reports.ts';
import type { SignInTables } from './tables.sign-in.ts';
import type { StatusPageTables } from './tables.status-pages.ts';
import type { WallTables } from './tables.walls.ts';

export type { GroupConversion } from './tables.points.ts';

/** Rows as the migrations made them (server/migrations). One interface per table, columns as in SQL. */
export interface Tables
  extends PeopleTables,
    PlaceTables,
    DrawingTables,
    InspectionTables,
    InstallationTables,
    DeviceTables,
    FeedTables,
    FrameTables,
    ModbusServerTables,
    PointTables,
    PushTables,
    ReadingTables,
    AlertTables,
    ConditionTables,
    DashboardTables,
    DeliveryTables,
    ReportLifeTables,
    ReportTemplateTables,
    SignInTables,
    StatusPageTables,
    WallTables {}
/** A row of a table as it is read, and what may be written into one. */
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;
export type ChangeOf<T extends keyof Tables> = Updateable<Tables[T]>;
