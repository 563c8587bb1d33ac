/**
 * Apps of a chat: they post a message, edit it in place, and know who a person of the chat is. What they are asked for goes
 * by the guarded way out, as every message does.
 */
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { Outcome, Outgoing, ReadyChannel } from './outgoing.ts';

/** A message where the vendor keeps it. */
export interface Posted {
  readonly chat: string;
  readonly messageId: string;
}
/** A person of the chat, by what the vendor says is proved. */
export interface ChatPerson {
  readonly name: string;
  readonly addresses: readonly string[];
}

export interface ChatApp {
  post(
    outbound: Outbound,
    channel: ReadyChannel,
    message: Outgoing,
    now: Date,
  ): Promise<Outcome & { readonly posted?: Posted }>;
  /** Returns a message that was posted by a try that met no answer; null = the vendor has none, or does not say. */
  find(outbound: Outbound, channel: ReadyChannel, key: string, since: Date): Promise<Posted | null>;
  /** `isGone` = the message can be edited no more. */
  edit(
    outbound: Outbound,
    channel: ReadyChannel,
    posted: Posted,
    message: Outgoing,
  ): Promise<Outcome & { readonly isGone?: boolean }>;
  personOf(outbound: Outbound, channel: ReadyChannel, personId: string): Promise<ChatPerson>;
}
