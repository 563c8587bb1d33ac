/**
 * A button of a card was pressed. Invariants: whoever pressed acts as the account that proved the same address, with its rights as
 * they are at that moment, or nothing happens; an alert is acknowledged once, however often the press comes.
 */
import { alerts as alertRoutes } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Db, Logger } from '../../../kernel/context.ts';
import { operationOf, writeOperation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/services.ts';
import { accountsProvedAt } from '../../messages/recovery/recovery.api.ts';
import { type ChatPerson, chatApps } from '../../messages/senders/senders.api.ts';
import { languageOf } from '../../people/users/users.api.ts';
import { callerOfAccount } from '../../site/projects/projects.callers.api.ts';
import { places, setStatuses } from '../alerts/alerts.api.ts';
import { type Content, momentIn } from '../delivery-texts/delivery-texts.api.ts';
import type { ChatChannel } from './chat-cards.api.ts';
import * as table from './chat-cards.table.ts';
import { cardWords, whoHasIt } from './logic/card-words.ts';

export interface Press {
  readonly key: string;
  /** Of the person in the chat. */
  readonly personId: string;
}
export interface PressParts {
  readonly db: Db;
  readonly now: () => Date;
  readonly services: Pick<Services, 'outbound' | 'security'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly channel: ChatChannel & { readonly corporationId: number };
  readonly ip: string;
  readonly agent: string;
}
/** Words for whoever pressed. `isDone` = they say no more than the card will; `mayAct` = they see the card as it is now. */
export interface Pressed {
  readonly words: string;
  readonly isDone: boolean;
  readonly mayAct: boolean;
  readonly language: Language;
}

export async function press(parts: PressParts, { key, personId }: Press): Promise<Pressed> {
  const { db, channel, services } = parts;
  const card = await table.ofKey(db, channel.id, key);
  if (!card) return { words: cardWords.en.cardGone, isDone: false, mayAct: false, language: 'en' };
  const person = await chatApps[channel.kind].personOf(services.outbound, channel, personId);
  const who = await callerOf(parts, person);
  const language = 'caller' in who ? await languageOf(db, who.caller.accountId) : (card.drawn.language as Language);
  const refused = (words: string): Pressed => ({ words, isDone: false, mayAct: false, language });
  if (!('caller' in who)) return refused(who.refusal(language));
  const placeOf = card.alertIds.length === 0 ? new Map() : await places(db, card.alertIds);
  if (placeOf.size === 0) return refused(cardWords[language].cardGone);
  const may = [...placeOf].flatMap(([id, place]) =>
    permissionAt(who.caller, 'Update:Alert', place) === 'yes' ? [id] : [],
  );
  if (may.length === 0) {
    note(parts, who.caller);
    return refused(cardWords[language].notAllowed(who.caller.name));
  }
  return await acknowledged(parts, { caller: who.caller, card, may, left: placeOf.size - may.length, language });
}

/** The account that has proved the address that the chat says is this person's. */
async function callerOf(
  { db, channel, now }: PressParts,
  { addresses }: ChatPerson,
): Promise<{ readonly caller: Caller } | { readonly refusal: (language: Language) => string }> {
  if (addresses.length === 0)
    return { refusal: (language) => cardWords[language].noAddress(cardWords[language].apps[channel.kind]) };
  const ids = await accountsProvedAt(db, channel.corporationId, addresses);
  const [id] = ids;
  const named = addresses.join(', ');
  if (ids.length > 1) return { refusal: (language) => cardWords[language].severalAccounts(named) };
  const caller = id === undefined ? null : await callerOfAccount(db, id, now());
  return caller ? { caller } : { refusal: (language) => cardWords[language].noAccount(named) };
}

interface Acknowledging {
  readonly caller: Caller;
  readonly card: table.ChatCard;
  /** Alerts that the caller may acknowledge. */
  readonly may: readonly number[];
  readonly left: number;
  readonly language: Language;
}

/** By the service of the app, with its line in the operation log in the same transaction. */
async function acknowledged(parts: PressParts, act: Acknowledging): Promise<Pressed> {
  const { db, now, channel, ip, agent } = parts;
  const { caller, card, may, left, language } = act;
  const set = await db.transaction().execute(async (transaction) => {
    const input = { alertIds: [...may], status: 'Notice' as const, reason: '' };
    const done = await setStatuses({ db: transaction, now, caller }, input);
    if (done.set.length === 0) return done.set;
    const placeOf = await places(transaction, done.set);
    const operation = operationOf({
      route: alertRoutes.setStatuses,
      input: { ...input, alertIds: done.set },
      caller,
      places: [...placeOf.values()],
    });
    const content = { ...(operation.content as object), way: channel.kind };
    await writeOperation(transaction, { ...operation, content, at: now(), ip, agent, outcome: 'done' });
    return done.set;
  });
  const words = cardWords[language];
  if (set.length === 0) return { words: await alreadyWords(db, card, language), isDone: false, mayAct: true, language };
  return left > 0
    ? { words: words.doneInPart(set.length, left), isDone: false, mayAct: true, language }
    : { words: words.done(set.length), isDone: true, mayAct: true, language };
}

/** Who was there before; where several were, the last of them. */
async function alreadyWords(db: Db, card: table.ChatCard, language: Language): Promise<string> {
  const content = card.drawn.content as Content;
  const latest = (await table.alertsNow(db, card.alertIds))
    .filter(({ status }) => status !== 'Pending')
    .toSorted((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0))[0];
  if (!latest) return cardWords[language].cardGone;
  return whoHasIt(language, { ...latest, at: momentIn(content.timeZone, latest.at ?? card.createdAt) });
}

/** Into the security log: somebody known may not. */
function note({ services, log, ip, channel }: PressParts, { accountId }: Caller): void {
  const route = `POST /channels/{channelId}/${channel.kind}`;
  services.security.refuse(log, { event: 'refused', outcome: 'notAllowed', accountId, ip, route });
}
