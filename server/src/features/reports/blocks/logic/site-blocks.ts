/** Blocks on the site and the record behind the figures: drawings, works, inspections, photos, weather, readings, method. */
import { createHash } from 'node:crypto';
import { levelColours } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { fieldAt } from '@plumbline/contract/points/families';
import { templateLimits } from '@plumbline/contract/reports/templates.blocks';
import { onPaper } from '@plumbline/science/display/drawing-roles';
import { plainNumber } from '@plumbline/science/display/number';
import { type WeatherDay, weatherSvg } from '@plumbline/science/display/weather-svg';
import type { PaperPart, PaperTable } from '../../paper/paper.api.ts';
import {
  type BlockContext,
  type BlockWriter,
  heading,
  isWithin,
  linesWithin,
  note,
  quietHeading,
  titleOf,
} from './block-parts.ts';
import type { PointReadings, PointWeather, ReportDrawing } from './extras.ts';
import { cell, column, paperName, quietColour } from './paper-tables.ts';
import { roundParts } from './round-parts.ts';

const table = (columns: PaperTable['columns'], rows: PaperTable['rows']): PaperPart => ({
  part: 'table',
  table: { size: 7.5, columns, rows },
});

/** Drawings of several structures that are one picture, as one: with the points and the names of all of them. */
function alikeTogether(drawings: readonly ReportDrawing[]): ReportDrawing[] {
  const groups = Map.groupBy(
    drawings,
    ({ name, bytes }) => `${name}\n${createHash('sha256').update(bytes).digest('base64')}`,
  );
  return [...groups.values()].map((group) => ({
    ...elementAt(group, 0),
    structure: [...new Set(group.map(({ structure }) => structure))].join(', '),
    places: group.flatMap(({ places }) => places),
  }));
}

export const drawings: BlockWriter<'drawings'> = (block, context) => {
  const { content, own, addPicture } = context;
  const main = new Map(
    linesWithin(block.only, context)
      .filter(({ isMain }) => isMain)
      .map((line) => [line.point.id, line]),
  );
  const drawn = alikeTogether(
    content.extras.drawings
      .map((drawing) => ({ ...drawing, places: drawing.places.filter(({ pointId }) => main.has(pointId)) }))
      .filter(({ places }) => places.length > 0),
  );
  return [
    heading(titleOf(block, own.drawings, context)),
    ...(drawn.length === 0 ? [note(own.drawingsNone, false)] : []),
    ...drawn.map(
      ({ structure, name, bytes, format, width, height, places }): PaperPart => ({
        part: 'drawing',
        title: paperName(`${structure}: ${name}`),
        picture: addPicture(
          format === 'svg' ? Buffer.from(onPaper(Buffer.from(bytes).toString('utf8'))) : bytes,
          format,
        ),
        ratio: height / width,
        marks: places.flatMap(({ pointId, x, y }) => {
          const line = main.get(pointId);
          if (!line) return [];
          const { state, level } = line.status;
          const isKnown = level !== null && (level > 0 || state === 'reporting');
          return [{ x, y, text: line.point.name, colour: (isKnown && levelColours[level]) || quietColour }];
        }),
      }),
    ),
  ];
};

export const works: BlockWriter<'works'> = (block, context) => {
  const { content, own, words, tables } = context;
  const at = (iso: string | null) => cell(iso === null ? '' : tables.times.text(Date.parse(iso)));
  const names = new Map(
    content.lines.flatMap(({ point }) =>
      (content.structuresOf.get(point.id) ?? []).slice(0, 1).map((id) => [id, point.structure] as const),
    ),
  );
  return [
    heading(titleOf(block, own.works, context)),
    content.extras.works.length === 0
      ? note(own.worksNone, false)
      : table(
          [
            ...[column(own.from, 1.6), column(own.until, 1.6), column(own.kind, 1.2), column(words.structure, 2)],
            ...[column(own.description, 4), column(own.elevation, 1.2, true)],
          ],
          content.extras.works.map(({ startAt, endAt, kind, structureId, text, elevationM }) => [
            ...[at(startAt), at(endAt), cell(own.workKinds[kind] ?? '')],
            cell(structureId === null ? own.wholeProject : paperName(names.get(structureId) ?? '')),
            ...[cell(paperName(text)), cell(elevationM === null ? '' : plainNumber(elevationM, 2))],
          ]),
        ),
  ];
};

export const inspections: BlockWriter<'inspections'> = (block, context) => {
  const { content, own, words, tables } = context;
  const { rounds, total, photosTotal = 0, missed, defects } = content.extras.inspections;
  const pictured = rounds.reduce((sum, { detail }) => sum + (detail?.photos.length ?? 0), 0);
  const at = (iso: string | null) => cell(iso === null ? '' : tables.times.text(Date.parse(iso)));
  const isEmpty = rounds.length + missed.length + defects.length === 0;
  return [
    heading(titleOf(block, own.inspections, context)),
    ...(isEmpty ? [note(own.inspectionsNone, false)] : []),
    ...(rounds.length + missed.length > 0
      ? [
          table(
            [
              ...[column(own.plan, 2.4), column(own.where, 2), column(own.finished, 1.8), column(own.finishedBy, 1.6)],
              ...[column(own.faults, 1, true), column(own.outOfLimits, 1, true)],
            ],
            [
              ...rounds.map((round) => [
                ...[cell(paperName(round.plan)), cell(paperName(round.where)), at(round.finishedAt)],
                cell(paperName(round.finishedBy ?? '')),
                ...[{ text: String(round.faults) }, { text: String(round.outOfLimits) }],
              ]),
              ...missed.map((each) => [
                ...[
                  cell(paperName(each.plan)),
                  cell(''),
                  { ...at(each.at), small: own.missed },
                  cell(''),
                  cell(''),
                  cell(''),
                ],
              ]),
            ],
          ),
        ]
      : []),
    ...(total > rounds.length ? [note(own.more(rounds.length, total), false)] : []),
    ...(block.detail ? roundParts(rounds, context) : []),
    ...(block.detail && photosTotal > pictured ? [note(own.morePhotos(pictured, photosTotal), false)] : []),
    ...(defects.length > 0
      ? [
          heading(own.defects, 2),
          table(
            [
              ...[column(own.defect, 3), column(own.where, 2), column(own.severity, 1.2), column(words.status, 1.2)],
              ...[column(own.from, 1.6), column(words.note, 3)],
            ],
            defects.map((defect) => [
              ...[
                cell(paperName(defect.title)),
                cell(paperName(defect.location)),
                cell(own.severities[defect.severity]),
              ],
              ...[cell(own.defectStates[defect.state]), at(defect.raisedAt), cell(paperName(defect.note))],
            ]),
          ),
        ]
      : []),
  ];
};

export const photos: BlockWriter<'photos'> = (block, context) => {
  const { content, own, tables, addPicture } = context;
  const families = new Map(content.lines.map(({ point }) => [point.id, point.family]));
  const isAll = Object.values(block.only).every((list) => list.length === 0);
  const photos = content.extras.photos.filter(({ pointId }) => {
    const family = families.get(pointId);
    return isAll || (family !== undefined && isWithin(block.only, { id: pointId, family }, content.structuresOf));
  });
  const { photosTotal } = content.extras;
  return [
    heading(titleOf(block, own.photos, context)),
    ...(photos.length === 0 ? [note(own.photosNone, false)] : []),
    ...(isAll && photosTotal > photos.length ? [note(own.more(photos.length, photosTotal), false)] : []),
    {
      part: 'pictures',
      columns: block.columns,
      pictures: photos.flatMap(({ jpeg, name, structure, atMs, note: words }) =>
        jpeg === null
          ? []
          : [
              {
                picture: addPicture(jpeg, 'jpg'),
                title: paperName(`${structure}: ${name}`),
                small: paperName([tables.times.text(atMs), words].filter((each) => each !== '').join('  ')),
              },
            ],
      ),
    },
  ];
};

/** From how many days on there is something to draw. */
const daysDrawn = 3;
/** Gauges in the table of the weather. */
const maxGauges = 4;

export const weather: BlockWriter<'weather'> = (block, context) => {
  const { content, own } = context;
  const weather = content.extras.weather.filter(({ point }) => isWithin(block.only, point, content.structuresOf));
  const gauges = weather.filter(({ measures }) => measures === 'rain').slice(0, maxGauges);
  const warmth = weather.filter(({ measures }) => measures === 'temperature').slice(0, maxGauges);
  const days = [...new Set([...gauges, ...warmth].flatMap((each) => [...each.days.keys()]))].toSorted();
  if (days.length === 0) return [heading(titleOf(block, own.weather, context)), note(own.weatherNone, false)];
  const strip = days.map((day) => dayOf(day, gauges, warmth));
  const number = (value: number | null) => cell(value === null ? '' : plainNumber(value, 1));
  return [
    heading(titleOf(block, own.weather, context)),
    ...(days.length < daysDrawn
      ? []
      : [{ part: 'charts', columns: 1, charts: [{ title: own.weather, svg: weatherSvg(strip, own) }] } as const]),
    table(
      [
        column(own.day, 1.4),
        ...gauges.map(({ point }) => column(`${paperName(point.name)}: ${own.rain}`, 1.4, true)),
        ...warmth.flatMap(({ point }) => [
          column(`${paperName(point.name)}: ${own.coldest}`, 1.4, true),
          column(`${paperName(point.name)}: ${own.warmest}`, 1.4, true),
        ]),
      ],
      days.map((day) => [
        cell(day),
        ...gauges.map(({ days: of }) => number(of.get(day)?.sum ?? null)),
        ...warmth.flatMap(({ days: of }) => [number(of.get(day)?.min ?? null), number(of.get(day)?.max ?? null)]),
      ]),
    ),
  ];
};

/** A day of the strip: the rain of the first gauge that measured it, the range of the first thermometer. */
function dayOf(day: string, gauges: readonly PointWeather[], warmth: readonly PointWeather[]): WeatherDay {
  const rain = gauges.map(({ days }) => days.get(day)).find((each) => each !== undefined);
  const range = warmth.map(({ days }) => days.get(day)).find((each) => each !== undefined);
  return { day, rain: rain?.sum ?? null, coldest: range?.min ?? null, warmest: range?.max ?? null };
}

/** Lines of one chunk: one paragraph, which the layout sets at once. */
const linesOfChunk = 200;
const readingColumns = 4;

export const readings: BlockWriter<'readings'> = (block, context) => {
  const { content, own, tables, words } = context;
  const { extras } = content;
  const readings = extras.readings.filter(({ point }) => isWithin(block.only, point, content.structuresOf));
  const count = readings.reduce((sum, { times }) => sum + times.length, 0);
  return [
    heading(titleOf(block, own.readings, context)),
    ...(count === 0 ? [note(own.readingsNone, false)] : []),
    ...(extras.readingsLeft > 0
      ? [note(own.more(templateLimits.readings, templateLimits.readings + extras.readingsLeft), false)]
      : []),
    ...readings.flatMap(({ point, field, times, values }): PaperPart[] => [
      quietHeading(
        `${paperName(point.structure)}: ${paperName(point.name)} (${words.families[point.family]}${field.unit === '' ? '' : `, ${field.unit}`})`,
      ),
      { part: 'lines', columns: readingColumns, chunks: chunksOf({ times, values, field }, tables.times.text) },
    ]),
  ];
};

function chunksOf(
  { times, values, field }: Pick<PointReadings, 'times' | 'values' | 'field'>,
  text: (ms: number) => string,
): string[] {
  const lines = Array.from(times, (at, i) => {
    const value = values[i] ?? Number.NaN;
    return `${text(at)}\u2002${Number.isNaN(value) ? '–' : plainNumber(value, field.precision)}`;
  });
  return Array.from({ length: Math.ceil(lines.length / linesOfChunk) }, (_, i) =>
    lines.slice(i * linesOfChunk, (i + 1) * linesOfChunk).join('\n'),
  );
}

export const method: BlockWriter<'method'> = (block, context) => {
  const { content, words } = context;
  return [
    heading(titleOf(block, words.methodTitle, context)),
    ...(block.sentences ? [{ part: 'list', items: words.method(content.timeZone) } as const] : []),
    ...(block.calibration ? calibrationParts(block, context) : []),
  ];
};

function calibrationParts(block: Parameters<typeof method>[0], context: BlockContext): PaperPart[] {
  const { content, own, words, tables } = context;
  const points = new Map(linesWithin(block.only, context).map(({ point }) => [point.id, point]));
  const rows = content.extras.calibrations.flatMap((each) => {
    const point = points.get(each.pointId);
    if (!point) return [];
    const parameters = Object.entries(each.parameters).map(([name, value]) => `${name} = ${value}`);
    const formulas = Object.entries(each.formulas).map(([field, text]) => `${field} = ${text}`);
    const precision = fieldAt(point.family, point.mainIndex)?.precision ?? 3;
    return [
      [
        ...[cell(paperName(point.name)), cell(each.sncode ?? own.manual), cell(each.channel ?? '')],
        ...[
          cell(paperName([own.formulas[each.formulaType], ...formulas].join('; '))),
          cell(paperName(parameters.join('; '))),
        ],
        cell(each.initial === null ? '' : plainNumber(each.initial, precision)),
        cell(each.fromMs === null ? '' : tables.times.text(each.fromMs)),
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    heading(own.calibration, 2),
    table(
      [
        ...[column(words.point, 2), column(words.sncode, 1.8), column(own.channel, 1), column(own.formula, 2)],
        ...[column(own.parameters, 4), column(own.initial, 1.3, true), column(own.since, 1.6)],
      ],
      rows,
    ),
  ];
}
