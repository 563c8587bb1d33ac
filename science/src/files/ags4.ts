/**
 * Monitoring groups of an AGS4 file (ground investigation data, Association of Geotechnical and Geoenvironmental
 * Specialists): MONG, the installations, and MOND, their readings. Every other group is read over and counted. What
 * breaks a rule of the format is reported with its line and the row left out; the rest is read.
 * Source: AGS4 rules 2 to 5 and the headings of the AGS4 dictionary.
 */
import { csvReader, FileFault, type Reader, type Row } from './csv.ts';
import { readNumber } from './csv-layout.ts';

/** An installation: one monitoring point. Distance in m from the datum of its location. */
export interface MongRow {
  readonly line: number;
  readonly location: string;
  readonly point: string;
  readonly distance: number | null;
  readonly type: string;
  readonly detail: string;
}

/** A reading of one quantity. */
export interface MondRow {
  readonly line: number;
  readonly location: string;
  readonly point: string;
  readonly distance: number | null;
  /** As written, and how: the UNIT row of the file says it; null where that is none of ours. */
  readonly timeText: string;
  readonly timePattern: 'ymd' | 'dmy' | 'mdy' | null;
  readonly type: string;
  readonly reference: string;
  readonly instrument: string;
  /** As written: a reading may be a word, such as Dry. */
  readonly readingText: string;
  /** Null where the text is no number. */
  readonly reading: number | null;
  readonly unit: string;
  readonly remark: string;
}

export type Ags4Fault =
  | 'notDescribed'
  | 'notQuoted'
  | 'cellCount'
  | 'groupRow'
  | 'headingMissing'
  | 'headingRepeats'
  | 'unitMissing'
  | 'typeMissing'
  | 'keyMissing';
export interface Ags4Problem {
  readonly line: number;
  readonly group: string;
  /** The AGS4 rule that is broken. */
  readonly rule: string;
  readonly fault: Ags4Fault;
  readonly detail: string;
}

export interface Ags4Reader extends Reader<MondRow> {
  readonly points: readonly MongRow[];
  /** Every group of the file: number of headings and of DATA rows, broken ones too. */
  readonly groups: ReadonlyMap<string, { readonly headings: number; readonly rows: number }>;
  /** The first 200. */
  readonly problems: readonly Ags4Problem[];
  readonly problemCount: number;
}

export function isAgs4(sample: string): boolean {
  return /^\uFEFF?\s*"GROUP"\s*,\s*"[A-Z0-9]{4}"/.test(sample);
}

interface Group {
  readonly name: string;
  headings: readonly string[] | null;
  units: readonly string[] | null;
  typed: boolean;
  rows: number;
}

const reported = 200;
const needed: Readonly<Record<string, readonly string[]>> = {
  MONG: ['LOCA_ID', 'MONG_ID'],
  MOND: ['LOCA_ID', 'MONG_ID', 'MOND_DTIM', 'MOND_RDNG'],
};

/** Readings of MOND as they come, in the order of the file. Throws FileFault groupMissing at the end when nothing was AGS4. */
export function ags4Reader(): Ags4Reader {
  const lines = csvReader({ lineByLine: true });
  const groups = new Map<string, Group>();
  const points: MongRow[] = [];
  const problems: Ags4Problem[] = [];
  let problemCount = 0;
  let group: Group | null = null;

  function report(row: Row, rule: string, fault: Ags4Fault, detail = ''): null {
    problemCount++;
    if (problems.length < reported) problems.push({ line: row.line, group: group?.name ?? '', rule, fault, detail });
    return null;
  }

  function take(row: Row): MondRow | null {
    const [descriptor = '', ...cells] = row.cells;
    if (row.open) return report(row, '5', 'notQuoted');
    if (row.cells.length === 1 && descriptor.trim() === '') return null;
    switch (descriptor) {
      case 'GROUP':
        return openGroup(row, cells);
      case 'HEADING':
        return takeHeadings(row, cells);
      case 'UNIT':
        if (group) group.units = cells;
        fits(row, cells);
        return null;
      case 'TYPE':
        if (group) group.typed = true;
        fits(row, cells);
        return null;
      case 'DATA':
        return takeData(row, cells);
      default:
        return report(row, '3', 'notDescribed', descriptor.slice(0, 32));
    }
  }

  function openGroup(row: Row, cells: readonly string[]): null {
    const name = cells[0] ?? '';
    const known = groups.get(name);
    group = known ?? { name, headings: null, units: null, typed: false, rows: 0 };
    groups.set(name, group);
    return cells.length === 1 && name !== '' ? null : report(row, '4a', 'groupRow');
  }

  function takeHeadings(row: Row, cells: readonly string[]): null {
    if (group === null) return report(row, '2', 'groupRow');
    group.headings = cells;
    if (new Set(cells).size !== cells.length) return report(row, '2c', 'headingRepeats');
    const missing = (needed[group.name] ?? []).filter((heading) => !cells.includes(heading));
    return missing.length === 0 ? null : report(row, '10a', 'keyMissing', missing.join(' '));
  }

  function fits(row: Row, cells: readonly string[]): boolean {
    if (group?.headings && cells.length === group.headings.length) return true;
    if (group?.headings) report(row, '4b', 'cellCount', `${cells.length} of ${group.headings.length}`);
    else report(row, '4b', 'headingMissing');
    return false;
  }

  function takeData(row: Row, cells: readonly string[]): MondRow | null {
    if (group === null) return report(row, '2', 'groupRow');
    group.rows++;
    if (group.rows === 1 && group.units === null) report(row, '2b', 'unitMissing');
    if (group.rows === 1 && !group.typed) report(row, '2b', 'typeMissing');
    if (!fits(row, cells) || !(group.name in needed)) return null;
    const { headings, units } = group;
    const of = (heading: string) => cells[headings?.indexOf(heading) ?? -1]?.trim() ?? '';
    const [location, point, distance] = [of('LOCA_ID'), of('MONG_ID'), readNumber(of('MONG_DIS')) ?? null];
    if (group.name === 'MONG') {
      const { line } = row;
      points.push({ line, location, point, distance, type: of('MONG_TYPE'), detail: of('MONG_DETL') });
      return null;
    }
    if (location === '' || of('MOND_DTIM') === '')
      return report(row, '10a', 'keyMissing', location === '' ? 'LOCA_ID' : 'MOND_DTIM');
    return {
      line: row.line,
      location,
      point,
      distance,
      timeText: of('MOND_DTIM'),
      timePattern: patternOf(units?.[headings?.indexOf('MOND_DTIM') ?? -1] ?? ''),
      type: of('MOND_TYPE'),
      reference: of('MOND_REF'),
      instrument: of('MOND_INST'),
      readingText: of('MOND_RDNG'),
      reading: readNumber(of('MOND_RDNG')) ?? null,
      unit: of('MOND_UNIT'),
      remark: of('MOND_REM'),
    };
  }

  const takeAll = (rows: readonly Row[]) => rows.map(take).filter((each) => each !== null);
  return {
    points,
    problems,
    get problemCount() {
      return problemCount;
    },
    get groups() {
      return new Map(
        [...groups].map(([name, { headings, rows }]) => [name, { headings: headings?.length ?? 0, rows }]),
      );
    },
    push: (text) => takeAll(lines.push(text)),
    end() {
      const rows = takeAll(lines.end());
      if (groups.size === 0) throw new FileFault('groupMissing', 1);
      return rows;
    },
  };
}

/** How the file writes its times, by the UNIT of the column: yyyy-mm-ddThh:mm:ss, dd/mm/yyyy hh:mm, ... */
function patternOf(unit: string): 'ymd' | 'dmy' | 'mdy' | null {
  const plain = unit.toLowerCase();
  if (plain.startsWith('yyyy')) return 'ymd';
  if (plain.startsWith('dd')) return 'dmy';
  return plain.startsWith('mm') ? 'mdy' : null;
}
