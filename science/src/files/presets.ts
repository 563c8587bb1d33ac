/**
 * Files that are known by what stands in them: those of makers of loggers, and of spreadsheets of two countries. Pure.
 * Invariant: a preset fills in what its maker always writes and changes no number; what a file says itself goes first.
 * Sources: Solinst Levelogger, Van Essen Diver-Office, Onset HOBOware and HOBOconnect, Campbell LoggerNet, Worldsensing
 * Loadsensing and Geokon LC-2 user manuals.
 */

type FilePreset =
  | 'solinst'
  | 'diver'
  | 'hobo'
  | 'campbell'
  | 'worldsensing'
  | 'geokon'
  | 'excelGerman'
  | 'excelChinese';

/** Traits of a file by which it is recognised. */
export interface FileTraits {
  readonly format: string;
  /** Text of the lines before the data, headings among them. */
  readonly before: string;
  readonly headings: readonly string[];
  /** The first cells of the lines of data. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding: string;
  readonly separator: string;
  readonly decimal: string;
}

const germanDate = /^\s*\d{1,2}\.\d{1,2}\.\d{2,4}\b/;
const chineseDate = /^\s*\d{4}[-/年]\d{1,2}[-/月]\d{1,2}/;
const hasHan = (text: string) => /\p{Script=Han}/u.test(text);
const anyCell = (rows: FileTraits['rows'], pattern: RegExp) =>
  rows.some((cells) => cells.some((cell) => pattern.test(cell)));
const node = /^[A-Za-z]\w*-\d{3,}(-[\w.-]+)?$/;

const rules: readonly (readonly [FilePreset, (traits: FileTraits) => boolean])[] = [
  ['campbell', ({ format, before }) => format === 'toa5' || /^\s*"?(TOA5|TOACI1)"?,/m.test(before)],
  [
    'solinst',
    ({ before, headings }) =>
      (/^"?serial_number:/im.test(before) && /^"?unit:/im.test(before)) ||
      (/^date$/i.test(headings[0] ?? '') && headings.some((each) => /^(100 )?ms$/i.test(each))),
  ],
  ['diver', ({ before }) => /^"?data file for datalogger/im.test(before)],
  [
    'hobo',
    ({ before, headings }) =>
      /^"?plot title:/im.test(before) ||
      headings.some((each) => /LGR S\/N:/.test(each)) ||
      (headings[0]?.trim() === '#' && /^date-?\s?time\b/i.test(headings[1]?.trim() ?? '')),
  ],
  [
    'worldsensing',
    ({ headings: [first = '', ...others] }) =>
      /^date-and-time$/i.test(first.trim()) && others.some((each) => node.test(each.trim())),
  ],
  ['geokon', ({ before, headings, rows }) => /\bgeokon\b/i.test(before) || (headings.length === 0 && isArray(rows))],
  [
    'excelGerman',
    ({ format, separator, decimal, rows }) =>
      format === 'csv' && separator === ';' && decimal === ',' && anyCell(rows, germanDate),
  ],
  [
    'excelChinese',
    ({ format, encoding, before, rows }) =>
      (encoding === 'gb18030' || format === 'xlsx') && hasHan(before) && anyCell(rows, chineseDate),
  ],
];

/** The preset of a file; null = it is of no kind that is known here. */
export const presetOf = (traits: FileTraits): FilePreset | null => rules.find(([, fits]) => fits(traits))?.[0] ?? null;

/** The columns of year, day of the year, hour with minute, and second, where every line has them; null = none. */
export function arrayTimeColumns(rows: readonly (readonly string[])[]): readonly number[] | null {
  const fits = (at: number) =>
    rows.length > 0 &&
    rows.every(
      (cells) =>
        isWhole(cells[at], 1980, 2199) &&
        isWhole(cells[at + 1], 1, 366) &&
        isWhole(cells[at + 2], 0, 2400) &&
        Number(cells[at + 2]) % 100 < 60,
    );
  const at = [0, 1].find(fits);
  if (at === undefined) return null;
  const hasSeconds = rows.every((cells) => isWhole(cells[at + 3], 0, 59));
  return [at, at + 1, at + 2, ...(hasSeconds ? [at + 3] : [])];
}

const isWhole = (cell: string | undefined, min: number, max: number): boolean =>
  /^\s*\d{1,4}\s*$/.test(cell ?? '') && Number(cell) >= min && Number(cell) <= max;

/** Year, day, time, seconds, battery, temperature, then readings and temperatures of as many sensors, number of the array. */
const isArray = (rows: FileTraits['rows']): boolean => {
  const times = arrayTimeColumns(rows);
  return times?.length === 4 && rows.every((cells) => sensorsOf(cells.length - (times[0] as number)) !== null);
};
/** How many sensors a line of that many cells, without its logger, is of; null = it is none of such an array. */
const sensorsOf = (cells: number): number | null => {
  const sensors = (cells - 7) / 2;
  return Number.isInteger(sensors) && sensors >= 1 && sensors <= 16 ? sensors : null;
};

interface NamedUnit {
  readonly name: string;
  readonly unit: string;
}

/** Names and units of columns as a maker writes them, or means them without writing. */
export function presetColumns<T extends NamedUnit>(
  preset: FilePreset | null,
  columns: readonly T[],
  timeColumns: readonly number[],
): T[] {
  if (preset === 'worldsensing') return columns.map((column) => ({ ...column, unit: column.unit || nodeUnit(column) }));
  if (preset !== 'geokon' || columns.some(({ name }) => name !== '')) return [...columns];
  const at = timeColumns[0] ?? 0;
  const sensors = sensorsOf(columns.length - at);
  if (sensors === null) return [...columns];
  const several = (word: string, unit: string) =>
    Array.from({ length: sensors }, (_, i) => ({ name: sensors === 1 ? word : `${word} ${i + 1}`, unit }));
  const meant: readonly NamedUnit[] = [
    ...(at === 1 ? [{ name: 'Logger', unit: '' }] : []),
    ...['Year', 'Day of the year', 'hhmm', 'Seconds'].map((name) => ({ name, unit: '' })),
    { name: 'Battery', unit: 'V' },
    { name: 'Logger temperature', unit: '' },
    // Digits or units of engineering, as the logger was set: the file does not tell.
    ...several('Reading', ''),
    ...several('Temperature', '°C'),
    { name: 'Array', unit: '' },
  ];
  return columns.map((column, i) => ({ ...column, ...meant[i] }));
}

const nodeUnits: readonly (readonly [RegExp, string])[] = [
  [/^freqInHz-/i, 'Hz'],
  [/^freqSqInDigit-/i, 'digit'],
  [/^thermResInOhms-/i, 'ohm'],
  [/-in-(mbar|kPa|hPa|degC|V|mm|m)$/i, '$1'],
];
function nodeUnit({ name }: NamedUnit): string {
  for (const [pattern, unit] of nodeUnits) {
    const match = pattern.exec(name);
    if (match) return unit === '$1' ? (match[1] as string) : unit;
  }
  return '';
}

/** What stands for a quantity in the headings of makers, in the words of fields and raw quantities. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^freqInHz-/i, 'frequency'],
  [/^freqSqInDigit-/i, 'digits'],
  [/^thermResInOhms-/i, 'resistance'],
  [/^AtmPressure-/i, 'barometer'],
  [/^(abs )?pres(s(ure|ion)?)?\b|^druck\b|^\u538b\u529b/i, 'pressure'],
  [/^water_elev$/i, 'level'],
  [/^pore_(water_)?press/i, 'pressure'],
  [/^(level|water ?level|wasserstand|pegel|niveau)\b/i, 'level'],
  [/^(1:\s*)?temp/i, 'temp'],
];
/** The word of a heading by which a quantity is found; the heading itself where nobody knows better. */
export const presetWord = (heading: string): string =>
  words.find(([pattern]) => pattern.test(heading.trim()))?.[1] ?? heading;

const placeFacts: Readonly<Partial<Record<FilePreset, readonly string[]>>> = {
  solinst: ['Location', 'Project ID'],
  diver: ['LOCATION', 'Location', 'Monitoring point'],
  hobo: ['Plot Title'],
  campbell: ['station'],
};
/** Where the file says that it was measured, or whose node it is of; null = it does not. */
export function presetPlace(
  preset: FilePreset | null,
  about: Readonly<Record<string, string>>,
  columns: readonly (NamedUnit & { readonly samples: readonly string[] })[],
): string | null {
  if (preset === null) return null;
  const fact = placeFacts[preset]?.map((name) => about[name]?.trim()).find(Boolean);
  if (fact) return fact;
  if (preset === 'worldsensing') return only(columns.flatMap(({ name }) => /-(\d{3,})(-|$)/.exec(name)?.[1] ?? []));
  if (preset === 'geokon' && columns[0]?.name === 'Logger') return only(columns[0].samples);
  return null;
}

/** The one of which all are; null where there are several, or none. */
const only = (texts: readonly string[]): string | null => (new Set(texts).size === 1 ? (texts[0] as string) : null);

/**
 * How a maker writes times where the numbers leave open which one is the month: with points the day comes first; HOBOware
 * writes the month first with AM and PM, unless it was set otherwise. Null = nobody knows.
 */
export function presetPattern(preset: FilePreset | null, times: readonly string[]): 'dmy' | 'mdy' | null {
  if (times.length === 0) return null;
  if (times.every((text) => germanDate.test(text))) return 'dmy';
  return preset === 'hobo' && times.every((text) => /\b[AP]M$/i.test(text.trim())) ? 'mdy' : null;
}
