/**
 * Calls in which a key acknowledges. Invariant: a key is offered where it will do something: the number is that of an account that may
 * acknowledge there, and the vendor can reach this installation.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Caller, Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { accountsProvedAt } from '../../messages/recovery/recovery.api.ts';
import { type Outgoing, type ReadyChannel, spellingsOf } from '../../messages/senders/senders.api.ts';
import { whoMayAcknowledge } from '../alerts/alerts.elsewhere.api.ts';
import { type Content, messageOf, spokenWords } from '../delivery-texts/delivery-texts.api.ts';
import { alertsOf } from './deliveries.chat.table.ts';
import type { DeliveryRow } from './deliveries.send.table.ts';

export { alertsOf };

type Called = Pick<
  DeliveryRow,
  'account_id' | 'content' | 'corporation_id' | 'key' | 'language' | 'medium' | 'news' | 'project_id' | 'recipient'
>;

/** Returns the account that a call reaches, as it may act, where it may acknowledge; null = nobody who may. */
export async function calledPerson(db: Db, delivery: Called, now: Date): Promise<Caller | null> {
  const { account_id: accountId, corporation_id: corporationId, recipient, project_id: projectId } = delivery;
  // A number that a rule lists is somebody's who verified it.
  const ids = accountId === null ? await accountsProvedAt(db, corporationId, spellingsOf(recipient)) : [accountId];
  const [id] = ids;
  if (id === undefined || ids.length > 1) return null;
  return await whoMayAcknowledge(db, id, { corporationId, projectId }, now);
}

/** Returns where a vendor tells of a key; null = it cannot reach this installation. */
export const keyAddress = (
  { config }: Pick<Services, 'config'>,
  { id }: Pick<ReadyChannel, 'id'>,
  { key }: Pick<Called, 'key'>,
): string | null => (config.publicUrl === null ? null : `${config.publicUrl}/api/channels/${id}/calls/${key}`);

/** Returns the key that a call offers; undefined = it says nothing of keys. */
export async function keyFor(
  db: Db,
  services: Pick<Services, 'config'>,
  channel: ReadyChannel,
  delivery: Called,
  now: Date,
): Promise<Outgoing['keyPress']> {
  if (channel.kind !== 'twilioVoice' || delivery.news !== 'raised') return undefined;
  const { type } = delivery.content as Content;
  if (type === 'Test' || type === 'DeviceHealth') return undefined;
  const url = keyAddress(services, channel, delivery);
  if (url === null || (await calledPerson(db, delivery, now)) === null) return undefined;
  return { url, words: spokenWords[delivery.language as Language].pressToAcknowledge };
}

/** Returns what a call says, to be said once more. */
export const spokenMessage = (
  delivery: Called & Pick<DeliveryRow, 'after_minutes'>,
  home: string,
  now: Date,
): Outgoing =>
  messageOf({
    key: delivery.key,
    to: delivery.recipient,
    language: delivery.language as Language,
    content: delivery.content as Content,
    rosterName: null,
    isFallback: false,
    afterMinutes: delivery.after_minutes,
    home,
    now,
  });
