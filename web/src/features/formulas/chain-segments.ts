/** The parameters of a chain as a table of segments and back. Pure. Invariant: what cannot be read stays as it was written. */
import { chainForms, shortestSegmentMm } from '@plumbline/science/sensors/chain';
import { recipe } from '@plumbline/science/sensors/recipes';

export type Parameters = Readonly<Record<string, number>>;
/** A column of the table: what its parameters begin with. */
export const segmentColumns = ['length', 'twist', 'ix', 'iy'] as const;
export type SegmentColumn = (typeof segmentColumns)[number];
/** A segment; absent = not set. A cell may hold text that is no number yet. */
export interface SegmentRow {
  readonly node: number;
  readonly length?: number;
  readonly twist?: number;
  readonly ix?: number;
  readonly iy?: number;
}

export const formOf = (parameters: Parameters) => chainForms[parameters['form'] ?? 0] ?? 'vertical';

/** What a segment has in the form of the chain. */
export const columnsOf = (parameters: Parameters): readonly SegmentColumn[] =>
  formOf(parameters) === 'vertical' ? segmentColumns : ['length', 'ix'];

export const rowsOf = (parameters: Parameters, nodeCount: number): SegmentRow[] =>
  Array.from({ length: nodeCount }, (_, i) => {
    const cells = columnsOf(parameters).flatMap((column) => {
      const value = parameters[`${column}${i + 1}`];
      return value === undefined ? [] : [[column, value] as const];
    });
    return { node: i + 1, ...Object.fromEntries(cells) };
  });

/** The parameters with the segments of the table; what belongs to no segment stays. */
export function withRows(parameters: Parameters, rows: readonly SegmentRow[]): Parameters {
  const columns = columnsOf(parameters);
  const others = Object.entries(parameters).filter(([key]) => {
    const [, column, node] = /^([a-z]+)(\d+)$/.exec(key) ?? [];
    return !columns.some((each) => each === column) || Number(node) > rows.length;
  });
  const cells = rows.flatMap((row, i) =>
    columns.flatMap((column) => {
      const value: unknown = row[column];
      return value === undefined || value === null || value === '' ? [] : [[`${column}${i + 1}`, value] as const];
    }),
  );
  return Object.fromEntries([...others, ...cells]) as Parameters;
}

/** Adds an amount to a column of all segments; a length that is not set is the usual one, an angle 0. */
export function addToAll(parameters: Parameters, nodeCount: number, column: SegmentColumn, amount: number): Parameters {
  const usual = column === 'length' ? (parameters['segmentMm'] ?? 1000) : 0;
  const rows = rowsOf(parameters, nodeCount).map((row) => ({
    ...row,
    [column]: Math.round(((row[column] ?? usual) + amount) * 1e6) / 1e6,
  }));
  return withRows(parameters, rows);
}

/** The parameters that a form still asks for, in another form. */
export function inForm(parameters: Parameters, form: number, nodeCount: number): Parameters {
  const known = recipe({ family: 'deepDisplacement', mode: 5, parameters: { form }, nodeCount }).parameters;
  const remaining = Object.entries(parameters).filter(([key]) => known.some((each) => each.key === key));
  return Object.fromEntries([...remaining.filter(([key]) => key !== 'form'), ...(form === 0 ? [] : [['form', form]])]);
}

/** What is wrong with a file of segments: its number of rows, or a cell that is no number. */
export type SegmentFileFault =
  | { readonly fault: 'rows'; readonly found: number }
  | { readonly fault: 'heading' }
  | { readonly fault: 'cell'; readonly line: number; readonly found: string };

/** Reads a table of segments: a heading with the names of columns, then a line for each segment. */
export function readSegments(
  text: string,
  parameters: Parameters,
  nodeCount: number,
): { readonly parameters: Parameters } | SegmentFileFault {
  const [heading, ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const places = columnsOf(parameters).map((column) => ({
    column,
    place: heading?.findIndex((cell) => cell.toLowerCase() === column) ?? -1,
  }));
  if (places.every(({ place }) => place < 0)) return { fault: 'heading' };
  if (lines.length !== nodeCount) return { fault: 'rows', found: lines.length };
  const rows = rowsOf(parameters, nodeCount).map((row): Record<string, unknown> => ({ ...row }));
  for (const [i, cells] of lines.entries())
    for (const { column, place } of places) {
      if (place < 0) continue;
      const cell = cells[place] ?? '';
      if (cell !== '' && !Number.isFinite(Number(cell))) return { fault: 'cell', line: i + 2, found: cell };
      Object.assign(rows[i] as object, { [column]: cell === '' ? undefined : Number(cell) });
    }
  return { parameters: withRows(parameters, rows as unknown as SegmentRow[]) };
}

/** What the chain lacks, in order: nodes without an initial direction where the form needs one, segments too short. */
export function chainProblems(
  parameters: Parameters,
  nodeCount: number,
): { readonly directions: number[]; readonly short: number[] } {
  const form = formOf(parameters);
  const nodes = Array.from({ length: nodeCount }, (_, i) => i + 1);
  const isSection = form === 'ring' || form === 'arc';
  const usual = parameters['segmentMm'] ?? 1000;
  return {
    directions: isSection ? nodes.filter((node) => parameters[`ix${node}`] === undefined) : [],
    short: nodes.filter((node) => !((parameters[`length${node}`] ?? usual) >= shortestSegmentMm)),
  };
}
