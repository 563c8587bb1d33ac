/**
 * Writing the files of a report anew, of the numbers that it was made with: for its review, with its conclusions; for its
 * release, with approval and code on the cover, signed and sealed. Invariant: files, seal and state are one transaction, so a
 * report is released once, whatever goes down; a release that fails leaves it approved, with the files that it had.
 */
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import { emit } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { layoutHash, writeApart } from '../files/files.api.ts';
import {
  digestOfAll,
  lockReport,
  type ReportRow,
  type ReportSource,
  readSource,
  replaceFiles,
  reportRow,
  setForever,
  transactFiles,
  type WrittenFile,
} from '../period-reports/period-reports.api.ts';
import type { ReportRelease } from '../release-parts/release-parts.api.ts';
import { changesBetween } from './logic/changes.ts';
import { signPdf } from './logic/pdf-signature.ts';
import { digestsFormat, newCode, type Seal, sha256, writeSeal } from './logic/seal.ts';
import * as chain from './releases.chain.table.ts';
import { signerOf } from './releases.signer.service.ts';
import * as table from './releases.table.ts';

interface Input {
  readonly reportId: number;
  readonly purpose: 'review' | 'release';
  /** Where people reach this installation: the address on the cover begins with it. */
  readonly origin: string;
}
type Run = TaskContext<Input, null>;
type Released = Extract<ReportRelease, { state: 'released' }>;

const writeReport = taskHandler<Input>({
  kind: 'writeReport',
  async run(context) {
    const { db, task, progress, throwIfStopped, signal, services } = context;
    const { reportId } = task.input;
    const report = requireRow(await reportRow(db, reportId, null), { reportId });
    const review = await table.one(db, reportId, report.project_id);
    // It was done before the process ended: once.
    if (review.task_id !== task.id) return { reportId };
    await progress(0, 3);
    const source = await sourceOf(context, reportId);
    const before = review.replaces_id === null ? null : await sourceOf(context, review.replaces_id);
    throwIfStopped();
    await progress(1, 3);
    const release = releaseOf(context, review);
    const content = { ...source.content, release };
    const plain = await writeApart({ content, formats: report.formats as ReportFormat[] }, signal);
    throwIfStopped();
    await progress(2, 3);
    const files =
      release.state === 'released'
        ? [...(await signed(context, plain, report, release)), await digestsFile(source)]
        : plain;
    const changes = before && changesBetween(before.content, source.content);
    await transactFiles(db, async (transaction) => {
      await lockReport(transaction.db, reportId, report.project_id);
      const now = await table.lock(transaction.db, reportId, report.project_id);
      // Whoever is first ends it; cancelled meanwhile, there is nothing to end.
      if (now.task_id !== task.id) throw new Failure('reportState', { state: now.state });
      const owner = { reportId, corporationId: task.corporationId, accountId: task.accountId };
      await replaceFiles({ ...transaction, now: context.now, services }, owner, files);
      const change = { task_id: null, edition: now.edition + 1, ...(changes && { changes: JSON.stringify(changes) }) };
      if (release.state === 'inReview') await table.update(transaction.db, reportId, change);
      else {
        await seal(transaction.db, { report, release, source, files, change });
        await emit(transaction.db, context.now(), 'reportReleased', { reportId, origin: task.input.origin });
      }
    });
    return { reportId };
  },
  async undo({ db, task }) {
    await table.endWriting(db, task.input.reportId, task.id);
  },
});

/** Throws reportSourceGone where nothing is kept of it, or nothing that this version reads. */
async function sourceOf({ db, services: { files }, log }: Run, reportId: number): Promise<ReportSource> {
  const source = await readSource({ db, files }, reportId).catch((error) => {
    log.warn({ err: error, reportId }, 'the source of a report cannot be read');
    return null;
  });
  if (!source) throw new Failure('reportSourceGone', { reportId });
  return source;
}

function releaseOf({ task, now }: Run, review: table.ReviewRow): ReportRelease {
  const { conclusions, version } = review;
  if (task.input.purpose === 'review') return { state: 'inReview', conclusions };
  const code = newCode();
  return {
    state: 'released',
    conclusions,
    version,
    approvedBy: review.approved_by ?? '',
    releasedBy: task.byName,
    releasedAtMs: now().getTime(),
    code,
    address: `${task.input.origin}/#/verify/${code}`,
  };
}

async function signed(
  { db, services, now }: Run,
  files: readonly WrittenFile[],
  { first_day, last_day }: ReportRow,
  { releasedBy, releasedAtMs, code }: Released,
): Promise<WrittenFile[]> {
  const signer = await signerOf(db, services, now());
  const reason = `${first_day} ${last_day} ${code}`;
  return files.map((file) =>
    file.format === 'pdf'
      ? { ...file, bytes: signPdf(file.bytes, signer, { name: releasedBy, reason, at: new Date(releasedAtMs) }) }
      : file,
  );
}

const digestsFile = async ({ digests }: ReportSource): Promise<WrittenFile> => ({
  format: digestsFormat,
  bytes: await promisify(brotliCompress)(JSON.stringify(digests)),
});

interface Sealing {
  readonly report: ReportRow;
  readonly release: Released;
  readonly source: ReportSource;
  readonly files: readonly WrittenFile[];
  readonly change: { readonly task_id: null; readonly edition: number; readonly changes?: string };
}

/** Puts a report at the end of the chain of its project: from here on the database refuses to change it. */
async function seal(db: Run['db'], { report, release, source, files, change }: Sealing): Promise<void> {
  const last = await chain.lockChain(db, report.project_id);
  const releasedAt = new Date(release.releasedAtMs);
  const sealed: Seal = {
    projectId: report.project_id,
    number: (last?.number ?? 0) + 1,
    previous: last?.hash ?? null,
    reportId: report.id,
    version: release.version,
    type: report.type,
    firstDay: report.first_day,
    lastDay: report.last_day,
    from: report.from_at.toISOString(),
    to: report.to_at.toISOString(),
    timeZone: report.time_zone,
    code: release.code,
    releasedBy: release.releasedBy,
    releasedAt: releasedAt.toISOString(),
    conclusionsSha256: sha256(release.conclusions),
    files: files.map(({ format, bytes }) => ({ format, bytes: bytes.length, sha256: sha256(bytes) })),
    readingsSha256: digestOfAll(source.digests),
    layoutSha256: layoutHash(source.content),
  };
  await setForever(db, report.id);
  await table.update(db, report.id, {
    ...change,
    state: 'released',
    released_by: release.releasedBy,
    released_at: releasedAt,
    code: release.code,
  });
  const { body, hash } = writeSeal(sealed);
  await chain.insert(db, {
    project_id: report.project_id,
    number: sealed.number,
    report_id: report.id,
    body,
    hash,
    sealed_at: releasedAt,
  });
}

/** The background work of the feature. */
export const releaseTasks: readonly TaskHandler[] = [writeReport];
