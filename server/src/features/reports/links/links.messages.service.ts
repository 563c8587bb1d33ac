/**
 * Messages about reports: written with the event that causes them, sent by the clock, tried again for a day. Invariants: a
 * report that is released twice over a crash is told of once, by its key; a token is readable only until its message is sent;
 * what may hear of it is asked at every try.
 */
import { buffer } from 'node:stream/consumers';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Db } from '../../../kernel/context.ts';
import { shrinkPicture } from '../../../kernel/draw.ts';
import type { EventContext } from '../../../kernel/events.ts';
import { pictureSizeIn } from '../../../kernel/picture-size.ts';
import type { ScheduleContext } from '../../../kernel/schedules.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { readyChannel, waysOf } from '../../messages/channels/channels.api.ts';
import { type MessageBrand, type Outcome, sendBy } from '../../messages/senders/senders.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { reportRow } from '../period-reports/period-reports.api.ts';
import * as distributions from './links.distribution.table.ts';
import * as messages from './links.messages.table.ts';
import { newToken } from './links.service.ts';
import * as table from './links.table.ts';
import { type About, reportMessage } from './logic/report-message.ts';

/** Longer than any try takes. */
const tryMs = 120_000;
const [shortestWaitMs, longestWaitMs] = [60_000, 2 * 3_600_000];
/** The longer side of a logo as it is sent, and the room in which it is shown, in pixels. */
const logoSide = 480;
const shownLogo = { width: 240, height: 40 };
/** Sent at one run of the clock: the next run goes on. */
const maxAtOnce = 200;

interface News {
  readonly reportId: number;
  readonly about: About;
  /** null = the address of this installation. */
  readonly origin: string | null;
}

/** Writes what is to be sent about a report; a report that is gone is told of to nobody. */
export async function planMessages(context: EventContext, { reportId, about, origin }: News): Promise<void> {
  const { db, now, services } = context;
  const report = await reportRow(db, reportId, null);
  const project = report && (await namedProject(db, report.project_id));
  if (!report || !project) return;
  const { hookIds, linkDays } = await distributions.distribution(db, project.id);
  const { hooks } = await waysOf(db, project.corporationId);
  const at = now();
  const begun = {
    report_id: reportId,
    project_id: project.id,
    about,
    state: 'queued',
    created_at: at,
    next_try_at: at,
    origin: origin ?? services.config.publicUrl ?? services.addresses.http,
  };
  await messages.insert(
    db,
    hooks
      .filter(({ id }) => hookIds.includes(id))
      .map(({ id, name }) => ({
        ...begun,
        key: `report-${reportId}-${about}-hook-${id}`,
        medium: 'hook',
        hook_id: id,
        name,
        address: '',
        language: report.language,
      })),
  );
  if (about === 'made') return;
  for (const recipient of await distributions.recipients(db, project.id)) {
    const token = newToken();
    await table.insert(db, {
      report_id: reportId,
      project_id: project.id,
      recipient: recipient.name,
      token_hash: hashOf(token),
      password_hash: null,
      expires_at: new Date(at.getTime() + linkDays * dayMs),
      ended_at: null,
      by_name: report.by_name,
      created_at: at,
    });
    await messages.insert(db, [
      {
        ...begun,
        key: `report-${reportId}-${about}-${recipient.id}`,
        medium: 'email',
        hook_id: null,
        name: recipient.name,
        address: recipient.email,
        language: recipient.language,
        sealed: services.secrets.encrypt(JSON.stringify({ token, linkDays })),
      },
    ]);
  }
}

/** Sends what is due. One that fails keeps none of the others from being sent. */
export async function sendDue(context: ScheduleContext): Promise<void> {
  const { db, now, signal } = context;
  for (let i = 0; i < maxAtOnce && !signal.aborted; i++) {
    const at = now();
    const message = await messages.claim(db, at, new Date(at.getTime() + tryMs));
    if (!message) return;
    const outcome = await send(context, message);
    await settle(db, message, outcome, now());
  }
}

async function settle(db: Db, message: messages.DueMessage, outcome: Outcome, at: Date): Promise<void> {
  const waitMs = Math.min(shortestWaitMs * 2 ** (message.attempts - 1), longestWaitMs);
  const isOver = outcome.accepted || outcome.final || at.getTime() + waitMs > message.created_at.getTime() + dayMs;
  await messages.settle(db, message.id, {
    state: outcome.accepted ? 'sent' : isOver ? 'failed' : 'queued',
    answer: outcome.answer,
    nextTryAt: isOver ? null : new Date(at.getTime() + waitMs),
    sentAt: outcome.accepted ? at : null,
  });
}

async function send(context: ScheduleContext, message: messages.DueMessage): Promise<Outcome> {
  const { db, now, services, log } = context;
  const { secrets } = services;
  try {
    const isMail = message.medium === 'email';
    const channel = await readyChannel(db, secrets, message.corporation_id, {
      medium: isMail ? 'email' : 'hook',
      hookId: message.hook_id,
    });
    if (!channel) return { accepted: false, final: false, answer: isMail ? 'no mail server' : 'no such hook' };
    const brand = { title: message.corporation_title, logo: isMail ? await logoOf(context, message) : null };
    return await sendBy(services, channel, textOf(message, brand, secrets.decrypt), now());
  } catch (error) {
    // A secret that cannot be opened any more: the others are sent all the same.
    log.warn({ err: error, messageId: message.id }, 'a message about a report cannot be put together');
    return { accepted: false, final: true, answer: 'cannot be put together' };
  }
}

/** Returns the logo of the corporation as a mail program shows it; null where there is none that can be drawn. */
async function logoOf(
  { db, services: { files } }: ScheduleContext,
  { corporation_logo }: messages.DueMessage,
): Promise<MessageBrand['logo']> {
  const stored = corporation_logo === null ? null : await files.get(db, corporation_logo);
  if (!stored) return null;
  const jpeg = await shrinkPicture(await buffer(stored.stream), logoSide).catch(() => null);
  const size = jpeg && pictureSizeIn(jpeg);
  if (!size) return null;
  const scale = Math.min(shownLogo.width / size.width, shownLogo.height / size.height);
  return { jpeg, width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

function textOf(message: messages.DueMessage, brand: MessageBrand, decrypt: (sealed: string) => string) {
  const { origin, project_id, report_id, about } = message;
  const opened = message.sealed === null ? null : (JSON.parse(decrypt(message.sealed)) as Sealed);
  const page = opened ? `report/${opened.token}` : `projects/${project_id}/reports/${report_id}/review`;
  const until = opened && new Date(message.created_at.getTime() + opened.linkDays * dayMs);
  return reportMessage({
    key: message.key,
    to: message.address,
    language: messages.languageOf(message),
    about: about as About,
    project: message.project_name,
    projectId: project_id,
    reportId: report_id,
    type: message.type,
    firstDay: message.first_day,
    lastDay: message.last_day,
    link: `${origin}/#/${page}`,
    brand,
    until: until?.toISOString().slice(0, 10) ?? null,
  });
}
interface Sealed {
  readonly token: string;
  readonly linkDays: number;
}
