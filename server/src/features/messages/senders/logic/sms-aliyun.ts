/** SMS by Alibaba Cloud: SendSms of dysmsapi 2017-05-25. */
import { callAliyun, numberForAliyun } from './aliyun.ts';
import type { Send } from './outgoing.ts';
import { smsParameters, templateOf } from './sms-text.ts';

export const sendByAliyun: Send = (outbound, channel, message, now) => {
  const parameters = {
    OutId: message.key,
    PhoneNumbers: numberForAliyun(message.to),
    SignName: channel.sign ?? '',
    TemplateCode: templateOf(channel, message) ?? '',
    TemplateParam: JSON.stringify(Object.fromEntries(smsParameters(channel, message))),
  };
  const call = { home: 'https://dysmsapi.aliyuncs.com', action: 'SendSms', version: '2017-05-25', parameters };
  return callAliyun(outbound, channel, call, now);
};
