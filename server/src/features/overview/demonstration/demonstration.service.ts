/**
 * The demonstration for whoever looks around in it: in the language of the reader, and with the story of each project.
 * Invariant: a corporation that is no demonstration is never changed, and has no stories.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { demonstration } from '@plumbline/contract/overview/demonstration';
import type { Context } from '../../../kernel/context.ts';
import { readDemonstrated } from '../../../kernel/demonstrated.ts';
import './demonstration.api.ts';
import { projectIdsOf, storiesOf } from './demonstration.table.ts';

type Input<K extends keyof typeof demonstration> = OutputOf<(typeof demonstration)[K]['input']>;

/** Throws noDemonstration. */
export async function setLanguage(context: Context, { corporationId, language }: Input<'setLanguage'>) {
  const { db, services, changed } = context;
  if (!(await services.setDemonstrationLanguage(context, corporationId, language)))
    throw new Failure('noDemonstration', { corporationId });
  await changed(...(await projectIdsOf(db, corporationId)).map((id) => ({ kind: 'project' as const, id })));
  return {};
}

export async function stories({ db }: Context, { corporationId }: Input<'stories'>) {
  const demonstrated = await readDemonstrated(db);
  return { stories: demonstrated?.corporationId === corporationId ? await storiesOf(db, corporationId) : [] };
}
