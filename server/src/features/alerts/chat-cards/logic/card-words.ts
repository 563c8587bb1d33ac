/** Words of buttons, and of the answers to whoever pressed one. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import type { ChatAppKind } from '@plumbline/contract/messages/channels';

interface CardWords {
  /** Names within a sentence: in Chinese with the spaces around Latin letters. */
  readonly apps: Readonly<Record<ChatAppKind, string>>;
  readonly acknowledge: string;
  readonly done: (alerts: number) => string;
  /** Of several alerts some are in a project or state where this person cannot acknowledge. */
  readonly doneInPart: (alerts: number, left: number) => string;
  readonly already: (by: string, at: string) => string;
  readonly settled: (by: string, at: string) => string;
  readonly cardGone: string;
  readonly noAddress: (app: string) => string;
  readonly noAccount: (address: string) => string;
  readonly severalAccounts: (address: string) => string;
  readonly notAllowed: (name: string) => string;
}

export const cardWords: Readonly<Record<Language, CardWords>> = {
  en: {
    apps: { slackApp: 'Slack', feishuApp: 'Feishu' },
    acknowledge: 'Acknowledge',
    done: (alerts) => (alerts === 1 ? 'You have acknowledged the alert.' : `You have acknowledged ${alerts} alerts.`),
    doneInPart: (alerts, left) => `You have acknowledged ${alerts} alerts. The other ${left} stay as they were.`,
    already: (by, at) => `Already acknowledged by ${by}, ${at}.`,
    settled: (by, at) => `Already settled by ${by}, ${at}.`,
    cardGone: 'The alerts of this message are no longer in Plumbline.',
    noAddress: (app) => `Nothing was acknowledged: ${app} does not give Plumbline a confirmed address of yours.`,
    noAccount: (address) =>
      `Nothing was acknowledged: no account in Plumbline has verified ${address}. Do so under Profile, Forgotten password.`,
    severalAccounts: (address) => `Nothing was acknowledged: several accounts in Plumbline have verified ${address}.`,
    notAllowed: (name) => `Nothing was acknowledged: your account ${name} may not acknowledge alerts of this project.`,
  },
  'zh-CN': {
    apps: { slackApp: ' Slack ', feishuApp: '飞书' },
    acknowledge: '已知晓',
    done: (alerts) => (alerts === 1 ? '您已将这条告警标为已知晓。' : `您已将 ${alerts} 条告警标为已知晓。`),
    doneInPart: (alerts, left) => `您已将 ${alerts} 条告警标为已知晓，其余 ${left} 条不变。`,
    already: (by, at) => `${by}已于 ${at} 标为已知晓。`,
    settled: (by, at) => `${by}已于 ${at} 处理。`,
    cardGone: '此消息中的告警在 Plumbline 中已不存在。',
    noAddress: (app) => `未操作：Plumbline 未能从${app}获得您已验证的联系方式。`,
    noAccount: (address) => `未操作：Plumbline 中没有账号验证过 ${address}，请在个人资料的“忘记密码”中设置。`,
    severalAccounts: (address) => `未操作：Plumbline 中有多个账号验证过 ${address}。`,
    notAllowed: (name) => `未操作：您的账号 ${name} 无权处理此项目的告警。`,
  },
  'zh-TW': {
    apps: { slackApp: ' Slack ', feishuApp: '飛書' },
    acknowledge: '已知曉',
    done: (alerts) => (alerts === 1 ? '您已將這條告警標為已知曉。' : `您已將 ${alerts} 條告警標為已知曉。`),
    doneInPart: (alerts, left) => `您已將 ${alerts} 條告警標為已知曉，其餘 ${left} 條不變。`,
    already: (by, at) => `${by}已於 ${at} 標為已知曉。`,
    settled: (by, at) => `${by}已於 ${at} 處理。`,
    cardGone: '此訊息中的告警在 Plumbline 中已不存在。',
    noAddress: (app) => `未操作：Plumbline 未能從${app}取得您已驗證的聯絡方式。`,
    noAccount: (address) => `未操作：Plumbline 中沒有帳號驗證過 ${address}，請在個人資料的「忘記密碼」中設定。`,
    severalAccounts: (address) => `未操作：Plumbline 中有多個帳號驗證過 ${address}。`,
    notAllowed: (name) => `未操作：您的帳號 ${name} 無權處理此專案的告警。`,
  },
};

/** Returns who had an alert before, in the words of the answer. */
export const whoHasIt = (
  language: Language,
  { status, byName, at }: { readonly status: AlertStatus; readonly byName: string | null; readonly at: string },
): string => cardWords[language][status === 'Notice' ? 'already' : 'settled'](byName ?? '-', at);
