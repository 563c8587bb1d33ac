/**
 * Facts that a logger's file states before its data: maker, serial number, place, units and offsets of its columns.
 * Invariant: it is shown and offered, and changes no number; an offset that a logger has applied is not applied again.
 */

export interface Preamble {
  readonly about: Readonly<Record<string, string>>;
  /** Units by the heading of their column, where they stand on lines of their own. */
  readonly units: ReadonlyMap<string, string>;
}

/** Loggers that are known by the words of their files. */
const loggers: readonly (readonly [RegExp, string])[] = [
  [/^serial_number:[\s\S]*^unit:/im, 'Solinst Levelogger'],
  [/^data file for datalogger/im, 'Van Essen Diver'],
  [/^"?plot title:/im, 'Onset HOBO'],
];
const maxFacts = 40;
const maxText = 200;
const fact = /^\s*"?([\p{L}][\p{L}\p{N} _./()-]{0,60}?)\s*[:=]\s*(.*?)"?\s*$/u;

/** Reads the lines before the headings, and the serial numbers that stand in these. */
export function preambleOf(lines: readonly string[], headings: readonly string[]): Preamble {
  const facts = new Map<string, string>();
  const units = new Map<string, string>();
  const text = lines.slice(0, 100).join('\n').slice(0, 20_000);
  const logger = loggers.find(([words]) => words.test(text))?.[1];
  if (logger) facts.set('logger', logger);
  let channel: string | null = null;
  for (const [i, line] of lines.slice(0, 100).entries()) {
    const [, name, value = ''] = fact.exec(line.slice(0, 500)) ?? [];
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

/** Columns with the units of the preamble, where their heading has none. */
export const withUnits = <T extends { readonly name: string; readonly unit: string }>(
  columns: readonly T[],
  { units }: Preamble,
): T[] =>
  columns.map((column) => ({ ...column, unit: column.unit || (units.get(column.name.trim()) ?? '').slice(0, 50) }));
