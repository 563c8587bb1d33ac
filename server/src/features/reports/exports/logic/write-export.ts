/** Exports as files: CSV, XLSX, AGS4, written as they are read. No text in them becomes a formula of a spreadsheet. */
import { Readable } from 'node:stream';
import type { exportFormats } from '@plumbline/contract/reports/exports';
import { ags4Code } from '@plumbline/science/files/ags4-codes';
import { type Ags4Point, ags4Head, ags4Reading } from '@plumbline/science/files/ags4-writer';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Pool } from '../../../../kernel/db.ts';
import { plainFileName } from '../../../../kernel/file-names.ts';
import { type Cell, sheetTypes, writeSheet } from '../../../../kernel/sheets.ts';
import type { ExportPlan } from './export-plan.ts';
import { clockOf, type ExportCell, type Table, tableOf } from './export-rows.ts';
import { type Source, sourcesOf } from './export-sources.ts';

/** With thousandths: a spreadsheet that saves the table as CSV writes what it shows. */
const timeFormat = 'yyyy-mm-dd hh:mm:ss.000';

export interface ExportFile {
  readonly type: string;
  readonly fileName: string;
  readonly stream: Readable;
  /** How many lines below the heading were written so far. */
  readonly rows: () => number;
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
  let written = 0;
  const about = { type: types[plan.request.format], fileName: fileNameOf(plan), rows: () => written };
  const note = () => {
    written++;
  };
  if (plan.request.format === 'ags4')
    return { ...about, stream: Readable.from(agsText(plan, sources, { at, note }, step), { objectMode: false }) };
  const whole = tableOf(plan, sources);
  const table: Table = {
    ...whole,
    async *rows() {
      for await (const row of whole.rows()) {
        note();
        yield row;
      }
    },
  };
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

const suffixes = { value: '', cumulative: '_CHANGE', rate: '_RATE' } as const;

/** The values of a source, and how AGS4 calls each. */
function quantitiesOf(source: Source, { request }: ExportPlan) {
  return source.columns.flatMap(({ field, figure, unit }, c) => {
    if (figure !== null) return [];
    const code = ags4Code(field) + suffixes[request.quantity];
    return [{ c, quantity: { code, means: `${field} ${request.quantity}`, unit } }];
  });
}

const agsPointOf = ({ point: { named } }: Source): Ags4Point => ({
  location: named.structure,
  point: named.name,
  distance: named.depthM,
  type: { code: named.family.toUpperCase(), means: named.family },
});

function agsHead(plan: ExportPlan, sources: readonly Source[], at: Date): string {
  const { project, timeZone } = plan;
  const quantities = sources.flatMap((source) => quantitiesOf(source, plan).map(({ quantity }) => quantity));
  return ags4Head({
    project: { id: `P${project.id}`, name: project.name },
    transfer: {
      number: '1',
      date: at.toISOString().slice(0, 10),
      producer: 'Plumbline',
      status: 'Draft',
      recipient: project.name,
    },
    timeZone,
    points: sources.map(agsPointOf),
    quantities: [...new Map(quantities.map((each) => [`${each.code}/${each.unit}`, each])).values()],
  });
}

async function* agsText(
  plan: ExportPlan,
  sources: readonly Source[],
  { at: madeAt, note }: { readonly at: Date; readonly note: () => void },
  step: Step,
): AsyncGenerator<string> {
  const { request, timeZone } = plan;
  let piece = agsHead(plan, sources, madeAt);
  let count = 0;
  for (const source of sources) {
    const point = agsPointOf(source);
    const quantities = quantitiesOf(source, plan);
    for await (const rows of source.chunks())
      for (const { at, values } of rows) {
        count++;
        for (const { c, quantity } of quantities) {
          const value = values[c];
          if (typeof value !== 'number') continue;
          const flag = request.flags ? values[c + 1] : null;
          const remark = typeof flag === 'string' && flag !== 'pass' ? { remark: flag } : {};
          note();
          piece += ags4Reading({ timeZone }, point, { at, quantity, value, ...remark });
        }
        if (piece.length < pieceLength) continue;
        await step(count);
        yield piece;
        piece = '';
      }
  }
  yield piece;
}
