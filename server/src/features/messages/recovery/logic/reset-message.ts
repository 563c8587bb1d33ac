/** What an account is told when its password was replaced by a code: whoever did not do it must hear of it. */
import { randomUUID } from 'node:crypto';
import type { Language } from '@plumbline/contract/kernel/constants';
import { smsVariables } from '@plumbline/contract/messages/channels';
import type { Outgoing } from '../../senders/senders.api.ts';

interface Words {
  readonly title: string;
  readonly account: string;
  readonly time: string;
  readonly from: string;
  readonly removed: string;
  readonly passkeys: (count: number) => string;
  readonly wechat: string;
  readonly foot: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Plumbline: your password was replaced',
    account: 'Account',
    time: 'Time (UTC)',
    from: 'From address',
    removed: 'Removed',
    passkeys: (count) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    wechat: 'binding to WeChat',
    foot: 'Every session and access token was ended. If this was not you, tell your administrator at once.',
  },
  'zh-CN': {
    title: 'Plumbline：您的密码已重设',
    account: '账号',
    time: '时间（UTC）',
    from: '来源地址',
    removed: '已移除',
    passkeys: (count) => `${count} 个通行密钥`,
    wechat: '微信绑定',
    foot: '所有会话和访问令牌均已结束。如果不是您本人操作，请立即告知管理员。',
  },
  'zh-TW': {
    title: 'Plumbline：您的密碼已重設',
    account: '帳號',
    time: '時間（UTC）',
    from: '來源位址',
    removed: '已移除',
    passkeys: (count) => `${count} 個通行金鑰`,
    wechat: '微信繫結',
    foot: '所有會話和存取權杖均已結束。如果不是您本人操作，請立即告知管理員。',
  },
};

export interface Reset {
  readonly to: string;
  readonly language: Language;
  readonly name: string;
  readonly at: Date;
  readonly ip: string;
  readonly passkeys: number;
  readonly wechat: number;
  /** The address of the installation. */
  readonly home: string;
}

export function resetMessage({ to, language, name, at, ip, passkeys, wechat, home }: Reset): Outgoing {
  const word = words[language];
  const removed = [...(passkeys > 0 ? [word.passkeys(passkeys)] : []), ...(wechat > 0 ? [word.wechat] : [])];
  return {
    key: randomUUID(),
    to,
    language,
    title: word.title,
    facts: [
      [word.account, name],
      [word.time, at.toISOString().slice(0, 16).replace('T', ' ')],
      [word.from, ip],
      ...(removed.length > 0 ? ([[word.removed, removed.join(', ')]] as const) : []),
    ],
    link: home,
    linkWords: 'Plumbline',
    foot: word.foot,
    variables: Object.fromEntries(smsVariables.map((name) => [name, ''])) as Outgoing['variables'],
    plainText: `${word.title}. ${word.foot}`,
    data: {},
  };
}
