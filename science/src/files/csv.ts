/**
 * Separated text, read as it comes in: feed decoded text in pieces of any size, get the rows that are complete. No more
 * than one record is held back, and none of more than a million characters is taken, so a file of any size is read in
 * bounded memory. Source: RFC 4180, with other separators, any line end, and quotes inside of plain cells left alone.
 */

export interface Row {
  /** The line that the record begins in, from 1. */
  readonly line: number;
  readonly cells: string[];
  /** A quote was opened and not closed in it; only where rows are read line by line. */
  readonly open?: true;
  /** It holds NUL characters, as where a logger lost its power while it wrote; only where such lines are told. */
  readonly damaged?: true;
}

export type FileFaultName =
  | 'notText'
  | 'recordTooLong'
  | 'quoteOpen'
  | 'headerMissing'
  | 'headerChanged'
  | 'unitCount'
  | 'processCount'
  | 'nameTwice'
  | 'nameMissing'
  | 'groupMissing';

/** A fault after which a file cannot be read further. Lines before it are valid. */
export class FileFault extends Error {
  readonly fault: FileFaultName;
  readonly line: number;
  /** What is at fault, as the file has it; may be empty. */
  readonly found: string;
  constructor(fault: FileFaultName, line: number, detail = '') {
    super(`${fault} in line ${line}`);
    this.fault = fault;
    this.line = line;
    this.found = detail;
  }
}

/** Something that is fed text and gives what is complete in it. */
export interface Reader<T> {
  /** Throws FileFault. */
  push(text: string): T[];
  /** What is left when the file has ended. Throws FileFault. */
  end(): T[];
}

const recordLimit = 1_000_000;

interface CsvOptions {
  readonly separator?: string;
  readonly lineByLine?: boolean;
  readonly marksDamaged?: boolean;
}

/** A record as a row; `holdsNul` = some of the text has NUL characters. */
function rowOf(line: number, { cells, open }: Split, holdsNul: boolean): Row {
  const damaged = holdsNul && cells.some((cell) => cell.includes('\0'));
  return { line, cells, ...(open && { open: true as const }), ...(damaged && { damaged: true as const }) };
}

/**
 * Rows of separated text; lines without a character are skipped and counted. With `lineByLine` a quote ends with its
 * line and the row says so, for formats whose cells hold no line ends: one bad line then spoils no other. With
 * `marksDamaged` a line with NUL characters comes as damaged; else a text with any is none (notText).
 */
export function csvReader(options: CsvOptions = {}): Reader<Row> {
  const { separator = ',', lineByLine = false, marksDamaged = false } = options;
  let unfinished = '';
  let line = 1;
  let [begun, pendingReturn, holdsNul] = [false, false, false];

  /** The record at `at`, or null when its end has not come yet. `quoteAt` is the next quote in `rest`. */
  function record(at: number, quoteAt: number, last: boolean): Split | null {
    const lineEnd = unfinished.indexOf('\n', at);
    const end = lineEnd < 0 ? unfinished.length : lineEnd;
    if (quoteAt < 0 || quoteAt >= end || lineByLine) {
      if (lineEnd < 0 && !last) return null;
      if (quoteAt < 0 || quoteAt >= end)
        return { cells: end > at ? unfinished.slice(at, end).split(separator) : [], end, lines: 0, open: false };
      return splitQuoted(unfinished, at, end, separator);
    }
    const cells = splitQuoted(unfinished, at, unfinished.length, separator);
    return cells.end < unfinished.length || last ? cells : null;
  }

  function take(last: boolean): Row[] {
    const rows: Row[] = [];
    let at = 0;
    let quoteAt = unfinished.indexOf('"');
    while (at < unfinished.length) {
      if (quoteAt >= 0 && quoteAt < at) quoteAt = unfinished.indexOf('"', at);
      const cells = record(at, quoteAt, last);
      if (cells === null) break;
      if (cells.open && !lineByLine) throw new FileFault('quoteOpen', line);
      if (cells.end - at > recordLimit) throw new FileFault('recordTooLong', line);
      if (cells.cells.length > 0) rows.push(rowOf(line, cells, holdsNul));
      line += cells.lines + 1;
      at = cells.end + 1;
    }
    unfinished = unfinished.slice(at);
    if (unfinished.length > recordLimit)
      throw new FileFault(unfinished.includes('"') && !lineByLine ? 'quoteOpen' : 'recordTooLong', line);
    return rows;
  }

  return {
    push(text) {
      holdsNul ||= text.includes('\0');
      if (holdsNul && !marksDamaged) throw new FileFault('notText', line);
      let piece = pendingReturn ? `\r${text}` : text;
      // A carriage return at the end may be half of a line end.
      pendingReturn = piece.endsWith('\r');
      if (pendingReturn) piece = piece.slice(0, -1);
      if (!begun && piece.startsWith('\uFEFF')) piece = piece.slice(1);
      begun ||= piece !== '';
      unfinished += piece.includes('\r') ? piece.replace(/\r\n?/g, '\n') : piece;
      return take(false);
    },
    end() {
      pendingReturn = false;
      return take(true);
    },
  };
}

interface Split {
  readonly cells: string[];
  /** Where its line end is, or the end of the text. */
  readonly end: number;
  /** Line ends inside of its quotes. */
  readonly lines: number;
  /** A quote was not closed. */
  readonly open: boolean;
}

/** One record with quotes from `from` on, up to its line end outside of quotes or to `limit`. */
function splitQuoted(text: string, from: number, limit: number, separator: string): Split {
  const cells: string[] = [];
  let at = from;
  let lines = 0;
  for (;;) {
    let quote = at;
    while (text[quote] === ' ' && quote < limit) quote++;
    let cell = '';
    if (text[quote] === '"' && quote < limit) {
      const quoted = unquote(text, quote + 1, limit);
      for (let i = quoted.text.indexOf('\n'); i >= 0; i = quoted.text.indexOf('\n', i + 1)) lines++;
      cell = quoted.text;
      at = quoted.end;
      if (quoted.open) return { cells: [...cells, cell], end: limit, lines, open: true };
    }
    let end = at;
    while (end < limit && text[end] !== '\n' && text[end] !== separator) end++;
    cells.push(cell + text.slice(at, end));
    if (end >= limit || text[end] === '\n') return { cells, end, lines, open: false };
    at = end + 1;
  }
}

/** The text of a quoted cell that begins at `from`, up to the quote that closes it; doubled quotes stand for one. */
function unquote(text: string, from: number, limit: number): { text: string; end: number; open: boolean } {
  let out = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote >= limit) return { text: out + text.slice(at, limit), end: limit, open: true };
    out += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"' || at >= limit) return { text: out, end: at, open: false };
    out += '"';
    at++;
  }
}
