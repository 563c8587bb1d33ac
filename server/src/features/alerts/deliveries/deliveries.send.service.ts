/**
 * Sends deliveries: a lane of work of its own, so that a mail server which hangs holds up no notification. Invariants: who
 * may hear of it is asked at every try; each try carries the same key; what is not sent says why.
 */

import type { Language } from '@plumbline/contract/kernel/constants';
import type { Medium } from '@plumbline/contract/messages/channels';
import { believedNow } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import type { LongWork } from '../../../kernel/work.long.ts';
import { groupOf, type WorkRow, type WorkSource } from '../../../kernel/work.rows.ts';
import { readyChannel } from '../../messages/channels/channels.api.ts';
import { type Outcome, type Outgoing, type ReadyChannel, sendBy } from '../../messages/senders/senders.api.ts';
import { isChatChannel } from '../chat-cards/chat-cards.api.ts';
import { type Content, messageOf } from '../delivery-texts/delivery-texts.api.ts';
import { pushTo } from '../pushes/pushes.api.ts';
import { sendToChat } from './deliveries.chat.service.ts';
import { deliveryWork, type Planned, planWork } from './deliveries.events.ts';
import { keyFor } from './deliveries.keys.api.ts';
import { pictureFor } from './deliveries.picture.service.ts';
import { planDeliveries } from './deliveries.plan.service.ts';
import * as table from './deliveries.send.table.ts';
import { Ways } from './logic/ways.ts';

/** More than of one way alone: what hangs leaves room for the others. */
const maxRunning = 12;
/** Longer than any try takes: nobody else takes it up meanwhile. */
const tryMs = 60_000;
/** A try that fails after so long had no answer: who refuses does so sooner. */
const silentMs = 4_500;
const [shortestWaitMs, longestWaitMs] = [15_000, 15 * 60_000];

/** The try whose failure is told of while others follow: some four minutes after the first. */
const notifiedAttempts = 5;

/** When a message that was tried so often is tried again: after 15 s, 30 s, 1 min ... 15 min. */
const waitMs = (attempts: number): number => Math.min(shortestWaitMs * 2 ** (attempts - 1), longestWaitMs);

/** The lane: a row of work for each delivery, until it is sent or given up. Its group is the way by which it goes. */
export function sendDeliveries(source: WorkSource): LongWork {
  const again = new Map<number, Date>();
  const ways = new Ways();
  return {
    lane: 'delivery',
    names: [planWork, deliveryWork],
    maxRunning,
    async run(row) {
      if (row.name === planWork) return await planDeliveries(source, row.input as Planned);
      const way = groupOf(row) ?? '';
      ways.begin(way);
      let isSilent = false;
      try {
        const tried = await tryOnce(source, deliveryIdOf(row));
        ({ isSilent } = tried);
        if (tried.nextAt) again.set(row.id, tried.nextAt);
      } finally {
        ways.end(way, isSilent, source.clock.now());
      }
    },
    nextAt({ id }) {
      const at = again.get(id) ?? null;
      again.delete(id);
      return at;
    },
    resting: (now) => ways.resting(now),
    cancelled: async () => [],
  };
}

const deliveryIdOf = ({ input }: WorkRow): number => (input as { readonly deliveryId: number }).deliveryId;

/** One try. Gives when the next one is due (null = there is none), and whether nothing answered. */
async function tryOnce(source: WorkSource, id: number): Promise<{ nextAt: Date | null; isSilent: boolean }> {
  const { db, clock } = source;
  const now = clock.now();
  const delivery = await table.claim(db, id, now, new Date(now.getTime() + tryMs));
  if (!delivery) return { nextAt: await table.leaseEnd(db, id), isSilent: false };
  const startedAt = performance.now();
  const verdict = await send(source, delivery);
  const isSilent = verdict.state !== 'sent' && performance.now() - startedAt >= silentMs;
  const nextTryAt = verdict.state === 'queued' ? new Date(clock.now().getTime() + waitMs(delivery.attempts)) : null;
  const settle = (on: Db) => table.settle(on, delivery, { ...verdict, nextTryAt, now: clock.now() });
  if (isWorthTelling(delivery, verdict.state))
    await db.transaction().execute(async (transaction) => {
      if (await settle(transaction)) await emit(transaction, clock.now(), 'deliveryFailed', { deliveryId: id });
    });
  else await settle(db);
  return { nextAt: nextTryAt, isSilent };
}

/** A message that was given up, and one that has not got out for some minutes: whoever relies on it must know. */
const isWorthTelling = ({ subject, attempts }: table.DeliveryRow, state: Sent['state']): boolean =>
  !table.isTest(subject) &&
  (state === 'failed' || state === 'noChannel' || (state === 'queued' && attempts === notifiedAttempts));

type Sent = Pick<Parameters<typeof table.settle>[2], 'state' | 'answer' | 'kind'>;

async function send(source: WorkSource, delivery: table.DeliveryRow): Promise<Sent> {
  const { db, clock } = source;
  const { services } = source.context;
  const reason = await table.reasonToWithhold(db, delivery.id);
  if (reason) return { state: 'withheld', answer: reason, kind: null };
  if (delivery.medium === 'push') return await sendPush(source, delivery);
  const channel = await channelFor(db, services.secrets, delivery);
  if (!channel) return { state: 'noChannel', answer: '', kind: null };
  if (isChatChannel(channel))
    return sentBy(source, delivery, channel.kind, await sendToChat(source, delivery, channel));
  const [language, content] = [delivery.language as Language, delivery.content as Content];
  const picture = delivery.medium === 'email' ? await pictureFor(source, content, language) : null;
  const keyPress = delivery.medium === 'voice' ? await keyFor(db, services, channel, delivery, clock.now()) : undefined;
  const message = { ...messageFor(source, delivery), ...(picture && { picture }), ...(keyPress && { keyPress }) };
  return sentBy(source, delivery, channel.kind, await sendBy(services, channel, message, clock.now()));
}

const messageFor = ({ clock, context: { services } }: WorkSource, delivery: table.DeliveryRow): Outgoing =>
  messageOf({
    key: delivery.key,
    to: delivery.medium === 'hook' ? '' : delivery.recipient,
    language: delivery.language as Language,
    content: delivery.content as Content,
    rosterName: delivery.roster_name,
    isFallback: delivery.is_fallback,
    afterMinutes: delivery.after_minutes,
    home: services.addresses.http,
    now: clock.now(),
  });

/** What became of a try by what the other side made of it. */
function sentBy({ clock }: WorkSource, delivery: table.DeliveryRow, kind: string, outcome: Outcome): Sent {
  if (outcome.accepted) return { state: 'sent', answer: outcome.answer, kind };
  const isOver =
    outcome.final || believedNow(clock).getTime() + waitMs(delivery.attempts) > delivery.expires_at.getTime();
  return { state: isOver ? 'failed' : 'queued', answer: outcome.answer, kind };
}

async function sendPush(source: WorkSource, delivery: table.DeliveryRow): Promise<Sent> {
  const { db, clock, context } = source;
  const message = { ...messageFor(source, delivery), level: delivery.level };
  const outcome = await pushTo(db, context.services, delivery.push_id ?? 0, message, clock.now());
  // The device is gone: nothing failed, and there is nobody to try again.
  if (!outcome.accepted && outcome.isGone) return { state: 'withheld', answer: 'addressChanged', kind: 'webPush' };
  return sentBy(source, delivery, 'webPush', outcome);
}

/** undefined = nothing is set up that could send it. */
const channelFor = (
  db: Db,
  secrets: WorkSource['context']['services']['secrets'],
  { corporation_id, medium, channel_id }: table.DeliveryRow,
): Promise<ReadyChannel | undefined> =>
  readyChannel(db, secrets, corporation_id, {
    medium: medium as Medium,
    hookId: channel_id,
  });
