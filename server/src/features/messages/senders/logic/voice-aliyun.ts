/**
 * Calls by Alibaba Cloud: SingleCallByTts of dyvmsapi 2017-05-25. A template that the vendor has approved is read out with
 * its variables, twice.
 */
import { callAliyun, numberForAliyun } from './aliyun.ts';
import type { Send } from './outgoing.ts';
import { shortKey } from './signatures.ts';
import { voiceParameters } from './voice-text.ts';

export const callByAliyun: Send = (outbound, channel, message, now) => {
  const parameters = {
    CalledNumber: numberForAliyun(message.to),
    // Without it the vendor calls by a number of its own.
    ...(channel.sign ? { CalledShowNumber: channel.sign } : {}),
    TtsCode: channel.templateCode ?? '',
    TtsParam: JSON.stringify(Object.fromEntries(voiceParameters(channel, message))),
    PlayTimes: '2',
    OutId: shortKey(message.key),
  };
  const call = { home: 'https://dyvmsapi.aliyuncs.com', action: 'SingleCallByTts', version: '2017-05-25', parameters };
  return callAliyun(outbound, channel, call, now);
};
