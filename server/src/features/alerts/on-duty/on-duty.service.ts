/**
 * Duty over all projects, and calendars of it. Invariants: a list has the projects whose alert rules the caller may see, and no
 * others; a calendar link opens what its maker may see at the time of reading, and nothing once it is ended or they are
 * disabled; its token is stored as its hash alone.
 */
import { createHash, randomBytes } from 'node:crypto';
import { dutyCalendarDays, namedWithoutRoster, type onDuty } from '@plumbline/contract/alerts/on-duty';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { languageOf } from '../../people/users/users.api.ts';
import {
  type NamedSpan,
  type RosterPlace,
  readableRoster,
  rosterPlaces,
  rosterSpans,
  rostersNow,
  rostersOf,
  withoutRoster,
} from '../duty/duty.projects.api.ts';
import { calendarOf, type Duty } from './logic/calendar.ts';
import * as table from './on-duty.table.ts';

type Input<K extends keyof typeof onDuty> = OutputOf<(typeof onDuty)[K]['input']>;

/** Rosters that one calendar takes duties from. */
const maxRosters = 200;

export async function list({ db, caller, now }: Context, { keyword, page, pageSize }: Input<'list'>) {
  const { places, total } = await rosterPlaces(db, caller, {
    keyword,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const ids = places.map(({ id }) => id);
  const [rosters, without] = await Promise.all([
    rostersNow(db, ids, now()),
    withoutRoster(db, caller, namedWithoutRoster),
  ]);
  return {
    rosters: places.flatMap(({ id, projectName, timeZone }) => {
      const roster = rosters.get(id);
      return roster ? [{ projectName, timeZone, roster }] : [];
    }),
    total,
    withoutRoster: without.projects,
    withoutTotal: without.total,
  };
}

export async function calendar({ db, caller }: Context) {
  const row = await table.ofAccount(db, caller.accountId);
  return {
    calendar: row ? { madeAt: row.made_at.toISOString(), readAt: row.read_at?.toISOString() ?? null } : null,
  };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function makeCalendar({ db, caller, now }: Context) {
  const token = randomBytes(32).toString('base64url');
  await table.set(db, caller.accountId, hashOf(token), now());
  return { token };
}

export async function endCalendar({ db, caller }: Context) {
  await table.remove(db, caller.accountId);
  return {};
}

/** Throws notFound for a link that opens nothing, and for a roster that its maker may not read: they look alike. */
export async function readCalendar(context: Context, { token, rosterId }: Input<'readCalendar'>) {
  const { db, now, services } = context;
  const { accountId } = requireRow(await table.opened(db, hashOf(token), now()));
  // From midnight (UTC) on, so that a duty that began before keeps its beginning for a day, and with it its event.
  const today = Math.floor(now().getTime() / dayMs) * dayMs;
  const span = { fromMs: today - dutyCalendarDays.back * dayMs, toMs: today + dutyCalendarDays.ahead * dayMs };
  const place = rosterId === undefined ? null : requireRow(await readableRoster(db, accountId, rosterId));
  const places = place ? [place] : await rostersOf(db, accountId, maxRosters);
  const duties = await dutiesOf(db, places, span, place ? null : accountId);
  const language = await languageOf(db, accountId);
  const home = services.config.publicUrl ?? services.addresses.http;
  const roster = place && { name: place.name, projectName: place.projectName };
  return { type: 'text/calendar; charset=utf-8', text: calendarOf(duties, { language, roster, now: now(), home }) };
}

/** Returns the spans of rosters: those of one person, with who is on duty beside them, or all. */
async function dutiesOf(
  db: Db,
  places: readonly RosterPlace[],
  span: { readonly fromMs: number; readonly toMs: number },
  personId: number | null,
): Promise<Duty[]> {
  const ids = places.map(({ id }) => id);
  const spans = await rosterSpans(db, ids, span);
  return places.flatMap(({ id, name, projectName }) =>
    joined(
      (spans.get(id) ?? [])
        .filter(({ people }) => personId === null || people.some((each) => each.id === personId))
        .map(({ people, ...each }) => ({ ...each, people: people.filter((one) => one.id !== personId) })),
    ).map(({ startMs, endMs, people }) => ({
      rosterId: id,
      rosterName: name,
      projectName,
      startMs,
      endMs,
      names: people.map((each) => each.name),
    })),
  );
}

/** Neighbours with the same people are one: a turn that goes on over the hour at which another begins is no new duty. */
function joined(spans: readonly NamedSpan[]): NamedSpan[] {
  const merged: NamedSpan[] = [];
  const idsOf = ({ people }: NamedSpan): string => people.map(({ id }) => id).join(',');
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && last.endMs === span.startMs && idsOf(last) === idsOf(span))
      merged[merged.length - 1] = { ...last, endMs: span.endMs };
    else merged.push(span);
  }
  return merged;
}
