/**
 * The operation log as people read it. The kernel writes it with every deed (kernel/operation.ts) and links it
 * (kernel/operation.chain.ts). Invariant: nobody reads a line of another corporation.
 */
import { Readable } from 'node:stream';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  type ChainVerdict,
  maxExportedOperations,
  type Operation,
  type operations,
} from '@plumbline/contract/platform/operations';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Context, Db } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { readVerdict, saveVerdict, type Verdict, verifyOperations } from '../../../kernel/operation.chain.ts';
import * as table from './operations.table.ts';

type Input<K extends keyof typeof operations> = OutputOf<(typeof operations)[K]['input']>;

/** The filter, narrowed to what the caller may see. Throws notFound for another corporation, and what is another's. */
async function ownOf<F extends table.Filter>({ db, caller }: Context, filter: F): Promise<F> {
  if (caller.type === 'System') return filter;
  if (filter.corporationId !== undefined && filter.corporationId !== caller.corporationId)
    throw new Failure('notFound', { corporationId: filter.corporationId });
  const corporationId = caller.corporationId ?? 0;
  if (!(await table.isOwnFilter(db, corporationId, filter))) {
    const { projectId, accountId } = filter;
    throw new Failure('notFound', { projectId, accountId });
  }
  return { ...filter, corporationId };
}

export async function list(context: Context, { page, pageSize, ...filter }: Input<'list'>) {
  const { db } = context;
  const scope = await ownOf(context, filter);
  const [rows, total, chain] = await Promise.all([
    table.lines(db, scope, { limit: pageSize, offset: (page - 1) * pageSize }),
    table.count(db, scope),
    readVerdict<ChainVerdict>(db),
  ]);
  return { operations: rows, total, chain };
}

const batchLines = 2_000;
const heading = [
  'time',
  'account',
  'name',
  'action',
  'scope',
  'id',
  'record',
  'name of record',
  'project',
  'route',
  'outcome',
  'address',
  'agent',
  'content',
];

const cellsOf = (line: Operation): (string | number | null)[] => [
  line.at,
  line.accountName,
  line.displayName,
  line.action,
  line.scope,
  line.scopeId,
  line.record?.kind ?? null,
  line.record?.name ?? null,
  line.projectName ?? line.projectId,
  line.route,
  line.outcome,
  line.ip,
  line.agent,
  JSON.stringify(line.content),
];

async function* csvOf(db: Db, filter: table.Filter): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(heading)}`;
  let below: number | undefined;
  for (let left = maxExportedOperations; left > 0; ) {
    const rows = await table.lines(db, filter, {
      limit: Math.min(batchLines, left),
      ...(below !== undefined && { below }),
    });
    for (const row of rows) yield csvLine(cellsOf(row));
    left -= rows.length;
    below = rows.at(-1)?.id;
    if (rows.length < batchLines) return;
  }
}

export async function file(context: Context, filter: Input<'file'>): Promise<Download> {
  const scope = await ownOf(context, filter);
  const day = context.now().toISOString().slice(0, 10);
  const stream = Readable.from(csvOf(context.db, scope), { objectMode: false });
  return { type: 'text/csv; charset=utf-8', fileName: `operation-log-${day}.csv`, stream };
}

/** One at a time in a process: who comes meanwhile gets the same answer. */
let running: Promise<Verdict> | null = null;
function verifyOnce(db: Db): Promise<Verdict> {
  running ??= verifyOperations(db).finally(() => {
    running = null;
  });
  return running;
}

export async function verify({ db, now }: Context, { earlierEnd }: Input<'verify'>) {
  const { includes, from: _, ...verdict } = await (earlierEnd ? verifyOperations(db, earlierEnd) : verifyOnce(db));
  const chain: ChainVerdict = { ...verdict, at: now().toISOString() };
  await saveVerdict(db, chain);
  return { chain, includes };
}
