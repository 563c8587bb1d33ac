/** Word: what a document of people holds, a report made of one or of blocks. Pure but for what it is made of. */
import { requireSafe } from './logic/document-safety.ts';
import { type DocumentTags, tagsOf } from './logic/document-tags.ts';
import { partsOf } from './logic/docx-archive.ts';

export type { DocumentTags, FoundTag, PlacedFault } from './logic/document-tags.ts';
export { exampleDocument } from './logic/example-document.ts';
export { fillDocument } from './logic/fill-document.ts';
export { writeDocument } from './logic/paper-docx.ts';

/** Returns the tags of a document. Throws fileDamaged, fileEncrypted, wordTooLarge, wordUnsafe. */
export function checkDocument(bytes: Uint8Array): DocumentTags {
  const parts = partsOf(bytes);
  requireSafe(parts);
  return tagsOf(parts);
}
