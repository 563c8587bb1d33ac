/** What features above may ask about documents, and the checks of files that they take in themselves. */
import type { Db } from '../../../kernel/context.ts';
import * as table from './documents.table.ts';

export { checkedDocument } from './logic/document-stream.ts';
export { mediaTypeOf } from './logic/document-types.ts';

/** The name of a document of a project; undefined where the project has none of that id. */
export const documentName = async (db: Db, projectId: number, documentId: number): Promise<string | undefined> =>
  (await table.one(db, projectId, documentId))?.document.name;
