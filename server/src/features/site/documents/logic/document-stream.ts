/** A document on its way in. Invariant: it is what its ending says, or refused at the first bytes that show something else. */
import { Readable } from 'node:stream';
import { type Document, documentTypes } from '@plumbline/contract/site/documents';
import { fileFormat } from '../../../../kernel/file-refusals.ts';
import type { Upload } from '../../../../kernel/upload.ts';
import { beginsLike, mediaTypeOf, typeOf } from './document-types.ts';

/** "Upload file can only be in {type} format". */
const wrongFormat = () => fileFormat(documentTypes);

/** The type of a document by its name, what its file is stored as, and its bytes as they come. Throws fileFormat. */
export function checkedDocument(upload: Upload) {
  const type = typeOf(upload.fileName);
  if (!type) throw wrongFormat();
  const progress = { bytes: 0 };
  const media = mediaTypeOf(type);
  return {
    type,
    storedType: media.startsWith('image/') ? media : 'application/octet-stream',
    stream: Readable.from(watched(upload, type, progress)),
    progress,
  };
}

async function* watched(upload: Upload, type: Document['type'], progress: { bytes: number }) {
  let head = Buffer.alloc(0);
  let judged = false;
  for await (const chunk of upload.stream as AsyncIterable<Buffer>) {
    progress.bytes += chunk.length;
    if (!judged) {
      head = Buffer.concat([head, chunk]).subarray(0, 512);
      judged = head.length >= 16;
      if (judged && !beginsLike(type, head)) throw wrongFormat();
    }
    yield chunk;
  }
  if (progress.bytes === 0 || (!judged && !beginsLike(type, head))) throw wrongFormat();
}
