import type { Notification } from '../alerts/notifications.ts';
import type { Connection } from '../devices/devices.words.ts';
import type { PointStatus } from './status.ts';
import type { Tags } from './tags.ts';

/** Server events: written in the transaction that causes them, handled once that has committed (server/src/kernel/events.ts). */
export interface Events {
  /** Stored or shown values of points changed in [fromMs, toMs] (null = open): deleted, flagged, imported, recomputed, corrected, undone. */
  readingsChanged: {
    pointIds: readonly number[];
    projectId: number;
    fromMs: number | null;
    toMs: number | null;
    changeId: number;
  };
  /** Points with limits have readings of [fromMs, toMs] that came after newer ones (epoch ms). */
  readingsLate: { points: readonly (readonly [pointId: number, fromMs: number, toMs: number])[] };
  /** Points of projects that push have new readings, late ones too: point and time, epoch ms. */
  readingsStored: { readings: readonly (readonly [pointId: number, atMs: number])[] };
  /** Points that conditions watch have readings from these times on (epoch ms) that they had not; `changeId` of the act of people behind it. */
  conditionsDue: { points: readonly (readonly [pointId: number, fromMs: number])[]; changeId: number | null };
  /** A condition of a project was set, changed or deleted. */
  conditionsChanged: { projectId: number };
  /** A waveform of a point, begun at `startMs` (epoch ms), was stored or deleted. */
  waveformsChanged: { pointId: number; projectId: number; startMs: number };
  /** The health of devices is another than before. */
  deviceHealthChanged: { deviceIds: readonly number[]; atMs: number };
  /** Documents, photos, annotations, inspections, or what lies beside a casing: written or deleted by a person. */
  siteRecordsChanged: { projectId: number };
  /**
   * What readings of points mean from `fromMs` on (null = from the beginning) changed in one act: formula, mode,
   * parameters, slaves, initial values, or a device group that its data is migrated to. `scope` initials = stored values
   * stay as they are (initial values, temperature compensation).
   */
  pointConversionChanged: {
    projectId: number;
    points: readonly {
      pointId: number;
      fromMs: number | null;
      scope: 'values' | 'initials';
      /** The device group whose conversion it is; null = the one that is bound next. */
      groupId?: number | null;
      before: unknown;
      after: unknown;
    }[];
    byId: number;
    byName: string;
    reason: string;
  };
  /** Points have other limits than before, or their first ones. */
  limitsChanged: { pointIds: readonly number[] };
  /** A point was reset; `cleared` = its readings are gone. */
  pointReset: { pointId: number; projectId: number; cleared: boolean; atMs: number; byId: number; byName: string };
  /** Nothing comes from channels of a device that feed points of a project; once an episode, all channels at once. */
  deviceOverdue: {
    deviceId: number;
    projectId: number;
    pointIds: readonly number[];
    channels: readonly string[];
    sinceMs: number | null;
  };
  /** A round of an inspection plan was not finished in time; once each. */
  inspectionOverdue: { planId: number; projectId: number; dueMs: number };
  /** A message of an alert rule was given up, or did not get out at several tries. Tests of rules are none. */
  deliveryFailed: { deliveryId: number };
  /** The operator of the installation discarded stuck work of the outgoing messages, or an event that they follow. */
  workDiscarded: { name: string; input: unknown; byName: string };
  /** The password of a project's creator was given by somebody else to confirm something grave. */
  creatorPasswordGiven: {
    projectId: number;
    creatorId: number;
    byName: string;
    act: 'resetProject' | 'deleteProject' | 'resetPoint' | 'deletePoint';
    pointName: string | null;
    outcome: 'right' | 'wrong';
  };
  /** A message was due to whoever is on duty, and nobody was, or nobody who can be reached. */
  dutyGap: { rosterId: number; projectId: number };
  /** A person changed alert rules, rosters or messages of a project, or channels of a corporation: one of the two is given. */
  recipientsChanged: { projectId: number | null; corporationId: number | null };
  alertRaised: { alertId: number; projectId: number };
  /** A report of a period was made: its files can be downloaded. */
  reportMade: { reportId: number };
  /** A report was released; `origin` = where people reach this installation. */
  reportReleased: { reportId: number; origin: string };
  /** Alerts of a point were judged again after its history changed; one of them. Pages fetch again, nobody is rung. */
  alertsRevised: { alertId: number; projectId: number };
  alertReleased: { alertId: number; projectId: number };
  /** Upgrades of devices began, progressed or ended, or devices reported what they run. */
  upgradesMoved: { deviceIds: readonly number[] };
  /** Name, look or flags of a corporation are others than before. */
  corporationChanged: { corporationId: number };
  /** A task that somebody asked for is done, failed or cancelled. */
  taskEnded: { taskId: number; accountId: number };
  /** The disk of the data is nearly full. */
  storageLow: { freeBytes: number };
  /** The database was set so that a commit may be lost with the power. */
  databaseUnsafe: { settings: readonly string[] };
  /** The clock of a machine was set, by so much; `aheadSeconds` = it is not believed. */
  clockJumped: { seconds: number; aheadSeconds: number };
  /** Somebody did something about alerts beside a verdict or comment: assignment, cause, measure, file, document, step. */
  alertHandled: { alertId: number; projectId: number };
  /** An alert was assigned to somebody by somebody. */
  alertAssigned: { alertId: number; projectId: number; userId: number; byId: number };
  /** The list of causes of a corporation was changed. */
  alertCausesChanged: { corporationId: number };
  alertCommented: { alertId: number; projectId: number };
  alertSettled: { alertId: number; projectId: number; status: string; userId: number };
}
export type EventName = keyof Events;

/** A reading as it reaches an open page. `values` in the order of `fieldsOf`, corrected as everywhere on pages. */
export interface LiveReading {
  pointId: number;
  at: number;
  receivedAt: number;
  values: (number | null)[];
  /** quality + 16 * tests of each value; absent = nothing was found. */
  flags?: number[];
  level: number;
}

/** Socket namespace `/notification`. Who is listening comes from the token in `auth`, never from a parameter. */
export interface NotificationServerEvents {
  NEW_NOTIFICATION: (notification: Notification) => void;
  /** New readings of points that the page subscribed to. */
  READINGS: (readings: LiveReading[]) => void;
  /** Latest value and status of points of the subscribed project, at most once a second. */
  POINT_STATES: (states: {
    projectId: number;
    points: { pointId: number; value: number | null; status: PointStatus }[];
  }) => void;
  /** Alerts of a project that the caller may see were raised, released or settled: fetch again. */
  ALERTS_CHANGED: (change: { projectId: number; alertId: number }) => void;
  /** The level of points of a project that the caller may see changed, or silent points report again: fetch again. At most once a second. */
  PROJECT_SUMMARY_CHANGED: (change: { projectId: number }) => void;
  /** History of points was changed (imported, deleted, flagged, corrected, computed anew): fetch again. */
  HISTORY_CHANGED: (change: { projectId: number; pointIds: number[] }) => void;
  /** A waveform of a point of the project was stored or deleted: fetch again. */
  WAVEFORMS_CHANGED: (change: { projectId: number; pointIds: number[] }) => void;
  /** Documents, drawings, photos, annotations, inspections or soil layers of the project were changed: fetch again. */
  SITE_RECORDS_CHANGED: (change: { projectId: number }) => void;
  /** Alert rules, causes, response plans, duty rosters, quiet windows, channels, messages or status pages were changed: fetch again. */
  RECIPIENTS_CHANGED: (change: { projectId?: number }) => void;
  /** Firmware upgrades of devices moved, or what they run changed: fetch again. */
  UPGRADES_CHANGED: (change: { deviceIds: number[] }) => void;
  /** The corporation of the caller looks otherwise, or other modules are open to it: fetch again. */
  CORPORATION_CHANGED: (change: Record<string, never>) => void;
  /** The session has ended: code 8007. */
  TOKEN_EXPIRED: (reason: { error: 'tokenExpired'; code: 8007 }) => void;
}
/** Tags that have changed when the server sends a page an event. */
export const eventChanges: Readonly<Record<keyof NotificationServerEvents, Tags>> = {
  NEW_NOTIFICATION: ['notification', 'task'],
  READINGS: { nothing: 'Pages append the readings that it carries' },
  POINT_STATES: { nothing: 'Pages show the states that it carries' },
  // An alert, and what becomes of it, moves how often its point is collected.
  ALERTS_CHANGED: ['alert', 'state', 'condition', 'plan'],
  PROJECT_SUMMARY_CHANGED: ['state', 'condition'],
  HISTORY_CHANGED: ['reading', 'changeLog', 'correction', 'state', 'alert'],
  WAVEFORMS_CHANGED: ['waveform'],
  SITE_RECORDS_CHANGED: ['layer', 'drawing', 'document', 'photo', 'annotation', 'strata', 'inspection'],
  RECIPIENTS_CHANGED: [
    'alertRule',
    'alertCause',
    'responsePlan',
    'duty',
    'silence',
    'channel',
    'delivery',
    'statusPage',
  ],
  UPGRADES_CHANGED: ['firmware'],
  CORPORATION_CHANGED: ['corporation', 'health'],
  TOKEN_EXPIRED: { nothing: 'The session and all its answers end' },
};

/** Socket namespace `/command`, query `register` or `device` (one required), checked against the token's rights. */
export interface CommandServerEvents {
  RESPONSE: (response: { sncode: string; commandId: string | null; text: string; at: string }) => void;
  CONNECTION: (state: { sncode: string; connection: Connection }) => void;
}
