/** Presses of buttons as each vendor of a chat tells of them, done in one way. */
import type { Access } from '../../../kernel/serve.ts';
import type { VendorCall } from '../../messages/channels/channels.vendors.api.ts';
import type { Chat, ChatChannel } from './chat-cards.api.ts';
import { type Press, type Pressed, press } from './chat-cards.service.ts';

type ChatCall = VendorCall<ChatChannel['kind']>;

export const chatOf = ({ db, clock, services }: Access, { channel }: ChatCall): Chat => ({
  db,
  outbound: services.outbound,
  now: () => clock.now(),
  home: services.addresses.http,
  channel,
});

/** Has a press do what it does, once the vendor has signed it. */
export function pressed({ db, clock, services }: Access, call: ChatCall, button: Press): Promise<Pressed> {
  const { channel, ip, agent, log } = call;
  return press({ db, now: () => clock.now(), services, log, channel, ip, agent }, button);
}

/** A key of a card as a button brings it back. */
export const isCardKey = (key: unknown): key is string => typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key);
