/** The values of a document's tags, where each stands: inside of which item of which repetition. */
import { Failure } from '@plumbline/contract/kernel/errors';
import {
  type LoopName,
  parseWordTag,
  type WordPath,
  type WordTag,
  type WordValue,
  wordLimits,
} from '@plumbline/contract/reports/templates.word';
import {
  blockContext,
  instant,
  type PlaceholderValue,
  type ReportContent,
  reportValues,
  writtenValue,
} from '../../blocks/blocks.api.ts';
import { releasePaper, writtenConclusions } from '../../release-parts/release-parts.api.ts';
import { type ItemSource, type ItemValue, type WordItem, type WordPicture, wordLists } from './word-items.ts';

/** A place in a document: the tag as it is written, and which item of each repetition around it. */
export interface TagPlace {
  readonly words: string;
  readonly around: readonly { readonly words: string; readonly index: number }[];
}
/** A text, whether something is printed, how often, or a picture and its width in centimetres (null = as wide as the page bears). */
export type TagValue =
  | { readonly text: string }
  | { readonly isPrinted: boolean }
  | { readonly count: number }
  | { readonly picture: WordPicture; readonly widthCm: number | null };

/** What XML has no sign for, not even escaped. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const maxText = 5_000;

type Around = TagPlace['around'];

/** The tags of one document. */
export class WordValues {
  private readonly source: ItemSource;
  private readonly ofReport: ReturnType<typeof reportValues>;
  private readonly ofWord: ReturnType<typeof wordValuesOf>;
  private readonly lists = new Map<string, WordItem[]>();
  private readonly counted = new Set<string>();
  private rows = 0;

  constructor(content: ReportContent) {
    this.source = blockContext(content);
    this.ofReport = reportValues(content);
    this.ofWord = wordValuesOf(content, this.source.context.tables.times.text);
  }

  /** Throws reportTooLarge where repetitions print more together than a document bears. */
  at({ words, around }: TagPlace): TagValue {
    const items = this.itemsAround(around);
    const tag = parse(words, items);
    switch (tag.tag) {
      case 'loop': {
        const { length: count } = this.listOf(tag.loop, tag.family, items, around);
        // The library asks twice for each tag.
        const key = JSON.stringify([words, around]);
        if (!this.counted.has(key)) this.rows += count;
        this.counted.add(key);
        if (this.rows > wordLimits.rows)
          throw new Failure('reportTooLarge', { fault: 'word', maxRows: wordLimits.rows });
        return { count };
      }
      case 'condition': {
        const { about } = tag;
        const isThere =
          typeof about === 'string'
            ? this.listOf(about, null, items, around).length > 0
            : isSomething(this.valueOf(about, items));
        return { isPrinted: isThere === tag.isWanted };
      }
      case 'end':
        return { text: '' };
      case 'value': {
        const { formatters } = tag.value;
        const value = this.valueOf(tag.value, items);
        if (value && 'picture' in value)
          return { ...value, widthCm: formatters.findLast(({ name }) => name === 'width')?.digits ?? null };
        return { text: plain(writtenValue(value, formatters, this.source.context.tables.times)) };
      }
    }
  }

  /** The items around a place, outermost first. */
  private itemsAround(around: Around): WordItem[] {
    const items: WordItem[] = [];
    for (const [i, { words, index }] of around.entries()) {
      const tag = parse(words, items);
      const item = tag.tag === 'loop' ? this.listOf(tag.loop, tag.family, items, around.slice(0, i))[index] : undefined;
      if (item) items.push(item);
    }
    return items;
  }

  /** What is repeated at a place: the same list however often it is asked for. */
  private listOf(
    loop: LoopName,
    family: WordItem['family'] | null,
    items: readonly WordItem[],
    around: Around,
  ): WordItem[] {
    const key = [loop, family ?? '', ...around.flatMap(({ words, index }) => [words, index])].join('\n');
    const cached = this.lists.get(key);
    if (cached) return cached;
    const scope: Partial<Record<'structure' | 'family' | 'pointId', unknown>> = {};
    for (const { structure, family, pointId } of items) {
      if (structure !== undefined) scope.structure = structure;
      if (family !== undefined) scope.family = family;
      if (pointId !== undefined) scope.pointId = pointId;
    }
    if (family) scope.family = family;
    const list = wordLists[loop](this.source, scope as Pick<WordItem, 'structure' | 'family' | 'pointId'>);
    this.lists.set(key, list);
    return list;
  }

  private valueOf(value: WordValue, items: readonly WordItem[]): ItemValue {
    switch (value.of) {
      case 'report':
        return this.ofReport[value.path]();
      case 'word':
        return this.ofWord[value.path]();
      case 'item':
        return items.findLast(({ loop }) => loop === value.loop)?.values[value.path]?.() ?? null;
      case 'point':
        return this.source.context.texts.ofPoint(value.point, value.path);
      default:
        return null;
    }
  }
}

/** Only what was checked is filled in. */
function parse(words: string, items: readonly WordItem[]): WordTag {
  const tag = parseWordTag(
    words,
    items.map(({ loop }) => loop),
  );
  if ('fault' in tag) throw new Error(`the tag ${words} of a Word document was not checked`);
  return tag;
}

const plain = (words: string): string => words.toWellFormed().replace(unwritable, ' ').slice(0, maxText);

/** Returns whether a condition holds: there is a value, and it is not zero or empty. */
const isSomething = (value: ItemValue): boolean =>
  value !== null && !('number' in value && value.number === 0) && !('text' in value && value.text === '');

function wordValuesOf(
  content: ReportContent,
  timeOf: (ms: number) => string,
): Readonly<Record<WordPath, () => ItemValue>> {
  const { release } = content;
  const paper = releasePaper(content, { timeOf, nameOf: (name) => name });
  const released = release?.state === 'released' ? release : null;
  const text = (words: string | null | undefined) => (): PlaceholderValue => (words ? { text: words } : null);
  return {
    'conclusions.text': text(
      writtenConclusions(content)
        .map(({ text: words }) => words)
        .join('\n'),
    ),
    'release.note': text(paper?.note),
    'release.version': text(released && String(released.version)),
    'release.approvedBy': text(released?.approvedBy),
    'release.releasedBy': text(released?.releasedBy),
    'release.releasedAt': () => instant(released?.releasedAtMs),
    'release.code': text(released?.code),
    'release.address': text(released?.address),
    'release.picture': () =>
      paper?.verify ? { picture: { text: paper.verify.address, svg: paper.verify.svg } } : null,
  };
}
