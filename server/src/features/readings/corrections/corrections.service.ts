/**
 * Corrections: what people add to the values of a point over a stretch of time, without touching what is stored.
 * Invariants: no two records of a kind overlap at a point, none begins before its last reset, and every act stands in
 * the change log with the records before and after, so that it can be undone.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { fieldsOf, takesInitialValue } from '@plumbline/contract/points/families';
import type { Correction, CorrectionKind } from '@plumbline/contract/readings/corrections';
import type { ChangeCounts } from '@plumbline/contract/readings/history';
import {
  continuedShift,
  correctionFault,
  type Initshift,
  renewedZero,
  type Shift,
} from '@plumbline/science/series/correction';
import { followersOf } from '@plumbline/science/series/followers';
import type { Context } from '../../../kernel/context.ts';
import type { Handlers } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { insertChange, lastReset } from '../../platform/store/store.changes.api.ts';
import { type PointFacts, pointFacts } from '../../points/bindings/bindings.plans.api.ts';
import { ownerOf } from '../../points/points/points.api.ts';
import { ofPoint } from './corrections.api.ts';
import * as table from './corrections.table.ts';
import { amountsOf, appliedOf, refuseOverlap } from './logic/overlap.ts';

/** What is told of a record: all that is not kept by the platform. */
interface CorrectionInput {
  readonly startAt: string;
  readonly endAt: string | null;
  readonly stableTimes: number | null;
  readonly amounts: Readonly<Record<string, unknown>>;
}
const noRecord = { id: 0, createdBy: '', createdAt: '', updatedBy: null, updatedAt: null };

export const list = async ({ db }: Context, pointId: number, kind?: CorrectionKind) => {
  const all = await ofPoint(db, pointId);
  return { corrections: kind === undefined ? all : all.filter((each) => each.kind === kind) };
};

/** Adds a record. `continues`: a further jump or a new zero while an open one counts; that one ends here and goes into it. */
export async function create(
  context: Context,
  kind: CorrectionKind,
  {
    pointId,
    reason,
    continues = false,
    ...input
  }: CorrectionInput & { pointId: number; reason: string; continues?: boolean },
) {
  const { db, caller, now } = context;
  await table.lock(db, pointId);
  const existing = await ofPoint(db, pointId);
  const made = recordOf(kind, pointId, input, { ...noRecord, reason });
  const open = continues ? existing.find((each) => opensBefore(each, made)) : undefined;
  const joined = open ? join(open, made) : { closed: undefined, record: made };
  await check(context, joined.record, existing, joined.closed?.id);
  const by = caller.displayName;
  const at = now().toISOString();
  const changed = joined.closed ? [await table.replace(db, { ...joined.closed, updatedBy: by, updatedAt: at })] : [];
  const correction = await table.insert(db, { ...joined.record, id: undefined, createdBy: by, createdAt: at } as never);
  const changeId = await writeAct(context, pointId, reason, open && joined.closed ? [open] : [], [
    ...changed,
    correction,
  ]);
  return { correction, changed, changeId };
}

/** Changes what is given of a record. */
export async function update(
  context: Context,
  kind: CorrectionKind,
  {
    pointId,
    correctionId,
    reason,
    ...input
  }: Partial<CorrectionInput> & { pointId: number; correctionId: number; reason: string },
) {
  const { db, caller, now } = context;
  await table.lock(db, pointId);
  const existing = await ofPoint(db, pointId);
  const before = known(existing, kind, correctionId);
  const { startAt = before.startAt, endAt = before.endAt, stableTimes = before.stableTimes, amounts = {} } = input;
  const updated = { ...before, updatedBy: caller.displayName, updatedAt: now().toISOString(), reason };
  const next = recordOf(
    kind,
    pointId,
    { startAt, endAt, stableTimes, amounts: { ...amountsOf(before), ...amounts } },
    updated,
  );
  await check(context, next, existing, correctionId);
  const correction = await table.replace(db, next);
  const changeId = await writeAct(context, pointId, reason, [before], [correction]);
  return { correction, changed: [], changeId };
}

export async function remove(
  context: Context,
  kind: CorrectionKind,
  { pointId, correctionId, reason }: { pointId: number; correctionId: number; reason: string },
) {
  const { db } = context;
  await table.lock(db, pointId);
  const before = known(await ofPoint(db, pointId), kind, correctionId);
  await table.remove(db, [pointId], [correctionId]);
  await writeAct(context, pointId, reason, [before], []);
  return {};
}

function known(existing: readonly Correction[], kind: CorrectionKind, id: number): Correction {
  const found = existing.find((each) => each.id === id && each.kind === kind);
  if (!found) throw new Failure('shiftNotFound', { correctionId: id });
  return found;
}

const opensBefore = (each: Correction, made: Correction) =>
  each.kind === made.kind && each.endAt === null && Date.parse(each.startAt) < Date.parse(made.startAt);

/** Ends the open record where the next begins, and takes its amounts into the next one. */
function join(open: Correction, made: Correction): { closed: Correction | undefined; record: Correction } {
  const next = amountsAfter(open, made);
  if (!next) return { closed: undefined, record: made };
  return { closed: { ...open, endAt: made.startAt }, record: { ...made, ...next } as Correction };
}

function amountsAfter(open: Correction, made: Correction): Pick<Shift, 'fixes'> | Pick<Initshift, 'initials'> | null {
  if (open.kind === 'initshift') {
    const both = renewedZero(appliedOf(open) as Initshift, appliedOf(made) as Initshift);
    return both && { initials: both.next.initials };
  }
  const both = open.kind === 'shift' ? continuedShift(appliedOf(open) as Shift, appliedOf(made) as Shift) : null;
  return both && { fixes: both.next.fixes };
}

/**
 * A new zero of what counts from its components, or from nothing, would say nothing. A magnitude that has an initial value
 * of its own may count by that. Throws badInput.
 */
function refuseUncounted(
  named: readonly string[],
  keys: readonly string[],
  { follows, initialValues }: PointFacts,
): void {
  const followers = followersOf(keys, follows);
  const issues = named.flatMap((key) => {
    if (!takesInitialValue(key)) return [{ path: `initials.${key}`, message: 'fieldUncounted' }];
    const isCountedByOthers = followers.has(key) && initialValues[key] === undefined;
    return isCountedByOthers ? [{ path: `initials.${key}`, message: 'fieldFollows' }] : [];
  });
  if (issues.length > 0) throw new Failure('badInput', issues);
}

type RecordMeta = Pick<Correction, 'id' | 'reason' | 'createdBy' | 'createdAt' | 'updatedBy' | 'updatedAt'>;

function recordOf(kind: CorrectionKind, pointId: number, input: CorrectionInput, record: RecordMeta): Correction {
  const { id, reason, createdBy, createdAt, updatedBy, updatedAt } = record;
  const { startAt, endAt, stableTimes, amounts } = input;
  const about = { id, reason, createdBy, createdAt, updatedBy, updatedAt };
  return { kind, pointId, startAt, endAt, stableTimes, ...amounts, ...about } as Correction;
}

/** Throws why a record cannot stand: its own faults, the last reset of the point, another record. */
async function check(
  { db }: Context,
  record: Correction,
  existing: readonly Correction[],
  exceptId: number | undefined,
): Promise<void> {
  const facts = getOrThrow(await pointFacts(db, [record.pointId]), record.pointId);
  const keys = fieldsOf(facts.family, facts.nodeCount).map((field) => field.key);
  const applied = appliedOf(record);
  const fault = correctionFault(applied, keys, [...followersOf(keys, facts.follows).keys()]);
  if (record.kind === 'initshift') refuseUncounted(Object.keys(record.initials), keys, facts);
  if (fault === 'endBeforeStart') throw new Failure('startAfterEnd');
  if (fault === 'nodeUnknown' && record.kind === 'topshift')
    throw new Failure('badInput', [{ path: 'fixes', message: 'noProfile' }]);
  if (fault === 'fieldUnknown' || fault === 'fieldFollows' || fault === 'nodeUnknown')
    throw new Failure('badInput', [{ path: fault === 'nodeUnknown' ? 'node' : 'fixes', message: fault }]);
  if (fault !== null) throw new Failure('fixInvalid', { fault });
  const resetAt = await lastReset(sqlOver(db), record.pointId);
  if (resetAt !== null && applied.startAt < resetAt)
    throw new Failure('beforeReset', { resetAt: new Date(resetAt).toISOString() });
  refuseOverlap(
    record,
    existing.filter((each) => each.id !== exceptId),
  );
}

/** One act in the change log: over all the time in which any of its records counted before or counts now. */
async function writeAct(
  context: Context,
  pointId: number,
  reason: string,
  before: readonly Correction[],
  after: readonly Correction[],
): Promise<number> {
  const all = [...before, ...after];
  const ends = all.map((record) => (record.endAt === null ? null : Date.parse(record.endAt)));
  const act = {
    projectId: (await ownerOf(context.db, pointId)).projectId,
    fromMs: Math.min(...all.map((record) => Date.parse(record.startAt))),
    toMs: ends.includes(null) ? null : Math.max(...(ends as number[])),
    pointIds: [pointId],
  };
  const { caller, db, now } = context;
  const counts: ChangeCounts = { corrections: Math.max(before.length, after.length) };
  const changeId = await insertChange(sqlOver(db), {
    ...act,
    kind: 'correction',
    reason,
    byId: caller.accountId,
    byName: caller.displayName,
    at: now().getTime(),
    detail: { before, after, counts },
  });
  await context.emit('readingsChanged', { ...act, changeId });
  return changeId;
}

/**
 * A reset begins a point anew: what counted until then ends there. Where its readings are gone there is nothing left to
 * correct.
 */
export const afterReset: Handlers = {
  pointReset: [
    async ({ db }, { pointId, cleared, atMs }) => {
      await table.lock(db, pointId);
      await (cleared ? table.removeAll(db, pointId) : table.endAll(db, pointId, new Date(atMs)));
    },
  ],
};
