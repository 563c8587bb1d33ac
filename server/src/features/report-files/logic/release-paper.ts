/** What a report says of its own review and release, on paper and as rows of its workbook. Pure. */
import encodeQR from 'qr';
import type { ReportContent } from './content.ts';
import { localTimes } from './local-times.ts';
import type { Paper } from './paper.ts';
import { paperName } from './paper-tables.ts';
import { releaseWordsOf } from './release-words.ts';

type Release = NonNullable<ReportContent['release']>;

/** Facts about the release, name and value of each; none while it is in review. */
function releaseFacts(release: Release, { timeZone, language }: ReportContent): (readonly [string, string])[] {
  const words = releaseWordsOf(language);
  if (release.state !== 'released') return [];
  return [
    [words.version, String(release.version)],
    [words.approvedBy, release.approvedBy],
    [words.releasedBy, release.releasedBy],
    [words.releasedAt, localTimes(timeZone).text(release.releasedAtMs)],
  ];
}

/** For the layout: null where the report has had no review. */
export function releasePaper(content: ReportContent): Paper['release'] {
  const { release, language } = content;
  if (!release) return null;
  const words = releaseWordsOf(language);
  return {
    facts: releaseFacts(release, content).map(([name, value]) => [name, paperName(value)]),
    note: release.state === 'inReview' ? words.inReview : null,
    conclusions:
      release.conclusions === '' ? null : { title: words.conclusions, paragraphs: paragraphsOf(release.conclusions) },
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
