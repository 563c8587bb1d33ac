/** The words of messages that leave: the recipient has no page of ours that could translate them. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { type NewsWords, newsWords } from './news-words.ts';
import { type SpokenWords, spokenWords } from './spoken-words.ts';

export interface MessageWords {
  readonly levels: readonly [string, string, string, string, string];
  /** Between what is named and what is said of it, and between parts of a list. */
  readonly colon: string;
  readonly comma: string;
  readonly alertTitle: (level: string, point: string, project: string) => string;
  readonly deviceTitle: (device: string, project: string) => string;
  readonly testTitle: (rule: string, project: string) => string;
  readonly project: string;
  readonly structure: string;
  readonly point: string;
  readonly device: string;
  readonly channels: string;
  readonly value: string;
  readonly threshold: string;
  readonly level: string;
  readonly action: string;
  readonly reason: string;
  readonly measuredAt: string;
  readonly receivedAt: string;
  readonly raisedAt: string;
  readonly sentAt: string;
  readonly lastReadingAt: string;
  readonly timeZone: string;
  readonly never: string;
  readonly late: string;
  readonly open: string;
  readonly foot: string;
  readonly testFoot: string;
  readonly digestTitle: (count: number, project: string) => string;
  readonly collectedTitle: (count: number, project: string) => string;
  readonly collectedWhy: (from: string) => string;
  /** `highest` of the points are at `level`, the others below it. */
  readonly stormTitle: (storm: {
    readonly points: number;
    readonly highest: number;
    readonly level: string;
    readonly structure: string;
    readonly project: string;
  }) => string;
  readonly quietWindow: string;
  readonly furtherAlerts: string;
  readonly dutyFoot: (roster: string) => string;
  readonly fallbackFoot: (roster: string) => string;
  readonly notAcknowledged: (minutes: number) => string;
  /** Of the same day the later ones are the clock alone. */
  readonly times: (at: Readonly<Record<'measured' | 'received' | 'raised' | 'sent', string>>, zone: string) => string;
  /** In 35 signs at most where all lie on one day. */
  readonly shortTimes: (at: Readonly<Record<'measured' | 'received' | 'raised' | 'sent', string>>) => string;
  readonly countOf: (alerts: number) => string;
  readonly more: (alerts: number) => string;
  readonly curveOf: (name: string) => string;
  /** Said in a call. */
  readonly spoken: SpokenWords;
  /** How an alert went on. */
  readonly news: NewsWords;
}

export const messageWords: Readonly<Record<Language, MessageWords>> = {
  en: {
    colon: ': ',
    comma: ', ',
    levels: ['Normal', 'Blue', 'Yellow', 'Orange', 'Red'],
    alertTitle: (level, point, project) => `${level} alert: ${point}, ${project}`,
    deviceTitle: (device, project) => `No readings from ${device}, ${project}`,
    testTitle: (rule, project) => `Test of the alert rule "${rule}", ${project}`,
    project: 'Project',
    structure: 'Structure',
    point: 'Point',
    device: 'Device',
    channels: 'Channels',
    value: 'Value',
    threshold: 'Threshold',
    level: 'Level',
    action: 'Action',
    reason: 'Reason',
    measuredAt: 'Measured',
    receivedAt: 'Received',
    raisedAt: 'Raised',
    sentAt: 'Sent',
    lastReadingAt: 'Last reading',
    timeZone: 'Time zone',
    never: 'never',
    late: 'Raised by a late reading',
    open: 'Open in Plumbline',
    foot: 'You receive this message because an alert rule of the project lists you.',
    testFoot: 'This is a test of the alert rule. No alert was raised.',
    digestTitle: (count, project) =>
      `${count === 1 ? '1 alert' : `${count} alerts`} still open after a quiet window, ${project}`,
    collectedTitle: (count, project) =>
      count === 1 ? `1 further alert, ${project}` : `${count} further alerts, ${project}`,
    collectedWhy: (from) => `Too many for single messages: collected since ${from}`,
    stormTitle: ({ points, highest, level, structure, project }) =>
      highest === points
        ? `${points} points of ${structure} are ${level.toLowerCase()}, ${project}`
        : `${points} points of ${structure} have alerts, ${highest} of them ${level.toLowerCase()}, ${project}`,
    quietWindow: 'Quiet window',
    furtherAlerts: 'Further alerts',
    dutyFoot: (roster) => `You receive this message because you are on duty (${roster}).`,
    fallbackFoot: (roster) =>
      `You receive this message because nobody on duty (${roster}) can act on it, and you are the fallback contact.`,
    notAcknowledged: (minutes) => `Not acknowledged for ${minutes} min`,
    times: ({ measured, received, raised, sent }, zone) =>
      `measured ${measured}, received ${received}, raised ${raised}, sent ${sent} (${zone})`,
    shortTimes: ({ measured, received, raised, sent }) => `m${measured} r${received} a${raised} s${sent}`,
    countOf: (alerts) => (alerts === 1 ? '1 alert' : `${alerts} alerts`),
    more: (alerts) => `and ${alerts} more`,
    curveOf: (name) => `Curve of ${name} with its limits`,
    news: newsWords.en,
    spoken: spokenWords.en,
  },
  'zh-CN': {
    colon: '：',
    comma: '，',
    levels: ['正常', '蓝色', '黄色', '橙色', '红色'],
    alertTitle: (level, point, project) => `${level}告警：${point}，${project}`,
    deviceTitle: (device, project) => `设备 ${device} 无数据，${project}`,
    testTitle: (rule, project) => `测试告警规则“${rule}”，${project}`,
    project: '项目',
    structure: '结构物',
    point: '测点',
    device: '设备',
    channels: '通道',
    value: '测值',
    threshold: '阈值',
    level: '等级',
    action: '处置要求',
    reason: '原因',
    measuredAt: '采集时间',
    receivedAt: '接收时间',
    raisedAt: '告警时间',
    sentAt: '发送时间',
    lastReadingAt: '最后读数',
    timeZone: '时区',
    never: '从未',
    late: '由迟到的读数触发',
    open: '在 Plumbline 中打开',
    foot: '项目的告警规则指定了您，因此您收到此消息。',
    testFoot: '有人正在测试告警规则，没有告警。',
    digestTitle: (count, project) => `静默期内 ${count} 条告警仍未处理，${project}`,
    collectedTitle: (count, project) => `另有 ${count} 条告警，${project}`,
    collectedWhy: (from) => `短时间内告警过多，自 ${from} 起合并发送`,
    stormTitle: ({ points, highest, level, structure, project }) =>
      highest === points
        ? `${structure} ${points} 个测点${level}告警，${project}`
        : `${structure} ${points} 个测点告警，其中${level} ${highest} 个，${project}`,
    quietWindow: '静默期',
    furtherAlerts: '其他告警',
    dutyFoot: (roster) => `您正在值班（${roster}），因此收到此消息。`,
    fallbackFoot: (roster) => `值班人员（${roster}）无法联系或无权确认告警，您是指定的后备联系人，因此收到此消息。`,
    notAcknowledged: (minutes) => `${minutes} 分钟未确认`,
    times: ({ measured, received, raised, sent }, zone) =>
      `采集 ${measured}，接收 ${received}，告警 ${raised}，发送 ${sent}（${zone}）`,
    shortTimes: ({ measured, received, raised, sent }) => `采${measured}收${received}警${raised}发${sent}`,
    countOf: (alerts) => `${alerts}条告警`,
    more: (alerts) => `另有 ${alerts} 条`,
    curveOf: (name) => `${name}的曲线与阈值`,
    news: newsWords['zh-CN'],
    spoken: spokenWords['zh-CN'],
  },
  'zh-TW': {
    colon: '：',
    comma: '，',
    levels: ['正常', '藍色', '黃色', '橙色', '紅色'],
    alertTitle: (level, point, project) => `${level}告警：${point}，${project}`,
    deviceTitle: (device, project) => `裝置 ${device} 無資料，${project}`,
    testTitle: (rule, project) => `測試告警規則「${rule}」，${project}`,
    project: '專案',
    structure: '結構物',
    point: '測點',
    device: '裝置',
    channels: '通道',
    value: '測值',
    threshold: '閾值',
    level: '等級',
    action: '處置要求',
    reason: '原因',
    measuredAt: '採集時間',
    receivedAt: '接收時間',
    raisedAt: '告警時間',
    sentAt: '傳送時間',
    lastReadingAt: '最後讀數',
    timeZone: '時區',
    never: '從未',
    late: '由遲到的讀數觸發',
    open: '在 Plumbline 中開啟',
    foot: '專案的告警規則指定了您，因此您收到此訊息。',
    testFoot: '有人正在測試告警規則，沒有告警。',
    digestTitle: (count, project) => `靜默期內 ${count} 條告警仍未處理，${project}`,
    collectedTitle: (count, project) => `另有 ${count} 條告警，${project}`,
    collectedWhy: (from) => `短時間內告警過多，自 ${from} 起合併傳送`,
    stormTitle: ({ points, highest, level, structure, project }) =>
      highest === points
        ? `${structure} ${points} 個測點${level}告警，${project}`
        : `${structure} ${points} 個測點告警，其中${level} ${highest} 個，${project}`,
    quietWindow: '靜默期',
    furtherAlerts: '其他告警',
    dutyFoot: (roster) => `您正在值班（${roster}），因此收到此訊息。`,
    fallbackFoot: (roster) => `值班人員（${roster}）無法聯絡或無權確認告警，您是指定的後備聯絡人，因此收到此訊息。`,
    notAcknowledged: (minutes) => `${minutes} 分鐘未確認`,
    times: ({ measured, received, raised, sent }, zone) =>
      `採集 ${measured}，接收 ${received}，告警 ${raised}，傳送 ${sent}（${zone}）`,
    shortTimes: ({ measured, received, raised, sent }) => `採${measured}收${received}警${raised}發${sent}`,
    countOf: (alerts) => `${alerts}條告警`,
    more: (alerts) => `另有 ${alerts} 條`,
    curveOf: (name) => `${name}的曲線與閾值`,
    news: newsWords['zh-TW'],
    spoken: spokenWords['zh-TW'],
  },
};
