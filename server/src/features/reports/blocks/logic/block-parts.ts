/** What the writers of blocks have in common: what they are given, headings and notes, and what a block is narrowed to. */

import type { FamilyCode } from '@plumbline/contract/points/families';
import type { BlockKind, BlockOf, Narrowing } from '@plumbline/contract/reports/templates.blocks';
import type { PaperPart } from '../../paper/paper.api.ts';
import type { BlockWords, ReportWords } from '../../words/words.api.ts';
import type { ReportContent } from './content.ts';
import type { ReportLine } from './extras.ts';
import { type PaperContext, paperName } from './paper-tables.ts';
import type { TextWriter } from './placeholders.ts';

export interface BlockContext {
  readonly content: ReportContent;
  readonly words: ReportWords;
  readonly own: BlockWords;
  readonly tables: PaperContext;
  readonly texts: TextWriter;
  /** Gives the name under which the layout finds it. */
  readonly addPicture: (bytes: Uint8Array, ending: 'png' | 'jpg' | 'svg') => string;
}
export type BlockWriter<K extends BlockKind> = (block: BlockOf<K>, context: BlockContext) => PaperPart[];

export const heading = (text: string, level = 1): PaperPart => ({ part: 'heading', level, text, listed: true });
export const quietHeading = (text: string): PaperPart => ({ part: 'heading', level: 3, text, listed: false });
export const note = (text: string, quiet = true): PaperPart => ({ part: 'text', text, quiet });
/** The title of a block: its own, or the word of the product. */
export const titleOf = ({ title }: { readonly title: string }, otherwise: string, { texts }: BlockContext): string =>
  paperName(texts.write(title)) || otherwise;

/** The lines of the points that a block is narrowed to. */
export const linesWithin = (only: Narrowing, { content }: BlockContext): ReportLine[] =>
  content.lines.filter(({ point }) => isWithin(only, point, content.structuresOf));

interface Place {
  readonly id: number;
  readonly family: FamilyCode;
}

/** Returns whether a block is about a point. An empty list is everything; a structure is with its items. */
export function isWithin(
  only: Narrowing,
  { id, family }: Place,
  structuresOf: ReadonlyMap<number, readonly number[]>,
): boolean {
  const { structureIds, families, pointIds } = only;
  return (
    (pointIds.length === 0 || pointIds.includes(id)) &&
    (families.length === 0 || families.includes(family)) &&
    (structureIds.length === 0 || (structuresOf.get(id) ?? []).some((each) => structureIds.includes(each)))
  );
}
