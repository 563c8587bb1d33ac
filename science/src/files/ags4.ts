/**
 * Monitoring groups of an AGS4 file (ground investigation data, Association of Geotechnical and Geoenvironmental
 * Specialists): MONG, the installations, and MOND, their readings. Every other group is read over and counted. What
 * breaks a rule of the format is reported with its line and the row left out; the rest is read. Every problem is
 * reported to `onProblem`; the list keeps the first ones of each group, so that no group hides those of another.
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
  /** The row could not be used; false for a remark on a row that is read all the same. */
  readonly lost: boolean;
}

export interface Ags4Reader extends Reader<MondRow> {
  readonly points: readonly MongRow[];
  /** Every group of the file: number of headings and of DATA rows, broken ones too. */
  readonly groups: ReadonlyMap<string, { readonly headings: number; readonly rows: number }>;
  /** The first 50 of each group, in the order of the file. */
  readonly problems: readonly Ags4Problem[];
  readonly problemCount: number;
  /** The transmission by heading, such as TRAN_PROD and TRAN_REM; empty where the file has none. */
  readonly transfer: Readonly<Record<string, string>>;
}

const zoneRemark = 'Times of readings are in ';
/** Returns the time zone that TRAN_REM of our own files states. */
export const remarkOfZone = (timeZone: string): string => zoneRemark + timeZone;

/** The zone that a transmission states in the words of our own files; null where it states none. */
export function zoneOfTransfer({ transfer }: Pick<Ags4Reader, 'transfer'>): string | null {
  const remark = transfer['TRAN_REM'] ?? '';
  const at = remark.indexOf(zoneRemark);
  if (at < 0) return null;
  return /^[A-Za-z+-][A-Za-z0-9_+\-/:]*/.exec(remark.slice(at + zoneRemark.length))?.[0] ?? null;
}

export function isAgs4(sample: string): boolean {
  return /^\uFEFF?\s*"GROUP"\s*,\s*"[A-Z0-9]{4}"/.test(sample);
}

/** The edition before, with groups behind two asterisks and other rules: it is not read. */
export const isAgs3 = (sample: string): boolean => /^\uFEFF?\s*"\*\*\??[A-Z0-9]{4}"/.test(sample);

interface Group {
  readonly name: string;
  headings: readonly string[] | null;
  units: readonly string[] | null;
  typed: boolean;
  rows: number;
  problems: number;
}

const reportedOfGroup = 50;
const maxReported = 2_000;
const needed: Readonly<Record<string, readonly string[]>> = {
  MONG: ['LOCA_ID', 'MONG_ID'],
  MOND: ['LOCA_ID', 'MONG_ID', 'MOND_DTIM', 'MOND_RDNG'],
};

/** Readings of MOND as they come, in the order of the file. Throws FileFault groupMissing at the end when nothing was AGS4. */
export const ags4Reader = (onProblem: (problem: Ags4Problem) => void = () => undefined): Ags4Reader =>
  new GroupReader(onProblem);

/** Goes through the file once; `#group` is the group that the rows belong to, null outside of any. */
class GroupReader implements Ags4Reader {
  readonly points: MongRow[] = [];
  readonly problems: Ags4Problem[] = [];
  problemCount = 0;
  transfer: Readonly<Record<string, string>> = {};
  readonly #onProblem: (problem: Ags4Problem) => void;
  readonly #lines = csvReader({ lineByLine: true });
  readonly #groups = new Map<string, Group>();
  readonly #outside: Pick<Group, 'name' | 'problems'> = { name: '', problems: 0 };
  #group: Group | null = null;

  constructor(onProblem: (problem: Ags4Problem) => void) {
    this.#onProblem = onProblem;
  }

  get groups() {
    return new Map(
      [...this.#groups].map(([name, { headings, rows }]) => [name, { headings: headings?.length ?? 0, rows }]),
    );
  }

  push(text: string): MondRow[] {
    return this.#takeAll(this.#lines.push(text));
  }

  end(): MondRow[] {
    const rows = this.#takeAll(this.#lines.end());
    if (this.#groups.size === 0) throw new FileFault('groupMissing', 1);
    return rows;
  }

  #takeAll(rows: readonly Row[]): MondRow[] {
    return rows.map((row) => this.#take(row)).filter((each) => each !== null);
  }

  #report(row: Row, rule: string, fault: Ags4Fault, detail = '', lost = true): null {
    const issues = this.#group ?? this.#outside;
    const problem = { line: row.line, group: issues.name, rule, fault, detail, lost };
    this.problemCount++;
    if (++issues.problems <= reportedOfGroup && this.problems.length < maxReported) this.problems.push(problem);
    this.#onProblem(problem);
    return null;
  }

  #take(row: Row): MondRow | null {
    const [descriptor = '', ...cells] = row.cells;
    if (row.open) {
      // Which group begins here nobody knows: what follows must not pass for rows of the one before.
      if (descriptor === 'GROUP') this.#group = null;
      return this.#report(row, '5', 'notQuoted');
    }
    if (row.cells.length === 1 && descriptor.trim() === '') return null;
    switch (descriptor) {
      case 'GROUP':
        return this.#openGroup(row, cells);
      case 'HEADING':
        return this.#takeHeadings(row, cells);
      case 'UNIT':
        if (this.#group) this.#group.units = cells;
        this.#fits(row, cells);
        return null;
      case 'TYPE':
        if (this.#group) this.#group.typed = true;
        this.#fits(row, cells);
        return null;
      case 'DATA':
        return this.#takeData(row, cells);
      default:
        return this.#report(row, '3', 'notDescribed', descriptor.slice(0, 32));
    }
  }

  #openGroup(row: Row, cells: readonly string[]): null {
    const name = cells[0] ?? '';
    const sameGroup = this.#groups.get(name);
    this.#group = sameGroup ?? { name, headings: null, units: null, typed: false, rows: 0, problems: 0 };
    this.#groups.set(name, this.#group);
    return cells.length === 1 && name !== '' ? null : this.#report(row, '4a', 'groupRow');
  }

  #takeHeadings(row: Row, cells: readonly string[]): null {
    if (this.#group === null) return this.#report(row, '2', 'groupRow');
    this.#group.headings = cells;
    if (new Set(cells).size !== cells.length) return this.#report(row, '2c', 'headingRepeats');
    const missing = (needed[this.#group.name] ?? []).filter((heading) => !cells.includes(heading));
    return missing.length === 0 ? null : this.#report(row, '10a', 'keyMissing', missing.join(' '));
  }

  #fits(row: Row, cells: readonly string[]): boolean {
    const headings = this.#group?.headings;
    if (headings && cells.length === headings.length) return true;
    if (headings) this.#report(row, '4b', 'cellCount', `${cells.length} of ${headings.length}`);
    else this.#report(row, '4b', 'headingMissing');
    return false;
  }

  #takeData(row: Row, cells: readonly string[]): MondRow | null {
    const group = this.#group;
    if (group === null) return this.#report(row, '2', 'groupRow');
    group.rows++;
    if (group.rows === 1 && group.units === null) this.#report(row, '2b', 'unitMissing', '', false);
    if (group.rows === 1 && !group.typed) this.#report(row, '2b', 'typeMissing', '', false);
    if (!this.#fits(row, cells)) return null;
    const { name, headings, units } = group;
    if (name === 'TRAN' && group.rows === 1)
      this.transfer = Object.fromEntries((headings ?? []).map((heading, i) => [heading, cells[i] ?? '']));
    if (!(name in needed)) return null;
    const of = (heading: string) => cells[headings?.indexOf(heading) ?? -1]?.trim() ?? '';
    if (name === 'MONG') {
      this.points.push(mongRow(row.line, of));
      return null;
    }
    if (of('LOCA_ID') === '' || of('MOND_DTIM') === '')
      return this.#report(row, '10a', 'keyMissing', of('LOCA_ID') === '' ? 'LOCA_ID' : 'MOND_DTIM');
    return mondRow(row.line, of, units?.[headings?.indexOf('MOND_DTIM') ?? -1] ?? '');
  }
}

/** `of` = the cell under a heading, as in a row of data. */
const mongRow = (line: number, of: (heading: string) => string): MongRow => ({
  line,
  location: of('LOCA_ID'),
  point: of('MONG_ID'),
  distance: readNumber(of('MONG_DIS')) ?? null,
  type: of('MONG_TYPE'),
  detail: of('MONG_DETL'),
});

const mondRow = (line: number, of: (heading: string) => string, timeUnit: string): MondRow => ({
  line,
  location: of('LOCA_ID'),
  point: of('MONG_ID'),
  distance: readNumber(of('MONG_DIS')) ?? null,
  timeText: of('MOND_DTIM'),
  timePattern: patternOf(timeUnit),
  type: of('MOND_TYPE'),
  reference: of('MOND_REF'),
  instrument: of('MOND_INST'),
  readingText: of('MOND_RDNG'),
  reading: readNumber(of('MOND_RDNG')) ?? null,
  unit: of('MOND_UNIT'),
  remark: of('MOND_REM'),
});

/** How the file writes its times, by the UNIT of the column: yyyy-mm-ddThh:mm:ss, dd/mm/yyyy hh:mm, ... */
function patternOf(unit: string): 'ymd' | 'dmy' | 'mdy' | null {
  const plain = unit.toLowerCase();
  if (plain.startsWith('yyyy')) return 'ymd';
  if (plain.startsWith('dd')) return 'dmy';
  return plain.startsWith('mm') ? 'mdy' : null;
}
