/**
 * What a Word document asks for: every tag in the order of its text, where it is, and what is wrong with it. Invariant: a
 * document without a fault here can be filled in, whatever the report holds.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ProblemFault } from '@plumbline/contract/reports/templates.checks';
import { faultLength } from '@plumbline/contract/reports/templates.placeholders';
import {
  endOf,
  type LoopName,
  parseWordTag,
  type WordTag,
  wordLimits,
} from '@plumbline/contract/reports/templates.word';
import { readXml } from './document-safety.ts';

/** `body 12`, `body table 2 row 3`, `header 1`: the part, and where in it, counted from 1. */
export interface PlacedFault {
  readonly fault: ProblemFault;
  readonly place: string;
  readonly words: string;
}
export interface FoundTag {
  /** As it stands in the document, without its braces. */
  readonly words: string;
  readonly kind: 'value' | 'picture' | 'loop' | 'condition';
  readonly place: string;
  readonly count: number;
}
export interface DocumentTags {
  readonly tags: readonly FoundTag[];
  readonly faults: readonly PlacedFault[];
}

/** A paragraph, or the description of a picture, with its text and what it stands in. */
interface Paragraph {
  text: string;
  readonly place: string;
  /** What paragraphs stand in side by side: the body, a cell, a box. */
  readonly container: number;
  readonly table: number | null;
  readonly cell: number | null;
  /** In a content control, or no text of the page: nothing begins or ends there. */
  isBound: boolean;
}

const maxDepth = 60;
const maxFaults = 100;
const textParts = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i;

/** Throws wordTooLarge. */
export function tagsOf(parts: ReadonlyMap<string, Buffer>): DocumentTags {
  const texts = [...parts].filter(([name]) => textParts.test(name));
  if (texts.reduce((sum, [, part]) => sum + part.length, 0) > wordLimits.textBytes)
    throw new Failure('wordTooLarge', { fault: 'text', maxBytes: wordLimits.textBytes });
  const check = new TagCheck();
  for (const [name, part] of texts) {
    for (const paragraph of paragraphsOf(name, part)) {
      check.add(paragraph);
      // What is far too much is not counted to its end.
      if (check.isFull) return { tags: [...check.found.values()], faults: check.faults.slice(0, maxFaults) };
    }
    check.endPart();
  }
  return { tags: [...check.found.values()].slice(0, wordLimits.listed), faults: check.faults.slice(0, maxFaults) };
}

const containers = new Set(['body', 'hdr', 'ftr', 'tc', 'txbxContent', 'footnote', 'endnote', 'sdtContent']);

/** Every paragraph that has text, where it ends. */
// Long because it is one table of elements, each a line or two.
function paragraphsOf(part: string, bytes: Buffer): Paragraph[] {
  const name = /word\/([a-z]+)/i.exec(part)?.[1] ?? part;
  const where = name === 'document' ? 'body' : name;
  const paragraphs: Paragraph[] = [];
  const open: Paragraph[] = [];
  const inside: number[] = [];
  const tables: { number: number; row: number }[] = [];
  const cells: number[] = [];
  const counts = { paragraphs: 0, tables: 0, ids: 0, depth: 0, controls: 0 };
  let isText = false;
  const begin = (): Paragraph => {
    const table = tables.at(-1);
    return {
      text: '',
      place: table ? `${where} table ${table.number} row ${table.row}` : `${where} ${counts.paragraphs}`,
      container: inside.at(-1) ?? 0,
      table: table?.number ?? null,
      cell: cells.at(-1) ?? null,
      isBound: counts.controls > 0,
    };
  };
  readXml(part, bytes, {
    open(tag, attributes) {
      if (++counts.depth > maxDepth) throw new Failure('wordTooLarge', { fault: 'depth', most: maxDepth });
      const localName = tag.replace(/^.*:/, '');
      if (containers.has(localName)) inside.push(++counts.ids);
      if (localName === 'tbl') tables.push({ number: ++counts.tables, row: 0 });
      else if (localName === 'tr') for (const table of tables.slice(-1)) table.row++;
      else if (localName === 'tc') cells.push(++counts.ids);
      else if (localName === 'sdtContent') {
        counts.controls++;
        for (const paragraph of open) paragraph.isBound = true;
      } else if (localName === 'p' && !tag.startsWith('a:')) {
        if (tables.length === 0 && open.length === 0) counts.paragraphs++;
        open.push(begin());
      } else if (localName === 't' && !tag.startsWith('a:')) isText = true;
      else if (localName === 'docPr' && attributes['descr'])
        paragraphs.push({ ...begin(), text: attributes['descr'], isBound: true });
    },
    text(words) {
      const paragraph = open.at(-1);
      if (isText && paragraph) paragraph.text += words;
    },
    close(tag) {
      counts.depth--;
      const localName = tag.replace(/^.*:/, '');
      if (containers.has(localName)) inside.pop();
      if (localName === 'tbl') tables.pop();
      else if (localName === 'tc') cells.pop();
      else if (localName === 'sdtContent') counts.controls--;
      else if (localName === 't') isText = false;
      else if (localName === 'p' && !tag.startsWith('a:')) paragraphs.push(...open.splice(-1));
    },
  });
  return paragraphs.filter(({ text }) => text.includes('{{'));
}

interface OpenTag {
  /** What ends it. */
  readonly end: string;
  readonly loop: LoopName | null;
  readonly words: string;
  readonly at: Paragraph;
}

class TagCheck {
  readonly found = new Map<string, FoundTag>();
  readonly faults: PlacedFault[] = [];
  private open: OpenTag[] = [];
  private count = 0;

  get isFull(): boolean {
    return this.count > wordLimits.tags;
  }

  add(paragraph: Paragraph): void {
    for (let at = paragraph.text.indexOf('{{'); at >= 0; at = paragraph.text.indexOf('{{', at)) {
      const close = paragraph.text.indexOf('}}', at);
      const words = paragraph.text.slice(at + 2, close < 0 ? undefined : close).trim();
      this.count++;
      if (close < 0 || this.count > wordLimits.tags) {
        this.fault(close < 0 ? 'unclosed' : 'tooMany', paragraph, words);
        return;
      }
      this.take(words, paragraph);
      at = close + 2;
    }
  }

  /** What is open at the end of a part is never closed. */
  endPart(): void {
    for (const { words, at } of this.open) this.fault('loopOpen', at, words);
    this.open = [];
  }

  private fault(fault: ProblemFault, { place }: Paragraph, words: string): void {
    this.faults.push({ fault, place, words: words.slice(0, faultLength) });
  }

  private take(words: string, at: Paragraph): void {
    const loops = this.open.flatMap(({ loop }) => loop ?? []);
    const tag = parseWordTag(words, loops);
    if ('fault' in tag) {
      this.fault(tag.fault, at, tag.words);
      // What ends it is not another mistake.
      const [, end] = /^#\s*(\w+)/.exec(words) ?? [];
      if (end) this.open.push({ end, loop: null, words, at });
      return;
    }
    if (tag.tag === 'end') this.end(tag.name, at);
    else {
      this.note(tag, words, at);
      const end = endOf(tag);
      if (end === null) return;
      if (at.isBound) this.fault('loopControl', at, words);
      if (this.open.length >= wordLimits.depth) this.fault('loopDeep', at, words);
      this.open.push({ end, loop: tag.tag === 'loop' ? tag.loop : null, words, at });
    }
  }

  private note(tag: WordTag, words: string, { place }: Paragraph): void {
    const kind = tag.tag !== 'value' ? tag.tag : tag.value.kind === 'picture' ? 'picture' : 'value';
    if (kind === 'end') return;
    const before = this.found.get(words);
    this.found.set(words, before ? { ...before, count: before.count + 1 } : { words, kind, place, count: 1 });
  }

  private end(name: string, at: Paragraph): void {
    const began = this.open.at(-1);
    if (!began) {
      this.fault('loopUnopened', at, `/${name}`);
      return;
    }
    if (began.end !== name) {
      this.fault('loopCrossed', at, `/${name}`);
      // Where it ends one further out, what is inside was never closed.
      const outer = this.open.findLastIndex(({ end }) => end === name);
      if (outer >= 0) this.open.length = outer;
      return;
    }
    this.open.pop();
    const isBeside = began.at.container === at.container;
    const isOfRows = began.at.table !== null && began.at.table === at.table && began.at.cell !== at.cell;
    if (!isBeside && !isOfRows) this.fault('loopAcross', began.at, began.words);
    else if (at.isBound) this.fault('loopControl', at, `/${name}`);
  }
}
