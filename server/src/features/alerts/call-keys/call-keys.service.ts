/**
 * A key was pressed in a call. Invariants: it does what the account that was called may do at that moment; what is acknowledged is
 * acknowledged once, however often the vendor says so; a wrong key has the call say its words once more, and no more.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { lastWords, type ReadyChannel, twimlOf, voiceText } from '../../messages/senders/senders.api.ts';
import { acknowledgeFrom } from '../alerts/alerts.elsewhere.api.ts';
import { alertsOf, calledPerson, keyAddress, spokenMessage } from '../deliveries/deliveries.keys.api.ts';
import { spokenWords } from '../delivery-texts/delivery-texts.api.ts';
import { madeCall } from './call-keys.table.ts';

/** A call is long over: what was recorded of it does nothing. */
const callMs = 24 * 3_600_000;

interface KeyPress {
  readonly callKey: string;
  readonly digits: string;
  /** A wrong key was pressed before. */
  readonly isAgain: boolean;
}
interface Parts {
  readonly db: Db;
  readonly now: () => Date;
  readonly services: Pick<Services, 'addresses' | 'config'>;
  readonly channel: ReadyChannel & { readonly corporationId: number };
  readonly ip: string;
  readonly agent: string;
}

/** Returns what is said next, as TwiML. */
export async function answerKey(parts: Parts, { callKey, digits, isAgain }: KeyPress): Promise<string> {
  const { db, now, services, channel, ip, agent } = parts;
  const since = new Date(now().getTime() - callMs);
  const call = await madeCall(db, callKey, channel.corporationId, since);
  if (!call) return lastWords('en', spokenWords.en.nothingDone);
  const language = call.language as Language;
  const words = spokenWords[language];
  if (digits !== '1') {
    const url = keyAddress(services, channel, call);
    if (isAgain || url === null) return lastWords(language, words.nothingDone);
    const keyPress = { url: `${url}?again=1`, words: words.pressToAcknowledge };
    const message = spokenMessage(call, services.addresses.http, now());
    return twimlOf({ language, words: voiceText(channel, message), keyPress });
  }
  const caller = await calledPerson(db, call, now());
  if (!caller) return lastWords(language, words.nothingDone);
  const done = await acknowledgeFrom({ db, now, ip, agent, way: channel.kind }, caller, await alertsOf(db, call));
  if (done.is === 'done') return lastWords(language, words.acknowledged);
  if (done.is !== 'before') return lastWords(language, words.nothingDone);
  return lastWords(language, words.before(done.before.byName, done.before.status !== 'Notice'));
}
