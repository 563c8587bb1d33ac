/** A master as a section of prisms: its surveys at several times, and a chord or prism of it over time. */
import { elementAt } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { masters, SectionSurvey } from '@plumbline/contract/masters';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { instantsOf, iso, spanOf } from '../readings/readings.query.api.ts';
import type { Made } from './logic/made.ts';
import {
  followed,
  type Moved,
  membersOf,
  movedAt,
  prismKeys,
  prismsOf,
  sectionAt,
  sectionOfMaster,
} from './logic/section.ts';
import { curveDays, thinnedCurve } from './masters.lines.service.ts';
import {
  collectionOf,
  collectionTime,
  measuredOver,
  memberShape,
  reachOf,
  requireMade,
  silentOf,
} from './masters.members.service.ts';

type SectionsInput = OutputOf<typeof masters.sections.input>;
type CurveInput = OutputOf<typeof masters.sectionCurve.input>;
type Section = ReturnType<typeof sectionOfMaster>;

export async function sections(context: Context, input: SectionsInput) {
  const made = await requireMade(context, input);
  const section = sectionOfMaster(made);
  const baseline = input.baseline === null ? null : await surveyAt(context, made, input, Date.parse(input.baseline));
  const surveys: SectionSurvey[] = [];
  for (const atMs of instantsOf(input.times))
    surveys.push(asAnswer(section, await surveyAt(context, made, input, atMs), baseline?.moved ?? null));
  return {
    members: made.members.map((member) => memberShape(member, false)),
    prisms: prismsOf(section),
    chords: [...section.chords],
    baseline: baseline && asAnswer(section, baseline, null),
    surveys,
  };
}

interface Surveyed {
  readonly requestedAt: string;
  readonly at: string | null;
  readonly silent: number[];
  readonly moved: readonly Moved[];
}

async function surveyAt(
  context: Context,
  made: Made,
  input: SectionsInput | CurveInput,
  atMs: number,
): Promise<Surveyed> {
  const { toleranceMs, reachMs } = reachOf(made, input.toleranceSeconds);
  const keys = made.members.map(() => prismKeys);
  const measured = await measuredOver(context, made, keys, input, [atMs - reachMs, atMs + reachMs]);
  const foundMs = collectionTime(measured, atMs, toleranceMs);
  const collection = foundMs === null ? made.members.map(() => null) : collectionOf(measured, foundMs);
  return {
    requestedAt: iso(atMs),
    at: foundMs === null ? null : iso(foundMs),
    silent: silentOf(made, measured, collection),
    moved: movedAt(measured, collection),
  };
}

function asAnswer(
  section: Section,
  { requestedAt, at, silent, moved }: Surveyed,
  base: readonly Moved[] | null,
): SectionSurvey {
  const shape = sectionAt(section, moved, base);
  const columns = [shape.acrossMm, shape.upMm, shape.chordsM, shape.convergenceMm];
  return {
    requestedAt,
    at,
    silent,
    ...shape,
    isComplete: columns.every((column) => column.every((value) => value !== null)),
  };
}

export async function sectionCurve(context: Context, input: CurveInput) {
  const { fromMs, toMs } = spanOf(input, curveDays);
  const made = await requireMade(context, input);
  const section = sectionOfMaster(made);
  const needed = membersOf(section, input.quantity, input.place);
  if (needed === null) throw new Failure('badInput', [{ path: 'place', message: 'stationUnknown' }]);
  const part: Made = { ...made, members: needed.map((member) => elementAt(made.members, member)) };
  const baseline = input.baseline === null ? null : await surveyAt(context, part, input, Date.parse(input.baseline));
  const keys = part.members.map(() => prismKeys);
  const measured = await measuredOver(context, part, keys, input, [fromMs, toMs]);
  const { times } = elementAt(measured, 0);
  const values = Float64Array.from(times, (atMs) =>
    followed(section, input.quantity, needed, movedAt(measured, collectionOf(measured, atMs)), baseline?.moved ?? null),
  );
  return thinnedCurve(times, values, input.width, part);
}
