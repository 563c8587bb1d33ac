/**
 * Tables as wide as what they hold: no number runs into the next column, short rows stand in pairs beside each other. Pure.
 */
import type { PaperCell, PaperTable } from './paper.ts';

const pointsOfMm = 72 / 25.4;
/** Room on both sides of a cell together, in points. */
export const cellInset = 8;
/** Letters of what stands below a text in a cell, in points. */
const smallSize = 6.5;
/** The mark of a colour with its distance, in points. */
const markWidth = 9;
const isWide = (letter: string) => /[\u2e80-\uffef]/u.test(letter);
/** Widths of letters, in their size. */
const han = 1;
const bold = 1.08;
const letterWidth = (letter: string): number =>
  isWide(letter)
    ? han
    : /[mwMW%@]/.test(letter)
      ? 0.92
      : /[A-Z]/.test(letter)
        ? 0.68
        : /[iljftr.,:;'()[\] ]/.test(letter)
          ? 0.37
          : 0.58;
/** No letters are smaller, in points. */
const smallest = 4;
/** As wide as a column of prose wants to be for each share of its width, in its letters. */
const lettersOfShare = 7;
/** Short rows beside each other: in how many sets at most, of how many rows at least, and how many before the next are below them. */
const setLimit = 4;
const rowsOfSet = 3;
const rowsOfBlock = 20;
const sizeOfSets = 7;

const widthOf = (text: string): number => [...text].reduce((sum, each) => sum + letterWidth(each), 0);
/** What no line is to be broken in: words, and in Chinese a few signs. */
const signsTogether = 4;
const unbroken = (text: string): number =>
  text
    .split(/[ \n\u200b]+/)
    .reduce(
      (most, word) => Math.max(most, isWide(word) ? Math.min(widthOf(word), signsTogether * han) : widthOf(word)),
      0,
    );

interface Need {
  readonly min: number;
  readonly want: number;
}

function needOf({ text, small = '', colour }: PaperCell, size: number): Need {
  const mark = colour === undefined ? 0 : markWidth;
  return {
    min: Math.max(unbroken(text) * size + mark, unbroken(small) * smallSize),
    want: Math.max(widthOf(text) * size + mark, widthOf(small) * smallSize),
  };
}

/** What each column needs, in points, without its inset. A heading may have several lines. */
function needsOf({ columns, rows, size }: PaperTable, linesOfTitle = 2): Need[] {
  return columns.map(({ title, width }, i) => {
    let min = unbroken(title) * size * bold;
    let want = Math.max(min, (widthOf(title) * size * bold) / linesOfTitle);
    for (const row of rows) {
      const [cell] = row.length === columns.length ? row.slice(i, i + 1) : [];
      if (!cell) continue;
      const need = needOf(cell, size);
      [min, want] = [Math.max(min, need.min), Math.max(want, need.want)];
    }
    return { min, want: Math.max(min, Math.min(want, width * lettersOfShare * size)) };
  });
}

const sum = (of: readonly number[]): number => of.reduce((all, each) => all + each, 0);

/**
 * How much each column gets of a space that is too small for what all lack: equal shares, and what a column does not need goes to
 * the others. A short name or a time is whole so, before prose has one more letter in its line.
 */
function sharesOf(lacks: readonly number[], space: number): number[] {
  const shares = lacks.map(() => 0);
  let left = space;
  const rising = lacks.map((lack, i) => ({ lack, i })).sort((a, b) => a.lack - b.lack);
  for (const [at, { lack, i }] of rising.entries()) {
    const share = Math.min(lack, left / (rising.length - at));
    shares[i] = share;
    left -= share;
  }
  return shares;
}

/** The table with the widths of its columns in points, in smaller letters where nothing else helps. */
function spread(table: PaperTable, width: number): PaperTable {
  const space = width - table.columns.length * cellInset;
  const inOneLine = needsOf(table, 1);
  const needs = sum(inOneLine.map((need) => need.want)) <= space ? inOneLine : needsOf(table);
  const [min, want] = [sum(needs.map((need) => need.min)), sum(needs.map((need) => need.want))];
  if (min > space && table.size > smallest)
    return spread({ ...table, size: Math.max(smallest, (table.size * space) / min - 0.05) }, width);
  const spare = space - want;
  const shares = sharesOf(
    needs.map((need) => need.want - need.min),
    Math.max(0, space - min),
  );
  const widths = needs.map((need, i) =>
    spare >= 0
      ? need.want + (want > 0 ? (spare * need.want) / want : spare / needs.length)
      : need.min + (shares[i] ?? 0),
  );
  return {
    ...table,
    columns: table.columns.map((column, i) => ({ ...column, width: (widths[i] ?? 0) + cellInset })),
  };
}

/** Rows beside each other, those of a group among themselves: down the first set, then down the next. */
function rowsBeside({ columns, rows }: PaperTable, sets: number): PaperCell[][] {
  const all: PaperCell[][] = [];
  const empty: PaperCell[] = columns.map(() => ({ text: '' }));
  let group: (readonly PaperCell[])[] = [];
  const close = () => {
    for (let from = 0; from < group.length; from += rowsOfBlock * sets) {
      const block = group.slice(from, from + rowsOfBlock * sets);
      const height = Math.ceil(block.length / sets);
      for (let i = 0; i < height; i++)
        all.push(Array.from({ length: sets }, (_, set) => block[set * height + i] ?? empty).flat());
    }
    group = [];
  };
  for (const row of rows) {
    if (row.length === columns.length) {
      group.push(row);
      continue;
    }
    close();
    all.push(row.map((cell) => ({ ...cell, span: columns.length * sets })));
  }
  close();
  return all;
}

/** A table as it is set on pages with so much room for text. */
export function fitted(table: PaperTable, widthMm: number): PaperTable {
  const width = widthMm * pointsOfMm;
  const small = { ...table, size: Math.min(table.size, sizeOfSets) };
  const natural = sum(needsOf(small, 3).map(({ want }) => want)) + table.columns.length * cellInset;
  const sets = Math.min(setLimit, Math.floor(width / natural), Math.floor(table.rows.length / rowsOfSet));
  if (sets < 2 || table.columns.length < 2) return spread(table, width);
  const columns = Array.from({ length: sets }, () => table.columns).flat();
  return spread({ ...small, columns, rows: rowsBeside(table, sets), sets }, width);
}
