/**
 * Links to released reports. Invariants: a link is made for a released report alone; its token is stored as its hash, so that
 * whoever reads the database opens nothing; ended, it opens nothing from the next request on.
 */
import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { reportLinkLimits, type reportLinks } from '@plumbline/contract/reports/links';
import type { Context } from '../../../kernel/context.ts';
import { hashOf, hashPassword } from '../../../kernel/secrets.ts';
import { lockReport, reportRow } from '../period-reports/period-reports.api.ts';
import { stateOf } from '../releases/releases.api.ts';
import * as messages from './links.messages.table.ts';
import * as table from './links.table.ts';

type Input<K extends keyof typeof reportLinks> = OutputOf<(typeof reportLinks)[K]['input']>;

export const newToken = (): string => randomBytes(32).toString('base64url');

export async function list({ db }: Context, { projectId, reportId }: Input<'list'>) {
  if (!(await reportRow(db, reportId, projectId))) throw new Failure('notFound', { reportId });
  const [links, sent] = await Promise.all([table.ofReport(db, reportId), messages.ofReport(db, reportId)]);
  return { links: links.map(table.linkOf), messages: sent.map(messages.messageOf) };
}

export async function create(context: Context, { projectId, reportId, ...fields }: Input<'create'>) {
  const { db, caller, now } = context;
  const { recipient, expiresAt, password } = fields;
  if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) throw new Failure('reportLinkEnded');
  const passwordHash = password === undefined ? null : await hashPassword(password);
  if (!(await lockReport(db, reportId, projectId))) throw new Failure('notFound', { reportId });
  const state = await stateOf(db, reportId);
  if (state !== 'released') throw new Failure('reportState', { state });
  if ((await table.count(db, reportId)) >= reportLinkLimits.links)
    throw new Failure('limitReached', { max: reportLinkLimits.links });
  const token = newToken();
  const row = await table.insert(db, {
    report_id: reportId,
    project_id: projectId,
    recipient,
    token_hash: hashOf(token),
    password_hash: passwordHash,
    expires_at: expiresAt === null ? null : new Date(expiresAt),
    by_name: caller.displayName,
    created_at: now(),
  });
  return { link: table.linkOf(row), token };
}

export async function end({ db, now }: Context, { projectId, reportId, linkId }: Input<'end'>) {
  if (!(await table.end(db, { id: linkId, reportId, projectId, at: now() }))) throw new Failure('notFound', { linkId });
  return {};
}
