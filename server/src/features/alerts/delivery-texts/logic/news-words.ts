/** The words by which whoever was told of an alert hears how it went on. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';

export interface NewsWords {
  /** In the place of the level, where a vendor's template begins "... alert". */
  readonly states: Readonly<Record<'acknowledged' | 'settled' | 'withdrawn', string>>;
  readonly verdicts: Readonly<Record<AlertStatus, string>>;
  readonly points: (points: number, structure: string) => string;
  readonly acknowledged: (what: string, project: string, by: string) => string;
  readonly settled: (what: string, project: string, verdict: string) => string;
  readonly withdrawn: (what: string, project: string) => string;
  readonly by: string;
  readonly at: string;
  readonly verdict: string;
  readonly withdrawnWhy: string;
  readonly foot: string;
}

export const newsWords: Readonly<Record<Language, NewsWords>> = {
  en: {
    states: { acknowledged: 'Acknowledged', settled: 'Settled', withdrawn: 'Withdrawn' },
    verdicts: {
      Pending: 'open',
      Notice: 'acknowledged',
      Confirm: 'confirmed',
      FalseAlarm: 'false alarm',
      Restore: 'restored',
    },
    points: (points, structure) => `${points} alerts of ${structure}`,
    acknowledged: (what, project, by) => `${by} has acknowledged ${what}, ${project}`,
    settled: (what, project, verdict) => `Settled, ${verdict}: ${what}, ${project}`,
    withdrawn: (what, project) => `Withdrawn: ${what}, ${project}`,
    by: 'By',
    at: 'At',
    verdict: 'Verdict',
    withdrawnWhy: 'Corrected readings no longer reach the limit',
    foot: 'You receive this message because you were told of the alert.',
  },
  'zh-CN': {
    states: { acknowledged: '已知晓', settled: '已处理', withdrawn: '已撤销' },
    verdicts: { Pending: '未处理', Notice: '已知晓', Confirm: '确认', FalseAlarm: '误报', Restore: '已恢复' },
    points: (points, structure) => `${structure} ${points} 条告警`,
    acknowledged: (what, project, by) => `${by}已知晓：${what}，${project}`,
    settled: (what, project, verdict) => `已处理（${verdict}）：${what}，${project}`,
    withdrawn: (what, project) => `已撤销：${what}，${project}`,
    by: '处理人',
    at: '处理时间',
    verdict: '判定',
    withdrawnWhy: '修正后的读数未达到阈值',
    foot: '您曾收到这条告警，因此收到此消息。',
  },
  'zh-TW': {
    states: { acknowledged: '已知曉', settled: '已處理', withdrawn: '已撤銷' },
    verdicts: { Pending: '未處理', Notice: '已知曉', Confirm: '確認', FalseAlarm: '誤報', Restore: '已恢復' },
    points: (points, structure) => `${structure} ${points} 條告警`,
    acknowledged: (what, project, by) => `${by}已知曉：${what}，${project}`,
    settled: (what, project, verdict) => `已處理（${verdict}）：${what}，${project}`,
    withdrawn: (what, project) => `已撤銷：${what}，${project}`,
    by: '處理人',
    at: '處理時間',
    verdict: '判定',
    withdrawnWhy: '修正後的讀數未達到閾值',
    foot: '您曾收到這條告警，因此收到此訊息。',
  },
};
