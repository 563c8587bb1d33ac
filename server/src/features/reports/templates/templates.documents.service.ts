/**
 * Files of people that a template has: a Word document, a cover. Invariants: giving or taking one is a new version, over the one that its
 * author saw; a version keeps what it had, and goes with its template.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { coverLimits } from '@plumbline/contract/reports/templates.cover';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { filesOfCovers } from './templates.cover.table.ts';
import * as table from './templates.table.ts';
import { filesOfWords, removeOldFiles } from './templates.word.table.ts';

const maxChecks = 2;
const longestMs = 20_000;
let checks = 0;

/** In a process of its own, as many at once as may be. Throws busy. */
export async function checkedApart<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (checks >= maxChecks) throw new Failure('busy');
  checks++;
  try {
    return await act(AbortSignal.timeout(longestMs));
  } finally {
    checks--;
  }
}

/** Throws notFound, and reportTemplateChanged where somebody else has made another version. */
export async function lockVersion(db: Db, projectId: number, templateId: number, version: number) {
  const row = requireRow(await table.lockOwn(db, projectId, templateId), { templateId });
  if (row.version !== version) throw new Failure('reportTemplateChanged', { version: row.version });
  return row;
}

/** The next version: the same blocks, with another file or without one. */
export async function followVersion(
  { db, caller, now, services, after }: Context,
  projectId: number,
  { id, version }: { readonly id: number; readonly version: number },
  files: { readonly wordId: number | null } | { readonly coverId: number | null },
) {
  const before = requireRow(await table.versionOf(db, id, version), { version });
  const change = { by_name: caller.displayName, updated_at: now() };
  await table.insertVersion(db, id, version + 1, { ...before, ...files }, change);
  await table.update(db, id, { ...change, version: version + 1, status: 'Pending' });
  await table.removeOldVersions(db, id, 200);
  const old = [
    ...(await removeOldFiles(db, 'word', id, wordLimits.documents)),
    ...(await removeOldFiles(db, 'cover', id, coverLimits.covers)),
  ];
  for (const fileId of old) await services.files.remove({ db, after }, fileId);
  const template = requireRow(await table.one(db, projectId, id), { templateId: id });
  return { template };
}

/** Documents and covers of a template that is deleted: their files go with it. */
export async function forgetFiles({ db, after, services }: Context, templateId: number): Promise<() => Promise<void>> {
  const files = [...(await filesOfWords(db, templateId)), ...(await filesOfCovers(db, templateId))];
  return async () => {
    for (const fileId of files) await services.files.remove({ db, after }, fileId);
  };
}
