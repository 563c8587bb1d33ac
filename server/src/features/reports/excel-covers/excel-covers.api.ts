/** Covers that firms have for their workbooks: what one holds, and a workbook with one before its sheets. */
import type { CoverTag } from '@plumbline/contract/reports/templates.cover';
import { coverLimits } from '@plumbline/contract/reports/templates.cover';
import { openCover } from './logic/cover-package.ts';
import { placeOf, tooLarge } from './logic/cover-refusals.ts';
import { checkSheets } from './logic/cover-sheets.ts';
import { tagsOf } from './logic/cover-texts.ts';

export { joinCover } from './logic/join-workbook.ts';

/** Placeholders of a cover, and the names of its sheets. */
export interface CoverFacts {
  readonly sheets: readonly string[];
  readonly tags: readonly CoverTag[];
}

/** Throws fileDamaged, fileEncrypted, coverTooLarge, coverUnfit. */
export function checkCover(bytes: Uint8Array): CoverFacts {
  const cover = openCover(bytes);
  const texts = [...checkSheets(cover).values()].flat();
  const order = cover.sheets.map(({ name }) => name);
  const byWords = new Map<string, CoverTag>();
  let count = 0;
  for (const text of texts.toSorted(
    (a, b) => order.indexOf(a.places[0]?.sheet ?? '') - order.indexOf(b.places[0]?.sheet ?? ''),
  )) {
    const [first] = text.places;
    const place = first ? placeOf(first.sheet, first.cell) : '';
    for (const { words, isPicture } of tagsOf(text, place)) {
      count += text.places.length;
      if (count > coverLimits.tags) throw tooLarge('tags');
      const before = byWords.get(words);
      byWords.set(words, {
        words,
        kind: isPicture ? 'picture' : 'value',
        place: before?.place ?? place,
        count: (before?.count ?? 0) + text.places.length,
      });
    }
  }
  return { sheets: order, tags: [...byWords.values()] };
}

/** The names of the sheets of a cover that was checked. */
export const coverSheets = (bytes: Uint8Array): string[] => openCover(bytes).sheets.map(({ name }) => name);
