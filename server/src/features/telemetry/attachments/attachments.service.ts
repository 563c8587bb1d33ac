/**
 * Files that devices hand in. Invariants: a file is shown as whole once every byte of it is there; of a device the newest 20 are
 * kept, and no more than that.
 */
import { Readable } from 'node:stream';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { attachments } from '@plumbline/contract/telemetry/attachments';
import type { Context } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sendCommand } from '../commands/commands.send.api.ts';
import * as table from './attachments.table.ts';

type Input<K extends keyof typeof attachments> = OutputOf<(typeof attachments)[K]['input']>;

export const staticFiles = async ({ db }: Context, { deviceId }: Input<'staticFiles'>) => ({
  attachments: await table.ofDevice(db, deviceId, 'static'),
});
export const logs = async ({ db }: Context, { deviceId }: Input<'logs'>) => ({
  attachments: await table.ofDevice(db, deviceId, 'log'),
});
export const progress = async ({ db }: Context, { deviceId }: Input<'progress'>) => ({
  attachments: await table.ofDevice(db, deviceId, null),
});

/** A whole file of a device. Throws notFound, and fileNotUploaded for one that is under way. */
async function requireWhole({ db }: Context, deviceId: number, attachmentId: number) {
  const found = requireRow(await table.one(db, deviceId, attachmentId), { attachmentId });
  const { attachment, analysis } = found;
  if (attachment.completedAt === null || analysis === null)
    throw new Failure('fileNotUploaded', { received: attachment.received, size: attachment.size });
  return { attachment, analysis };
}

export const analysis = (context: Context, { deviceId, attachmentId }: Input<'analysis'>) =>
  requireWhole(context, deviceId, attachmentId);

export async function file(context: Context, { deviceId, attachmentId }: Input<'file'>): Promise<Download> {
  const { attachment } = await requireWhole(context, deviceId, attachmentId);
  const content = await table.contentOf(context.db, attachmentId);
  return { type: 'application/octet-stream', fileName: attachment.name, stream: Readable.from([content]) };
}

export async function remove({ db }: Context, { deviceId, attachmentId }: Input<'remove'>) {
  if (!(await table.remove(db, deviceId, attachmentId))) throw new Failure('notFound', { attachmentId });
  return {};
}

export const request = async ({ db, now, caller }: Context, { deviceId, kind, name }: Input<'request'>) => ({
  commandId: await sendCommand(db, now(), deviceId, caller, {
    text: 'attachment-upload',
    part: 'attachments',
    value: { kind, name },
  }),
});

/** Devices are let in by their secret (attachments.http.ts). */
export const upload = () => Promise.reject(new Failure('notFound'));
