/**
 * A button of a card was pressed. Invariants: whoever pressed acts as the account that proved the same address, with its rights as
 * they are at that moment, or nothing happens; an alert is acknowledged once, however often the press comes.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Caller, Db, Logger } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { accountsProvedAt } from '../../messages/recovery/recovery.api.ts';
import { type ChatPerson, chatApps } from '../../messages/senders/senders.api.ts';
import { languageOf } from '../../people/users/users.api.ts';
import { callerOfAccount } from '../../site/projects/projects.callers.api.ts';
import { type Acknowledged, acknowledgeFrom } from '../alerts/alerts.elsewhere.api.ts';
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
  const { now, ip, agent } = parts;
  const done = await acknowledgeFrom({ db, now, ip, agent, way: channel.kind }, who.caller, card.alertIds);
  if (done.is === 'notAllowed') note(parts, who.caller);
  return { ...wordsOf(done, who.caller, card, language), language };
}

function wordsOf(
  done: Acknowledged,
  caller: Caller,
  card: table.ChatCard,
  language: Language,
): Omit<Pressed, 'language'> {
  const words = cardWords[language];
  if (done.is === 'gone') return { words: words.cardGone, isDone: false, mayAct: false };
  if (done.is === 'notAllowed') return { words: words.notAllowed(caller.name), isDone: false, mayAct: false };
  if (done.is === 'before') {
    const at = momentIn((card.drawn.content as Content).timeZone, done.before.at);
    return { words: whoHasIt(language, { ...done.before, at }), isDone: false, mayAct: true };
  }
  const { set, left } = done;
  return left > 0
    ? { words: words.doneInPart(set.length, left), isDone: false, mayAct: true }
    : { words: words.done(set.length), isDone: true, mayAct: true };
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

/** Into the security log: somebody known may not. */
function note({ services, log, ip, channel }: PressParts, { accountId }: Caller): void {
  const route = `POST /channels/{channelId}/${channel.kind}`;
  services.security.refuse(log, { event: 'refused', outcome: 'notAllowed', accountId, ip, route });
}
