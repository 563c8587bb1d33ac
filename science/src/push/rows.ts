/**
 * Readings and alerts as rows of a push: one row for a reading or for each field of it, one for an alert. A row is a list of
 * paths with what is written there; nothing here knows how a body looks.
 */

import { numberForFile } from '../display/number.ts';
import type { PushAlertKey, PushDataKey, PushLayout, PushMetaKey } from './format.ts';
import { writeTime } from './times.ts';

/** null = there is no value. */
export type PushValue = string | number | null;
export interface PushEntry {
  readonly path: string;
  readonly value: PushValue;
}
export interface PushRow {
  /** Under what it lies where the list is by point. */
  readonly point: string;
  readonly entries: readonly PushEntry[];
}
export interface PushReading {
  readonly pointId: number;
  readonly pointName: string;
  readonly structure: string;
  readonly family: string;
  /** Epoch ms. */
  readonly at: number;
  /** By outgoing name and unit; the first is the main one. */
  readonly fields: readonly {
    readonly key: string;
    readonly name: string;
    readonly unit: string;
    readonly value: number | null;
  }[];
}
export interface PushAlert {
  readonly alertId: number;
  readonly pointId: number;
  readonly pointName: string;
  readonly structure: string;
  readonly field: string;
  readonly unit: string;
  readonly value: number;
  /** Epoch ms: when the value was measured. */
  readonly at: number;
  readonly level: number;
  readonly status: string;
  readonly isReleased: boolean;
}
/** Facts of a message beside its rows. */
export interface PushMessage {
  readonly project: string;
  readonly projectId: number;
  /** Epoch ms. */
  readonly sentAt: number;
  readonly timeZone: string;
}

type Field = PushReading['fields'][number];

/** A value in the type of its key: a number where it is one, no text for what is missing. */
function typed(value: PushValue, type: 'string' | 'number'): PushValue {
  if (type === 'string') return value === null ? '' : String(value);
  if (value === null || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? numberForFile(number, 15) : null;
}

/** The rows of one reading. */
export function rowsOf(
  format: Pick<PushLayout, 'rows' | 'dataKeys'>,
  reading: PushReading,
  of: PushMessage,
): PushRow[] {
  const rows = format.rows === 'field' ? reading.fields.map((field) => [field]) : [reading.fields];
  return rows.map((fields) => ({
    point: reading.pointName,
    entries: format.dataKeys.flatMap((key) => entriesOf(key, reading, fields, of)),
  }));
}

function entriesOf(key: PushDataKey, reading: PushReading, fields: readonly Field[], of: PushMessage): PushEntry[] {
  if (key.source === 'value' && (key.path === '*' || key.path.endsWith('/*'))) {
    const above = key.path.slice(0, -1);
    return fields
      .filter(({ value }) => value !== null)
      .map(({ name, value }) => ({ path: above + nameInPath(name), value: typed(value, key.type) }));
  }
  const field = key.field === null ? fields[0] : fields.find((each) => each.key === key.field);
  return [{ path: key.path, value: typed(dataValue(key, reading, field, of), key.type) }];
}

/** A slash within a name would be a level of its own, and these names reach into objects. */
export const nameInPath = (name: string): string =>
  ['__proto__', 'constructor', 'prototype'].includes(name) ? `_${name}` : name.replaceAll('/', '_') || '_';

function dataValue(key: PushDataKey, reading: PushReading, field: Field | undefined, of: PushMessage): PushValue {
  switch (key.source) {
    case 'constant':
      return key.text;
    case 'time':
      return writeTime(reading.at, key.pattern, of.timeZone);
    case 'value':
      return field?.value ?? null;
    case 'field':
      return field?.name ?? null;
    case 'unit':
      return field?.unit ?? null;
    case 'project':
      return of.project;
    case 'pointName':
    case 'pointId':
    case 'structure':
    case 'family':
      return reading[key.source];
  }
}

/** The row of one alert. */
export const alertRow = (keys: readonly PushAlertKey[], alert: PushAlert, of: PushMessage): PushRow => ({
  point: alert.pointName,
  entries: keys.map((key) => ({ path: key.path, value: typed(alertValue(key, alert, of), key.type) })),
});

function alertValue(key: PushAlertKey, alert: PushAlert, of: PushMessage): PushValue {
  switch (key.source) {
    case 'constant':
      return key.text;
    case 'time':
      return writeTime(alert.at, key.pattern, of.timeZone);
    case 'project':
      return of.project;
    case 'released':
      return alert.isReleased ? 1 : 0;
    default:
      return alert[key.source];
  }
}

/** The meta keys of a message; `count` = its rows. */
export const metaEntries = (keys: readonly PushMetaKey[], of: PushMessage, count: number): PushEntry[] =>
  keys.map((key) => ({ path: key.path, value: typed(metaValue(key, of, count), key.type) }));

function metaValue(key: PushMetaKey, of: PushMessage, count: number): PushValue {
  switch (key.source) {
    case 'constant':
      return key.text;
    case 'time':
      return writeTime(of.sentAt, key.pattern, of.timeZone);
    case 'count':
      return count;
    case 'project':
    case 'projectId':
      return of[key.source];
  }
}
