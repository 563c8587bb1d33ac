/** A report on paper, as the layout (report.typ) takes it: every text and number written out, every chart drawn. Pure. */
import type { PaperRelease } from '../../release-parts/release-parts.api.ts';

export interface PaperCell {
  readonly text: string;
  readonly small?: string;
  /** A mark before the text. */
  readonly colour?: string;
  /** Alone in its row, over so many columns: what the rows below it are of. */
  readonly span?: number;
}
export interface PaperTable {
  /** Of its letters, in points. */
  readonly size: number;
  /** `width` = its share of the page, once it is set (widths.ts); before that, how wide it may become for its prose. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly right: boolean }[];
  readonly rows: readonly (readonly PaperCell[])[];
  /** How often its columns stand beside each other; absent = once. */
  readonly sets?: number;
}
/** `picture` = its name among the pictures of the paper. */
interface PaperSignature {
  readonly role: string;
  readonly name: string;
  readonly picture: string | null;
}
export interface PaperCover {
  readonly release: PaperRelease | null;
  readonly corporation: string;
  readonly title: string;
  readonly project: string;
  readonly subtitle: string;
  /** Of the block, at its head. */
  readonly picture: string | null;
  /** In its place, smaller. */
  readonly logo: string | null;
  /** The site, beside the facts. */
  readonly site: string | null;
  readonly facts: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
  readonly counts: readonly { readonly title: string; readonly count: string; readonly colour: string }[];
  readonly signatures: readonly PaperSignature[];
}

/** Parts that are printed one after the other. */
export type PaperPart =
  | { readonly part: 'cover'; readonly cover: PaperCover }
  /** Where there is no cover that would say it. */
  | { readonly part: 'release'; readonly release: PaperRelease }
  | { readonly part: 'outline'; readonly title: string; readonly depth: number }
  /** `listed` = numbered, and in the table of contents. */
  | { readonly part: 'heading'; readonly level: number; readonly text: string; readonly listed: boolean }
  | { readonly part: 'text'; readonly text: string; readonly quiet: boolean }
  | { readonly part: 'table'; readonly table: PaperTable }
  | { readonly part: 'list'; readonly items: readonly string[] }
  | {
      readonly part: 'charts';
      readonly columns: number;
      readonly charts: readonly { readonly title: string; readonly svg: string }[];
    }
  | {
      readonly part: 'pictures';
      readonly columns: number;
      readonly pictures: readonly { readonly picture: string; readonly title: string; readonly small: string }[];
    }
  /** A drawing with marks on it, in shares of its width and height. */
  | {
      readonly part: 'drawing';
      readonly title: string;
      readonly picture: string;
      readonly ratio: number;
      readonly marks: readonly {
        readonly x: number;
        readonly y: number;
        readonly text: string;
        readonly colour: string;
      }[];
    }
  /** Short lines in columns: what would be too much for a table. */
  | { readonly part: 'lines'; readonly columns: number; readonly chunks: readonly string[] }
  | { readonly part: 'break' }
  | { readonly part: 'space' };

/** Pages of one orientation. */
export interface PaperSection {
  readonly flipped: boolean;
  readonly parts: readonly PaperPart[];
}

export interface Paper {
  /** What every page says of a report that is not released; null = nothing. */
  readonly draft: { readonly across: string; readonly head: string } | null;
  readonly lang: string;
  readonly region: string;
  readonly paper: string;
  readonly title: string;
  readonly period: string;
  readonly author: string;
  /** The project, as much of it as a running head holds. */
  readonly short: string;
  /** Whose report it is, for the running head beside the project; its logo is among the pictures. */
  readonly brand: { readonly title: string; readonly logo: string | null };
  readonly made: string;
  readonly sections: readonly PaperSection[];
}

/** The pictures of a paper by the names under which its parts have them. */
export type PaperPictures = ReadonlyMap<string, Uint8Array>;
