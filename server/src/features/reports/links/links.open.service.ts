/**
 * What a link to a released report opens. Invariants: an unknown link and one that was ended look alike; a password is asked
 * for before anything is said, and tries of it are counted by link; nothing but this report is answered.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { OpenedReport, reportLinks } from '@plumbline/contract/reports/links';
import { countedTry } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { hashOf, matchesPassword } from '../../../kernel/secrets.ts';
import { fileNameOf, filesOf, reportRow, shapeOf } from '../period-reports/period-reports.api.ts';
import { releaseOf } from '../releases/releases.api.ts';
import * as table from './links.table.ts';

interface Given {
  readonly token: string;
  readonly password?: string | undefined;
}
/** Wrong passwords of one link within 15 minutes, and unknown links from one address. */
const [maxWrong, maxUnknown] = [10, 60];

/** Throws notFound, reportLinkPassword, tooMany. */
async function requireLink({ db, now, ip }: Context, { token, password }: Given): Promise<table.OpenedLink> {
  let link: table.OpenedLink | undefined;
  await countedTry(db, now(), [{ key: `reportLinks:${ip}`, max: maxUnknown, beyond: 'refuse' }], async () => {
    link = await table.byToken(db, hashOf(token), now());
    return link !== undefined;
  });
  if (!link) throw new Failure('notFound');
  const { id, passwordHash } = link;
  if (passwordHash === null) return link;
  if (password === undefined) throw new Failure('reportLinkPassword', { isWrong: false });
  const limits = [{ key: `reportLink:${id}`, max: maxWrong, beyond: 'delay' }] as const;
  const isRight = await countedTry(db, now(), limits, () => matchesPassword(passwordHash, password));
  if (!isRight) throw new Failure('reportLinkPassword', { isWrong: true });
  return link;
}

export async function open(context: Context, input: OutputOf<typeof reportLinks.open.input>): Promise<OpenedReport> {
  const { db, now } = context;
  const link = await requireLink(context, input);
  const [row, release, files] = await Promise.all([
    reportRow(db, link.reportId, null),
    releaseOf(db, link.reportId),
    filesOf(db, [link.reportId]),
  ]);
  if (!row || !release) throw new Failure('notFound');
  await table.countOpening(db, link.id, now());
  const { type, firstDay, lastDay, timeZone, language, files: listed } = shapeOf(row, files);
  return {
    recipient: link.recipient,
    corporation: { title: link.corporationTitle, logo: link.corporationLogo },
    projectName: link.projectName,
    type,
    firstDay,
    lastDay,
    timeZone,
    language,
    files: listed,
    version: release.version,
    releasedAt: release.releasedAt.toISOString(),
    releasedBy: release.releasedBy,
    withdrawnAt: release.withdrawnAt?.toISOString() ?? null,
    replacedAt: release.replacedAt?.toISOString() ?? null,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    code: release.code,
  };
}

export async function file(
  context: Context,
  { format, ...given }: OutputOf<typeof reportLinks.file.input>,
): Promise<Download> {
  const { db } = context;
  const link = await requireLink(context, given);
  const [row, files] = await Promise.all([reportRow(db, link.reportId, null), filesOf(db, [link.reportId])]);
  const stored = files.find((each) => each.format === format);
  if (!row || !stored) throw new Failure('notFound');
  return await storedDownload(context, stored.file_id, { fileName: fileNameOf(link.projectName, row, format) });
}
