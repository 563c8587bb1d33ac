/** What a message about a report says, in the language of whoever gets it. Pure. */

import type { Language } from '@plumbline/contract/kernel/constants';
import { smsVariables } from '@plumbline/contract/messages/channels';
import type { MessageBrand, Outgoing } from '../../../messages/senders/senders.api.ts';

export type About = 'made' | 'released';
interface Words {
  readonly title: Readonly<Record<About, (project: string) => string>>;
  readonly project: string;
  readonly period: string;
  readonly open: string;
  readonly until: string;
  readonly foot: Readonly<Record<About, string>>;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: {
      made: (project) => `${project}: a report was made`,
      released: (project) => `${project}: a report was released`,
    },
    project: 'Project',
    period: 'Report period',
    open: 'Open the report',
    until: 'Can be opened until',
    foot: {
      made: 'The report is not released yet.',
      released: 'This link is personal: anyone who has it can read the report without an account.',
    },
  },
  'zh-CN': {
    title: { made: (project) => `${project}：报告已生成`, released: (project) => `${project}：报告已发布` },
    project: '项目',
    period: '报告期',
    open: '打开报告',
    until: '有效期至',
    foot: {
      made: '该报告尚未发布。',
      released: '此链接仅供您使用：持有链接者无需账号即可阅读报告。',
    },
  },
  'zh-TW': {
    title: { made: (project) => `${project}：報告已生成`, released: (project) => `${project}：報告已發布` },
    project: '專案',
    period: '報告期',
    open: '開啟報告',
    until: '有效期至',
    foot: {
      made: '該報告尚未發布。',
      released: '此連結僅供您使用：持有連結者無需帳號即可閱讀報告。',
    },
  },
};

export interface ReportNews {
  readonly key: string;
  /** '' = a hook. */
  readonly to: string;
  readonly language: Language;
  readonly about: About;
  readonly project: string;
  readonly projectId: number;
  readonly reportId: number;
  readonly type: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly link: string;
  /** Whose report it is. */
  readonly brand: MessageBrand;
  /** Day until which the link opens; null = no end. */
  readonly until: string | null;
}

export function reportMessage(news: ReportNews): Outgoing {
  const { about, language, project, projectId, reportId, type, firstDay, lastDay, until } = news;
  const word = words[language];
  const period = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
  return {
    key: news.key,
    to: news.to,
    language,
    title: word.title[about](project),
    facts: [[word.project, project], [word.period, period], ...(until === null ? [] : [[word.until, until] as const])],
    link: news.link,
    linkWords: word.open,
    foot: word.foot[about],
    brand: news.brand,
    variables: {
      ...(Object.fromEntries(smsVariables.map((name) => [name, ''])) as Outgoing['variables']),
      project,
    },
    data: { event: about === 'made' ? 'reportMade' : 'reportReleased', projectId, reportId, type, firstDay, lastDay },
  };
}
