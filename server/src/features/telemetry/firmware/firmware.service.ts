/**
 * Firmware: the files that devices are given. Invariants: a file is what its name says and is stored before it is named;
 * there is one of a type and version; none goes while an upgrade to it is in progress.
 */
import { createHash } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type firmware, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { readFirmwareName } from '@plumbline/contract/telemetry/firmware.name';
import type { Context, Db } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import * as table from './firmware.table.ts';

type Input<K extends keyof typeof firmware> = OutputOf<(typeof firmware)[K]['input']>;

async function requireFirmware(db: Db, corporationId: number, firmwareId: number, lock: 'UPDATE' | null = null) {
  const one = requireRow(await table.one(db, corporationId, firmwareId, lock), { firmwareId });
  return one;
}

/** What is the installation's is changed by System accounts alone. */
function mayChange({ caller }: Context, shared: boolean): void {
  if (shared && caller.type !== 'System') throw new Failure('notAllowed', { needs: 'System' });
}

export const list = ({ db }: Context, { corporationId, type, keyword, page, pageSize }: Input<'list'>) =>
  table.list(db, corporationId, { ...(type && { type }), ...(keyword && { keyword }), page, pageSize });

export const types = async ({ db }: Context, { corporationId }: Input<'types'>) => ({
  types: await table.types(db, corporationId),
});

export async function fitting({ db, now }: Context, { corporationId, firmwareId, keyword, behind }: Input<'fitting'>) {
  const { firmware } = await requireFirmware(db, corporationId, firmwareId);
  return await table.fitting(db, corporationId, firmware, {
    ...(keyword && { keyword }),
    behind: behind === 'yes',
    now: now(),
  });
}

/** The bytes as they come, with their number and SHA-256 when all have come. */
function measured(stream: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  const progress = { size: 0 };
  async function* pass() {
    for await (const chunk of stream) {
      progress.size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
    if (progress.size === 0) throw new Failure('fileDamaged', { bytes: 0 });
  }
  return { stream: pass(), progress, digest: () => hash.digest() };
}

export async function upload(
  context: Context,
  { corporationId, notice, shared: asShared }: Input<'upload'>,
  sent: Upload,
) {
  const { files } = context.services;
  const { db, now, caller, regardless } = context;
  const shared = asShared === 'yes';
  mayChange(context, shared);
  const name = readFirmwareName(sent.fileName);
  if ('fault' in name) throw new Failure(name.fault, { name: sent.fileName.slice(0, 200), type: 'hsf' });
  const owner = shared ? null : corporationId;
  const { type, version } = name;
  const twice = new Failure('firmwareExists', { type, version });
  if (await table.exists(db, owner, type, version)) throw twice;
  const { stream, progress, digest } = measured(sent.stream as AsyncIterable<Buffer>);
  // A large file takes its time: the transaction begins when it is there.
  const fileId = await files.put(context, stream, {
    type: 'application/octet-stream',
    maxBytes: firmwareLimits.bytes,
    corporationId: owner,
    createdBy: caller.accountId,
  });
  try {
    return await db.transaction().execute(async (transaction) => {
      const inserted = table.insert(transaction, {
        ...name,
        corporationId: owner,
        name: sent.fileName,
        notice,
        size: progress.size,
        sha256: digest(),
        fileId,
        byName: caller.displayName,
        createdAt: now(),
      });
      const id = await onUniqueViolation(inserted, 'firmware_version', twice);
      return { firmware: (await requireFirmware(transaction, corporationId, id)).firmware };
    });
  } catch (error) {
    regardless(async (pool) => {
      const acts: (() => void | Promise<void>)[] = [];
      await files.remove({ db: pool, after: (act) => void acts.push(act) }, fileId);
      for (const act of acts) await act();
    });
    throw error;
  }
}

export async function get({ db }: Context, { corporationId, firmwareId }: Input<'get'>) {
  return { firmware: (await requireFirmware(db, corporationId, firmwareId)).firmware };
}

export async function update(context: Context, { corporationId, firmwareId, notice }: Input<'update'>) {
  const { db } = context;
  mayChange(context, (await requireFirmware(db, corporationId, firmwareId, 'UPDATE')).firmware.shared);
  await table.setNotice(db, firmwareId, notice);
  return { firmware: (await requireFirmware(db, corporationId, firmwareId)).firmware };
}

export async function file(context: Context, { corporationId, firmwareId }: Input<'file'>): Promise<Download> {
  const { firmware, fileId } = await requireFirmware(context.db, corporationId, firmwareId);
  const type = 'application/octet-stream';
  return await storedDownload(context, fileId, { type, fileName: firmware.name, where: { firmwareId } });
}

export async function remove(context: Context, { corporationId, firmwareId }: Input<'remove'>) {
  const { files } = context.services;
  const { db } = context;
  const { firmware, fileId } = await requireFirmware(db, corporationId, firmwareId, 'UPDATE');
  mayChange(context, firmware.shared);
  const inProgress = await table.inProgress(db, firmwareId);
  if (inProgress > 0) throw new Failure('firmwareInUse', { inProgress });
  await table.remove(db, firmwareId);
  await files.remove(context, fileId);
  return {};
}
