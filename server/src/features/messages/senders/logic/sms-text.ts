/**
 * What an SMS says. The vendor's template, once approved, has the same variables in the same order, and takes so many signs
 * of each.
 */

import type { Language } from '@plumbline/contract/kernel/constants';
import type { SmsVariable, SmsVendor, VoiceVendor } from '@plumbline/contract/messages/channels';
import { fillIn, variablesIn } from '@plumbline/contract/messages/channels';
import { cutText, fit } from './cut.ts';
import type { Outgoing, ReadyChannel } from './outgoing.ts';

/** As long as nobody words it otherwise. */
const defaultSmsText: Readonly<Record<Language, string>> = {
  en: '#level# alert: #project#, #structure#, #mp# (#device#): #field# #value# #unit#, limit #threshold#. #reason#',
  'zh-CN': '#level#告警：#project# #structure# #mp#（#device#）#field# #value# #unit#，限值#threshold#。#reason#',
  'zh-TW': '#level#告警：#project# #structure# #mp#（#device#）#field# #value# #unit#，限值#threshold#。#reason#',
};

/** Twilio refuses a longer body (error 21617). */
const longestBody = 1_600;

/**
 * What vendors take in one variable unless the channel says otherwise: Alibaba Cloud 1 to 35 signs in a notice, Tencent Cloud 6
 * (cloud.tencent.com/document/product/382/13301). Accounts may be granted more.
 */
const usualLimits: Readonly<Partial<Record<SmsVendor | VoiceVendor, number>>> = {
  aliyun: 35,
  tencent: 6,
  aliyunVoice: 35,
};

/** The text of a channel where the corporation words its messages itself. */
export const customText = ({ customText: isCustom, templateText }: ReadyChannel): string | null =>
  isCustom && templateText ? templateText : null;

/** The whole text, of a vendor that takes any: what is about no single value has words of its own. */
export function smsText(channel: ReadyChannel, { language, variables, plainText, shortLink, code }: Outgoing): string {
  const custom = customText(channel);
  if (custom !== null && code === undefined) return cutText(fillIn(custom, variables), longestBody);
  // A point without a device has none to name.
  const text = plainText ?? fillIn(defaultSmsText[language], variables).replace(' (-)', '').replace('（-）', ' ');
  const link = shortLink === undefined ? '' : ` ${shortLink}`;
  return `${cutText(text, longestBody - link.length)}${link}`;
}

/** Returns the parameters of a vendor's template for `text`, in its order: name and value, none longer than the vendor takes. */
export function parametersFor(
  text: string,
  { kind, variableLimit }: ReadyChannel,
  { variables, shorter = {} }: Outgoing,
): readonly (readonly [SmsVariable, string])[] {
  const most = variableLimit ?? usualLimits[kind as SmsVendor | VoiceVendor] ?? longestBody;
  return variablesIn(text).map((name) => [name, fit([variables[name], ...(shorter[name] ?? [])], most)]);
}

/** Returns the parameters of the vendor's template: the variables of its text, or the code alone. */
export const smsParameters = (
  channel: ReadyChannel,
  message: Outgoing,
): readonly (readonly [SmsVariable | 'code', string])[] =>
  message.code === undefined
    ? parametersFor(customText(channel) ?? defaultSmsText[message.language], channel, message)
    : [['code', message.code]];

/** Returns the template of the vendor that a message fills. */
export const templateOf = ({ templateCode, codeTemplate }: ReadyChannel, { code }: Outgoing): string | null =>
  code === undefined ? templateCode : codeTemplate;
