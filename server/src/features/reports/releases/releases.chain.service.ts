/**
 * The chain of released reports of a project. Invariant: verifying walks every seal from the first, and reads every file that
 * was sealed to its last byte.
 */
import { createHash } from 'node:crypto';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { reportReleases } from '@plumbline/contract/reports/releases';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { filesOf, reportsOf } from '../period-reports/period-reports.api.ts';
import { readSeal, type Seal, sha256 } from './logic/seal.ts';
import * as table from './releases.chain.table.ts';
import * as reviews from './releases.table.ts';

type Input<K extends keyof typeof reportReleases> = OutputOf<(typeof reportReleases)[K]['input']>;
type Verdict = OutputOf<typeof reportReleases.verifyChain.reply>;
type Fault = Verdict['faults'][number];

const sealsAtOnce = 50;
const maxFaults = 100;
/** Within fifteen minutes, of one project: every file is read each time. */
const maxWalks = 60;
/** Of one walk: whoever asked goes on from where it ended. */
const walkMs = 10_000;

export async function released({ db }: Context, { projectId, page, pageSize }: Input<'released'>) {
  const { rows, total } = await table.page(db, projectId, { page, pageSize });
  const ids = rows.map(({ report_id }) => report_id);
  const reports = await reportsOf(db, ids);
  return {
    released: rows.flatMap((row) => {
      const report = reports.get(row.report_id);
      if (!report || row.code === null || row.released_at === null) return [];
      return [
        {
          report,
          state: row.state,
          version: row.version,
          number: row.number,
          hash: row.hash,
          code: row.code,
          releasedBy: row.released_by ?? '',
          releasedAt: row.released_at.toISOString(),
        },
      ];
    }),
    total,
  };
}

export async function verifyChain(context: Context, { projectId, after }: Input<'verifyChain'>): Promise<Verdict> {
  const { db, now } = context;
  await reserve(db, now(), [{ key: `reportChain:${projectId}`, max: maxWalks, beyond: 'refuse' }]);
  const faults: Fault[] = [];
  const startedAt = performance.now();
  let [last, seals, files] = [after, 0, 0];
  let end = after === 0 ? null : await table.hashOf(db, projectId, after);
  let next: number | null = null;
  walk: for (;;) {
    const rows = await table.after(db, projectId, last, sealsAtOnce);
    for (const row of rows) {
      if (performance.now() - startedAt > walkMs && seals > 0) {
        next = last;
        break walk;
      }
      files += await checkSeal(context, row, { number: last + 1, hash: end }, faults);
      seals += 1;
      last = row.number;
      end = row.hash;
    }
    if (rows.length < sealsAtOnce || faults.length >= maxFaults) break;
  }
  return { holds: faults.length === 0, seals, files, faults: faults.slice(0, maxFaults), next, end };
}

/** Compares a seal with its report and with the one before it; gives how many files were read. */
async function checkSeal(
  context: Context,
  row: table.SealRow,
  due: { readonly number: number; readonly hash: string | null },
  faults: Fault[],
): Promise<number> {
  const seal = readable(row.body);
  const fault = (name: Fault['fault'], format: string | null = null) =>
    void faults.push({ number: row.number, reportId: row.report_id, fault: name, format });
  if (!seal || sha256(row.body) !== row.hash || seal.number !== row.number || seal.reportId !== row.report_id)
    fault('seal');
  else if (seal.previous !== due.hash || row.number !== due.number) fault('order');
  return seal ? await checkReport(context, seal, fault) : 0;
}

function readable(body: string): Seal | null {
  try {
    return readSeal(body);
  } catch {
    return null;
  }
}

/** Compares a report with its seal; gives how many files were read. */
async function checkReport(
  { db, services }: Context,
  seal: Seal,
  fault: (name: Fault['fault'], format?: string | null) => void,
): Promise<number> {
  const [row, review] = await Promise.all([
    filesOf(db, [seal.reportId]),
    reviews.one(db, seal.reportId, seal.projectId),
  ]);
  if (sha256(review.conclusions) !== seal.conclusionsSha256 || review.code !== seal.code) fault('text');
  let read = 0;
  for (const { format, sha256: expected } of seal.files) {
    const fileId = row.find((each) => each.format === format)?.file_id;
    const stored = fileId === undefined ? null : await services.files.get(db, fileId);
    if (!stored) {
      fault('fileMissing', format);
      continue;
    }
    const hash = createHash('sha256');
    for await (const piece of stored.stream) hash.update(piece as Uint8Array);
    read += 1;
    if (hash.digest('hex') !== expected) fault('file', format);
  }
  return read;
}
