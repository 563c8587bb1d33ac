/** What a voice reads out in a call: the variables of an SMS in the same order, in sentences. */

import type { Language } from '@plumbline/contract/kernel/constants';
import { fillIn } from '@plumbline/contract/messages/channels';
import type { Outgoing, ReadyChannel } from './outgoing.ts';
import { customText, parametersFor } from './sms-text.ts';

/** As long as nobody words it otherwise. */
const defaultText: Readonly<Record<Language, string>> = {
  en: '#level# alert. #project#, #structure#, point #mp#, device #device#. #field# is #value# #unit#, the limit is #threshold#. #reason#',
  'zh-CN':
    '#level#告警。#project#，#structure#，测点#mp#，设备#device#。#field#为#value##unit#，限值#threshold#。#reason#',
  'zh-TW':
    '#level#告警。#project#，#structure#，測點#mp#，裝置#device#。#field#為#value##unit#，限值#threshold#。#reason#',
};

/** The whole text, of a vendor that takes any. Nobody can open a link in a call. */
export function voiceText(channel: ReadyChannel, { language, variables, plainText, spoken }: Outgoing): string {
  const custom = customText(channel);
  const plain = spoken ?? plainText;
  if (custom === null && plain !== undefined) return plain;
  return fillIn(custom ?? defaultText[language], variables);
}

export const voiceParameters = (channel: ReadyChannel, message: Outgoing) =>
  parametersFor(customText(channel) ?? defaultText[message.language], channel, message);
