/** What is new in each version, and which one runs. Invariant: a private deployment shows no notes (specification 2). */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { releases } from '@plumbline/contract/platform/releases';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { version as running } from '../../../kernel/version.ts';
import { notesIn } from './logic/notes.ts';

type Input<K extends keyof typeof releases> = OutputOf<(typeof releases)[K]['input']>;

export async function version() {
  return { version: running };
}

export async function list(context: Context) {
  requireShown(context);
  return { running, releases: notesIn('en').map(({ version, date }) => ({ version, date })) };
}

/** Throws notFound. */
export async function get(context: Context, { version, language }: Input<'get'>) {
  requireShown(context);
  const notes = requireRow(
    notesIn(language).find((each) => each.version === version),
    { version },
  );
  return { ...notes };
}

/** Throws moduleOff. */
function requireShown({ services: { config } }: Context): void {
  if (config.privateDeployment) throw new Failure('moduleOff', { flag: 'privateDeployment' });
}
