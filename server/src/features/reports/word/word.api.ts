/** Word: what a document of people holds, a report made of one or of blocks. Pure but for what it is made of. */
import type { ReportContent } from '../blocks/blocks.api.ts';
import { requireSafe } from './logic/document-safety.ts';
import { type DocumentTags, tagsOf } from './logic/document-tags.ts';
import { partsOf } from './logic/docx-archive.ts';
import { type TagValue, WordValues } from './logic/word-values.ts';

export { isPlainLink } from './logic/document-safety.ts';
export type { DocumentTags, FoundTag, PlacedFault } from './logic/document-tags.ts';
export { exampleDocument } from './logic/example-document.ts';
export { fillDocument } from './logic/fill-document.ts';
export { writeDocument } from './logic/paper-docx.ts';
export { drawPicture } from './logic/word-pictures.ts';
export type { TagValue } from './logic/word-values.ts';

/** Returns the values of tags that stand for themselves, outside of any repetition, by their words. */
export function tagValues(content: ReportContent): (words: string) => TagValue {
  const values = new WordValues(content);
  return (words) => values.at({ words, around: [] });
}

/** Returns the tags of a document. Throws fileDamaged, fileEncrypted, wordTooLarge, wordUnsafe. */
export function checkDocument(bytes: Uint8Array): DocumentTags {
  const parts = partsOf(bytes);
  requireSafe(parts);
  return tagsOf(parts);
}
