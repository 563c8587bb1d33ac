/** The layouts of files that hold series of installations instead of columns: AGS4 and DIGGS. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FileReading } from '@plumbline/contract/readings/imports.mapping';
import { type Ags4Reader, ags4Reader, type MondRow, zoneOfTransfer } from '@plumbline/science/files/ags4';
import { csvReader } from '@plumbline/science/files/csv';
import { cellShown } from './detect-columns.ts';
import { diggsReadings } from './diggs.ts';
import { cellsAs, type DetectedLayout, describe, nothingFound, previewLines, statedIn } from './row-layout.ts';
import { type Bytes, decodedText } from './source-file.ts';

const problemsShown = 100;

export function layoutOfAgs(
  text: string,
  encoding: DetectedLayout['reading']['encoding'],
  options: FileReading,
): DetectedLayout {
  const reader = ags4Reader();
  const readings = decodedText(() => [...reader.push(text), ...reader.end()]);
  const series = seriesAmong();
  series.add(readings);
  const reading = {
    encoding,
    separator: ',' as const,
    decimal: '.' as const,
    headerLine: null,
    firstDataLine: 1,
    sheet: null,
    ...cellsAs(options),
  };
  const groups = [...reader.groups].map(([name, { rows }]) => `${name} ${rows}`).join(', ');
  const timeZone = zoneOfTransfer(reader);
  const rows = csvReader({ lineByLine: true }).push(text);
  const mond = rows.findIndex(({ cells: [first, name] }) => first === 'GROUP' && name === 'MOND');
  return {
    ...describe('ags4', rows.slice(Math.max(0, mond)), reading, options),
    columns: [],
    timeColumns: [],
    timePattern: null,
    about: { groups },
    series: series.found(),
    problems: fairly(reader.problems),
    stated: statedIn(`(${timeZone ?? ''})`, reader.transfer['TRAN_REM'] ?? ''),
  };
}

const maxSeries = 2000;

/** The series of readings as they come, the first of them; with their units and how many readings each has. */
function seriesAmong() {
  const series = new Map<string, DetectedLayout['series'][number]>();
  return {
    add(readings: readonly MondRow[]): void {
      for (const { location, point, distance, type, unit } of readings) {
        const key = JSON.stringify([location, point, distance, type]);
        const earlier = series.get(key);
        if (!earlier) {
          if (series.size < maxSeries)
            series.set(key, { location, point, distance, type, unit, otherUnits: [], readings: 1 });
          continue;
        }
        earlier.readings++;
        if (unit !== earlier.unit && !earlier.otherUnits.includes(unit)) earlier.otherUnits.push(unit);
      }
    },
    found: () => [...series.values()],
  };
}

/** The parts of DIGGS that a reading is made of, by the names of its elements. */
const diggsParts = ['samplingFeature', 'Sensor', 'timePositionList', 'propertyClass', 'dataValues', 'uom'];

/** Read to its end: what the values are stands behind the list of times. */
export async function layoutOfDiggs(bytes: Bytes, options: FileReading): Promise<DetectedLayout> {
  const series = seriesAmong();
  const preview: { line: number; cells: string[] }[] = [];
  for await (const rows of diggsReadings(bytes)) {
    series.add(rows);
    for (const row of rows.slice(0, previewLines - preview.length)) {
      const cells = [row.location, row.point, row.timeText, row.type, row.readingText, row.unit];
      preview.push({ line: row.line, cells: cells.map((cell) => cell.slice(0, cellShown)) });
    }
  }
  if (preview.length === 0) throw new Failure('sheetEmpty');
  return {
    ...nothingFound,
    format: 'diggs',
    reading: {
      encoding: 'utf-8',
      separator: ',',
      decimal: '.',
      headerLine: null,
      firstDataLine: 1,
      sheet: null,
      ...cellsAs(options),
    },
    marks: [],
    columns: diggsParts.map((name, column) => ({ column, name, unit: '', holds: 'text', samples: [] })),
    timeColumns: [],
    timePattern: null,
    preview,
    series: series.found(),
  };
}

/** A hundred problems at most, a share of each group before more of any. */
function fairly(problems: Ags4Reader['problems']): DetectedLayout['problems'] {
  const groups = [...Map.groupBy(problems, ({ group }) => group).values()];
  const share = Math.max(1, Math.floor(problemsShown / Math.max(1, groups.length)));
  const chosen = new Set(groups.flatMap((group) => group.slice(0, share)));
  for (const problem of problems) if (chosen.size < problemsShown) chosen.add(problem);
  return [...chosen]
    .sort((a, b) => a.line - b.line)
    .slice(0, problemsShown)
    .map(({ line, group, rule, fault, detail }) => ({ line, group, rule, fault, detail }));
}
