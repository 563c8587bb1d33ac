/**
 * Messages by a chat app. Invariant: news of alerts edit the cards by which they were told, and come as a message of their own
 * where none of these can be edited any more.
 */
import type { WorkSource } from '../../../kernel/work.rows.ts';
import type { Outcome } from '../../messages/senders/senders.api.ts';
import { type Chat, type ChatChannel, editCards, postCard } from '../chat-cards/chat-cards.api.ts';
import type { Content } from '../delivery-texts/delivery-texts.api.ts';
import { alertsOf, isUnderWay } from './deliveries.chat.table.ts';
import type { DeliveryRow } from './deliveries.send.table.ts';

export async function sendToChat(
  { db, clock, context: { services } }: WorkSource,
  delivery: DeliveryRow,
  channel: ChatChannel,
): Promise<Outcome> {
  const chat: Chat = {
    db,
    outbound: services.outbound,
    now: () => clock.now(),
    home: services.addresses.http,
    channel,
  };
  const isNews = (delivery.content as Content).type === 'News';
  const alertIds = await alertsOf(db, delivery);
  if (isNews) {
    const edited = await editCards(chat, alertIds);
    if (edited) return edited;
    if (await isUnderWay(db, channel.id, alertIds))
      return { accepted: false, final: false, answer: 'the message that is to be edited has not been posted' };
  }
  return await postCard(chat, {
    key: delivery.key,
    projectId: delivery.project_id,
    // Nothing is acknowledged by news, and nothing edits them.
    alertIds: isNews ? [] : alertIds,
    drawn: {
      language: delivery.language,
      content: delivery.content,
      rosterName: delivery.roster_name,
      isFallback: delivery.is_fallback,
      afterMinutes: delivery.after_minutes,
    },
  });
}
