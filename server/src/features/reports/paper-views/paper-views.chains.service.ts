/** Chains of segments on paper: profiles, lines, slabs and sections, seen from above and in space, beside a manual probe. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { pictureLimits } from '@plumbline/contract/reports/templates.views';
import { type Casing, chainForms, type profiles } from '@plumbline/contract/views/profiles';
import { lineSvg } from '@plumbline/science/display/line-svg';
import { planSvg } from '@plumbline/science/display/plan-svg';
import { profileSvg } from '@plumbline/science/display/profile-svg';
import { sectionSvg } from '@plumbline/science/display/section-svg';
import { shapeSvg } from '@plumbline/science/display/shape-svg';
import { spread } from '@plumbline/science/display/spread';
import { planOf } from '@plumbline/science/profiles/north-east';
import { chordsOfSection, nodesNow, surveyChords } from '@plumbline/science/sections/section-survey';
import type { Reads } from '../../../kernel/context.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { iso } from '../../readings/readings/readings.query.api.ts';
import { compare, surveys } from '../../views/profiles/profiles.api.ts';
import { type FigureCell, numeric, tableOf, text, time, type ViewFigure, type ViewQuestion } from './logic/figure.ts';
import { goodReadings } from './paper-views.curves.service.ts';

type Answer = Awaited<ReturnType<typeof surveys>>;
type ChainSurvey = Answer['surveys'][number] & { readonly atMs: number; readonly of: Casing };
interface Chain {
  readonly answer: Answer;
  /** Those that were measured and can be compared, oldest first. */
  readonly found: readonly ChainSurvey[];
  readonly notes: readonly string[];
}

/** Surveys of the point at times of its readings, spread over the period; null = there is none. */
async function chainOf(reads: Reads, question: ViewQuestion): Promise<Chain | null> {
  const { point, options, words } = question;
  const measured = await goodReadings(reads, question, '');
  const { times, values } = measured;
  // A reading whose main value failed is a survey only where no other is there.
  const good = [...times].filter((_, i) => !Number.isNaN(values[i]));
  const chosen = spread(good.length > 0 ? good : [...times], options.dates).map(iso);
  const [first] = chosen;
  if (first === undefined) return null;
  const answer = await surveys(reads, {
    pointId: point.id,
    times: chosen,
    toleranceSeconds: 1,
    baseline: options.counted === 'period' ? first : null,
    raw: false,
    quality: 'good',
  } as OutputOf<typeof profiles.surveys.input>);
  const found = answer.surveys.flatMap((survey): ChainSurvey[] => {
    const isThere = [...survey.x, ...survey.y].some((value) => value !== null);
    return survey.at === null || !survey.isComparable || !isThere
      ? []
      : [{ ...survey, atMs: Date.parse(survey.at), of: elementAt(answer.casings, survey.casing) }];
  });
  const missing = chosen.length - found.length;
  return found.length === 0 ? null : { answer, found, notes: missing > 0 ? [words.notIn(missing, chosen.length)] : [] };
}

const placesOf = ({ depthsM, elevationsM, chainagesM }: Casing): readonly number[] =>
  depthsM.length > 0 ? depthsM : elevationsM.length > 0 ? elevationsM : chainagesM;

/** A row for each joint of each survey. */
const jointRows = (
  surveys: readonly ChainSurvey[],
  cellsOf: (survey: ChainSurvey, joint: number) => readonly FigureCell[],
): FigureCell[][] =>
  surveys.flatMap((survey) =>
    placesOf(survey.of).map((place, joint) => [survey.atMs, place, ...cellsOf(survey, joint)]),
  );

const named = (
  surveys: readonly ChainSurvey[],
  values: (survey: ChainSurvey) => readonly (number | null)[],
  question: ViewQuestion,
) =>
  surveys.map((survey) => ({
    name: question.timeOf(survey.atMs),
    values: values(survey),
    places: placesOf(survey.of),
  }));

/** Of one axis, a row for each depth on paper. */
const axisTable = (surveys: readonly ChainSurvey[], axis: 'x' | 'y', { words }: ViewQuestion) =>
  tableOf(
    [time(words.time), numeric(words.depth), numeric(axis === 'x' ? words.axisA : words.axisB)],
    jointRows(surveys, (survey, joint) => [survey[axis][joint] ?? null]),
    pictureLimits.rows,
    true,
  );

const onePlaced = (surveys: readonly ChainSurvey[], down: string, value: string, { words }: ViewQuestion) =>
  tableOf(
    [time(words.time), numeric(down), numeric(value)],
    jointRows(surveys, ({ x }, joint) => [x[joint] ?? null]),
    pictureLimits.rows,
    true,
  );

/** By how the chain lies: what its own view shows. */
function ownFigures({ answer, found, notes }: Chain, question: ViewQuestion): ViewFigure[] {
  const { words, point } = question;
  const form = elementAt(found, -1).of.form;
  switch (form) {
    case 'vertical': {
      return (['x', 'y'] as const).map((axis) => ({
        title: point.name,
        svg: profileSvg(
          named(found, (survey) => survey[axis], question),
          { across: axis === 'x' ? words.axisA : words.axisB, down: words.depth },
        ),
        notes: axis === 'x' ? notes : [],
        table: axisTable(found, axis, question),
      }));
    }
    case 'horizontal': {
      const drawn = named(found, ({ x }) => x, question);
      const svg = lineSvg(drawn, { across: words.distance, up: words.up });
      return [{ title: point.name, svg, notes, table: onePlaced(found, words.distance, words.up, question) }];
    }
    case 'panel': {
      const hasHeights = found.every(({ of }) => of.elevationsM.length > 0);
      const down = hasHeights ? words.elevation : words.distance;
      const drawn = named(found, ({ x }) => x, question);
      const svg = profileSvg(drawn, { across: words.deflection, down, isUpward: true });
      return [{ title: point.name, svg, notes, table: onePlaced(found, down, words.deflection, question) }];
    }
    case 'ring':
    case 'arc':
      return sectionFigures({ answer, found, notes }, question, form === 'ring');
    default:
      return form satisfies never;
  }
}

/** The section with its movements, and the chords across it. Surveys of the newest chain alone: two have no common nodes. */
function sectionFigures({ answer, found: all, notes }: Chain, question: ViewQuestion, isRing: boolean): ViewFigure[] {
  const { words, point } = question;
  const { of, casing } = elementAt(all, -1);
  const sameCasing = all.filter((each) => each.casing === casing);
  if (of.nodes.length === 0) return [];
  const closed = <T>(list: readonly T[]): T[] => (isRing ? [...list, ...list.slice(0, 1)] : [...list]);
  const svg = sectionSvg(
    {
      prisms: closed(of.nodes).map(({ x, y }) => ({ acrossM: x / 1000, upM: y / 1000 })),
      surveys: sameCasing.map(({ atMs, x, y }) => ({
        name: question.timeOf(atMs),
        acrossMm: closed(x),
        upMm: closed(y),
      })),
    },
    { enlarged: words.enlarged },
  );
  const { baseline, drawing } = answer;
  const base = baseline ? nodesNow(of.nodes, baseline.x, baseline.y) : of.nodes;
  const chords = chordsOfSection(of.nodes.length, isRing);
  const rows = sameCasing.flatMap(({ atMs, x, y }) =>
    surveyChords(chords, base, nodesNow(base, x, y)).map(({ from, to, lengthMm, convergenceMm }): FigureCell[] => [
      ...[atMs, `${from}–${to}`, convergenceMm === null ? null : 0 + drawing.convergenceSign * convergenceMm],
      lengthMm === null ? null : lengthMm / 1000,
    ]),
  );
  const nodes = sameCasing.flatMap(({ atMs, x, y }) =>
    of.nodes.map((_, node): FigureCell[] => [atMs, String(node), x[node] ?? null, y[node] ?? null]),
  );
  return [
    {
      title: point.name,
      svg,
      notes,
      table: tableOf(
        [time(words.time), text(words.node), numeric(words.across), numeric(words.up)],
        nodes,
        pictureLimits.rows,
      ),
    },
    {
      title: `${point.name}: ${words.convergence}`,
      svg: null,
      notes: [],
      table: tableOf(
        [time(words.time), text(words.chord), numeric(words.convergence), numeric(words.length, 4)],
        rows,
        pictureLimits.rows,
        true,
      ),
    },
  ];
}

export async function chainView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const chain = await chainOf(reads, question);
  return chain ? ownFigures(chain, question) : [];
}

/** The numbers alone. */
export const chainTable = async (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> =>
  (await chainView(reads, question)).flatMap((each) => (each.table ? [{ ...each, svg: null }] : []));

/** Every joint on the plan, turned by the mark of its own time; one that is not set is drawn as north. */
const planned = ({ found, notes }: Chain, { words }: ViewQuestion) => ({
  notes: [...notes, ...(found.some(({ of }) => of.markAzimuthDeg === null) ? [words.azimuthNotSet] : [])],
  surveys: found.map(({ atMs, x, y, of }) => ({
    atMs,
    depthsM: of.depthsM,
    joints: planOf(x, y, of.markAzimuthDeg ?? 0),
  })),
});

const planTable = ({ surveys: all }: ReturnType<typeof planned>, { words }: ViewQuestion) =>
  tableOf(
    [
      ...[time(words.time), numeric(words.depth), numeric(words.north), numeric(words.east)],
      ...[numeric(words.horizontal), numeric(words.azimuth, 1)],
    ],
    all.flatMap(({ atMs, depthsM, joints }) =>
      depthsM.map((depthM, i): FigureCell[] => {
        const { north = null, east = null, horizontal = null, azimuthDeg = null } = joints[i] ?? {};
        return [atMs, depthM, north, east, horizontal, azimuthDeg];
      }),
    ),
    pictureLimits.rows,
  );

export async function northEastView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const chain = await chainOf(reads, question);
  if (!chain) return [];
  const plan = planned(chain, question);
  const paths = plan.surveys.map(({ atMs, joints }) => ({
    name: question.timeOf(atMs),
    at: joints.map((joint) => joint && ([joint.east, joint.north] as const)),
  }));
  const { words, point } = question;
  const svg = planSvg({ paths, arrows: [], marks: [], circles: [], unitsPerMm: null }, words);
  return [{ title: point.name, svg, notes: plan.notes, table: planTable(plan, question) }];
}

export async function spaceView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const chain = await chainOf(reads, question);
  if (!chain) return [];
  const plan = planned(chain, question);
  const { words, point } = question;
  const [north = '', , , , east = ''] = words.compass.split(' ');
  const bodies = plan.surveys.map(({ atMs, depthsM, joints }) => ({
    name: question.timeOf(atMs),
    joints: joints.map((joint, i) => joint && { ...joint, depthM: depthsM[i] ?? 0 }),
  }));
  if (!bodies.some(({ joints }) => joints.some((joint) => joint !== null))) return [];
  const svg = shapeSvg({ surveys: bodies }, { north, east, depth: words.depth, enlarged: words.enlarged });
  return [{ title: point.name, svg, notes: plan.notes, table: planTable(plan, question) }];
}

const maxProbes = 3;

/** The newest manual survey of each probe in the same structure, and the automatic one that is nearest to it. */
export async function compareView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, words, options, timeOf } = question;
  const others = (await namedPoints(reads.db, point.projectId, 'all')).filter(
    ({ type, family, nodeCount, structure }) =>
      type === 2 && family === 'deepDisplacement' && nodeCount > 0 && structure === point.structure,
  );
  const figures: ViewFigure[] = [];
  for (const other of others.slice(0, maxProbes)) {
    const { pairs } = await compare(reads, {
      pointId: point.id,
      manualPointId: other.id,
      from: iso(question.fromMs),
      to: iso(question.toMs - 1),
      axis: 'x',
      baseline: options.counted === 'period' ? iso(question.fromMs) : null,
      toleranceSeconds: dayMs / 1000,
      raw: false,
      quality: 'good',
    });
    const newest = pairs.at(-1);
    if (!newest) continue;
    const drawn = (['manual', 'automatic'] as const).map((side) => ({
      name: `${side === 'manual' ? words.manualSurvey : words.automaticSurvey} ${timeOf(Date.parse(newest[side].at))}`,
      values: newest[side].values,
      places: newest[side].depthsM,
    }));
    figures.push({
      title: `${point.name} – ${other.name}`,
      svg: profileSvg(drawn, { across: words.axisA, down: words.depth }),
      notes: [],
      table: tableOf(
        [
          ...[time(words.time), numeric(words.depth), numeric(`${words.manualSurvey}: ${words.axisA}`)],
          ...[numeric(`${words.automaticSurvey}: ${words.axisA}`), numeric(words.difference)],
        ],
        pairs.flatMap(({ manual, atDepths, differences }) =>
          manual.depthsM.map((depthM, i): FigureCell[] => [
            ...[Date.parse(manual.at), depthM, manual.values[i] ?? null],
            ...[atDepths[i] ?? null, differences[i] ?? null],
          ]),
        ),
        pictureLimits.rows,
      ),
    });
  }
  return figures;
}

/** Whether the forms are still those that are drawn here. */
chainForms satisfies readonly ['vertical', 'horizontal', 'panel', 'ring', 'arc'];
