/** What the levels of a project mean, and what is measured in it. Invariant: what was never set is as the contract begins. */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { projects } from '@plumbline/contract/site/projects';
import { defaultGradings } from '@plumbline/contract/site/projects.settings';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './projects.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;

export async function gradings({ db }: Context, { projectId }: Input<'gradings'>) {
  const row = requireRow(await table.settings(db, projectId), { projectId });
  return { gradings: row.gradings ?? [...defaultGradings] };
}

export async function setGradings({ db }: Context, { projectId, gradings: input }: Input<'setGradings'>) {
  await table.set(db, projectId, { gradings: JSON.stringify(input) });
  return { gradings: input };
}

export async function measurements({ db }: Context, { projectId, pointType }: Input<'measurements'>) {
  return { measurements: await table.measurements(db, projectId, pointType) };
}
