/**
 * Values that people enter. Invariants: they go to manual points alone; an entry is one act of the change log, what it
 * overwrites is kept; a batch is written whole or not at all.
 */
import { isDeepStrictEqual } from 'node:util';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { imports } from '@plumbline/contract/readings/imports';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { sampleAfter } from '@plumbline/science/sensors/sample';
import { readTime } from '@plumbline/science/series/local-time';
import type { Context } from '../../../kernel/context.ts';
import { type NamedPoint, namedPoints, places } from '../../points/points/points.api.ts';
import { timeZonesOf } from '../../site/projects/projects.named.api.ts';
import type { ManualPoint, ManualResult, ManualTransaction } from './imports.manual.api.ts';
import { refusesOverwrite } from './imports.service.ts';

type Input<K extends keyof typeof imports> = OutputOf<(typeof imports)[K]['input']>;
/** A row that can be written. */
interface Row {
  readonly pointId: number;
  readonly point: ManualPoint;
  readonly at: number;
  readonly sample: Sample;
}
type Values = Readonly<Record<string, number | null>>;

/** What is wrong with one row: where, by which name of the catalogue. */
interface Problem {
  readonly row: number;
  readonly path: string;
  readonly error: ErrorName;
  readonly detail?: unknown;
}
interface Entered {
  readonly pointId: number;
  readonly at: string;
  readonly values: Values;
}

/** Throws entryExists where nothing is to be overwritten and a field has another value at that time. */
export async function enter(context: Context, { pointId, at, values, reason, overwrite }: Input<'enter'>) {
  const projectId = await projectOf(context, pointId);
  const { rows, problems } = await judge(context, projectId, [{ pointId, at, values }]);
  throwFirst(problems);
  const { results, samples, changeId } = await write(context, projectId, rows, reason, overwrite);
  return {
    record: recordOf(elementAt(rows, 0), elementAt(samples, 0)),
    result: elementAt(results, 0),
    changeId,
  };
}

export async function enterBatch(context: Context, { projectId, rows: entries, reason, dryRun }: Input<'enterBatch'>) {
  const { rows, problems } = await judge(context, projectId, entries);
  if (dryRun) return { ...countsOf(await resultsOf(context, rows)), problems, changeId: null };
  if (problems.length > 0) throw new Failure('dataEntryFailed', { problems });
  const { results, changeId } = await write(context, projectId, rows, reason);
  return { ...countsOf(results), problems: [], changeId };
}

/** Throws noCollections where there is no record at that time. */
export async function updateEntry(context: Context, { pointId, at, newAt, values = {}, reason }: Input<'updateEntry'>) {
  const projectId = await projectOf(context, pointId);
  const { rows, problems } = await judge(context, projectId, [{ pointId, at: newAt ?? at, values }]);
  throwFirst(problems);
  return rewrite(context, { projectId, at, row: elementAt(rows, 0), reason });
}

/** Throws noCollections where none of the times has a record. */
export async function removeEntry(context: Context, { pointId, times, reason }: Input<'removeEntry'>) {
  const projectId = await projectOf(context, pointId);
  const point = elementAt(await namedPoints(context.db, projectId, [pointId]), 0);
  if (point.type !== 2) throw new Failure('kindUnsuitable', { name: point.name, type: point.type });
  const chosen = [...new Set(times.map((time) => Date.parse(time)))];
  return context.services.manualWriter.transact(async (transaction) => {
    const records = chosen.map((at) => ({ pointId, at }));
    const changeId = await transaction.begin(actOf(context, projectId, records, reason));
    const removed = await transaction.remove(changeId, pointId, chosen);
    if (removed === 0) throw new Failure('noCollections', { pointId });
    await transaction.setCounts(changeId, { deleted: removed });
    await transaction.announce(changeId);
    return { removed, changeId };
  });
}

/** A run of a probe as a row that can be written. Throws what an entry throws. */
export async function judgeRun(
  context: Context,
  { pointId, at, sample }: { readonly pointId: number; readonly at: string; readonly sample: Sample },
): Promise<{ projectId: number; row: Row }> {
  const projectId = await projectOf(context, pointId);
  const { rows, problems } = await judge(context, projectId, [{ pointId, at, values: {} }]);
  throwFirst(problems);
  return { projectId, row: { ...elementAt(rows, 0), sample } };
}

async function projectOf({ db }: Context, pointId: number): Promise<number> {
  return elementAt(getOrThrow(await places(db, [pointId]), pointId).projectIds, 0);
}

/** Reads the rows of an entry: those that can be written, in order of point and time, and what is wrong with the others. */
async function judge(
  { db, now, services }: Context,
  projectId: number,
  entries: readonly Entered[],
): Promise<{ rows: Row[]; problems: Problem[] }> {
  const ids = [...new Set(entries.map(({ pointId }) => pointId))];
  const [named, zones, points] = await Promise.all([
    namedPoints(db, projectId, ids),
    timeZonesOf(db, [projectId]),
    services.manualWriter.points(ids),
  ]);
  const known = new Map(named.map((point) => [point.id, point]));
  // An id of elsewhere is answered like one that does not exist, for the whole request.
  for (const id of ids) if (!known.has(id)) throw new Failure('notFound', { pointId: id });
  const rows = new Map<string, Row>();
  const problems: Problem[] = [];
  for (const [row, { pointId, at, values }] of entries.entries()) {
    const point = points.get(pointId);
    const wrong = wrongPoint(getOrThrow(known, pointId)) ?? wrongField(point, values);
    const time = timeOf(at, getOrThrow(zones, projectId), now().getTime());
    if (wrong) problems.push({ row, ...wrong });
    else if (typeof time !== 'number') problems.push({ row, path: 'at', ...time });
    else if (!point) problems.push({ row, path: 'pointId', error: 'notFound', detail: { pointId } });
    else {
      // A repeated time: the later row counts, field by field.
      const key = `${pointId}/${time}`;
      rows.set(key, { pointId, point, at: time, sample: { ...rows.get(key)?.sample, ...values } });
    }
  }
  return { rows: [...rows.values()].sort((a, b) => a.point.id - b.point.id || a.at - b.at), problems };
}

function wrongPoint({ name, type, closed }: NamedPoint): Omit<Problem, 'row'> | null {
  if (closed)
    return { path: 'pointId', error: closed === 'archived' ? 'archived' : 'pointDeprecated', detail: { name } };
  return type === 2 ? null : { path: 'pointId', error: 'kindUnsuitable', detail: { name, type } };
}

function wrongField(point: ManualPoint | undefined, values: Values): Omit<Problem, 'row'> | null {
  const key = Object.keys(values).find((each) => !point?.fields.includes(each));
  if (key === undefined) return null;
  const path = `values.${key}`;
  return { path, error: 'badInput', detail: [{ path, message: 'fieldUnknown', code: 'custom' }] };
}

const faults = { notATime: 'timeUnreadable', ambiguousTime: 'timeAmbiguous', nonexistentTime: 'timeSkipped' } as const;

/** Epoch ms of an instant, or of what the clock of the project shows. */
function timeOf(text: string, timeZone: string, nowMs: number): number | { error: ErrorName; detail: unknown } {
  const read = readTime(text, 'ymd', timeZone, 'refuse');
  const at = 'at' in read ? read.at : Date.parse(text);
  if (Number.isNaN(at) || ('fault' in read && !/[zZ]$|[+-]\d{2}:?\d{2}$/.test(text)))
    return { error: 'fault' in read ? faults[read.fault] : 'timeUnreadable', detail: { text, timeZone } };
  if (at < 0) return { error: 'timeTooOld', detail: { at: new Date(at).toISOString() } };
  if (at > nowMs + gatewayLimits.futureToleranceSeconds * 1000)
    return { error: 'timeInFuture', detail: { at: new Date(at).toISOString() } };
  return at;
}

function throwFirst([problem]: readonly Problem[]): void {
  if (problem) throw new Failure(problem.error, problem.detail);
}

/** Returns the results that rows would have, without writing: for a dry run. */
export async function resultsOf({ services }: Context, rows: readonly Row[]): Promise<ManualResult[]> {
  const existing = await services.manualWriter.samplesAt(rows);
  return rows.map((row, i) => resultOf(row, elementAt(existing, i)));
}

function resultOf({ point, sample }: Row, before: Sample | null): ManualResult {
  if (before === null) return 'added';
  const after = sampleAfter(point.type, before, sample);
  return isDeepStrictEqual(after, before) ? 'unchanged' : 'overwritten';
}

/** `existing` null = it has come since it was read: what it holds is not known. */
function refuseContradiction({ at, sample }: Row, existing: Sample | null): void {
  const differs = ([key, value]: [string, unknown]) => (existing?.[key] ?? null) !== null && existing?.[key] !== value;
  if (existing === null || Object.entries(sample).some(differs))
    throw new Failure('entryExists', { at: new Date(at).toISOString(), values: existing });
}

function countsOf(results: readonly ManualResult[]): Record<ManualResult, number> {
  const counts = { added: 0, overwritten: 0, unchanged: 0 };
  for (const result of results) counts[result]++;
  return counts;
}

/** Writes rows as one act; nothing new = no act. Throws entryExists where `overwrite` is false and a row contradicts what is there. */
export async function write(
  context: Context,
  projectId: number,
  rows: readonly Row[],
  reason: string,
  overwrite = true,
) {
  const refusal = await refusesOverwrite(context, projectId);
  return context.services.manualWriter.transact(async (transaction: ManualTransaction) => {
    const existing = await transaction.samplesAt(rows);
    const changes = rows.some((row, i) => resultOf(row, elementAt(existing, i)) !== 'unchanged');
    const unchanged = existing.filter((each) => each !== null);
    if (!changes)
      return { results: unchanged.map((): ManualResult => 'unchanged'), samples: unchanged, changeId: null };
    const changeId = await transaction.begin(actOf(context, projectId, rows, reason));
    const { results, samples } = await transaction.put(changeId, rows);
    const { added, overwritten } = countsOf(results);
    if (!overwrite)
      for (const [i, row] of rows.entries())
        if (results[i] === 'overwritten') refuseContradiction(row, elementAt(existing, i));
    if (overwritten > 0 && refusal) throw refusal;
    await transaction.setCounts(changeId, { added, overwritten });
    await transaction.announce(changeId);
    return { results, samples, changeId };
  });
}

/** Replaces the record of a time by a row, which may lie at another time; nothing new = no act. */
async function rewrite(
  context: Context,
  { projectId, at, row, reason }: { projectId: number; at: string; row: Row; reason: string },
) {
  const { pointId } = row;
  const from = Date.parse(at);
  return context.services.manualWriter.transact(async (transaction) => {
    const [existing] = await transaction.samplesAt([{ pointId, at: from }]);
    if (!existing) throw new Failure('noCollections', { pointId, at });
    const moved = row.at !== from;
    if (!moved && resultOf(row, existing) === 'unchanged') return { record: recordOf(row, existing), changeId: null };
    const sample = sampleAfter(row.point.type, existing, row.sample);
    const times = [
      { pointId, at: from },
      { pointId, at: row.at },
    ];
    const changeId = await transaction.begin(actOf(context, projectId, times, reason));
    if (moved) await transaction.remove(changeId, pointId, [from]);
    const { results, samples } = await transaction.put(changeId, [{ ...row, sample }]);
    await transaction.setCounts(changeId, { overwritten: moved || results[0] === 'overwritten' ? 1 : 0 });
    await transaction.announce(changeId);
    return { record: recordOf(row, elementAt(samples, 0)), changeId };
  });
}

function actOf(
  { caller, now }: Context,
  projectId: number,
  of: readonly { pointId: number; at: number }[],
  reason: string,
) {
  const times = of.map(({ at }) => at);
  return {
    projectId,
    kind: 'entry' as const,
    pointIds: [...new Set(of.map(({ pointId }) => pointId))],
    fromMs: times.reduce((min, at) => Math.min(min, at)),
    toMs: times.reduce((max, at) => Math.max(max, at)),
    reason,
    byId: caller.accountId,
    byName: caller.displayName,
    at: now().getTime(),
  };
}

const recordOf = ({ point, at }: Row, sample: Sample) => ({
  pointId: point.id,
  at: new Date(at).toISOString(),
  values: point.convert(at, sample),
});
