/** Calls by Twilio: Calls with TwiML in the request, so that the vendor needs a way back to this installation for a key alone. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { cutText } from './cut.ts';
import type { Outgoing, Send } from './outgoing.ts';
import { postToTwilio } from './twilio.ts';
import { voiceText } from './voice-text.ts';

const voices: Readonly<Record<Language, string>> = { en: 'en-GB', 'zh-CN': 'zh-CN', 'zh-TW': 'zh-TW' };
/** The vendor takes 4,000 signs of TwiML (error 32018), and one sign of a text may take six of XML. */
const longest = 600;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

interface Sentence {
  readonly language: Language;
  readonly words: string;
  /** Words and address of a key that is waited for; null = the call ends after the words. */
  readonly keyPress: Outgoing['keyPress'] | null;
}

/** Returns TwiML that says something twice, and where a key is waited for hands it to its address. Without a key the call ends. */
export function twimlOf({ language, words, keyPress }: Sentence): string {
  const gap = language === 'en' ? ' ' : '';
  const key = keyPress ? `${gap}${escaped(keyPress.words)}` : '';
  const sentence = `<Say language="${voices[language]}" loop="2">${escaped(cutText(words, longest))}${key}</Say>`;
  if (!keyPress) return `<Response>${sentence}</Response>`;
  return `<Response><Gather numDigits="1" timeout="5" method="POST" action="${escaped(keyPress.url)}">${sentence}</Gather></Response>`;
}

/** Returns TwiML that says something once and hangs up. */
export const lastWords = (language: Language, words: string): string =>
  `<Response><Say language="${voices[language]}">${escaped(words)}</Say><Hangup/></Response>`;

export const callByTwilio: Send = (outbound, channel, message) => {
  const { language, keyPress = null } = message;
  const form = { Twiml: twimlOf({ language, words: voiceText(channel, message), keyPress }) };
  return postToTwilio(outbound, channel, message, { resource: 'Calls', form });
};
