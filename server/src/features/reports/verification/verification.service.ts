/**
 * Verifying a released report by its code. Invariants: a code that is not known, and one of a project that is being deleted,
 * look alike; who guesses codes is slowed down; readings are compared one report at a time, and once in ten minutes, however
 * many ask.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  plainCode,
  type reportVerification,
  type VerifiedReadings,
  type VerifiedReport,
} from '@plumbline/contract/reports/verification';
import { countedTry } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { rereadDigests } from '../period-reports/period-reports.api.ts';
import { hashOfSeal, readDigests } from '../releases/releases.api.ts';
import * as table from './verification.table.ts';

type Input = OutputOf<typeof reportVerification.open.input>;

/** Wrong codes from one address within 15 minutes. */
const maxWrong = 30;
const sharedMs = 600_000;
const maxShared = 200;
const maxNames = 100;
const busySeconds = 5;

/** Compared lately, by report. */
const shared = new Map<number, { readonly at: number; readonly answer: Promise<Compared> }>();
let isComparing = false;

interface Compared {
  readonly at: string;
  readonly fields: number;
  readonly changed: number;
  readonly pointIds: readonly number[];
}

/** Throws notFound, tooMany. */
async function requireReport({ db, now, ip }: Context, code: string): Promise<table.Verified> {
  let verified: table.Verified | undefined;
  await countedTry(db, now(), [{ key: `verify:${ip}`, max: maxWrong, beyond: 'refuse' }], async () => {
    verified = await table.byCode(db, plainCode(code));
    return verified !== undefined;
  });
  if (!verified) throw new Failure('notFound');
  return verified;
}

export async function open(context: Context, { code }: Input): Promise<VerifiedReport> {
  const verified = await requireReport(context, code);
  const { seal, hash, body, projectName, language, showsReleasedBy, withdrawnAt, replacedAt } = verified;
  const { type, firstDay, lastDay, timeZone, version, releasedAt, number, files } = seal;
  return {
    code: seal.code,
    corporation: { title: verified.corporationTitle, logo: verified.corporationLogo },
    projectName,
    language,
    firstDay,
    lastDay,
    timeZone,
    version,
    releasedAt,
    number,
    hash,
    type: type as VerifiedReport['type'],
    releasedBy: showsReleasedBy ? seal.releasedBy : null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    replacedAt: replacedAt?.toISOString() ?? null,
    intact: hashOfSeal(body) === hash,
    files: files.filter(({ format }) => table.isShown(format)),
  };
}

export async function readings(context: Context, { code }: Input): Promise<VerifiedReadings> {
  const verified = await requireReport(context, code);
  const nowMs = context.now().getTime();
  const cached = shared.get(verified.seal.reportId);
  const isFresh = cached && nowMs - cached.at < sharedMs && nowMs >= cached.at;
  const { pointIds, ...compared } = await (isFresh ? cached.answer : compareOnce(context, verified, nowMs));
  const points = verified.showsPoints ? await table.namesOf(context.db, pointIds.slice(0, maxNames)) : null;
  return { ...compared, unchanged: compared.changed === 0, points };
}

async function compareOnce(context: Context, verified: table.Verified, nowMs: number): Promise<Compared> {
  if (isComparing) throw new Failure('tooMany', { retryAfterSeconds: busySeconds });
  isComparing = true;
  const { reportId } = verified.seal;
  const answer = compare(context, verified).finally(() => {
    isComparing = false;
  });
  shared.delete(reportId);
  shared.set(reportId, { at: nowMs, answer });
  for (const oldest of shared.keys()) if (shared.size > maxShared) shared.delete(oldest);
  answer.catch(() => shared.delete(reportId));
  return await answer;
}

/** Throws unavailable where what was sealed of its readings cannot be read any more: nothing is said of them then. */
async function compare({ db, now, services }: Context, { seal }: table.Verified): Promise<Compared> {
  const before = await readDigests({ db, files: services.files }, seal);
  if (!before) throw new Failure('unavailable');
  const [fromMs, toMs] = [Date.parse(seal.from), Date.parse(seal.to)];
  const today = await rereadDigests({ db, pool: services.pool, fromMs, toMs }, before);
  const keyOf = ({ pointId, field }: { pointId: number; field: string }) => `${pointId} ${field}`;
  const present = new Map(today.map((each) => [keyOf(each), each.digest]));
  const changed = before.filter((each) => present.get(keyOf(each)) !== each.digest);
  return {
    at: now().toISOString(),
    fields: before.length,
    changed: changed.length,
    pointIds: [...new Set(changed.map(({ pointId }) => pointId))],
  };
}
