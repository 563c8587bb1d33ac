/** What a delivery is about, as it was when it was written: kept as JSON beside it. */
import type { AlertCondition, AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { DeliveryNews } from '@plumbline/contract/alerts/deliveries';
import type { FamilyCode } from '@plumbline/contract/points/families';

export interface AlertContent {
  readonly type: 'MeasuringAlert';
  readonly alertId: number;
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly structureName: string;
  readonly pointId: number;
  readonly pointName: string;
  readonly deviceName: string | null;
  readonly family: FamilyCode;
  readonly field: string;
  readonly unit: string;
  readonly value: number;
  readonly threshold: number;
  /** Of its rule, blue to red; absent in what was written before pictures were sent. */
  readonly levels?: readonly (number | null)[];
  readonly measure: 'value' | 'cumulative' | 'rate' | 'condition';
  /** Absent in what was written before there were conditions. */
  readonly condition?: Pick<AlertCondition, 'name' | 'terms'> | null;
  readonly level: 1 | 2 | 3 | 4;
  readonly late: boolean;
  readonly readingAt: string;
  readonly receivedAt: string;
  readonly raisedAt: string;
  readonly gradingName: string | null;
  readonly gradingAction: string | null;
}
export interface DeviceContent {
  readonly type: 'DeviceHealth';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly deviceName: string;
  readonly sncode: string;
  readonly channels: string;
  /** null = none ever came. */
  readonly sinceAt: string | null;
  readonly raisedAt: string;
}
export interface TestContent {
  readonly type: 'Test';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly ruleName: string;
  readonly raisedAt: string;
}
export interface DigestContent {
  readonly type: 'Digest';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  /** The highest. */
  readonly level: 1 | 2 | 3 | 4;
  /** Of all; the first of them are listed. */
  readonly count: number;
  readonly alerts: readonly AlertContent[];
  readonly reason: string;
  readonly startAt: string;
  readonly endAt: string;
}
/** Alerts beyond the cap of their rule, all of them. */
export interface CollectedContent {
  readonly type: 'Collected';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  /** The highest. */
  readonly level: 1 | 2 | 3 | 4;
  readonly count: number;
  readonly alerts: readonly AlertContent[];
  /** When the first of them was collected. */
  readonly fromAt: string;
}
/** Points of a structure that rose together. */
export interface StormContent {
  readonly type: 'Storm';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  /** The whole structure. */
  readonly structureName: string;
  /** The highest. */
  readonly level: 1 | 2 | 3 | 4;
  readonly points: number;
  /** Points at the highest level. */
  readonly highest: number;
  /** Alerts; the first of them are listed. */
  readonly count: number;
  readonly alerts: readonly AlertContent[];
}
/** How alerts went on of which the recipient was told. */
export interface NewsContent {
  readonly type: 'News';
  readonly news: Exclude<DeliveryNews, 'raised'>;
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  /** The whole structure of the first. */
  readonly structureName: string;
  readonly count: number;
  readonly alerts: readonly AlertContent[];
  readonly at: string;
  /** null = nobody: corrected readings did. */
  readonly byName: string | null;
  /** Of what is settled the verdict. */
  readonly status: AlertStatus;
  readonly reason: string;
}
/** Subject of a delivery, as it was when it was written. */
export type Content =
  | AlertContent
  | DeviceContent
  | TestContent
  | DigestContent
  | CollectedContent
  | StormContent
  | NewsContent;
