/**
 * What a report says of its own review and release. Invariant: whatever its template leaves out, a released report says that
 * it is one and how it is verified, and what people concluded is in it once.
 */
import type { ReportBlock } from '@plumbline/contract/report-templates.blocks';
import encodeQR from 'qr';
import type { ReportContent, ReportRelease } from './content.ts';
import { localTimes } from './local-times.ts';
import type { PaperPart, PaperRelease } from './paper.ts';
import { paperName } from './paper-tables.ts';
import { releaseWordsOf } from './release-words.ts';

/** Facts about the release, name and value of each; none while it is in review. */
function releaseFacts(release: ReportRelease, { timeZone, language }: ReportContent): (readonly [string, string])[] {
  const words = releaseWordsOf(language);
  if (release.state !== 'released') return [];
  return [
    [words.version, String(release.version)],
    [words.approvedBy, release.approvedBy],
    [words.releasedBy, release.releasedBy],
    [words.releasedAt, localTimes(timeZone).text(release.releasedAtMs)],
  ];
}

/** For a cover, or in the place of one; null where the report has had no review. */
export function releasePaper(content: ReportContent): PaperRelease | null {
  const { release, language } = content;
  if (!release) return null;
  const words = releaseWordsOf(language);
  return {
    facts: releaseFacts(release, content).map(([name, value]) => [name, paperName(value)]),
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

/** What people concluded, paragraph by paragraph. */
export const writtenConclusions = ({ release }: ReportContent): PaperPart[] =>
  paragraphsOf(release?.conclusions ?? '').map((text) => ({ part: 'text', text, quiet: false }));

/** What stands before a block because the template has no place for it. */
export function releaseBefore(block: ReportBlock, blocks: readonly ReportBlock[], content: ReportContent): PaperPart[] {
  const has = (kind: ReportBlock['kind']) => blocks.some((each) => each.kind === kind);
  const parts: PaperPart[] = [];
  const release = releasePaper(content);
  if (release && block === blocks[0] && !has('cover')) parts.push({ part: 'release', release }, { part: 'space' });
  const written = writtenConclusions(content);
  const first = blocks.find(({ kind }) => kind !== 'cover' && kind !== 'contents') ?? blocks.at(-1);
  if (block === first && written.length > 0 && !has('conclusions')) {
    const text = releaseWordsOf(content.language).conclusions;
    parts.push({ part: 'heading', level: 1, text, listed: true }, ...written, { part: 'space' });
  }
  return parts;
}

/** For the workbook. */
export function releaseRows(content: ReportContent): string[][] {
  const { release, language } = content;
  if (!release) return [];
  const words = releaseWordsOf(language);
  return [
    ...releaseFacts(release, content).map(([name, value]) => [name, value]),
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
