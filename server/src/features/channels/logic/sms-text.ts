/** What an SMS says. The vendor's template, once approved, has the same variables in the same order. */
import type { SmsVariable } from '@plumbline/contract/channels';
import { fillIn, variablesIn } from '@plumbline/contract/channels';
import type { Language } from '@plumbline/contract/constants';
import type { ReadyChannel } from './outgoing.ts';

/** As long as nobody words it otherwise. */
const defaultSmsText: Readonly<Record<Language, string>> = {
  en: '#level# alert: #project#, #structure#, #mp# (#device#): #field# #value# #unit#, limit #threshold#. #reason#',
  'zh-CN': '#level#告警：#project# #structure# #mp#（#device#）#field# #value# #unit#，限值#threshold#。#reason#',
  'zh-TW': '#level#告警：#project# #structure# #mp#（#device#）#field# #value# #unit#，限值#threshold#。#reason#',
};

/** The template of a channel where the corporation words its SMS itself. */
const customSmsText = ({ customText, templateText }: ReadyChannel): string | null =>
  customText && templateText ? templateText : null;

const textOf = (channel: ReadyChannel, language: Language): string =>
  customSmsText(channel) ?? defaultSmsText[language];

/** The whole text, of a vendor that takes any. */
export const smsText = (
  channel: ReadyChannel,
  language: Language,
  values: Readonly<Record<SmsVariable, string>>,
): string => fillIn(textOf(channel, language), values);

/** What fills the vendor's template, in the order of the text: name and value. */
export const smsParameters = (
  channel: ReadyChannel,
  language: Language,
  values: Readonly<Record<SmsVariable, string>>,
): readonly (readonly [SmsVariable, string])[] =>
  variablesIn(textOf(channel, language)).map((name) => [name, values[name]]);
