/** What features above may ask about notification channels. */
import {
  type ChannelKind,
  type HookKind,
  type Medium,
  mediumOf,
  type SmsVendor,
  type VoiceVendor,
} from '@plumbline/contract/messages/channels';
import type { Context, Db } from '../../../kernel/context.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import type { ReadyChannel } from '../senders/senders.api.ts';
import * as table from './channels.table.ts';

export { testMessage } from './logic/test-message.ts';

/** Returns the channel that sends for a corporation, with its secrets opened; undefined = nothing is set up, or it is switched off. */
export async function readyChannel(
  db: Db,
  secrets: SecretBox,
  corporationId: number,
  { medium, hookId }: { readonly medium: Medium; readonly hookId: number | null },
): Promise<ReadyChannel | undefined> {
  const channel = await table.sending(db, corporationId, medium, hookId);
  if (!channel) return undefined;
  return {
    ...channel.channel,
    ...table.openSealed(secrets, channel.sealed),
    customText: channel.customText,
  };
}

/** Returns an enabled channel of one kind by its id, with its secrets opened and its corporation; undefined = there is none. */
export async function channelOfVendor(
  db: Db,
  secrets: SecretBox,
  channelId: number,
  kind: ChannelKind,
): Promise<(ReadyChannel & { readonly corporationId: number }) | undefined> {
  const stored = await table.enabledOf(db, channelId, kind);
  if (!stored) return undefined;
  const { channel, sealed, corporationId } = stored;
  return { ...channel, ...table.openSealed(secrets, sealed), customText: false, corporationId };
}

/** Returns whether e-mail, SMS and calls are set up and on in a corporation, and its hooks. */
export async function waysOf(db: Db, corporationId: number) {
  const all = (await table.ofCorporation(db, corporationId)).filter(({ enabled }) => enabled);
  const vendorOf = (medium: Medium) => all.find(({ kind }) => mediumOf(kind) === medium)?.kind ?? null;
  return {
    email: all.some(({ kind }) => kind === 'email'),
    sms: vendorOf('sms') as SmsVendor | null,
    voice: vendorOf('voice') as VoiceVendor | null,
    hooks: all
      .filter(({ kind }) => mediumOf(kind) === 'hook')
      .map(({ id, name, kind }) => ({ id, name, kind: kind as HookKind })),
  };
}

/** Returns whether all of these are hooks of a corporation. */
export async function areHooks(db: Db, corporationId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .selectFrom('channel')
    .select('id')
    .where('corporation_id', '=', corporationId)
    .where('medium', '=', 'hook')
    .where('id', 'in', [...ids])
    .execute();
  return rows.length === ids.length;
}

type Where = { readonly projectId: number } | { readonly corporationId: number };

/** The write, and in its transaction the word to every open page that shows who hears of alerts. */
export const announced =
  <I extends Where, O>(write: (context: Context, input: I) => Promise<O>) =>
  async (context: Context, input: I): Promise<O> => {
    const answer = await write(context, input);
    await context.emit('recipientsChanged', { projectId: null, corporationId: null, ...whereOf(input) });
    return answer;
  };

const whereOf = (input: Where): Where =>
  'projectId' in input ? { projectId: input.projectId } : { corporationId: input.corporationId };
