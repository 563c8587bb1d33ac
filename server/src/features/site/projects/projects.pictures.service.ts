/** The two pictures of a project: of the site, and the logo that its reports bear. Invariant: a replaced file does not stay behind. */
import { limits } from '@plumbline/contract/kernel/constants';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { requireProject } from './projects.service.ts';
import * as table from './projects.table.ts';

type Which = 'picture' | 'logo';
interface Input {
  readonly projectId: number;
}

async function put(context: Context, which: Which, projectId: number, fileId: string | null) {
  const row = requireRow(await table.lock(context.db, projectId), { projectId });
  await table.set(context.db, projectId, { [which]: fileId });
  const former = row[which];
  if (former) await context.services.files.remove(context, former);
  return { project: await requireProject(context, projectId) };
}

export async function setPicture(context: Context, which: Which, { projectId }: Input, upload: Upload) {
  const { corporationId } = await requireProject(context, projectId);
  const fileId = await context.services.files.put(context, upload.stream, {
    type: upload.type,
    maxBytes: limits.pictureBytes,
    corporationId,
    createdBy: context.caller.accountId,
  });
  return await put(context, which, projectId, fileId);
}

export const removePicture = (context: Context, which: Which, { projectId }: Input) =>
  put(context, which, projectId, null);

export async function picture(context: Context, which: Which, { projectId }: Input): Promise<Download> {
  const project = await requireProject(context, projectId);
  return await storedPicture(context, project[which], { name: project.name, where: { projectId } });
}
