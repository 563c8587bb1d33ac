/** Calls by Tencent Cloud: SendTtsVoice of VMS 2020-09-02. A template that the vendor has approved is read out, twice. */
import type { Send } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { callTencent } from './tencent.ts';
import { voiceParameters } from './voice-text.ts';

export const callByTencent: Send = (outbound, channel, message, now) => {
  const input = {
    CalledNumber: withCountry(message.to),
    VoiceSdkAppid: channel.appId,
    TemplateId: channel.templateCode,
    TemplateParamSet: voiceParameters(channel, message).map(([, value]) => value),
    PlayTimes: 2,
    SessionContext: message.key,
  };
  return callTencent(outbound, channel, { service: 'vms', action: 'SendTtsVoice', version: '2020-09-02', input }, now);
};
