/** Calls by Twilio: Calls with TwiML in the request, so that the vendor needs no way back to this installation. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { cutText } from './cut.ts';
import type { Send } from './outgoing.ts';
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

export const callByTwilio: Send = (outbound, channel, message) => {
  const words = escaped(cutText(voiceText(channel, message), longest));
  const form = { Twiml: `<Response><Say language="${voices[message.language]}" loop="2">${words}</Say></Response>` };
  return postToTwilio(outbound, channel, message, { resource: 'Calls', form });
};
