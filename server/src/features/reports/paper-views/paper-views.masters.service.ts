/** Masters on paper: a line of movements, a section of prisms with its chords and offsets. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { pictureLimits } from '@plumbline/contract/reports/templates.views';
import type { LineSurvey, masters, SectionSurvey } from '@plumbline/contract/views/masters';
import { lineSvg } from '@plumbline/science/display/line-svg';
import { sectionSvg } from '@plumbline/science/display/section-svg';
import { spread } from '@plumbline/science/display/spread';
import type { Reads } from '../../../kernel/context.ts';
import { iso } from '../../readings/readings/readings.query.api.ts';
import { lines, newestGeometry, sections, timesOfSurveys } from '../../views/masters/masters.api.ts';
import { type FigureCell, numeric, tableOf, text, time, type ViewFigure, type ViewQuestion } from './logic/figure.ts';

/** Some of the surveys of the period; times spread over it where it is full of them, or has none. */
async function questionOf(reads: Reads, { point, options, fromMs, toMs }: ViewQuestion) {
  const surveys = (await timesOfSurveys(reads, point.id, fromMs, toMs - 1)) ?? [];
  const spanMs = toMs - 1 - fromMs;
  const spreadTimes = Array.from(
    { length: options.dates },
    (_, i) => fromMs + Math.round((i * spanMs) / (options.dates - 1)),
  );
  const times = (surveys.length > 0 ? spread(surveys, options.dates) : spreadTimes).map(iso);
  const baseline = options.counted === 'period' ? elementAt(times, 0) : null;
  return { pointId: point.id, times, toleranceSeconds: undefined, baseline, raw: false, quality: 'good' as const };
}

const isKnown = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);

export async function lineView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { words, point, timeOf } = question;
  const { surveys, geometries } = await lines(
    reads,
    (await questionOf(reads, question)) as OutputOf<typeof masters.lines.input>,
  );
  const newest = newestGeometry<LineSurvey, (typeof geometries)[number]>(surveys, geometries);
  const comparable = newest?.surveys.filter(({ up, isComparable }) => isComparable && isKnown(up)) ?? [];
  if (!newest || comparable.length === 0) return [];
  const { stations, members } = newest.geometry;
  const places = stations.map(({ chainageM }) => chainageM);
  return [
    {
      title: point.name,
      svg: lineSvg(
        comparable.map(({ at, up }) => ({ name: timeOf(at), values: up, places })),
        { across: words.distance, up: words.up },
      ),
      notes: missingNotes(comparable.length, surveys.length, question),
      table: tableOf(
        [time(words.time), numeric(words.distance), numeric(words.up), text(words.point)],
        comparable.flatMap(({ at, up }) =>
          stations.map(({ member, chainageM }, i): FigureCell[] => [
            ...[at, chainageM, up[i] ?? null, members[member]?.name ?? null],
          ]),
        ),
        pictureLimits.rows,
        true,
      ),
    },
  ];
}

const missingNotes = (present: number, requested: number, { words }: ViewQuestion): string[] =>
  present < requested ? [words.notIn(requested - present, requested)] : [];

async function sectionOf(reads: Reads, question: ViewQuestion) {
  const { surveys, geometries } = await sections(
    reads,
    (await questionOf(reads, question)) as OutputOf<typeof masters.sections.input>,
  );
  const newest = newestGeometry<SectionSurvey, (typeof geometries)[number]>(surveys, geometries);
  const comparable = newest?.surveys.filter(({ upMm, isComparable }) => isComparable && isKnown(upMm)) ?? [];
  return newest && comparable.length > 0
    ? { geometry: newest.geometry, surveys: comparable, requested: surveys.length }
    : null;
}
type Section = NonNullable<Awaited<ReturnType<typeof sectionOf>>>;

function drawn({ geometry, surveys, requested }: Section, question: ViewQuestion): ViewFigure {
  const { words, point, timeOf } = question;
  const svg = sectionSvg(
    {
      prisms: geometry.prisms,
      surveys: surveys.map(({ at, acrossMm, upMm }) => ({ name: timeOf(at), acrossMm, upMm })),
    },
    { enlarged: words.enlarged },
  );
  const rows = surveys.flatMap(({ at, acrossMm, forwardMm, upMm }) =>
    geometry.members.map(({ name }, i): FigureCell[] => [
      ...[at, name, acrossMm[i] ?? null, forwardMm[i] ?? null, upMm[i] ?? null],
    ]),
  );
  const columns = [
    ...[time(words.time), text(words.prism), numeric(words.across), numeric(words.forward)],
    numeric(words.up),
  ];
  return {
    title: point.name,
    svg,
    notes: missingNotes(surveys.length, requested, question),
    table: tableOf(columns, rows, pictureLimits.rows),
  };
}

function chordTable({ geometry: { chords, members }, surveys }: Section, { words }: ViewQuestion) {
  const rows = surveys.flatMap(({ at, chordsM, convergenceMm }) =>
    chords.map(({ from, to }, i): FigureCell[] => [
      ...[
        at,
        `${members[from]?.name ?? ''} – ${members[to]?.name ?? ''}`,
        convergenceMm[i] ?? null,
        chordsM[i] ?? null,
      ],
    ]),
  );
  const columns = [time(words.time), text(words.chord), numeric(words.convergence), numeric(words.length, 4)];
  return tableOf(columns, rows, pictureLimits.rows, true);
}

function offsetTable({ geometry: { members }, surveys }: Section, { words }: ViewQuestion) {
  const rows = surveys.flatMap(({ at, chainagesM, offsetsM, offsetChangeMm }) =>
    members.map(({ name }, i): FigureCell[] => [
      ...[at, name, offsetChangeMm[i] ?? null, offsetsM[i] ?? null, chainagesM[i] ?? null],
    ]),
  );
  const columns = [
    ...[time(words.time), text(words.prism), numeric(words.offsetChange), numeric(words.offset, 4)],
    numeric(words.chainage),
  ];
  return tableOf(columns, rows, pictureLimits.rows, true);
}

/** The section, and below it what the view is about. */
const about =
  (...tables: readonly ('chord' | 'offset')[]) =>
  async (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> => {
    const section = await sectionOf(reads, question);
    if (!section) return [];
    const { words, point } = question;
    const tableOf = { chord: chordTable, offset: offsetTable };
    const titles = { chord: words.convergence, offset: words.offsetChange };
    return [
      drawn(section, question),
      ...tables.flatMap((name): ViewFigure[] => {
        const table = tableOf[name](section, question);
        const hasNumbers = table.rows.some(([, , value]) => value !== null);
        return hasNumbers ? [{ title: `${point.name}: ${titles[name]}`, svg: null, notes: [], table }] : [];
      }),
    ];
  };
export const chordView = about('chord');
export const offsetView = about('offset');
export const sectionReport = about('chord', 'offset');

export const lineTable = async (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> =>
  (await lineView(reads, question)).map((each) => ({ ...each, svg: null }));
export const sectionTable = async (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> =>
  (await sectionReport(reads, question)).map((each) => ({ ...each, svg: null }));
