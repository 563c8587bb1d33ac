/** Surface points on the plan, the wind, what vibration points recorded, photos: on paper. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { pictureLimits } from '@plumbline/contract/reports/templates.views';
import type { tracks } from '@plumbline/contract/views/tracks';
import type { waveforms } from '@plumbline/contract/views/waveforms';
import type { weather } from '@plumbline/contract/views/weather';
import { limitStrokes } from '@plumbline/science/display/chart-svg';
import { exaggerationOf } from '@plumbline/science/display/exaggeration';
import { planSvg } from '@plumbline/science/display/plan-svg';
import { extentOf } from '@plumbline/science/display/plot-svg';
import { roseSvg } from '@plumbline/science/display/rose-svg';
import { magnitudesSvg, spectraSvg, spectrumSvg, waveformSvg } from '@plumbline/science/display/waveform-svg';
import { drawnLimits } from '@plumbline/science/limits/drawn-limits';
import { movementOf } from '@plumbline/science/sensors/displacement';
import type { Reads } from '../../../kernel/context.ts';
import { photosIn } from '../../points/photos/photos.api.ts';
import { some } from '../../points/points/points.rows.api.ts';
import { ofPoint } from '../../points/points/points.rules.api.ts';
import { offsetAt } from '../../readings/corrections/corrections.changes.api.ts';
import { shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { iso } from '../../readings/readings/readings.query.api.ts';
import { timesOfSurveys } from '../../views/masters/masters.api.ts';
import { track, vectors } from '../../views/tracks/tracks.api.ts';
import { magnitudes, overTime, samples, spectrum } from '../../views/waveforms/waveforms.api.ts';
import { windRose } from '../../views/weather/weather.api.ts';
import { type FigureCell, numeric, tableOf, text, time, type ViewFigure, type ViewQuestion } from './logic/figure.ts';

const spanOf = ({ fromMs, toMs }: ViewQuestion) => ({ from: iso(fromMs), to: iso(toMs - 1) });
const good = { raw: false, quality: 'good' } as const;
/** How far from a date its reading may be: half a day, as on the screens. */
const toleranceSeconds = 43_200;

/** From the first survey of the point in the period to the last one; the whole period where it is full of them. */
async function surveyedSpan(reads: Reads, question: ViewQuestion) {
  const { point, fromMs, toMs } = question;
  const surveys = (await timesOfSurveys(reads, point.id, fromMs, toMs - 1)) ?? [];
  const [first, last] = [surveys[0], surveys.at(-1)];
  return first === undefined || last === undefined || first === last
    ? spanOf(question)
    : { from: iso(first), to: iso(last) };
}

export async function trackView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, options, words, timeOf, fromMs } = question;
  const counted = options.counted === 'period' ? iso(fromMs) : null;
  const { times, north, east, up, start, end, farthest, thinned, total } = await track(reads, {
    pointId: point.id,
    ...spanOf(question),
    baseline: counted,
    columns: 300,
    toleranceSeconds,
    ...good,
  } as OutputOf<typeof tracks.track.input>);
  if (start === null || end === null) return [];
  const at = times.map((_, i) => {
    const [x, y] = [east[i] ?? null, north[i] ?? null];
    return x === null || y === null ? null : ([x, y] as const);
  });
  const marks = [
    { words: `${words.start} ${timeOf(Date.parse(start.at))}`, of: start },
    { words: `${words.last} ${timeOf(Date.parse(end.at))}`, of: end },
    ...(farthest && farthest.at !== end.at && farthest.at !== start.at
      ? [{ words: words.farthest, of: farthest }]
      : []),
  ].flatMap(({ words: named, of }) =>
    of.east === null || of.north === null ? [] : [{ words: named, at: [of.east, of.north] as const }],
  );
  const circles = counted === null && question.hasLimits ? await limitCircles(reads, question) : [];
  const rows = times.flatMap((atMs, i): FigureCell[][] => {
    const [x, y] = [east[i] ?? null, north[i] ?? null];
    if (x === null || y === null) return [];
    const { horizontal, azimuthDeg } = movementOf(y, x, 0);
    return [[atMs, y, x, up[i] ?? null, horizontal, Number.isNaN(azimuthDeg) ? null : azimuthDeg]];
  });
  return [
    {
      title: point.name,
      svg: planSvg({ paths: [{ name: '', at }], arrows: [], marks, circles, unitsPerMm: null }, words),
      notes: thinned ? [words.more(rows.length, total)] : [],
      table: tableOf(
        [
          ...[time(words.time), numeric(words.north), numeric(words.east), numeric(words.up)],
          ...[numeric(words.horizontal), numeric(words.azimuth, 1)],
        ],
        rows,
        pictureLimits.rows,
      ),
    },
  ];
}

/** The limits on the horizontal displacement: they watch what counts from the base position. */
async function limitCircles({ db }: Reads, { point, toMs }: ViewQuestion) {
  const [rules, points] = await Promise.all([ofPoint(db, point.id), shownPoints(db, [point.id], false)]);
  const pointFacts = elementAt(points, 0);
  return drawnLimits(
    rules.map(({ threshold }) => threshold),
    'horizontal',
    'value',
    offsetAt(pointFacts, 'horizontal', toMs - 1),
  )
    .filter(({ value }) => value > 0)
    .map(({ level, value }) => ({ radius: value, colour: limitStrokes[level - 1] ?? '#333' }));
}

/** How all surface points of the structure moved from the beginning of the period to its end. */
export async function vectorsView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, words } = question;
  const [row] = await some(reads.db, reads.now(), [point.id]);
  if (!row) return [];
  const { points } = await vectors(reads, {
    structureId: row.structureId,
    ...(await surveyedSpan(reads, question)),
    toleranceSeconds,
    ...good,
  } as OutputOf<typeof tracks.vectors.input>);
  if (!points.some(({ moved }) => moved !== null)) return [];
  const placed = points.flatMap((each) =>
    each.eastM === null || each.northM === null ? [] : [{ ...each, eastM: each.eastM, northM: each.northM }],
  );
  const [west, east] = extentOf(placed.map(({ eastM }) => eastM));
  const [south, north] = extentOf(placed.map(({ northM }) => northM));
  const longest = Math.max(0, ...placed.map(({ moved }) => moved?.horizontal ?? 0));
  const factor = longest > 0 ? exaggerationOf(longest, Math.max(east - west, north - south) || 10) : 1;
  const enlarged = (mm: number) => (mm / 1000) * factor;
  const arrows = placed.map(({ name, eastM, northM, moved, level }) => ({
    name,
    from: [eastM, northM] as const,
    to:
      moved === null || moved.east === null || moved.north === null
        ? null
        : ([eastM + enlarged(moved.east), northM + enlarged(moved.north)] as const),
    colour: level === null ? '#555' : (limitStrokes[level - 1] ?? '#1b7a3a'),
  }));
  const rows = points.map(({ name, moved }): FigureCell[] => [
    ...[name, moved?.north ?? null, moved?.east ?? null, moved?.up ?? null, moved?.horizontal ?? null],
    moved?.azimuthDeg ?? null,
  ]);
  const metres = (words: string) => words.replace('mm', 'm');
  return [
    {
      title: point.structure,
      svg:
        placed.length === 0
          ? null
          : planSvg(
              { paths: [], arrows, marks: [], circles: [], unitsPerMm: factor / 1000 },
              { east: metres(words.east), north: metres(words.north) },
            ),
      notes: placed.length === 0 ? [] : [words.enlarged(factor)],
      table: tableOf(
        [
          ...[text(words.point), numeric(words.north), numeric(words.east), numeric(words.up)],
          ...[numeric(words.horizontal), numeric(words.azimuth, 1)],
        ],
        rows,
        pictureLimits.rows,
      ),
    },
  ];
}

export async function roseView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, words } = question;
  const { rose } = await windRose(reads, {
    pointId: point.id,
    ...spanOf(question),
    directions: 16,
    ...good,
  } as OutputOf<typeof weather.windRose.input>);
  const { counts, classes, total, meanSpeedMS, maxSpeedMS } = rose;
  if (total === 0) return [];
  const sectors = words.compass.split(' ');
  const speeds = classes.map((from, i) => words.speed(from, classes[i + 1] ?? null));
  const sized = (value: number | null) => (value === null ? '–' : value.toFixed(1));
  return [
    {
      title: point.name,
      svg: roseSvg({ sectors, counts, classes: speeds, total }, [
        words.windless(((rose.calm / total) * 100).toFixed(1)),
        words.rose(sized(meanSpeedMS), sized(maxSpeedMS)),
      ]),
      notes: [],
      table: tableOf(
        [text(words.sector), ...speeds.map((speed) => numeric(speed, 0))],
        sectors.map((name, i) => [name, ...(counts[i] ?? [])]),
        pictureLimits.rows,
      ),
    },
  ];
}

type WaveformInput<K extends 'samples' | 'spectrum' | 'overTime'> = OutputOf<(typeof waveforms)[K]['input']>;

/** Returns the drawing of vibration: one event, its spectrum, the spectra of all, or how strong each was. */
export async function eventView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, options } = question;
  const { events, total } = await magnitudes(reads, { pointId: point.id, ...spanOf(question) });
  const strongest = events.toSorted((a, b) => b.velocityMmS - a.velocityMmS)[0];
  if (!strongest) return [];
  switch (options.waveform) {
    case 'magnitudes':
      return [magnitudesFigure(events, total, question)];
    case 'spectra':
      return await spectraFigures(reads, question);
    case 'spectrum':
      return [await spectrumFigure(reads, strongest, question)];
    case 'event':
      return [await eventFigure(reads, strongest, question)];
    default:
      return options.waveform satisfies never;
  }
}

type Event = Awaited<ReturnType<typeof magnitudes>>['events'][number];

function magnitudesFigure(events: readonly Event[], total: number, question: ViewQuestion): ViewFigure {
  const { point, words } = question;
  return {
    title: `${point.name}: ${words.magnitudes}`,
    svg: magnitudesSvg(
      events.map(({ startAt, velocityMmS }) => ({ atMs: Date.parse(startAt), value: velocityMmS })),
      question,
      { y: words.peakVelocity },
    ),
    notes: events.length < total ? [words.more(events.length, total)] : [],
    table: eventTable(events, question),
  };
}

const eventTable = (events: readonly Event[], { words }: ViewQuestion) =>
  tableOf(
    [
      time(words.time),
      numeric(words.peakVelocity),
      text(words.axis),
      numeric(words.frequency, 1),
      numeric(words.vectorSum),
      text(words.trigger),
    ],
    events.map(({ startAt, velocityMmS, axis, frequencyHz, vectorSumMmS, trigger }) => [
      Date.parse(startAt),
      velocityMmS,
      axis.toUpperCase(),
      frequencyHz,
      vectorSumMmS,
      trigger,
    ]),
    pictureLimits.rows,
  );

async function eventFigure(reads: Reads, event: Event, question: ViewQuestion): Promise<ViewFigure> {
  const { point, words, timeOf } = question;
  const { axes, unit, fromSeconds, stepSeconds } = await samples(reads, {
    pointId: point.id,
    waveformId: event.waveformId,
    from: 0,
    width: 440,
    quantity: 'recorded',
  } as WaveformInput<'samples'>);
  return {
    title: `${point.name}: ${words.event}, ${timeOf(Date.parse(event.startAt))}`,
    svg: waveformSvg(
      axes.map(({ axis, low, high }) => ({ name: axis.toUpperCase(), low, high })),
      { fromSeconds, stepSeconds },
      { x: words.seconds, y: unit },
    ),
    notes: [],
    table: eventTable([event], question),
  };
}

async function spectrumFigure(reads: Reads, event: Event, question: ViewQuestion): Promise<ViewFigure> {
  const { point, words, timeOf } = question;
  const { axes, unit } = await spectrum(reads, {
    pointId: point.id,
    waveformId: event.waveformId,
    from: 0,
    kind: 'amplitude',
    window: 'hann',
    quantity: 'recorded',
  } as WaveformInput<'spectrum'>);
  const drawn = axes.map(({ axis, ...each }) => ({ ...each, name: axis.toUpperCase() }));
  return {
    title: `${point.name}: ${words.spectrum}, ${timeOf(Date.parse(event.startAt))}`,
    svg: spectrumSvg(drawn, { x: words.frequency, y: unit }),
    notes: [],
    table: tableOf(
      [numeric(words.frequency, 2), ...drawn.map(({ name }) => numeric(`${name}, ${unit}`, 5))],
      (drawn[0]?.hz ?? []).map((hz, i) => [hz, ...drawn.map(({ values }) => values[i] ?? null)]),
      pictureLimits.rows,
    ),
  };
}

/** Of each axis that was recorded one. */
async function spectraFigures(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, words } = question;
  const figures: ViewFigure[] = [];
  for (const axis of ['x', 'y', 'z'] as const) {
    const { columns, unit, fromHz, lineHz, total } = await overTime(reads, {
      pointId: point.id,
      ...spanOf(question),
      axis,
      measure: 'amplitude',
      fromHz: 0,
      quantity: 'recorded',
    } as WaveformInput<'overTime'>);
    if (columns.length === 0) continue;
    const drawn = columns.map(({ startAt, values }) => ({ atMs: Date.parse(startAt), values }));
    figures.push({
      title: `${point.name}: ${words.spectra}, ${axis.toUpperCase()}`,
      svg: spectraSvg({ fromHz, lineHz, columns: drawn }, question, { y: words.frequency, value: unit }),
      notes: columns.length < total ? [words.more(columns.length, total)] : [],
      table: tableOf(
        [time(words.time), numeric(words.frequency, 2), numeric(`${words.peak}, ${unit}`, 5)],
        columns.map(({ startAt, peakHz, peak }) => [Date.parse(startAt), peakHz, peak]),
        pictureLimits.rows,
      ),
    });
  }
  return figures;
}

const maxPhotos = 12;

/** The first photos of the period, those of one point. */
export async function photosView({ db }: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, words, timeOf, fromMs, toMs } = question;
  const span = { from: new Date(fromMs), to: new Date(toMs), limit: maxPhotos, pointId: point.id };
  const { photos, total } = await photosIn(db, point.projectId, span);
  const table = tableOf(
    [time(words.time), text(words.note)],
    photos.map(({ at, note }) => [at.getTime(), note]),
    pictureLimits.rows,
  );
  const figures: ViewFigure[] = [];
  for (const [i, { at, note, fileId }] of photos.entries()) {
    const photo = await question.pictureOf(fileId);
    figures.push({
      title: `${point.name}, ${timeOf(at.getTime())}`,
      svg: null,
      ...(photo && { photo }),
      notes: [
        ...(note === '' ? [] : [note]),
        ...(i === 0 && total > photos.length ? [words.more(photos.length, total)] : []),
      ],
      table: i === 0 ? table : null,
    });
  }
  return figures;
}
