/**
 * A register map: which registers of which units hold the quantities of which channels. From it follow the requests of one
 * round, and from their answers a sample of each channel. Pure.
 *
 * Invariant: a number comes from the registers of its own row or is missing; a channel of which no number arrived has no sample.
 */
import { type MissingNumber, type NumberForm, numberIn, registerTypes } from './registers.ts';
import { maxOfRead, type ReadFunction, type RtuRequest } from './requests.ts';

export interface MapRow extends NumberForm {
  readonly unit: number;
  /** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
  readonly function: ReadFunction;
  readonly address: number;
  readonly channel: string;
  readonly quantity: string;
}

/** A request of a round and the rows that it reads. */
export interface MapRead {
  readonly request: RtuRequest & { readonly function: ReadFunction };
  readonly rows: readonly MapRow[];
}

const countOf = (row: MapRow): number => (row.function <= 2 ? 1 : registerTypes[row.type]);

/**
 * As few reads as there can be without reading anything that no row names: a slave may refuse registers that it does not have.
 * `most` registers at once, for slaves that cannot give more; a single number is never cut.
 */
export function readsOf(rows: readonly MapRow[], most: number = maxOfRead.registers): MapRead[] {
  const sorted = [...rows].sort((a, b) => a.unit - b.unit || a.function - b.function || a.address - b.address);
  const reads: { unit: number; function: ReadFunction; address: number; count: number; rows: MapRow[] }[] = [];
  for (const row of sorted) {
    const last = reads.at(-1);
    const isSame = last?.unit === row.unit && last.function === row.function;
    const end = row.address + countOf(row);
    if (last && isSame && row.address <= last.address + last.count && end - last.address <= most) {
      last.count = Math.max(last.count, end - last.address);
      last.rows.push(row);
    } else {
      reads.push({ unit: row.unit, function: row.function, address: row.address, count: countOf(row), rows: [row] });
    }
  }
  return reads.map(({ rows: readRows, ...request }) => ({ request, rows: readRows }));
}

export interface RowNumber {
  readonly row: MapRow;
  readonly number: number | MissingNumber;
}

/** The numbers of the rows of a read, out of the data of its answer. */
export const numbersOf = ({ request, rows }: MapRead, data: Uint8Array): RowNumber[] =>
  rows.map((row) => ({ row, number: numberIn(data, row.address - request.address, row) }));

/**
 * A sample for each channel of which a number arrived. What is missing of it is null: a conversion says for itself what it can
 * do without.
 */
export function samplesOf(
  rows: readonly MapRow[],
  numbers: readonly RowNumber[],
): Record<string, Record<string, number | null>> {
  const numberOfRow = new Map(numbers.map(({ row, number }) => [row, number]));
  const samples = new Map<string, Record<string, number | null>>();
  for (const row of rows) {
    const number = numberOfRow.get(row);
    const sample = samples.get(row.channel) ?? {};
    samples.set(row.channel, { ...sample, [row.quantity]: typeof number === 'number' ? number : null });
  }
  return Object.fromEntries(
    [...samples].filter(([, sample]) => Object.values(sample).some((number) => number !== null)),
  );
}
