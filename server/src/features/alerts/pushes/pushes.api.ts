/** What features above may ask about web push. */
import type { Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Outgoing } from '../../messages/senders/senders.api.ts';
import { type PushOutcome, push } from './logic/send.ts';
import * as table from './pushes.table.ts';

const gone: PushOutcome = { accepted: false, final: true, isGone: true, answer: 'not subscribed any more' };

/** Pushes a message to a device. One that is gone by the word of its push service is not pushed to again. */
export async function pushTo(
  db: Db,
  { secrets, outbound }: Pick<Services, 'secrets' | 'outbound'>,
  pushId: number,
  message: Outgoing & { readonly level: number | null },
  now: Date,
): Promise<PushOutcome> {
  const found = await table.browserOf(db, secrets, pushId);
  if (!found) return gone;
  const outcome = await push(outbound, await table.keysOf(db, secrets, now), found.browser, message, now);
  if (!outcome.accepted && outcome.isGone) await table.removeGone(db, pushId);
  return outcome;
}
