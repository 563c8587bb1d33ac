/** SMS by Tencent Cloud: SendSms of 2021-01-11. */
import type { Send } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { smsParameters, templateOf } from './sms-text.ts';
import { callTencent } from './tencent.ts';

export const sendByTencent: Send = (outbound, channel, message, now) => {
  const input = {
    PhoneNumberSet: [withCountry(message.to)],
    SmsSdkAppId: channel.appId,
    SignName: channel.sign,
    TemplateId: templateOf(channel, message),
    TemplateParamSet: smsParameters(channel, message).map(([, value]) => value),
    SessionContext: message.key,
  };
  return callTencent(outbound, channel, { service: 'sms', action: 'SendSms', version: '2021-01-11', input }, now);
};
