/**
 * Points out as a sheet and back. Invariant: only what differs from the points as they are is changed; what a sheet says
 * of a point that is not there, or of what a point cannot change, is refused and never left out in silence.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { PointTableRow } from '@plumbline/contract/points/points.lists';
import { type RowProblem, rowLimits } from '@plumbline/contract/points/points.rows';
import { sheetLimits, type sheets } from '@plumbline/contract/points/sheets';
import { type KeyedGroup, keyedColumns, type PointColumn, pointSheet } from '@plumbline/contract/points/sheets.points';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import type { Download } from '../../../kernel/downloads.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { headed, readSheet, type SheetRow, sheetTypes, writeSheet } from '../../../kernel/sheets.ts';
import { batchEdit } from '../batches/batches.edit.api.ts';
import { tableRows } from '../points/points.lists.api.ts';
import { cellOfPath, type ReadRow, readRow } from './logic/cells.ts';
import { type PointColumns, pointColumns, refuseMissing } from './logic/columns.ts';
import { pointTable } from './sheets.points.api.ts';

type Input<K extends keyof typeof sheets> = OutputOf<(typeof sheets)[K]['input']>;
type Scalar = string | number | boolean | null;
interface Change {
  readonly field: string;
  readonly before: Scalar;
  readonly after: Scalar;
}

const groups: readonly KeyedGroup[] = keyedColumns.map(({ group }) => group);
/** What a point is and a sheet cannot make it. */
const fixed = ['type', 'family', 'nodeCount'] as const;

/** Every point with the same columns: those of all parameters and fields that one of them has. */
export async function exportPoints(
  { db }: Context,
  { projectId, structureId, format, language }: Input<'exportPoints'>,
): Promise<Download> {
  const { rows } = await tableRows(db, { projectId, structureId });
  const { columns, cells } = pointTable(rows, language);
  return {
    type: sheetTypes[format],
    fileName: `points.${format}`,
    stream: writeSheet(cells(), { format, name: 'Points', columns }),
  };
}

/** Throws what reading a sheet throws, sheetColumnsMissing, and rowsRefused with the problems by row. */
export async function importPoints(
  context: Context,
  { projectId, dryRun, reason, language }: Input<'importPoints'>,
  upload: Upload,
) {
  const limits = { maxBytes: sheetLimits.maxBytes, maxRows: rowLimits.edit + 1, accountId: context.caller.accountId };
  const { heading, data } = headed((await readSheet(upload.stream, limits)).rows);
  const columns = pointColumns<PointColumn>(heading, pointSheet);
  // A sheet of new points has no ID: somebody took the other file.
  if (columns.at.has('structure') && columns.missing.includes('id')) throw new Failure('sheetOther', { is: 'setUp' });
  refuseMissing(columns, pointSheet, language);
  return await inTransaction(context, async (inside) => {
    const { rows } = await tableRows(inside.db, { projectId });
    const { edits, problems } = compare(data, columns, new Map(rows.map((row) => [row.id, row])));
    const request = { projectId, reason, rows: edits.map(({ point, set }) => ({ pointId: point.id, set })) };
    const judged = edits.length === 0 ? [] : (await batchEdit(inside, { ...request, dryRun: true })).problems;
    problems.push(...judged.map((problem) => ({ ...problem, row: elementAt(edits, problem.row).row })));
    problems.sort((a, b) => a.row - b.row);
    const located = problems.slice(0, 2000).map((problem) => {
      const cell = cellOfPath(columns, problem.path, elementAt(data, problem.row).line);
      return { ...problem, ...(cell !== undefined && { cell }) };
    });
    if (!dryRun && problems.length > 0) throw new Failure('rowsRefused', { problems: located });
    if (!dryRun && edits.length > 0) await batchEdit(inside, { ...request, dryRun: false });
    return {
      lines: edits.map(({ line, row, point, changes }) => ({
        line,
        row,
        pointId: point.id,
        name: point.name,
        changes: [...changes],
      })),
      problems: located,
      counts: {
        rows: data.length,
        changed: edits.length,
        fields: edits.reduce((total, { changes }) => total + changes.length, 0),
        refused: new Set(problems.map(({ row }) => row)).size,
      },
      columns: { unknown: [...columns.unknown] },
    };
  });
}

/** A row that changes its point. */
interface Edit extends Difference {
  readonly line: number;
  readonly row: number;
  readonly point: PointTableRow;
}

/** The rows of a sheet against the points as they are; each point once, and each row's faults by its index. */
function compare(
  data: readonly SheetRow[],
  columns: PointColumns<PointColumn>,
  there: ReadonlyMap<number, PointTableRow>,
): { readonly edits: Edit[]; readonly problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const edits: Edit[] = [];
  const visited = new Set<number>();
  for (const [row, sheet] of data.entries()) {
    const read = readRow(sheet, columns, row, problems);
    const pointId = read.reader.number('id');
    const point = pointId === null ? undefined : there.get(pointId);
    if (pointId === null) read.reader.wrong('id', 'required');
    else if (!point) problems.push({ row, path: 'pointId', error: 'notFound', detail: { pointId } });
    else if (visited.has(pointId)) read.reader.wrong('id', 'rowsRepeat');
    if (!point || visited.has(point.id)) continue;
    visited.add(point.id);
    for (const key of fixed)
      if (read.values[key] !== undefined && read.values[key] !== point[key]) read.reader.wrong(key, 'notEditable');
    const difference = differenceOf(point, read);
    if (difference.changes.length > 0) edits.push({ line: sheet.line, row, point, ...difference });
  }
  return { edits, problems };
}

/** Spreadsheets keep fifteen digits. */
const toSpreadsheetPrecision = (value: number) => Number(Number(value.toFixed(9)).toPrecision(15));

const same = (a: unknown, b: unknown) => JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
const canonical = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, typeof each === 'number' ? toSpreadsheetPrecision(each) : each]),
      )
    : value;
const shown = (value: unknown): Scalar =>
  value === null || value === undefined
    ? null
    : Array.isArray(value)
      ? value.join(' ')
      : typeof value === 'object'
        ? Object.values(value).join(' ')
        : (value as Scalar);

/** The same number with as many digits as a spreadsheet keeps. */
const isCutShort = (before: unknown, after: unknown) =>
  typeof before === 'number' && typeof after === 'number' && Number(before.toPrecision(15)) === after;

interface Difference {
  /** As the batch takes it. */
  readonly set: Record<string, unknown>;
  readonly changes: readonly Change[];
}

/** What a row says that is not as it is. Parameters and the like that have no column stay. */
function differenceOf(point: PointTableRow, { values, keyed }: ReadRow): Difference {
  const set: Record<string, unknown> = {};
  const changes: Change[] = [];
  for (const [field, value] of Object.entries(values)) {
    if ((fixed as readonly string[]).includes(field)) continue;
    // A point without a sensor has no mode, and one without a device no channel.
    if (field === 'channel' && values['sncode'] === null) continue;
    const before = point[field as keyof PointTableRow];
    if (same(before ?? null, value)) continue;
    set[field] = value;
    changes.push({ field, before: shown(before), after: shown(value) });
  }
  for (const group of groups) {
    const next: Record<string, unknown> = { ...point[group] };
    const found = changes.length;
    for (const [key, value] of Object.entries(keyed[group])) {
      const before = point[group][key] ?? null;
      if (before === value || isCutShort(before, value)) continue;
      if (value === null) delete next[key];
      else next[key] = value;
      changes.push({ field: `${group}.${key}`, before, after: value });
    }
    if (changes.length > found) set[group] = next;
  }
  return { set, changes };
}
