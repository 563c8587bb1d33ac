/** SMS by Twilio: Messages, whose body is any text. */
import type { Send } from './outgoing.ts';
import { smsText } from './sms-text.ts';
import { postToTwilio } from './twilio.ts';

export const sendByTwilio: Send = (outbound, channel, message) =>
  postToTwilio(outbound, channel, message, { resource: 'Messages', form: { Body: smsText(channel, message) } });
