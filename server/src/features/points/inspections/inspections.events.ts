/** Inspections go with their project, and their photos with them. Open pages follow what is written of them. */
import type { Context } from '../../../kernel/context.ts';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removeProject } from './inspections.log.table.ts';
import { filesOfProject } from './inspections.photos.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject, removeProject };

/** The write, and in its transaction the word to every open page of the project. */
export const announced =
  <I extends { readonly projectId: number }, O>(write: (context: Context, input: I) => Promise<O>) =>
  async (context: Context, input: I): Promise<O> => {
    const answer = await write(context, input);
    await context.emit('siteRecordsChanged', { projectId: input.projectId });
    return answer;
  };
