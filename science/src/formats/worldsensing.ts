/**
 * CSV files of Worldsensing (Loadsensing) gateways: those of one node, with lines that describe it above the heading, and those that
 * hold the columns of several nodes together. There a column such as `freqInHz-119346-VW-Ch1` names its node between hyphens: it is a value
 * `freqInHz-VW-Ch1` of the sender `119346`, so that one format reads every node of a kind. Pure.
 *
 * Source: no layout is published. The headings (`Date-and-time`; `TIMESTAMP` below `"Datalogger","compacted"`), the line `Node ID`, the
 * forms of names (`freqInHz`, `freqSqInDigit`, `thermResInOhms`, `value`, `Sensor1`, `AtmPressure`) and the words for no value
 * are those that three independent public readers of such files agree on.
 */
import { csvReader, FileFault, type Row } from '../files/csv.ts';
import { readNumber } from '../files/csv-layout.ts';
import { readTime } from '../series/local-time.ts';
import { type Arrival, nothingOf, readText, type Unwrapped, type Uplink, uplinkLimits, uplinkOf } from './uplink.ts';

/** Above columns whose names hold their node, and above those that somebody named. */
const ofNodes = 'date-and-time';
const named = 'timestamp';
/** Lines above the heading; a file without one by then is another. */
const maxLinesAbove = 50;
const nodeName = /^([^-]{1,40})-(\d{3,10})(?:-(.{1,60}))?$/;

interface Column {
  readonly at: number;
  readonly node: string;
  readonly name: string;
}

/** `elsewhere` is the sender of columns that name no node, in a file that is not of one. */
export function readWorldsensing(content: Uint8Array, { timeZone }: Arrival, elsewhere: string): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const text = readText(content);
  if (text === null) return nothingOf('notText');
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  const heading = rows.slice(0, maxLinesAbove).findIndex(({ cells }) => [ofNodes, named].includes(wordOf(cells[0])));
  const cell = rows[heading];
  if (cell === undefined) return nothingOf('otherShape');
  const above = rows.slice(0, heading);
  const ofFile = above.find(({ cells }) => wordOf(cells[0]) === 'node id')?.cells[1]?.trim();
  const nodes = byNode(columnsOf(cell, ofFile || elsewhere));
  const data = rows.slice(heading + 1);
  if (nodes.size * data.length > uplinkLimits.uplinks) return nothingOf('tooMany');
  const uplinks: Uplink[] = [];
  let untimed = 0;
  for (const { cells, open } of data) {
    const time = readTime((cells[0] ?? '').slice(0, 40), 'ymd', timeZone, 'earlier');
    // A line with a quote that does not end has its cells in the wrong columns.
    if ('at' in time && !open) uplinks.push(...uplinksOf(cells, time.at, nodes));
    else untimed++;
  }
  return { uplinks, faults: untimed > 0 ? ['timeMissing'] : [] };
}

/** What each node has in a line; one whose cells are all empty measured nothing at that time. */
function uplinksOf(cells: readonly string[], at: number, nodes: ReadonlyMap<string, readonly Column[]>): Uplink[] {
  return [...nodes]
    .filter(([, columns]) => columns.some((column) => (cells[column.at] ?? '').trim() !== ''))
    .map(([source, columns]) => {
      const values = columns.map((column) => [column.name, readNumber(cells[column.at] ?? '') ?? null] as const);
      return uplinkOf({ source, at, object: Object.fromEntries(values) });
    });
}

/** None where a line is longer than any of such a file. */
function rowsOf(text: string): Row[] {
  const reader = csvReader({ lineByLine: true });
  try {
    return [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (error instanceof FileFault) return [];
    throw error;
  }
}

const wordOf = (cell: string | undefined): string => (cell ?? '').trim().toLowerCase();

function columnsOf({ cells }: Row, elsewhere: string): Column[] {
  const hasNodes = wordOf(cells[0]) === ofNodes;
  return cells.slice(1).flatMap((cell, place) => {
    const heading = cell.trim();
    if (heading === '') return [];
    const [, what, node = elsewhere, quantityName] = (hasNodes ? nodeName.exec(heading) : null) ?? [];
    const name = what === undefined ? heading : quantityName === undefined ? what : `${what}-${quantityName}`;
    return [{ at: place + 1, node, name }];
  });
}

function byNode(columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> {
  const nodes = new Map<string, Column[]>();
  for (const column of columns) {
    const node = nodes.get(column.node);
    if (node) node.push(column);
    else nodes.set(column.node, [column]);
  }
  return nodes;
}
