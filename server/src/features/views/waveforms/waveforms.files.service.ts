/** A person brings a waveform in a file: read, shown, and stored when nothing is wrong with it and nothing is missing. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { waveforms } from '@plumbline/contract/views/waveforms';
import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { ownerOf } from '../../points/points/points.api.ts';
import { calculate } from './logic/calculate.ts';
import type { Packed } from './logic/recorded.ts';
import { familyOf } from './waveforms.points.table.ts';
import * as table from './waveforms.table.ts';

type Input = OutputOf<typeof waveforms.upload.input>;
type Answer = (typeof waveforms.upload.reply)['_zod']['output'];

/** Bytes of a sample, as files have them. */
const bytesEach = 6;

export async function upload(context: Context, input: Input, sent: Upload): Promise<Answer> {
  const family = await familyOf(context.db, input.pointId);
  if (family !== 'vibration') throw new Failure('waveformUnsuitable', { family });
  const bytes = await bytesOf(sent);
  const { packed, ...result } = await calculate(
    'file',
    {
      bytes,
      startMs: input.startAt === undefined ? null : Date.parse(input.startAt),
      unit: input.unit ?? null,
      nowMs: context.now().getTime(),
      isDry: input.dryRun,
    },
    bytes.length / bytesEach,
  );
  const stored = packed && (await store(context, input.pointId, packed, sent.fileName));
  return { ...result, waveform: stored?.waveform ?? null, isUnchanged: stored?.isUnchanged ?? false };
}

async function bytesOf({ stream }: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function store({ db, now, caller }: Context, pointId: number, packed: Packed, fileName: string) {
  const { projectId } = await ownerOf(db, pointId);
  return db.transaction().execute(async (transaction) => {
    const { id, isUnchanged } = await table.insert(transaction, pointId, packed, {
      source: 'file',
      deviceId: null,
      byName: caller.displayName,
      fileName,
      receivedAt: now(),
    });
    if (!isUnchanged)
      await emit(transaction, now(), 'waveformsChanged', { pointId, projectId, startMs: packed.startMs });
    return { waveform: await table.one(transaction, pointId, id), isUnchanged };
  });
}
