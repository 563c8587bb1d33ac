/**
 * What a file of alerts, devices, thresholds, structures or operations holds: columns and cells of each record, in the
 * language of the reader. Invariant: numbers are numbers, times are on the clock of the project, and what is not known is
 * empty and never 0.
 */
import type { Alert } from '@plumbline/contract/alerts/alerts';
import type { Device } from '@plumbline/contract/devices/devices';
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Operation } from '@plumbline/contract/platform/operations';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import type { Structure } from '@plumbline/contract/site/structures';
import type { Cell, SheetColumn } from '../../../../kernel/sheets.ts';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import { fieldWord, wordsOf } from '../../words/words.api.ts';
import { clockOf } from './export-rows.ts';
import { recordWordsOf } from './record-words.ts';

/** A column with what stands in it of a record. */
interface Column<T> {
  readonly column: SheetColumn;
  readonly cell: (record: T) => Cell;
}
export interface RecordTable<T> {
  readonly columns: readonly SheetColumn[];
  readonly cells: (record: T) => readonly Cell[];
}
const timeFormat = 'yyyy-mm-dd hh:mm:ss';

/** The parts of which columns are made, for a reader and the clock of a project. */
export function recordParts(language: Language, timeZone: string) {
  const clock = clockOf(timeZone);
  const report = wordsOf(language);
  const word = recordWordsOf(language);
  const text = <T>(header: string, cell: (record: T) => Cell, width = 18): Column<T> => ({
    column: { header, width, text: true },
    cell,
  });
  const number = <T>(header: string, cell: (record: T) => number | null, width = 12): Column<T> => ({
    column: { header, width },
    cell,
  });
  const time = <T>(header: string, at: (record: T) => string | null): Column<T> => ({
    column: { header: `${header} (${timeZone})`, width: 22, format: timeFormat },
    cell: (record) => {
      const instant = at(record);
      // A workbook has no thousandths here: a time is cut to its second, as lists show it.
      return instant === null ? null : clock.cell(Math.floor(Date.parse(instant) / 1000) * 1000);
    },
  });
  const yesNo = (value: boolean): string => word(value ? 'yes' : 'no');
  return { text, number, time, yesNo, report, word, language };
}
type Parts = ReturnType<typeof recordParts>;

const tableOf = <T>(columns: readonly Column<T>[]): RecordTable<T> => ({
  columns: columns.map(({ column }) => column),
  cells: (record) => columns.map(({ cell }) => cell(record)),
});

export function alertTable({ text, number, time, yesNo, report, word, language }: Parts): RecordTable<Alert> {
  return tableOf<Alert>([
    number(word('number'), ({ id }) => id),
    text(report.structure, ({ structureName }) => structureName, 24),
    text(report.point, ({ pointName }) => pointName, 22),
    text(report.family, ({ family }) => report.families[family]),
    text(report.field, ({ family, field }) => fieldWord(family, field, language)),
    text(word('condition'), ({ condition }) => condition?.name ?? null),
    text(word('kind'), ({ measure }) => report.measures[measure]),
    number(report.level, ({ level }) => level, 8),
    text(word('levelName'), ({ level }) => report.levels[level] ?? null, 12),
    number(report.value, ({ value }) => value),
    number(report.threshold, ({ threshold }) => threshold),
    text(report.unit, ({ unit }) => unit, 8),
    time(report.measuredAt, ({ readingAt }) => readingAt),
    time(word('raisedAt'), ({ raisedAt }) => raisedAt),
    time(report.releasedAt, ({ releasedAt }) => releasedAt),
    text(word('late'), ({ late }) => yesNo(late), 10),
    text(report.status, ({ status }) => report.alertStatuses[status], 14),
    text(word('upheld'), ({ revised }) => revised && word(revised === 'upheld' ? 'upheldYes' : 'upheldNo')),
    text(word('assignee'), ({ assigneeName }) => assigneeName),
    text(word('cause'), ({ causeName }) => causeName),
    text(report.handledBy, ({ settledBy }) => settledBy),
    time(report.handledAt, ({ settledAt }) => settledAt),
    text(report.reason, ({ reason }) => reason || null, 30),
  ]);
}

/** Returns a table of devices, listing only channels that feed points of the project. */
export function deviceTable(parts: Parts, projectId: number): RecordTable<Device> {
  const { text, number, time, report, word } = parts;
  const channels = (device: Device) =>
    device.channels.flatMap(({ number: channel, pointName, projectId: of }) =>
      of === projectId && pointName !== null ? [`${channel}: ${pointName}`] : [],
    );
  return tableOf<Device>([
    text(word('name'), ({ name }) => name, 24),
    text(report.sncode, ({ sncode }) => sncode, 20),
    text(word('model'), ({ model }) => model),
    text(word('manufacturer'), ({ manufacturer }) => manufacturer || null),
    text(word('connection'), ({ connection }) => word(connection)),
    text(report.health, ({ health }) => report.healths[health]),
    time(report.lastSeenAt, ({ lastSeenAt }) => lastSeenAt),
    number(word('signal'), ({ signal, signalUnit }) => (signalUnit === 'dBm' ? signal : null)),
    number(word('signalDb'), ({ signal, signalUnit }) => (signalUnit === 'dB' ? signal : null)),
    number(report.voltage, ({ voltage }) => voltage),
    number(word('battery'), ({ battery }) => battery),
    number(word('warnings'), ({ warnings }) => warnings),
    text(word('channels'), (device) => channels(device).join('; ') || null, 40),
    number(word('longitude'), ({ coordinates }) => coordinates?.longitude ?? null),
    number(word('latitude'), ({ coordinates }) => coordinates?.latitude ?? null),
  ]);
}

export interface NamedRule {
  readonly point: NamedPoint;
  readonly threshold: Threshold;
}

const unitOf = ({ point, threshold }: NamedRule): string | null =>
  fieldsOf(point.family, point.nodeCount).find(({ key }) => key === threshold.field)?.unit ?? null;

export function thresholdTable({ text, number, yesNo, report, word, language }: Parts): RecordTable<NamedRule> {
  const kindWord = (kind: Threshold['kind']) => (kind === 'multi' ? word('multi') : report.measures[kind]);
  const levels = [0, 1, 2, 3] as const;
  return tableOf<NamedRule>([
    text(report.structure, ({ point }) => point.structure, 24),
    text(report.point, ({ point }) => point.name, 22),
    text(report.family, ({ point }) => report.families[point.family]),
    text(report.field, ({ point, threshold }) => fieldWord(point.family, threshold.field, language)),
    text(report.unit, unitOf, 8),
    text(word('kind'), ({ threshold }) => kindWord(threshold.kind)),
    text(word('method'), ({ threshold }) => word(threshold.method)),
    ...levels.map((i) =>
      number<NamedRule>(report.levels[i + 1] ?? `${i + 1}`, ({ threshold }) => threshold.levels[i] ?? null),
    ),
    ...levels.map((i) =>
      number<NamedRule>(
        `${report.levels[i + 1]} (${word('ratePerDay')})`,
        ({ threshold }) => threshold.rateLevels?.[i] ?? null,
      ),
    ),
    text(word('combine'), ({ threshold }) => (threshold.kind === 'multi' ? word(threshold.combine) : null)),
    number(word('releaseRatio'), ({ threshold }) => threshold.releaseRatio),
    number(word('releaseCount'), ({ threshold }) => threshold.releaseCount),
    number(word('consecutive'), ({ threshold }) => threshold.consecutive),
    text(word('enabled'), ({ threshold }) => yesNo(threshold.enabled), 8),
  ]);
}

/** A structure, or an item with its structure before it. */
export function structureTable(
  { text, number, report, word }: Parts,
  names: ReadonlyMap<number, string>,
): RecordTable<Structure> {
  const state = ({ status }: Structure): string => {
    const above = status.level === null || status.level === 0 ? null : (report.levels[status.level] ?? null);
    if (status.state === 'reporting')
      return above ?? (status.level === null ? report.withoutLimits : (report.levels[0] ?? ''));
    const words = { failed: report.failed, silent: word('silent'), empty: word('empty') };
    return above === null ? words[status.state] : report.levelAnd(above, words[status.state]);
  };
  return tableOf<Structure>([
    text(report.structure, ({ parentId, name }) => (parentId === null ? name : (names.get(parentId) ?? null)), 24),
    text(word('item'), ({ parentId, name }) => (parentId === null ? null : name), 24),
    text(word('kind'), ({ type }) => word(type)),
    text(word('address'), ({ address }) => address || null, 30),
    number(word('longitude'), ({ coordinates }) => coordinates?.longitude ?? null),
    number(word('latitude'), ({ coordinates }) => coordinates?.latitude ?? null),
    text(report.state, state),
    number(word('pointCount'), ({ status }) => status.points),
    number(word('silentPoints'), ({ status }) => status.stale + status.neverRead),
    number(word('openAlerts'), ({ openAlerts }) => openAlerts),
  ]);
}

export function operationTable({ text, number, time, word }: Parts): RecordTable<Operation> {
  return tableOf<Operation>([
    time(word('time'), ({ at }) => at),
    text(word('account'), ({ accountName }) => accountName),
    text(word('person'), ({ displayName }) => displayName),
    text(word('action'), ({ action }) => action),
    text(word('object'), ({ scope }) => scope),
    number(word('objectId'), ({ scopeId }) => scopeId),
    text(word('call'), ({ route }) => route, 26),
    text(word('outcome'), ({ outcome }) => outcome),
    text(word('ip'), ({ ip }) => ip),
    text(word('program'), ({ agent }) => agent, 30),
    // A cell of a spreadsheet holds no more.
    text(word('content'), ({ content }) => JSON.stringify(content).slice(0, 32_000), 60),
  ]);
}
