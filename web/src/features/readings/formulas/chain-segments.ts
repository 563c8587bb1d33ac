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

/** Returns the columns of a segment in the form of the chain. */
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
  const recipeParameters = recipe({ family: 'deepDisplacement', mode: 5, parameters: { form }, nodeCount }).parameters;
  const remaining = Object.entries(parameters).filter(([key]) => recipeParameters.some((each) => each.key === key));
  return Object.fromEntries([...remaining.filter(([key]) => key !== 'form'), ...(form === 0 ? [] : [['form', form]])]);
}

/** Fault of a table of segments: its number of rows, its heading, a cell that is no number, a node that is none. */
export type SegmentTableFault =
  | { readonly fault: 'rows'; readonly found: number }
  | { readonly fault: 'heading' }
  | { readonly fault: 'cell'; readonly line: number; readonly found: string }
  | { readonly fault: 'node'; readonly line: number; readonly found: string };

/** The words of a heading without the unit: `Length, mm` and `length (mm)` are `length`. */
const headingOf = (cell: string): string =>
  cell
    .split(/[,，(（[]/, 1)[0]
    ?.trim()
    .toLowerCase() ?? '';

/**
 * Reads a table of segments: a heading with the names of columns or the words of the screen (`words`), then a row for each
 * segment. Rows that name their node may come in any order.
 */
export function readSegments(
  [heading = [], ...lines]: readonly (readonly string[])[],
  parameters: Parameters,
  nodeCount: number,
  words: Partial<Record<SegmentColumn | 'node', string>> = {},
): { readonly parameters: Parameters } | SegmentTableFault {
  const named = heading.map(headingOf);
  const placeOf = (column: SegmentColumn | 'node'): number =>
    named.findIndex((cell) => cell !== '' && (cell === column || cell === headingOf(words[column] ?? '')));
  const places = columnsOf(parameters).map((column) => ({ column, place: placeOf(column) }));
  const nodePlace = placeOf('node');
  if (places.every(({ place }) => place < 0)) return { fault: 'heading' };
  if (lines.length !== nodeCount) return { fault: 'rows', found: lines.length };
  const rows = rowsOf(parameters, nodeCount).map((row): Record<string, unknown> => ({ ...row }));
  const numbered = new Set<number>();
  for (const [i, cells] of lines.entries()) {
    const node = nodePlace < 0 ? i + 1 : Number(cells[nodePlace]);
    const row = rows[node - 1];
    if (!row || numbered.has(node)) return { fault: 'node', line: i + 2, found: cells[nodePlace] ?? '' };
    numbered.add(node);
    for (const { column, place } of places) {
      if (place < 0) continue;
      const cell = cells[place] ?? '';
      if (cell !== '' && !Number.isFinite(Number(cell))) return { fault: 'cell', line: i + 2, found: cell };
      Object.assign(row, { [column]: cell === '' ? undefined : Number(cell) });
    }
  }
  return { parameters: withRows(parameters, rows as unknown as SegmentRow[]) };
}

/** Returns the faults of the chain, in order: nodes without an initial direction where the form needs one, segments too short. */
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
