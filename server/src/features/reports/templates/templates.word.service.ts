/**
 * Word documents that reports are made with. Invariants: what is stored was looked through, in a process of its own, and brings
 * nothing along that runs or fetches something; giving a template another document is a new version, over the one that its
 * author saw.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type reportTemplates, wordType } from '@plumbline/contract/reports/templates';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import { fileFormat } from '../../../kernel/file-refusals.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { checkApart, exampleApart } from '../files/files.api.ts';
import { checkedApart, followVersion, lockVersion } from './templates.documents.service.ts';
import * as table from './templates.table.ts';
import { insertWord, wordOf } from './templates.word.table.ts';

type Input<K extends keyof typeof reportTemplates> = OutputOf<(typeof reportTemplates)[K]['input']>;

const nameLength = 120;

export async function uploadWord(context: Context, input: Input<'uploadWord'>, sent: Upload) {
  const { db, caller, now, services, regardless } = context;
  const { projectId, templateId, version } = input;
  if (!/\.docx$/i.test(sent.fileName)) throw fileFormat(['docx']);
  const [project, template] = await Promise.all([namedProject(db, projectId), table.one(db, projectId, templateId)]);
  if (!project || !template?.own) throw new Failure('notFound', { templateId });
  const document = await buffer(sent.stream);
  const result = await checkedApart((signal) => checkApart(document, signal));
  return await db.transaction().execute(async (transaction) => {
    const row = await lockVersion(transaction, projectId, templateId, version);
    const fileId = await services.files.put({ db: transaction, now, regardless }, Readable.from([document]), {
      type: wordType,
      maxBytes: wordLimits.bytes,
      corporationId: project.corporationId,
      createdBy: caller.accountId,
    });
    const wordId = await insertWord(transaction, {
      templateId,
      name: plainFileName(sent.fileName).slice(-nameLength),
      bytes: document.length,
      fileId,
      found: result,
      byName: caller.displayName,
      at: now(),
    });
    return await followVersion({ ...context, db: transaction }, projectId, row, { wordId });
  });
}

export async function removeWord(context: Context, { projectId, templateId, version }: Input<'removeWord'>) {
  const row = await lockVersion(context.db, projectId, templateId, version);
  if (!(await wordOf(context.db, templateId, version))) throw new Failure('notFound', { templateId });
  return await followVersion(context, projectId, row, { wordId: null });
}

export async function word(context: Context, { projectId, templateId }: Input<'word'>): Promise<Download> {
  const template = await table.one(context.db, projectId, templateId);
  const document = template && (await wordOf(context.db, templateId, template.version));
  return await storedDownload(context, document?.fileId ?? null, {
    fileName: document?.name ?? '',
    where: { templateId },
  });
}

export async function wordExample(_: Context, { language }: Input<'wordExample'>): Promise<Download> {
  const bytes = await checkedApart((signal) => exampleApart(language, signal));
  return { type: wordType, fileName: `report-template.${language}.docx`, stream: Readable.from([Buffer.from(bytes)]) };
}
