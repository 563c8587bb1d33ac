/**
 * The texts of a cover that may hold placeholders, and where each of their letters stands: those of cells, of the page header and footer,
 * and of text boxes. What is filled in replaces the letters of a placeholder; everything else of a part stays as it is.
 */
import { coverLimits, parseCoverTag } from '@plumbline/contract/reports/templates.cover';
import { isTextFault } from '@plumbline/contract/reports/templates.placeholders';
import { localName, readPart } from './cover-package.ts';
import { tooLarge, unfit } from './cover-refusals.ts';

/** A piece of a text that has a look of its own; `from` and `to` = its letters in the part, `isSpaced` = blanks at its ends are kept. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly isSpaced: boolean;
  readonly text: string;
}
/** `cell` = of the cells that hold it, `head` = of a page header, `box` = of a text box. */
export interface CoverText {
  readonly kind: 'cell' | 'head' | 'box';
  readonly runs: readonly Run[];
  /** Of a shared text its number; of a text in its own cell the name of that one. */
  readonly index: number;
  readonly cell: string | null;
}
/** A placeholder in a text: where it begins and ends, and its words. */
export interface FoundTag {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly isPicture: boolean;
}

const headElements = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);
/** What is one text, by its element, and the pieces of it. */
const containers: Readonly<Record<string, CoverText['kind']>> = { si: 'cell', is: 'cell' };

/** Returns the texts of a part, in the order in which they stand. `isDrawing` = its texts are those of boxes. */
export function textsOf(name: string, bytes: Buffer, isDrawing: boolean): CoverText[] {
  const texts: CoverText[] = [];
  let open: { kind: CoverText['kind']; element: string; runs: Run[] } | null = null;
  let run: { from: number; isSpaced: boolean; text: string } | null = null;
  let isReading = false;
  let cell: string | null = null;
  let shared = 0;
  readPart(name, bytes, {
    open(tag, attributes, place) {
      const element = localName(tag);
      if (element === 'c' && !isDrawing) cell = attributes['r'] ?? null;
      const kind = isDrawing
        ? element === 'p'
          ? 'box'
          : undefined
        : headElements.has(element)
          ? 'head'
          : containers[element];
      if (kind && open === null) open = { kind, element, runs: [] };
      // How a word is read aloud stands beside it, and is not shown.
      if (element === 'rPh') isReading = true;
      if (open && !isReading && (element === 't' || open.kind === 'head'))
        run = { from: place.to, isSpaced: attributes['xml:space'] === 'preserve', text: '' };
    },
    text(words) {
      if (run) run.text += words;
    },
    close(tag, place) {
      const element = localName(tag);
      if (element === 'rPh') isReading = false;
      if (open && run && (element === 't' || open.kind === 'head')) {
        // An element without content has one tag for both ends.
        if (place.from >= run.from) open.runs.push({ ...run, to: place.from });
        run = null;
      }
      if (open === null || element !== open.element) return;
      const { kind, runs } = open;
      texts.push({ kind, runs, index: shared, cell: kind === 'cell' ? cell : null });
      if (element === 'si') shared++;
      open = null;
    },
  });
  return texts;
}

const wholeOf = ({ runs }: CoverText): string => runs.map(({ text }) => text).join('');

/** Returns the placeholders of a text. Throws coverUnfit, naming the place, for one that is not to be filled in; coverTooLarge. */
export function tagsOf(text: CoverText, where: string): FoundTag[] {
  const letters = wholeOf(text);
  const tags: FoundTag[] = [];
  for (let from = letters.indexOf('{{'); from >= 0; from = letters.indexOf('{{', from)) {
    const close = letters.indexOf('}}', from);
    if (close < 0) throw unfit('placeholder', where, letters.slice(from));
    const words = letters.slice(from + 2, close).trim();
    const tag = parseCoverTag(words);
    if (isTextFault(tag)) throw unfit('placeholder', where, tag.words);
    const to = close + 2;
    const isPicture = tag.value.kind === 'picture';
    if (isPicture && (text.kind !== 'cell' || letters.trim() !== letters.slice(from, to)))
      throw unfit('picturePlace', where, words);
    tags.push({ from, to, words, isPicture });
    if (tags.length > coverLimits.tags) throw tooLarge('tags');
    from = to;
  }
  return tags;
}

/** A change of the text of a part. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Throws Error where two changes meet. */
export function edited(text: string, edits: readonly Edit[]): string {
  let [result, at] = ['', 0];
  for (const { from, to, text: words } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) throw new Error('two changes of one place in a cover');
    result += text.slice(at, from) + words;
    at = to;
  }
  return result + text.slice(at);
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (words: string): string => words.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
/** Between tags, where quotes are letters. */
const escapedText = (words: string): string => words.replace(/[&<>]/g, (sign) => signs[sign] ?? sign);

/** What a spreadsheet takes: of a cell, of a page header, of a paragraph. */
const longest = { cell: 32_767, head: 255, box: 5_000 } as const;

/** A value as the text of its place takes it: never a code of a page header, nor an escape of a cell. */
const valueIn: Readonly<Record<CoverText['kind'], (words: string) => string>> = {
  cell: (words) => words.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  head: (words) => words.replaceAll('&', '&&'),
  box: (words) => words.replace(/\s*\n\s*/g, ' '),
};

/**
 * Returns the changes that fill in a text; none where it has no placeholder. The value stands where its placeholder begins, in the look of
 * that letter.
 */
export function filled(text: CoverText, valueAt: (words: string) => string): Edit[] {
  const letters = wholeOf(text);
  const tags = tagsOf(text, '');
  if (tags.length === 0) return [];
  const starts: number[] = [];
  let length = 0;
  for (const run of text.runs) {
    starts.push(length);
    length += run.text.length;
  }
  const written = text.runs.map(() => '');
  const keep = (from: number, to: number) => {
    for (const [i, start] of starts.entries()) {
      const end = start + (text.runs[i]?.text.length ?? 0);
      if (from < end && to > start) written[i] += letters.slice(Math.max(from, start), Math.min(to, end));
    }
  };
  let at = 0;
  for (const { from, to, words } of tags) {
    keep(at, from);
    const run = starts.findLastIndex((start) => start <= from);
    written[run] += valueIn[text.kind](valueAt(words));
    at = to;
  }
  keep(at, letters.length);
  let lettersLeft: number = longest[text.kind];
  return text.runs.flatMap(({ from, to, isSpaced }, i): Edit[] => {
    const words = (written[i] ?? '').slice(0, lettersLeft);
    lettersLeft -= words.length;
    return [
      ...(text.kind === 'cell' && !isSpaced ? [{ from: from - 1, to: from - 1, text: ' xml:space="preserve"' }] : []),
      // A code of a header that was cut in its middle would take the next letter.
      {
        from,
        to,
        text: escapedText(text.kind === 'head' && /(^|[^&])(&&)*&$/.test(words) ? words.slice(0, -1) : words),
      },
    ];
  });
}

/** Throws coverUnfit where letters of a placeholder stand elsewhere than in the texts. */
export function requireNoOthers(text: string, texts: readonly CoverText[], where: string): void {
  const others = edited(
    text,
    texts.flatMap(({ runs }) => runs.map(({ from, to }) => ({ from, to, text: '' }))),
  );
  const at = others.indexOf('{{');
  if (at >= 0) throw unfit('placeholderPlace', where, others.slice(at));
}
