/**
 * What each view of the catalogue must show, by the functions of science, of the records as they are stored. A view that
 * is missing here does not compile.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Point } from '@plumbline/contract/points/points';
import { fieldsOfView, type ViewName } from '@plumbline/contract/views/views';
import { histogramOf } from '@plumbline/science/comparison/histogram';
import { planOf } from '@plumbline/science/profiles/north-east';
import { restOf } from '@plumbline/science/profiles/rest';
import { chordOf, inPlane, type Station, sectionPlane, usualChords } from '@plumbline/science/sections/tunnel';
import { chainDrawing } from '@plumbline/science/sensors/chain';
import { movementOf } from '@plumbline/science/sensors/displacement';
import { Settings } from '@plumbline/science/sensors/settings';
import { usualSpeedClasses, windCounter } from '@plumbline/science/sensors/wind';
import { bearings, changeBetween, changeOf, cumulativeChange } from '@plumbline/science/series/changes';
import { turnBetween } from '@plumbline/science/series/directions';
import { directionSummaryOf, summaryOf } from '@plumbline/science/series/statistics';
import { beamsUp, joinedUp, levelledUp } from '@plumbline/science/settlement/joined-line';
import { processed } from '@plumbline/science/waveforms/processing';
import { amplitudesOf } from '@plumbline/science/waveforms/spectra';
import { highestLines } from '@plumbline/science/waveforms/thinning';
import {
  type Column,
  chainOfPoint,
  jointsOf,
  movedSince,
  type Request,
  readingNear,
  recordsOf,
} from './view-records.ts';

/** Question put to a view. */
export interface Question {
  readonly request: Request;
  readonly point: Point;
  /** A stretch that is so short that a chart draws every reading of it, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** The surveys, oldest first. */
  readonly times: readonly [number, number];
  /** What the vibration point recorded, mm/s. */
  readonly waveform: { readonly rateHz: number; readonly axes: readonly Float64Array[] };
}
export interface Figures {
  /** What the address says beside point, stretch and surveys. */
  readonly query?: string;
  /** Where they are read: a file of the drawing, a file of the table, or a table of the report by its heading. */
  readonly from: 'drawing' | 'table' | RegExp;
  /** Columns before the numbers: names and times. */
  readonly skip: number;
  readonly rows: readonly Column[];
  /** Of each row on paper; three unless told. */
  readonly decimals?: readonly number[];
}
type Expected = (question: Question) => Promise<Figures>;

/** Columns side by side as rows. */
const across = (columns: readonly Column[]): Column[] =>
  (columns[0] ?? []).map((_, i) => columns.map((column) => column[i] ?? null));
const numbers = (values: ArrayLike<number>): Column =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));
const negated = (values: Column): Column => values.map((value) => value && -value);

/** A number of each place of each survey. */
type Surveyed = (question: Question) => Promise<Column[]>;
const atEach = <T>({ times }: Question, read: (at: number) => Promise<T>): Promise<T[]> => Promise.all(times.map(read));

const chains = (question: Question) =>
  atEach(question, async (at) => jointsOf(question.point, await readingNear(question.request, question.point.id, at)));
const ofAxis: Surveyed = async (question) => (await chains(question)).map(({ x }) => x);
const settled: Surveyed = async (question) => {
  const { settlementSign } = chainDrawing(new Settings(question.point.parameters));
  return (await ofAxis(question)).map((up) => (settlementSign === 1 ? negated(up) : up));
};

/** What the places of a line of several points moved down. */
function lineOf(upOf: (members: readonly Member[], made: Made) => readonly number[]): Surveyed {
  return async (question) => {
    const made = await madeOf(question);
    return atEach(question, async (at) => {
      const members = await Promise.all(
        made.points.map(async (point) => {
          // A place whose reading of that collection was lost has no value: its next one belongs to the next collection.
          const reachMs = point.intervalSeconds * 500;
          return { point, reading: await readingNear(question.request, point.id, at, reachMs) };
        }),
      );
      return negated(numbers(upOf(members, made)));
    });
  };
}
interface Member {
  readonly point: Point;
  readonly reading: (key: string) => number;
}
interface Made {
  readonly master: Point;
  readonly points: readonly Point[];
  readonly fixed: number;
}
async function madeOf({ request, point: master }: Question): Promise<Made> {
  const points = await Promise.all(
    master.slaves.map(
      async ({ pointId }) =>
        (await request<{ measuringPoint: Point }>('GET', `/measuring-points/${pointId}`)).measuringPoint,
    ),
  );
  const fixed = points.findIndex(({ id }) => id === master.master?.fixedPointId);
  return { master, points, fixed: Math.max(0, fixed) };
}

const cells = lineOf((members, { master, fixed }) =>
  levelledUp({
    risenMm: members.map(({ point, reading }) => movedSince(point, reading, 'deflection')),
    turns: members.flatMap(({ point }, i) =>
      i > 0 && master.master?.turningPointIds.includes(point.id) === true ? [i] : [],
    ),
    fixed,
  }),
);
const heights = lineOf((members) => members.map(({ point, reading }) => movedSince(point, reading, 'dh')));
const beams = lineOf((members, { master, fixed }) => {
  const keys = members.map(({ point }) => (point.mainField === 'y' ? 'y' : 'x'));
  return beamsUp({
    lengthsMm: master.master?.lengthsMm ?? [],
    tiltDeg: members.map(({ reading }, i) => reading(elementAt(keys, i))),
    initialTiltDeg: members.map(({ point }, i) => point.initialValues[elementAt(keys, i)] ?? Number.NaN),
    fixedJoint: fixed > 0 && fixed === members.length - 1 ? fixed + 1 : fixed,
  });
});
const arrays = lineOf((members, { fixed }) =>
  joinedUp(
    members.map(({ point, reading }) => jointsOf(point, reading).x.map((value) => value ?? Number.NaN)),
    fixed,
  ).flatMap((joints, i) => joints.slice(i === 0 ? 0 : 1)),
);

/** The curves of surveys, one place after the other, after so many columns that name the place. */
const drawn =
  (surveyed: Surveyed, skip: number): Expected =>
  async (question) => ({ from: 'drawing', skip, rows: across(await surveyed(question)) });
/** The same as a table, the newest survey first. */
const tabled =
  (surveyed: Surveyed): Expected =>
  async (question) => ({ from: 'table', skip: 1, rows: (await surveyed(question)).reverse() });
/** The same on paper. */
const printed =
  (surveyed: Surveyed): Expected =>
  async (question) => ({
    from: /^(Displacement A|Settlement|Deflection)/,
    skip: 1,
    rows: across(await surveyed(question)),
  });

/** A chain in its section: where its joints lie, mm, and their movements to the right and up. */
const ring: Expected = async (question) => {
  const { nodes } = restOf(chainOfPoint(question.point), 0);
  const rest = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  return {
    from: 'drawing',
    skip: 1,
    rows: across([...rest, ...(await chains(question)).flatMap(({ x, y }) => [x, y])]),
  };
};
/** The same of prisms, in the plane that fits them best. */
const prisms: Expected = async (question) => {
  const { points } = await madeOf(question);
  const stations = points.map(
    ({ parameters: { n0 = Number.NaN, e0 = Number.NaN, h0 = Number.NaN } }): Station => ({
      north: n0,
      east: e0,
      height: h0,
    }),
  );
  const plane = sectionPlane(stations);
  const right = (north: number, east: number): number => inPlane(plane, north, east).right;
  const moved = await atEach(question, async (at) => {
    const members = await Promise.all(points.map(({ id }) => readingNear(question.request, id, at)));
    const of = (key: string) => members.map((reading, i) => movedSince(elementAt(points, i), reading, key));
    const [north, east, up] = [of('dx'), of('dy'), of('dh')];
    return [north.map((value, i) => right(value, elementAt(east, i))), up];
  });
  const rest = [
    stations.map(({ north, east }) => right(north - plane.north, east - plane.east) * 1000),
    stations.map(({ height }) => height * 1000),
  ];
  return { from: 'drawing', skip: 1, rows: across([...rest, ...moved.flat()].map(numbers)) };
};

/** How the chords of a section of prisms changed. */
const convergences: Surveyed = async (question) => {
  const { master, points } = await madeOf(question);
  const rest = points.map(
    ({ parameters: { n0 = Number.NaN, e0 = Number.NaN, h0 = Number.NaN } }): Station => ({
      north: n0,
      east: e0,
      height: h0,
    }),
  );
  const placeOf = (pointId: number): number => points.findIndex(({ id }) => id === pointId);
  const chords =
    master.master?.chords?.map(({ from, to }) => [placeOf(from), placeOf(to)] as const) ?? usualChords(points.length);
  return atEach(question, async (at) => {
    const members = await Promise.all(points.map(({ id }) => readingNear(question.request, id, at)));
    const now = rest.map(({ north, east, height }, i): Station => {
      const moved = (key: string) => movedSince(elementAt(points, i), elementAt(members, i), key) / 1000;
      return { north: north + moved('dx'), east: east + moved('dy'), height: height + moved('dh') };
    });
    const lengthOf = (stations: readonly Station[], [from, to]: readonly [number, number]): number =>
      chordOf(elementAt(stations, from), elementAt(stations, to));
    return numbers(chords.map((chord) => (lengthOf(now, chord) - lengthOf(rest, chord)) * 1000));
  });
};

/** A probe that was let down the casing at the second time, and the chain at that time: both along axis A. */
const probeAndChain: Expected = async (question) => {
  const { request, point, to } = question;
  const { measuringPoints } = await request<{ measuringPoints: Point[] }>(
    'GET',
    `/projects/${point.projectId}/measuring-points`,
  );
  const probe = measuringPoints.find(({ name }) => name === `PB-${point.id}`);
  if (!probe) throw new Error(`no probe beside ${point.name}`);
  const columns = [probe, point].map(async (each) => jointsOf(each, await readingNear(request, each.id, to)).x);
  const rows = across(await Promise.all(columns));
  // The demonstration brings a probe of its own.
  return { query: `manual=${probe.id}`, from: 'drawing', skip: 1, rows };
};

/** A casing from above: its joints turned to north and east. */
const fromAbove: Expected = async (question) => {
  const { markAzimuthDeg } = chainDrawing(new Settings(question.point.parameters));
  const surveys = (await chains(question)).map(({ x, y }) => planOf(x, y, markAzimuthDeg ?? Number.NaN));
  const columns = surveys.flatMap((joints) => [
    joints.map((joint) => joint?.north ?? null),
    joints.map((joint) => joint?.east ?? null),
  ]);
  return { from: 'drawing', skip: 1, rows: across(columns) };
};

const stretch = ({ request, point, from, to }: Question) => recordsOf(request, point.id, from, to);

/** The cumulative change of a field, reading by reading; null where there is none. */
async function cumulative(question: Question, key: string): Promise<Column> {
  const { fields, times, of } = await stretch(question);
  const keys = fields.map((field) => field.key);
  const columns = new Map(keys.map((each) => [each, of(each)]));
  const initialOf = (each: string) => question.point.initialValues[each] ?? null;
  const values = cumulativeChange(times, columns, changeOf(keys, key), { corrections: [], initialOf });
  return values ? numbers(values) : times.map(() => null);
}

/** Every surface point of the structure: north, east, up, size and direction of its movement between the surveys. */
const vectors: Expected = async (question) => {
  const { request, point, times } = question;
  const { measuringPoints } = await request<{ measuringPoints: Point[] }>(
    'GET',
    `/projects/${point.projectId}/measuring-points`,
  );
  const beside = measuringPoints.filter(
    ({ structureId, family, type }) => structureId === point.structureId && family === point.family && type !== 3,
  );
  const rows = beside.map(async ({ id }) => {
    const [before, after] = await Promise.all(times.map((at) => readingNear(request, id, at)));
    const moved = ['dx', 'dy', 'dh'].map((key) => (after?.(key) ?? Number.NaN) - (before?.(key) ?? Number.NaN));
    const { horizontal, azimuthDeg } = movementOf(elementAt(moved, 0), elementAt(moved, 1), 0);
    return numbers([...moved, horizontal, azimuthDeg]);
  });
  return { from: 'drawing', skip: 3, rows: await Promise.all(rows) };
};

/** The amplitudes of what was recorded, above 2 Hz. */
const spectrum: Expected = async ({ waveform: { rateHz, axes } }) => {
  const lines = axes.map((samples) => {
    const signal = processed(
      samples,
      { rateHz, unit: 'mm/s' },
      { quantity: 'recorded', highPassHz: 2, lowPassHz: null },
    );
    const { values, resolutionHz } = amplitudesOf(signal ?? new Float64Array(), rateHz, 'hann');
    return highestLines(values, resolutionHz, 2_000).map(({ value }) => value);
  });
  return { query: 'highpass=2', from: 'drawing', skip: 1, rows: across(lines) };
};

/** Of each field: last, largest, smallest, mean, deviation, change. */
const statistics: Expected = async (question) => {
  const { fields, times, of } = await stretch(question);
  const keys = fields.map(({ key }) => key);
  const rows = keys.map((key) => {
    const values = of(key);
    const { max, min, mean, standardDeviation } = bearings.has(key)
      ? directionSummaryOf(values)
      : summaryOf(times, values);
    const change = changeOf(keys, key);
    const reading = (i: number) => change.keys.map((each) => of(each).at(i) ?? Number.NaN);
    // A direction has turned by the shorter way; that of a movement has moved nowhere.
    const turned = turnBetween(values.at(0) ?? Number.NaN, values.at(-1) ?? Number.NaN);
    const [moved = null] = numbers([bearings.has(key) ? turned : changeBetween(change, reading(-1), reading(0))]);
    return [numbers(values).at(-1) ?? null, max, min, mean, standardDeviation, moved];
  });
  return { from: /^Statistics/, skip: 1, rows, decimals: fields.map(({ precision }) => precision) };
};

/** The values of the fields that a view of curves draws by itself, one beside the other. */
const fieldsDrawn =
  (view: ViewName): Expected =>
  async (question) => {
    const { of } = await stretch(question);
    return { from: 'drawing', skip: 1, rows: across(fieldsOfView(view).map((key) => numbers(of(key)))) };
  };

/** Figures of each view; photos have no numbers (e2e/photos.test.ts opens them). */
export const figuresOf: Readonly<Record<Exclude<ViewName, 'image-list'>, Expected>> = {
  'time-value': async (question) => {
    const rows = across([await cumulative(question, question.point.mainField)]);
    return { query: 'quantity=cumulative', from: 'drawing', skip: 1, rows };
  },
  'adm-profile': drawn(ofAxis, 1),
  'adm-settlement': drawn(settled, 1),
  'adm-panel-deflection': drawn(ofAxis, 1),
  'adm-circular': ring,
  'circular-segment': ring,
  'hsl-settlement': drawn(cells, 2),
  'master-adm-settlement': drawn(arrays, 2),
  'master-angle-settlement': drawn(beams, 2),
  'station-convergence': prisms,
  'station-chord': prisms,
  'station-offset': prisms,
  'station-settlement': drawn(heights, 2),
  'adm-northeast': fromAbove,
  'adm-3d': fromAbove,
  'adm-artificial-compare': probeAndChain,
  'sdmpro-track': async (question) => {
    const { of } = await stretch(question);
    const rows = across(['dx', 'dy', 'dh'].map((key) => numbers(of(key))));
    return { from: 'drawing', skip: 1, rows: rows.filter(([north, east]) => north !== null && east !== null) };
  },
  'tdm-map': vectors,
  'weather-station-chart': async (question) => {
    const { of, times } = await stretch(question);
    const counter = windCounter(16, usualSpeedClasses);
    // A list has the reading at the end of its span as well; a count ends before it.
    const counted = (key: string) => of(key).filter((_, row) => (times[row] ?? 0) < question.to);
    counter.add(counted('windDirection'), counted('windSpeed'));
    return { from: 'drawing', skip: 1, rows: [...counter.tally().counts] };
  },
  'manhole-cover-chart': fieldsDrawn('manhole-cover-chart'),
  'manhole-cover-ott-chart': fieldsDrawn('manhole-cover-ott-chart'),
  'hiksmoke-chart': fieldsDrawn('hiksmoke-chart'),
  'idm-event': spectrum,
  analysis: async (question) => {
    const { edges = [], counts = [] } = histogramOf((await stretch(question)).of(question.point.mainField)) ?? {};
    const rows = counts.map((count, i) => [elementAt(edges, i), elementAt(edges, i + 1), count]);
    return { query: 'analysis=distribution', from: 'drawing', skip: 0, rows };
  },
  'adm-data': tabled(ofAxis),
  'hsl-settlement-data': tabled(cells),
  'master-adm-data': tabled(arrays),
  'master-angle-data': tabled(beams),
  'station-data': tabled(convergences),
  'dt-data': async (question) => {
    const { fields } = await stretch(question);
    const columns = await Promise.all(fields.map(({ key }) => cumulative(question, key)));
    return { query: 'measure=cumulative', from: 'table', skip: 1, rows: across(columns).reverse() };
  },
  'adm-report': printed(ofAxis),
  'hsl-settlement-report': (question) => printed(question.point.family === 'tilt' ? beams : cells)(question),
  'master-adm-report': printed(arrays),
  'station-report': async (question) => ({ ...(await printed(convergences)(question)), from: /^Change of the chord/ }),
  'artificial-report': statistics,
};
