/** A master as a section of prisms: its surveys at several times, and a chord or prism of it over time. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { masters, SectionSurvey } from '@plumbline/contract/views/masters';
import type { Context } from '../../../kernel/context.ts';
import { spanOf } from '../../readings/readings/readings.query.api.ts';
import type { Made } from './logic/made.ts';
import {
  emptySection,
  followed,
  membersOf,
  movedAt,
  prismKeys,
  prismsOf,
  type Section,
  sectionAt,
  sectionOfMaster,
} from './logic/section.ts';
import { curveDays, thinnedCurve } from './masters.curves.service.ts';
import { collectionOf, type MasterReads, memberShape } from './masters.members.service.ts';
import { type Drawing, type Geometry, type Surveyed, Surveys, timesOf } from './masters.surveys.service.ts';

type SectionsInput = OutputOf<typeof masters.sections.input>;
type CurveInput = OutputOf<typeof masters.sectionCurve.input>;

const drawing: Drawing<Section> = {
  shapeOf: sectionOfMaster,
  keysOf: (_, { members }) => members.map(() => prismKeys),
};

export async function sections(context: MasterReads, input: SectionsInput) {
  const { baseline, surveys, geometries } = await (await Surveys.open(context, input, drawing)).all(
    input.times,
    input.baseline,
  );
  return {
    geometries: geometries.map((geometry) => ({
      ...timesOf(geometry),
      members: geometry.made.members.map((member) => memberShape(member, false)),
      prisms: prismsOf(geometry.shape),
      chords: [...geometry.shape.chords],
    })),
    baseline: baseline && asAnswer(baseline, null, geometries),
    surveys: surveys.map((survey) => asAnswer(survey, baseline, geometries)),
  };
}

/** Counted from the baseline where there is one; nothing is where that was measured with another geometry. */
function asAnswer(
  { requestedAt, at, silent, standIns, geometry, measured, collection }: Surveyed<Section>,
  baseline: Surveyed<Section> | null,
  geometries: readonly Geometry<Section>[],
): SectionSurvey {
  const isComparable = baseline === null || baseline.geometry === geometry;
  const base = baseline && isComparable ? movedAt(baseline.measured, baseline.collection) : null;
  const shape = isComparable
    ? sectionAt(geometry.shape, movedAt(measured, collection), base)
    : emptySection(geometry.shape);
  const columns = [shape.acrossMm, shape.upMm, shape.chordsM, shape.convergenceMm];
  return {
    requestedAt,
    at,
    silent,
    standIns,
    geometry: geometries.indexOf(geometry),
    isComparable,
    ...shape,
    isComplete: columns.every((column) => column.every((value) => value !== null)),
  };
}

export async function sectionCurve(context: Context, input: CurveInput) {
  const { fromMs, toMs } = spanOf(input, curveDays);
  const surveys = await Surveys.open(context, input, drawing);
  const geometry = surveys.geometryAt(input.geometryAt === null ? toMs : Date.parse(input.geometryAt));
  const { made, shape, keys } = geometry;
  const needed = membersOf(shape, input.quantity, input.place);
  if (needed === null) throw new Failure('badInput', [{ path: 'place', message: 'stationUnknown' }]);
  const baseline = input.baseline === null ? null : await surveys.at(Date.parse(input.baseline));
  const isComparable = baseline === null || baseline.geometry === geometry;
  const base =
    baseline && isComparable
      ? needed.map((member) => elementAt(movedAt(baseline.measured, baseline.collection), member))
      : null;
  const part = { made: onlyMembers(made, needed), keys: needed.map((member) => elementAt(keys, member)) };
  const measured = isComparable ? await surveys.over(part, fromMs, toMs) : [];
  const times = measured[0]?.times ?? new Float64Array();
  const values = Float64Array.from(times, (atMs) =>
    followed(shape, input.quantity, needed, movedAt(measured, collectionOf(measured, atMs)), base),
  );
  return thinnedCurve(times, values, input.width, part.made);
}

const onlyMembers = (master: Made, places: readonly number[]): Made => ({
  ...master,
  members: places.map((place) => elementAt(master.members, place)),
});
