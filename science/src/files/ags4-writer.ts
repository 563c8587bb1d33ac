/**
 * An AGS4 file of monitoring readings, written as it goes: ags4Head once, then one ags4Reading after the other. Holds the
 * groups that the rules ask for (PROJ, TRAN, ABBR, TYPE, UNIT, LOCA) besides MONG and MOND; every unit, type and
 * abbreviation that is used is listed, every reading has its installation, every line ends in CR LF. Text that a spreadsheet
 * would run as a formula gets an apostrophe before it, as in our CSV; readers of ours take it off again.
 * Source: AGS4 rules 2 to 17, headings and their order from the AGS4 dictionary 4.1.1.
 */
import { writeLocal } from '../series/local-time.ts';
import { zoneOf } from '../series/zone.ts';
import { remarkOfZone } from './ags4.ts';
import { guardFormula } from './csv-writer.ts';

export interface Ags4File {
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly location?: string;
    readonly client?: string;
  };
  /** `date` is YYYY-MM-DD; `status` for example Draft or Final. */
  readonly transfer: {
    readonly number: string;
    readonly date: string;
    readonly producer: string;
    readonly status: string;
    readonly recipient: string;
    readonly description?: string;
  };
  /** The zone that the times are written in; TRAN_REM says it. */
  readonly timeZone: string;
  /** At least one; no two of the same location, point and distance. */
  readonly points: readonly Ags4Point[];
  /** The quantities that are read: the code of MOND_TYPE, what it means, and its unit. */
  readonly quantities: readonly { readonly code: string; readonly means: string; readonly unit: string }[];
}

export interface Ags4Point {
  readonly location: string;
  readonly point: string;
  /** m from the datum of the location. */
  readonly distance: number | null;
  readonly type: { readonly code: string; readonly means: string } | null;
  readonly detail?: string;
}

interface Table {
  readonly name: string;
  readonly headings: readonly string[];
  readonly units: readonly string[];
  readonly types: readonly string[];
}
const table = (name: string, columns: readonly (readonly [heading: string, type: string, unit?: string])[]): Table => ({
  name,
  headings: columns.map(([heading]) => heading),
  units: columns.map(([, , unit]) => unit ?? ''),
  types: columns.map(([, type]) => type),
});

/** Rule 8: every time is written as the unit says, so all have their thousandths. */
const timeUnit = 'yyyy-mm-ddThh:mm:ss.sss';
const tables = {
  PROJ: table('PROJ', [
    ['PROJ_ID', 'X'],
    ['PROJ_NAME', 'X'],
    ['PROJ_LOC', 'X'],
    ['PROJ_CLNT', 'X'],
  ]),
  TRAN: table('TRAN', [
    ['TRAN_ISNO', 'X'],
    ['TRAN_DATE', 'DT', 'yyyy-mm-dd'],
    ['TRAN_PROD', 'X'],
    ['TRAN_STAT', 'X'],
    ['TRAN_DESC', 'X'],
    ['TRAN_AGS', 'X'],
    ['TRAN_RECV', 'X'],
    ['TRAN_DLIM', 'X'],
    ['TRAN_RCON', 'X'],
    ['TRAN_REM', 'X'],
  ]),
  ABBR: table('ABBR', [
    ['ABBR_HDNG', 'X'],
    ['ABBR_CODE', 'X'],
    ['ABBR_DESC', 'X'],
  ]),
  TYPE: table('TYPE', [
    ['TYPE_TYPE', 'X'],
    ['TYPE_DESC', 'X'],
  ]),
  UNIT: table('UNIT', [
    ['UNIT_UNIT', 'X'],
    ['UNIT_DESC', 'X'],
  ]),
  LOCA: table('LOCA', [['LOCA_ID', 'ID']]),
  MONG: table('MONG', [
    ['LOCA_ID', 'ID'],
    ['MONG_ID', 'X'],
    ['MONG_DIS', '2DP', 'm'],
    ['MONG_TYPE', 'PA'],
    ['MONG_DETL', 'X'],
  ]),
  MOND: table('MOND', [
    ['LOCA_ID', 'ID'],
    ['MONG_ID', 'X'],
    ['MONG_DIS', '2DP', 'm'],
    ['MOND_DTIM', 'DT', timeUnit],
    ['MOND_TYPE', 'PA'],
    ['MOND_REF', 'X'],
    ['MOND_INST', 'X'],
    ['MOND_RDNG', 'XN'],
    ['MOND_UNIT', 'PU'],
    ['MOND_REM', 'X'],
  ]),
};

const typeMeanings: Readonly<Record<string, string>> = {
  X: 'Text',
  XN: 'Text/Numeric',
  ID: 'Unique identifier',
  PA: 'ABBR pick list',
  PU: 'UNIT pick list',
  DT: 'Date Time (ISO 8601:2004)',
  '2DP': 'Value; required number of decimal places, 2',
};

/** Everything before the readings; ends with the header of MOND. */
export function ags4Head(file: Ags4File): string {
  const { project, transfer, points, quantities } = file;
  const remark = remarkOfZone(file.timeZone);
  const units = new Set([...Object.values(tables).flatMap((each) => each.units), ...quantities.map(unitOf)]);
  const abbreviations = [
    ...quantities.map(({ code, means }) => ['MOND_TYPE', code, means]),
    ...points.flatMap(({ type }) => (type === null ? [] : [['MONG_TYPE', type.code, type.means]])),
  ];
  const once = <T>(list: readonly T[], key: (each: T) => string) => [
    ...new Map(list.map((each) => [key(each), each])).values(),
  ];
  return [
    group(tables.PROJ, [[project.id, project.name, project.location ?? '', project.client ?? '']]),
    group(tables.TRAN, [
      [
        ...[transfer.number, transfer.date, transfer.producer, transfer.status, transfer.description ?? ''],
        ...['4.1.1', transfer.recipient, '|', '+', remark],
      ],
    ]),
    group(
      tables.ABBR,
      once(abbreviations, ([heading, code]) => `${heading} ${code}`),
    ),
    group(tables.TYPE, Object.entries(typeMeanings)),
    group(
      tables.UNIT,
      [...units].filter((unit) => unit !== '').map((unit) => [unit, unit === '-' ? 'No unit' : unit]),
    ),
    group(
      tables.LOCA,
      once(points, (each) => each.location).map((each) => [each.location]),
    ),
    group(
      tables.MONG,
      points.map((each) => [...keyOf(each), each.type?.code ?? '', each.detail ?? '']),
    ),
    group(tables.MOND, []),
  ].join('\r\n');
}

/** One line of MOND. A time that the clock shows twice gets the reference 2 the second time, so that keys stay unique. */
export function ags4Reading(
  file: Pick<Ags4File, 'timeZone'>,
  point: Ags4Point,
  reading: {
    readonly at: number;
    readonly quantity: { readonly code: string; readonly unit: string };
    readonly value: number;
    readonly instrument?: string;
    readonly remark?: string;
  },
): string {
  const zone = zoneOf(file.timeZone);
  const local = zone.localOf(reading.at);
  const again = zone.instantsOf(local)[1] === reading.at;
  const fraction = `.${String(((reading.at % 1000) + 1000) % 1000).padStart(3, '0')}`;
  return line('DATA', [
    ...keyOf(point),
    writeLocal(reading.at, file.timeZone).replace(' ', 'T') + fraction,
    reading.quantity.code,
    again ? '2' : '',
    reading.instrument ?? '',
    String(reading.value),
    unitOf(reading.quantity),
    reading.remark ?? '',
  ]);
}

const keyOf = (point: Ags4Point): string[] => [point.location, point.point, point.distance?.toFixed(2) ?? ''];

function group(of: Table, rows: readonly (readonly string[])[]): string {
  return [
    line('GROUP', [of.name]),
    line('HEADING', of.headings),
    line('UNIT', of.units),
    line('TYPE', of.types),
    ...rows.map((row) => line('DATA', row)),
  ].join('');
}

/** Rules 2a, 5 and 6: every cell in quotes, quotes doubled, no line end inside, CR LF after. */
function line(descriptor: string, cells: readonly string[]): string {
  const quoted = [descriptor, ...cells].map(
    (cell) => `"${guard(cell.replace(/[\r\n]+/g, ' ')).replaceAll('"', '""')}"`,
  );
  return `${quoted.join(',')}\r\n`;
}

/** A character alone is none: `-` is the unit of what has none, `+` joins what TRAN_RCON says. */
const guard = (cell: string) => (cell.length === 1 ? cell : guardFormula(cell));

/** AGS4 writes its units in ASCII; a quantity without one has `-`. */
function unitOf({ unit }: { readonly unit: string }): string {
  const plain = unit
    .replace('°C', 'DegC')
    .replace('°', 'deg')
    .replace(/[µμ]ε/, 'microstrain')
    .replace(/[µμ]/, 'u')
    .replace('²', '2')
    .replace('³', '3');
  return plain === '' ? '-' : plain;
}
