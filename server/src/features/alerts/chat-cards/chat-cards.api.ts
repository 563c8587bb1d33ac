/**
 * Cards: messages that a chat app posts once and edits in place. Invariants: a card that was posted is not posted again, whatever
 * died in between; what is edited is what holds now, so that the order of edits does not matter.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import { type ChatAppKind, isChatApp } from '@plumbline/contract/messages/channels';
import type { Db } from '../../../kernel/context.ts';
import type { Outbound } from '../../../kernel/outbound.ts';
import {
  chatApps,
  type Outcome,
  type Outgoing,
  outcomeOfError,
  type ReadyChannel,
} from '../../messages/senders/senders.api.ts';
import { type Content, messageOf } from '../delivery-texts/delivery-texts.api.ts';
import * as table from './chat-cards.table.ts';
import { cardNow } from './logic/card.ts';

export { removeOld as removeOldCards } from './chat-cards.table.ts';

/** A channel of a chat app. */
export type ChatChannel = ReadyChannel & { readonly kind: ChatAppKind };
export const isChatChannel = (channel: ReadyChannel): channel is ChatChannel => isChatApp(channel.kind);

export interface Chat {
  readonly db: Db;
  readonly outbound: Outbound;
  readonly now: () => Date;
  /** Where Plumbline is. */
  readonly home: string;
  readonly channel: ChatChannel;
}
type Begun = Parameters<typeof table.begin>[1];

/** An alert that changes while its card is edited has it edited again, so often. */
const maxEdits = 3;

/** Posts a card, unless an earlier try did. Its alerts may have gone on meanwhile. */
export async function postCard(chat: Chat, delivery: Omit<Begun, 'channelId' | 'createdAt'>): Promise<Outcome> {
  const { db, outbound, channel, now } = chat;
  const app = chatApps[channel.kind];
  try {
    const { card, isAgain } = await table.begin(db, { ...delivery, channelId: channel.id, createdAt: now() });
    if (card.messageId !== null) return { accepted: true, answer: 'posted before' };
    const before = isAgain ? await app.find(outbound, channel, card.key, card.createdAt) : null;
    if (before) {
      await table.keep(db, card.key, before);
      return await edited(chat, { ...card, ...before });
    }
    const drawn = await draw(chat, card);
    const { posted, ...outcome } = await app.post(outbound, channel, drawn.message, now());
    if (!outcome.accepted || !posted) return outcome;
    // Before the delivery is over: whoever takes it up again finds that it was posted.
    await table.keep(db, card.key, posted);
    const later = await draw(chat, card);
    if (later.state !== drawn.state) await edited(chat, { ...card, ...posted });
    return outcome;
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Edits every card of a channel that is about any of these alerts; null = there is none that can be edited. */
export async function editCards(chat: Chat, alertIds: readonly number[]): Promise<Outcome | null> {
  try {
    const outcomes = [];
    for (const card of await table.about(chat.db, chat.channel.id, alertIds)) outcomes.push(await edited(chat, card));
    const there = outcomes.filter(({ isGone }) => isGone !== true);
    return there.find(({ accepted }) => !accepted) ?? there[0] ?? null;
  } catch (error) {
    return outcomeOfError(error);
  }
}

async function edited(chat: Chat, card: table.ChatCard): Promise<Outcome & { readonly isGone?: boolean }> {
  const { outbound, channel } = chat;
  const posted = { chat: card.chat, messageId: card.messageId ?? '' };
  let drawn = await draw(chat, card);
  for (let edits = 1; ; edits++) {
    const outcome = await chatApps[channel.kind].edit(outbound, channel, posted, drawn.message);
    if (!outcome.accepted || edits >= maxEdits) return outcome;
    // Somebody else's edit may have shown an older state in between: the last one shows what holds.
    const later = await draw(chat, card);
    if (later.state === drawn.state) return outcome;
    drawn = later;
  }
}

/** Returns the message of a card of the channel as it is now; undefined = it has none of this key. */
export async function drawnCard(chat: Chat, key: string): Promise<Outgoing | undefined> {
  const card = await table.ofKey(chat.db, chat.channel.id, key);
  return card && (await draw(chat, card)).message;
}

/** The message of a card as it is to be now, and what it says of its alerts, to compare. */
async function draw(
  { db, home }: Chat,
  { key, alertIds, drawn, createdAt }: table.ChatCard,
): Promise<{ readonly message: Outgoing; readonly state: string }> {
  const [language, content] = [drawn.language as Language, drawn.content as Content];
  const alerts = alertIds.length === 0 ? [] : await table.alertsNow(db, alertIds);
  const message = messageOf({
    key,
    to: '',
    language,
    content,
    rosterName: drawn.rosterName,
    isFallback: drawn.isFallback,
    afterMinutes: drawn.afterMinutes,
    home,
    now: createdAt,
  });
  return { message: { ...message, card: cardNow(content, alerts, language) }, state: JSON.stringify(alerts) };
}
