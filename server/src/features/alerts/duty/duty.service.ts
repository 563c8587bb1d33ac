/**
 * Duty rosters: who is on duty when. Invariants: whoever is put on duty may see the alerts of the project; a time without
 * anybody is shown as a gap; what an alert rule names is not deleted.
 */
import { type DutyRoster, type duty, dutyLimits } from '@plumbline/contract/alerts/duty';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type DutySpan, dutySpans } from '@plumbline/science/series/duty';
import type { Context, Db } from '../../../kernel/context.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import * as table from './duty.table.ts';
import { planOf } from './logic/plan.ts';

type Input<K extends keyof typeof duty> = OutputOf<(typeof duty)[K]['input']>;

const iso = (ms: number): string => new Date(ms).toISOString();

export async function list({ db, now }: Context, { projectId }: Input<'list'>) {
  return { dutyRosters: await shown(db, now(), await table.rosters(db, [projectId])) };
}

async function found({ db, now }: Context, projectId: number, rosterId: number): Promise<DutyRoster> {
  const [roster] = await shown(db, now(), await table.rosters(db, [projectId], rosterId));
  if (!roster) throw new Failure('notFound', { rosterId });
  return roster;
}

export async function get(context: Context, { projectId, rosterId }: Input<'get'>) {
  return { dutyRoster: await found(context, projectId, rosterId) };
}

export async function people({ db }: Context, { projectId }: Input<'people'>) {
  const all = await table.people(db, [projectId]);
  return { people: all.map(({ projectId: _, ...person }) => person) };
}

/** The people whom the shifts and rotations of a roster put on duty. */
const onPlan = ({ shifts, rotations }: Pick<table.RosterRow, 'shifts' | 'rotations'>): number[] => [
  ...shifts.map(({ personId }) => personId),
  ...rotations.flatMap(({ personIds }) => personIds),
];

/** The people whom a roster puts on duty, as fallback or as substitutes, each once. */
function namedIn(
  { id, shifts, rotations, fallback_id }: table.RosterRow,
  substitutions: readonly table.SubstitutionRow[],
): number[] {
  const substitutes = substitutions.flatMap(({ roster_id, substitute_id }) =>
    roster_id === id ? [substitute_id] : [],
  );
  const ids = [...onPlan({ shifts, rotations }), ...substitutes, fallback_id];
  return [...new Set(ids.filter((each) => each !== null))];
}

/** Returns rosters, of any projects, with who is on duty now and next, and the gaps ahead. */
export async function shown(db: Db, now: Date, rows: readonly table.RosterRow[]): Promise<DutyRoster[]> {
  const substitutions = await table.substitutions(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const projectOf = new Map(rows.map(({ id, project_id }) => [id, project_id]));
  const named = [
    ...rows.flatMap((row) => namedIn(row, substitutions).map((id) => ({ projectId: row.project_id, id }))),
    ...substitutions.flatMap(({ roster_id, absent_id }) =>
      absent_id === null ? [] : [{ projectId: getOrThrow(projectOf, roster_id), id: absent_id }],
    ),
  ];
  const names = await table.namedBy(db, named);
  return rows.map((row) => rosterOf(row, substitutions, names.get(row.project_id) ?? new Map(), now.getTime()));
}

type Names = ReadonlyMap<number, table.Named>;
const nameIn = (names: Names, id: number | null): string | null =>
  id === null ? null : (names.get(id)?.name ?? `#${id}`);
/** An account that is gone is a member no more. */
const peopleOf = (names: Names, ids: readonly number[]) =>
  ids.map((id) => {
    const { name, problems } = names.get(id) ?? { name: `#${id}`, problems: ['noMember' as const] };
    return { id, name, problems: [...problems] };
  });

/** Times at which somebody is on duty, and nobody of them can act; neighbours are one, with all who are on duty then. */
function uncoveredIn(spans: readonly DutySpan[], names: Names) {
  const merged: { startMs: number; endMs: number; ids: Set<number> }[] = [];
  for (const { startMs, endMs, personIds } of spans) {
    if (personIds.length === 0 || personIds.some((id) => names.get(id)?.problems.length === 0)) continue;
    const last = merged.at(-1);
    if (last?.endMs === startMs) {
      last.endMs = endMs;
      for (const id of personIds) last.ids.add(id);
    } else merged.push({ startMs, endMs, ids: new Set(personIds) });
  }
  return merged.map(({ startMs, endMs, ids }) => ({
    startAt: iso(startMs),
    endAt: iso(endMs),
    people: peopleOf(names, [...ids]),
  }));
}

function rosterOf(
  row: table.RosterRow,
  substitutions: readonly table.SubstitutionRow[],
  names: Names,
  nowMs: number,
): DutyRoster {
  const spans = dutySpans(planOf(row, substitutions), nowMs, nowMs + dutyLimits.aheadDays * dayMs, row.time_zone);
  const [present, next] = spans;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    shifts: [...row.shifts],
    rotations: [...row.rotations],
    fallbackId: row.fallback_id,
    fallbackName: nameIn(names, row.fallback_id),
    substitutions: substitutions
      .filter(({ roster_id }) => roster_id === row.id)
      .map((each) => ({
        id: each.id,
        startAt: each.start_at.toISOString(),
        endAt: each.end_at.toISOString(),
        absentId: each.absent_id,
        absentName: nameIn(names, each.absent_id),
        substituteId: each.substitute_id,
        substituteName: nameIn(names, each.substitute_id),
        note: each.note,
        byName: each.by_name,
        createdAt: each.created_at.toISOString(),
      })),
    onDuty: peopleOf(names, present?.personIds ?? []),
    nextAt: next ? iso(next.startMs) : null,
    next: peopleOf(names, next?.personIds ?? []),
    gaps: spans
      .filter(({ personIds }) => personIds.length === 0)
      .map(({ startMs, endMs }) => ({ startAt: iso(startMs), endAt: iso(endMs) })),
    uncovered: uncoveredIn(spans, names),
    people: peopleOf(names, namedIn(row, substitutions)),
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
  };
}

async function namesIn(db: Db, projectId: number, ids: readonly number[]): Promise<Names> {
  const named = ids.map((id) => ({ projectId, id }));
  return (await table.namedBy(db, named)).get(projectId) ?? new Map();
}

/** Throws dutySpanTooLong, startAfterEnd. */
export async function calendar({ db }: Context, { projectId, rosterId, from, to }: Input<'calendar'>) {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  // An hour more: the clock may change within.
  if (toMs - fromMs > dutyLimits.calendarDays * dayMs + dayMs / 24)
    throw new Failure('dutySpanTooLong', { most: dutyLimits.calendarDays });
  const [row] = await table.rosters(db, [projectId], rosterId);
  if (!row) throw new Failure('notFound', { rosterId });
  const substitutions = await table.substitutions(db, [rosterId], new Date(fromMs));
  const spans = dutySpans(planOf(row, substitutions), fromMs, toMs, row.time_zone);
  const names = await namesIn(
    db,
    projectId,
    spans.flatMap(({ personIds }) => personIds),
  );
  const span = ({ startMs, endMs, personIds }: DutySpan) => ({
    startAt: iso(startMs),
    endAt: iso(endMs),
    people: peopleOf(names, personIds),
  });
  return { spans: spans.map(span) };
}

/** Throws dutyPersonUnfit for whoever may not see the alerts of the project. */
async function checkPeople(db: Db, projectId: number, ids: readonly (number | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return;
  const able = new Set((await table.people(db, [projectId])).map(({ id }) => id));
  const unfit = wanted.filter((id) => !able.has(id));
  if (unfit.length > 0) throw new Failure('dutyPersonUnfit', { personIds: unfit });
}

/** Throws dutyFull, nameTaken, dutyPersonUnfit. */
export async function create(context: Context, { projectId, ...roster }: Input<'create'>) {
  const { db, now, caller } = context;
  await checkPeople(db, projectId, [...onPlan(roster), roster.fallbackId]);
  if ((await table.count(db, projectId)) >= dutyLimits.rosters)
    throw new Failure('dutyFull', { most: dutyLimits.rosters });
  const by = { byName: caller.displayName, createdAt: now() };
  const id = await onNameTaken(table.insert(db, projectId, roster, by), { name: roster.name });
  return { dutyRoster: await found(context, projectId, id) };
}

/**
 * Changes a roster. People who are on the roster already may stay there even where they left the project: it is shown
 * that they are not reached.
 */
export async function update(context: Context, { projectId, rosterId, ...given }: Input<'update'>) {
  const { db } = context;
  if (!(await table.lock(db, projectId, rosterId))) throw new Failure('notFound', { rosterId });
  const before = elementAt(await table.rosters(db, [projectId], rosterId), 0);
  const present = new Set([...onPlan(before), before.fallback_id]);
  const roster = {
    name: given.name ?? before.name,
    shifts: given.shifts ?? before.shifts,
    rotations: given.rotations ?? before.rotations,
    fallbackId: given.fallbackId === undefined ? before.fallback_id : given.fallbackId,
  };
  const added = [...onPlan(roster), roster.fallbackId].filter((id) => !present.has(id));
  await checkPeople(db, projectId, added);
  await onNameTaken(table.update(db, rosterId, roster), { name: roster.name });
  return { dutyRoster: await found(context, projectId, rosterId) };
}

/** Throws rosterInUse. */
export async function remove({ db }: Context, { projectId, rosterId }: Input<'remove'>) {
  if (!(await table.lock(db, projectId, rosterId))) throw new Failure('notFound', { rosterId });
  const names = await table.rulesNaming(db, projectId, rosterId);
  if (names.length > 0) throw new Failure('rosterInUse', { names: names.join(', ') });
  await table.remove(db, rosterId);
  return {};
}

/** Throws substitutionEmpty, startAfterEnd, dutyPersonUnfit, dutyFull. */
export async function substitute(context: Context, input: Input<'substitute'>) {
  const { projectId, rosterId, startAt, endAt, absentId, substituteId, note } = input;
  const { db, now, caller } = context;
  if (Date.parse(startAt) >= Date.parse(endAt)) throw new Failure('startAfterEnd');
  if ((absentId === null && substituteId === null) || absentId === substituteId) throw new Failure('substitutionEmpty');
  if (!(await table.lock(db, projectId, rosterId))) throw new Failure('notFound', { rosterId });
  await checkPeople(db, projectId, [substituteId]);
  const names = await namesIn(db, projectId, absentId === null ? [] : [absentId]);
  if (absentId !== null && !names.has(absentId)) throw new Failure('dutyPersonUnfit', { personIds: [absentId] });
  if ((await table.substitutions(db, [rosterId], now())).length >= dutyLimits.substitutions)
    throw new Failure('dutyFull', { most: dutyLimits.substitutions });
  await table.insertSubstitution(db, {
    roster_id: rosterId,
    start_at: new Date(startAt),
    end_at: new Date(endAt),
    absent_id: absentId,
    substitute_id: substituteId,
    note,
    by_name: caller.displayName,
    created_at: now(),
  });
  return { dutyRoster: await found(context, projectId, rosterId) };
}

export async function removeSubstitution(context: Context, input: Input<'removeSubstitution'>) {
  const { projectId, rosterId, substitutionId } = input;
  if (!(await table.lock(context.db, projectId, rosterId))) throw new Failure('notFound', { rosterId });
  if (!(await table.removeSubstitution(context.db, rosterId, substitutionId)))
    throw new Failure('notFound', { substitutionId });
  return { dutyRoster: await found(context, projectId, rosterId) };
}
