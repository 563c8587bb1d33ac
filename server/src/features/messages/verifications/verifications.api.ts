/**
 * Verification codes: six digits that are sent to a telephone or mailbox, and prove that it is somebody's. Invariants: a code
 * is good once, for ten minutes and five tries, and with the challenge alone that its request was answered with; asking for
 * one says neither by its answer nor by its time whether anything was sent.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Language } from '@plumbline/contract/kernel/constants';
import { type CodeMedium, codeMedia, mediumOfAddress } from '@plumbline/contract/messages/recovery';
import type { Context, Db } from '../../../kernel/context.ts';
import { hashOf, newToken } from '../../../kernel/secrets.ts';
import { readyChannel } from '../channels/channels.api.ts';
import { type Outgoing, type ReadyChannel, sendBy } from '../senders/senders.api.ts';
import { codeMessage } from './logic/code-message.ts';
import * as table from './verifications.table.ts';

const codeSeconds = 600;
const maxTries = 5;
/** Codes that an address is sent within a day where its owner is not known to ask for them. */
const maxPerDay = 10;
/** Messages on their way at once: what is beyond is not sent. */
const maxSending = 50;
let sending = 0;

export type Purpose = table.Purpose;

/** What sends codes for a corporation (null = for one that is to come): its own vendor, or that of the installation. */
async function senderOf(context: Context, corporationId: number | null, medium: CodeMedium) {
  const { services, db } = context;
  const fallback = services.config.verificationCorporation;
  for (const each of [corporationId, fallback]) {
    const channel =
      each === null ? undefined : await readyChannel(db, services.secrets, each, { medium, hookId: null });
    if (channel && sendsCodes(channel)) return channel;
  }
  return null;
}

/** A vendor that knows approved templates alone needs one for codes. */
const sendsCodes = ({ kind, codeTemplate }: ReadyChannel): boolean =>
  (kind !== 'aliyun' && kind !== 'tencent') || codeTemplate !== null;

/** By what codes can be sent for a corporation. */
export async function codeMediaOf(context: Context, corporationId: number | null): Promise<CodeMedium[]> {
  const senders = await Promise.all(codeMedia.map((medium) => senderOf(context, corporationId, medium)));
  return codeMedia.filter((_, i) => senders[i] !== null);
}

interface Request {
  readonly purpose: Purpose;
  /** Whom it is for: compared when the code is given. */
  readonly subject: string;
  readonly address: string;
  readonly language: Language;
}
/** Recipient of a code; null = nobody. Found out after the answer, so that the answer does not depend on it. */
export interface Recipient {
  readonly accountId: number | null;
  readonly corporationId: number | null;
  readonly language?: Language;
  /** True when its owner is known to ask: then what others asked for does not count. */
  readonly known?: boolean;
}

/** Writes a code down and sends it once the answer is on its way. For a context without a transaction, which would be over by then. */
export async function requestCode(
  context: Context,
  { purpose, subject, address, language }: Request,
  find: (db: Db) => Promise<Recipient | null>,
) {
  const now = context.now();
  const challenge = newToken('plc_');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = await table.insert(context.db, {
    challengeHash: hashOf(challenge),
    codeHash: hashOf(challenge + code),
    purpose,
    subject,
    address,
    now,
    expiresAt: new Date(now.getTime() + codeSeconds * 1000),
  });
  context.after(() => {
    if (sending >= maxSending)
      return context.log.warn({ purpose }, 'a verification code was not sent: too many at once');
    sending++;
    void deliver(context, { id, code, address, language }, find)
      .catch((error) => context.log.warn({ err: error }, 'a verification code was not sent'))
      .finally(() => sending--);
  });
  return { challenge, expiresInSeconds: codeSeconds };
}

/** Sends an e-mail about an account once the answer is on its way. By a telephone codes alone are sent: vendors take no other text. */
export function sendNotice(context: Context, corporationId: number | null, message: Outgoing): void {
  context.after(() => {
    void (async () => {
      const channel = await senderOf(context, corporationId, 'email');
      const outcome = channel && (await sendBy(context.services, channel, message, context.now()));
      if (!outcome?.accepted) context.log.warn({ answer: outcome?.answer }, 'a notice about an account was not sent');
    })().catch((error) => context.log.warn({ err: error }, 'a notice about an account was not sent'));
  });
}

async function deliver(
  context: Context,
  { id, code, address, language }: Pick<Request, 'address' | 'language'> & { id: number; code: string },
  find: (db: Db) => Promise<Recipient | null>,
): Promise<void> {
  const { db, now, services, log } = context;
  const recipient = await find(db);
  if (!recipient) return;
  const day = new Date(now().getTime() - 86_400_000);
  if (!recipient.known && (await table.countSince(db, address, day)) >= maxPerDay)
    return log.warn('a verification code was not sent: as many as a day has were');
  const channel = await senderOf(context, recipient.corporationId, mediumOfAddress(address));
  if (!channel) return log.warn('a verification code was not sent: nothing is set up that sends it');
  await table.setSent(db, id, recipient.accountId, now());
  const message = codeMessage({
    to: address,
    code,
    language: recipient.language ?? language,
    minutes: codeSeconds / 60,
    home: services.config.publicUrl ?? services.addresses.http,
  });
  const outcome = await sendBy(services, channel, message, now());
  if (!outcome.accepted) log.warn({ answer: outcome.answer }, 'a verification code was not taken');
}

/** Returns the purpose that a right code proved; null where it is not right. Counts the try, in no transaction. */
export async function checkCode(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { challenge, code, purpose }: { readonly challenge: string; readonly code: string; readonly purpose: Purpose },
) {
  const verification = await table.countTry(db, { challengeHash: hashOf(challenge), purpose, now: now(), maxTries });
  const same = timingSafeEqual(hashOf(challenge + code), verification?.codeHash ?? Buffer.alloc(32));
  return verification && same ? verification : null;
}

/** In the transaction of what the code is for; false where another was quicker with it. */
export const useCode = table.use;
export const removeOldCodes = table.removeBefore;
