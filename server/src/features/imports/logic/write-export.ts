/** Exports as files: CSV, XLSX, AGS4, written as they are read. No text in them becomes a formula of a spreadsheet. */
import { Readable } from 'node:stream';
import type { exportFormats } from '@plumbline/contract/imports.exports';
import { type Ags4Point, ags4Head, ags4Reading } from '@plumbline/science/files/ags4-writer';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Pool } from '../../../kernel/db.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import { type Cell, sheetTypes, writeSheet } from '../../../kernel/sheets.ts';
import type { ExportPlan } from './export-plan.ts';
import { clockOf, type ExportCell, type Table, tableOf } from './export-rows.ts';
import { type Source, type SourceColumn, sourcesOf } from './export-sources.ts';

/** With thousandths: a spreadsheet that saves the table as CSV writes what it shows. */
const timeFormat = 'yyyy-mm-dd hh:mm:ss.000';

export interface ExportFile {
  readonly type: string;
  readonly fileName: string;
  readonly stream: Readable;
}
/** Told how many rows have been written, and may throw to stop. */
export type Step = (rows: number) => void | Promise<void>;

const pieceLength = 65_536;

export const fileNameOf = ({ project, request, fromMs, toMs, timeZone }: ExportPlan): string => {
  const clock = clockOf(timeZone);
  const name = plainFileName(project.name.replace(/[\\/:*?"<>|]+/g, ' '));
  const extension = request.format === 'ags4' ? 'ags' : request.format;
  return `${name} ${clock.text(fromMs).slice(0, 10)} ${clock.text(toMs).slice(0, 10)}.${extension}`;
};
const types: Readonly<Record<(typeof exportFormats)[number], string>> = {
  csv: sheetTypes.csv,
  xlsx: sheetTypes.xlsx,
  ags4: 'text/plain; charset=utf-8',
};

export function writeExport(pool: Pool, plan: ExportPlan, at: Date, step: Step = () => undefined): ExportFile {
  const sources = sourcesOf(pool, plan);
  const about = { type: types[plan.request.format], fileName: fileNameOf(plan) };
  if (plan.request.format === 'ags4')
    return { ...about, stream: Readable.from(agsText(plan, sources, at, step), { objectMode: false }) };
  const table = tableOf(plan, sources);
  if (plan.request.format === 'csv')
    return { ...about, stream: Readable.from(csvText(plan, table, step), { objectMode: false }) };
  return {
    ...about,
    stream: writeSheet(sheetCells(plan, table, step), {
      format: 'xlsx',
      name: plan.project.name,
      columns: table.heading.map(({ text, time }) =>
        time ? { header: text, width: 24, format: timeFormat } : { header: text },
      ),
    }),
  };
}

const isTime = (cell: ExportCell): cell is { readonly ms: number } => typeof cell === 'object' && cell !== null;

/** With a byte order mark, without which spreadsheets take it for another encoding. */
async function* csvText(plan: ExportPlan, table: Table, step: Step): AsyncGenerator<string> {
  const { separator, decimal } = plan.request;
  const style = { separator, decimal };
  const clock = clockOf(plan.timeZone);
  let piece = `\uFEFF${csvLine(
    table.heading.map(({ text }) => text),
    style,
  )}`;
  let rows = 0;
  for await (const row of table.rows()) {
    piece += csvLine(
      row.map((cell) => (isTime(cell) ? clock.text(cell.ms) : cell)),
      style,
    );
    rows++;
    if (piece.length < pieceLength) continue;
    await step(rows);
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* sheetCells(plan: ExportPlan, table: Table, step: Step): AsyncGenerator<readonly Cell[]> {
  const clock = clockOf(plan.timeZone);
  let rows = 0;
  for await (const row of table.rows()) {
    if (++rows % 1000 === 0) await step(rows);
    yield row.map((cell) => (isTime(cell) ? clock.cell(cell.ms) : cell));
  }
}

/** What AGS4 calls the quantities that we have; others go by their own key. */
const codes: Readonly<Record<string, string>> = {
  level: 'WLEV',
  depth: 'WDEP',
  pressure: 'PRES',
  temp: 'TEMP',
  temperature: 'TEMP',
};
const suffixes = { value: '', cumulative: '_CHANGE', rate: '_RATE' } as const;

async function* agsText(plan: ExportPlan, sources: readonly Source[], at: Date, step: Step): AsyncGenerator<string> {
  const { request, project, timeZone } = plan;
  const codeOf = ({ field }: SourceColumn) => (codes[field] ?? field.toUpperCase()) + suffixes[request.quantity];
  const pointOf = ({ point: { named } }: Source): Ags4Point => ({
    location: named.structure,
    point: named.name,
    distance: null,
    type: { code: named.family.toUpperCase(), means: named.family },
  });
  const values = (source: Source) =>
    source.columns.flatMap((column, c) => (column.figure === null ? [{ column, c }] : []));
  const quantities = new Map(
    sources.flatMap((source) =>
      values(source).map(({ column }) => {
        const quantity = { code: codeOf(column), means: `${column.field} ${request.quantity}`, unit: column.unit };
        return [`${quantity.code}/${quantity.unit}`, quantity] as const;
      }),
    ),
  );
  let piece = ags4Head({
    project: { id: `P${project.id}`, name: project.name },
    transfer: {
      number: '1',
      date: at.toISOString().slice(0, 10),
      producer: 'Plumbline',
      status: 'Draft',
      recipient: project.name,
    },
    timeZone,
    points: sources.map(pointOf),
    quantities: [...quantities.values()],
  });
  let rows = 0;
  for (const source of sources) {
    const point = pointOf(source);
    const columns = values(source).map(({ column, c }) => ({
      c,
      quantity: { code: codeOf(column), unit: column.unit },
    }));
    for await (const chunk of source.chunks())
      for (let row = 0; row < chunk.times.length; row++) {
        rows++;
        for (const { c, quantity } of columns) {
          const value = chunk.value(row, c);
          if (typeof value !== 'number') continue;
          const flag = request.flags ? chunk.value(row, c + 1) : null;
          piece += ags4Reading({ timeZone }, point, {
            at: chunk.times[row]!,
            quantity,
            value,
            ...(typeof flag === 'string' && flag !== 'pass' && { remark: flag }),
          });
        }
        if (piece.length < pieceLength) continue;
        await step(rows);
        yield piece;
        piece = '';
      }
  }
  yield piece;
}
