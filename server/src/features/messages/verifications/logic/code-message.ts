/** What the message with a verification code says. */
import { randomUUID } from 'node:crypto';
import type { Language } from '@plumbline/contract/kernel/constants';
import { smsVariables } from '@plumbline/contract/messages/channels';
import type { Outgoing } from '../../senders/senders.api.ts';

interface Words {
  readonly title: string;
  readonly code: string;
  readonly good: string;
  readonly minutes: (count: number) => string;
  readonly foot: string;
  readonly sms: (code: string, count: number) => string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Plumbline: verification code',
    code: 'Code',
    good: 'Valid for',
    minutes: (count) => `${count} minutes`,
    foot: 'If you did not request it, ignore this message. Nobody will ever ask you for the code.',
    sms: (code, count) => `Plumbline: your verification code is ${code}, valid for ${count} minutes.`,
  },
  'zh-CN': {
    title: 'Plumbline：验证码',
    code: '验证码',
    good: '有效期',
    minutes: (count) => `${count} 分钟`,
    foot: '如果不是您本人操作，请忽略。任何人都不会向您索要验证码。',
    sms: (code, count) => `Plumbline：您的验证码是 ${code}，${count} 分钟内有效。`,
  },
  'zh-TW': {
    title: 'Plumbline：驗證碼',
    code: '驗證碼',
    good: '有效期',
    minutes: (count) => `${count} 分鐘`,
    foot: '如果不是您本人操作，請忽略。任何人都不會向您索要驗證碼。',
    sms: (code, count) => `Plumbline：您的驗證碼是 ${code}，${count} 分鐘內有效。`,
  },
};

export interface CodeMessage {
  readonly to: string;
  readonly code: string;
  readonly language: Language;
  readonly minutes: number;
  /** The address of the installation. */
  readonly home: string;
}

export function codeMessage({ to, code, language, minutes, home }: CodeMessage): Outgoing {
  const { title, foot, ...word } = words[language];
  return {
    key: randomUUID(),
    to,
    language,
    title,
    facts: [
      [word.code, code],
      [word.good, word.minutes(minutes)],
    ],
    link: home,
    linkWords: 'Plumbline',
    foot,
    variables: Object.fromEntries(smsVariables.map((name) => [name, ''])) as Outgoing['variables'],
    code,
    plainText: word.sms(code, minutes),
    data: {},
  };
}
