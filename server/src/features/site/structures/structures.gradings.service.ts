/** What alert levels mean at a structure. Invariant: what has none of its own has those of its structure, then of the project. */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { defaultGradings } from '@plumbline/contract/site/projects.settings';
import type { structures } from '@plumbline/contract/site/structures';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './structures.table.ts';

type Input<K extends keyof typeof structures> = OutputOf<(typeof structures)[K]['input']>;

export async function gradings({ db }: Context, { structureId }: Input<'gradings'>) {
  const found = requireRow(await table.gradings(db, structureId), { structureId });
  const { own, above, ofProject } = found;
  const from: 'own' | 'above' | 'project' = own ? 'own' : above ? 'above' : 'project';
  return { own, from, gradings: own ?? above ?? ofProject ?? [...defaultGradings] };
}

export async function setGradings(context: Context, { structureId, own }: Input<'setGradings'>) {
  await table.set(context.db, structureId, { gradings: own && JSON.stringify(own) });
  return await gradings(context, { structureId });
}
