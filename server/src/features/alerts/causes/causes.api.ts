/** What features above may ask about causes of alerts. */
import type { Db } from '../../../kernel/context.ts';
import { ofProject } from './causes.table.ts';

/** The name of a cause that may be chosen in a project; undefined for any other. */
export const causeName = async (db: Db, projectId: number, causeId: number): Promise<string | undefined> =>
  (await ofProject(db, projectId)).find(({ id }) => id === causeId)?.name;
