/**
 * What a report says of its own review and release. Invariant: whatever its template leaves out, a released report says that
 * it is one and how it is verified, and what people concluded is in it once.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import encodeQR from 'qr';
import { releaseWordsOf } from './release-words.ts';

/** A report is written anew with that, of the same numbers. */
export type ReportRelease =
  | { readonly state: 'inReview'; readonly conclusions: string }
  | {
      readonly state: 'released';
      readonly conclusions: string;
      readonly version: number;
      readonly approvedBy: string;
      readonly releasedBy: string;
      readonly releasedAtMs: number;
      readonly code: string;
      /** Where it is verified, by its code. */
      readonly address: string;
    };

/** For a cover, or in the place of one. */
export interface PaperRelease {
  readonly facts: readonly (readonly [string, string])[];
  readonly note: string | null;
  /** The QR code, and what it stands for. */
  readonly verify: Readonly<Record<'title' | 'address' | 'code' | 'note' | 'svg', string>> | null;
}

interface Released {
  readonly release?: ReportRelease;
  readonly language: Language;
}
/** How times and names are written on paper. */
interface Writing {
  readonly timeOf: (ms: number) => string;
  readonly nameOf: (name: string) => string;
}
type Text = { readonly part: 'text'; readonly text: string; readonly quiet: boolean };
type Part =
  | Text
  | { readonly part: 'release'; readonly release: PaperRelease }
  | { readonly part: 'heading'; readonly level: number; readonly text: string; readonly listed: boolean }
  | { readonly part: 'space' };

/** Facts about the release, name and value of each; none while it is in review. */
function releaseFacts(release: ReportRelease, language: Language, timeOf: Writing['timeOf']) {
  const words = releaseWordsOf(language);
  if (release.state !== 'released') return [];
  return [
    [words.version, String(release.version)],
    [words.approvedBy, release.approvedBy],
    [words.releasedBy, release.releasedBy],
    [words.releasedAt, timeOf(release.releasedAtMs)],
  ] as const;
}

/** null where the report has had no review. */
export function releasePaper({ release, language }: Released, { timeOf, nameOf }: Writing): PaperRelease | null {
  if (!release) return null;
  const words = releaseWordsOf(language);
  return {
    facts: releaseFacts(release, language, timeOf).map(([name, value]) => [name, nameOf(value)]),
    note: release.state === 'inReview' ? words.inReview : null,
    verify:
      release.state === 'released'
        ? {
            title: words.verify,
            address: release.address,
            code: release.code,
            note: words.verifyNote,
            svg: encodeQR(release.address, 'svg', { ecc: 'medium', border: 1 }),
          }
        : null,
  };
}

/** Marks of every page of a report that is not released; null = it is, or is a look at a template. */
export function draftMark({
  release,
  language,
  isSample = false,
}: Released & { readonly isSample?: boolean }): { readonly across: string; readonly head: string } | null {
  if (isSample || release?.state === 'released') return null;
  const { draft, notReleased } = releaseWordsOf(language);
  return { across: draft, head: notReleased };
}

/** Returns the conclusions that people wrote, paragraph by paragraph. */
export const writtenConclusions = ({ release }: Pick<Released, 'release'>): Text[] =>
  paragraphsOf(release?.conclusions ?? '').map((text) => ({ part: 'text', text, quiet: false }));

/** Returns the parts before a block that the template has no place for. */
export function releaseBefore(
  block: ReportBlock,
  blocks: readonly ReportBlock[],
  released: Released,
  writing: Writing,
): Part[] {
  const has = (kind: ReportBlock['kind']) => blocks.some((each) => each.kind === kind);
  const parts: Part[] = [];
  const release = releasePaper(released, writing);
  if (release && block === blocks[0] && !has('cover')) parts.push({ part: 'release', release }, { part: 'space' });
  const written = writtenConclusions(released);
  const first = blocks.find(({ kind }) => kind !== 'cover' && kind !== 'contents') ?? blocks.at(-1);
  if (block === first && written.length > 0 && !has('conclusions')) {
    const text = releaseWordsOf(released.language).conclusions;
    parts.push({ part: 'heading', level: 1, text, listed: true }, ...written, { part: 'space' });
  }
  return parts;
}

/** For the workbook. */
export function releaseRows({ release, language }: Released, timeOf: Writing['timeOf']): string[][] {
  const words = releaseWordsOf(language);
  if (!release) return [[words.version, words.notReleased]];
  return [
    ...releaseFacts(release, language, timeOf).map(([name, value]) => [name, value]),
    ...(release.state === 'released' ? [[words.verify, release.address]] : [[words.version, words.inReview]]),
    ...paragraphsOf(release.conclusions).map((text) => [words.conclusions, text]),
  ];
}

const paragraphsOf = (text: string): string[] =>
  text
    .toWellFormed()
    .split(/\r?\n+/)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '');
