/**
 * Facts that a logger's file states before its data: maker, serial number, place, units and offsets of its columns.
 * Invariant: it is shown and offered, and changes no number; an offset that a logger has applied is not applied again.
 */

export interface Preamble {
  readonly about: Readonly<Record<string, string>>;
  /** Units by the heading of their column, where they stand on lines of their own. */
  readonly units: ReadonlyMap<string, string>;
}

const maxFacts = 40;
const maxText = 200;
const fact = /^\s*"?([\p{L}][\p{L}\p{N} _./()-]{0,60}?)\s*[:=]\s*(.*?)"?\s*$/u;

/** Reads the lines before the headings, as cells, and the serial numbers that stand in these. */
export function preambleOf(
  rows: readonly (readonly string[])[],
  headings: readonly string[],
  separator: string,
): Preamble {
  const lines = rows.map((cells) => cells.join(separator));
  const facts = new Map<string, string>();
  const units = new Map<string, string>();
  let channel: string | null = null;
  for (const [i, line] of lines.slice(0, 100).entries()) {
    const [, name, value = ''] = fact.exec(line.slice(0, 500)) ?? pairOf(rows[i] ?? []);
    if (name === undefined) {
      // A line of one word is the heading of the column that the next lines describe.
      channel = headings.find((heading) => heading.trim().toLowerCase() === line.trim().toLowerCase()) ?? null;
      continue;
    }
    const next = lines[i + 1] ?? '';
    const words = value === '' && !fact.test(next) && !headings.includes(next.trim()) ? next.trim() : value;
    if (channel !== null && /^units?$/i.test(name)) units.set(channel.trim(), words);
    else if (words !== '' && facts.size < maxFacts)
      facts.set((channel === null ? name : `${channel} ${name}`).slice(0, maxText), words.slice(0, maxText));
  }
  const serial = /(?:LGR )?S\/N:\s*([\w-]{1,40})/.exec(headings.join(' '))?.[1];
  if (serial) facts.set('serial', serial);
  return { about: Object.fromEntries(facts), units };
}

/** A name and its value in two cells: what stands for a match of `fact`. */
function pairOf([name = '', value = '', ...others]: readonly string[]): readonly string[] {
  const isPair = /^\p{L}/u.test(name.trim()) && value.trim() !== '' && others.every((cell) => cell.trim() === '');
  return isPair ? ['', name.trim(), value.trim()] : [];
}

/** Columns with the units of the preamble, where their heading has none. */
export const withUnits = <T extends { readonly name: string; readonly unit: string }>(
  columns: readonly T[],
  { units }: Preamble,
): T[] =>
  columns.map((column) => ({ ...column, unit: column.unit || (units.get(column.name.trim()) ?? '').slice(0, 50) }));
