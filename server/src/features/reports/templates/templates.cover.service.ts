/**
 * Covers that firms have for their workbooks. Invariant: what is stored was looked through, in a process of its own, and holds nothing that a
 * report does not carry over as it was drawn.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { excelType, type reportTemplates } from '@plumbline/contract/reports/templates';
import { coverLimits } from '@plumbline/contract/reports/templates.cover';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import { fileFormat } from '../../../kernel/file-refusals.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { checkCoverApart } from '../files/files.api.ts';
import { coverOf, insertCover } from './templates.cover.table.ts';
import { checkedApart, followVersion, lockVersion } from './templates.documents.service.ts';
import * as table from './templates.table.ts';

type Input<K extends keyof typeof reportTemplates> = OutputOf<(typeof reportTemplates)[K]['input']>;

const nameLength = 120;

export async function uploadExcelCover(context: Context, input: Input<'uploadExcelCover'>, sent: Upload) {
  const { db, caller, now, services, regardless } = context;
  const { projectId, templateId, version } = input;
  if (!/\.xlsx$/i.test(sent.fileName)) throw fileFormat(['xlsx']);
  const [project, template] = await Promise.all([namedProject(db, projectId), table.one(db, projectId, templateId)]);
  if (!project || !template?.own) throw new Failure('notFound', { templateId });
  const cover = await buffer(sent.stream);
  const facts = await checkedApart((signal) => checkCoverApart(cover, signal));
  return await db.transaction().execute(async (transaction) => {
    const row = await lockVersion(transaction, projectId, templateId, version);
    const fileId = await services.files.put({ db: transaction, now, regardless }, Readable.from([cover]), {
      type: excelType,
      maxBytes: coverLimits.bytes,
      corporationId: project.corporationId,
      createdBy: caller.accountId,
    });
    const coverId = await insertCover(transaction, {
      templateId,
      name: plainFileName(sent.fileName).slice(-nameLength),
      bytes: cover.length,
      fileId,
      facts,
      byName: caller.displayName,
      at: now(),
    });
    return await followVersion({ ...context, db: transaction }, projectId, row, { coverId });
  });
}

export async function removeExcelCover(
  context: Context,
  { projectId, templateId, version }: Input<'removeExcelCover'>,
) {
  const row = await lockVersion(context.db, projectId, templateId, version);
  if (!(await coverOf(context.db, templateId, version))) throw new Failure('notFound', { templateId });
  return await followVersion(context, projectId, row, { coverId: null });
}

export async function excelCover(context: Context, { projectId, templateId }: Input<'excelCover'>): Promise<Download> {
  const template = await table.one(context.db, projectId, templateId);
  const cover = template && (await coverOf(context.db, templateId, template.version));
  return await storedDownload(context, cover?.fileId ?? null, { fileName: cover?.name ?? '', where: { templateId } });
}
