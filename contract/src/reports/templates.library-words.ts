/**
 * The texts of the ready templates in every language. A template that begins with one keeps `{{library.overview}}` until somebody
 * edits that text, so that a report is in one language, whichever it is made in.
 */
import type { Language } from '../kernel/constants.ts';

/** English, simplified and traditional Chinese. The first ten are the titles of the templates. */
export const libraryWords = {
  pitDaily: ['Daily report of a foundation pit', '基坑监测日报', '基坑監測日報'],
  metroDaily: ['Daily report of a metro site', '轨道交通监测日报', '軌道交通監測日報'],
  metroWeekly: ['Weekly report of a metro site', '轨道交通监测周报', '軌道交通監測週報'],
  damMonthly: ['Monthly report of a dam', '大坝安全监测月报', '大壩安全監測月報'],
  slopeMonthly: ['Monthly report of a slope', '边坡监测月报', '邊坡監測月報'],
  bridgeQuarterly: ['Quarterly report of a bridge', '桥梁监测季报', '橋梁監測季報'],
  tunnelConvergence: ['Tunnel convergence', '隧道收敛监测报告', '隧道收斂監測報告'],
  vibrationEvent: ['Vibration event', '振动事件报告', '振動事件報告'],
  houseSafety: ['House safety', '房屋安全监测报告', '房屋安全監測報告'],
  inspectionDaily: ['Inspection report of the day', '巡检日报', '巡檢日報'],
  project: ['Project name', '工程名称', '工程名稱'],
  number: ['Report number', '报告编号', '報告編號'],
  numberValue: ['No. {{report.number}}', '第 {{report.number}} 期', '第 {{report.number}} 期'],
  client: ['Client', '委托单位', '委託單位'],
  contractor: ['Contractor', '施工单位', '施工單位'],
  supervisor: ['Supervisor', '监理单位', '監理單位'],
  period: ['Period', '报告期', '報告期'],
  made: ['Date', '日期', '日期'],
  measured: ['Measured by', '监测', '監測'],
  calculated: ['Calculated by', '计算', '計算'],
  inspected: ['Inspected by', '巡检', '巡檢'],
  checked: ['Checked by', '审核', '審核'],
  approved: ['Approved by', '批准', '批准'],
  overview: ['Overview', '监测概况', '監測概況'],
  overviewText: [
    '{{project.name}}, {{period.first}} – {{period.last}}. Points monitored: {{counts.points}}; normal: {{counts.normal}}; blue: {{counts.blue}}; yellow: {{counts.yellow}}; orange: {{counts.orange}}; red: {{counts.red}}. Alerts raised: {{alerts.raised}}. Healthy devices: {{devices.normal}} of {{devices.total}}.',
    '{{project.name}} {{period.first}} 至 {{period.last}} 共监测 {{counts.points}} 个测点，其中正常 {{counts.normal}} 个，蓝色 {{counts.blue}} 个，黄色 {{counts.yellow}} 个，橙色 {{counts.orange}} 个，红色 {{counts.red}} 个。报告期内产生告警 {{alerts.raised}} 条。设备 {{devices.total}} 台，其中正常 {{devices.normal}} 台。',
    '{{project.name}} {{period.first}} 至 {{period.last}} 共監測 {{counts.points}} 個測點，其中正常 {{counts.normal}} 個，藍色 {{counts.blue}} 個，黃色 {{counts.yellow}} 個，橙色 {{counts.orange}} 個，紅色 {{counts.red}} 個。報告期內產生告警 {{alerts.raised}} 條。裝置 {{devices.total}} 台，其中正常 {{devices.normal}} 台。',
  ],
  seepage: ['Seepage', '渗流监测', '滲流監測'],
  deformation: ['Deformation', '变形监测', '變形監測'],
  events: ['Events', '事件', '事件'],
} as const satisfies Record<string, readonly [en: string, zhCn: string, zhTw: string]>;
export type LibraryWord = keyof typeof libraryWords;

export const isLibraryWord = (word: string): word is LibraryWord => Object.hasOwn(libraryWords, word);

/** A text of the library, with its placeholders. */
export function libraryText(word: LibraryWord, language: Language): string {
  const [en, zhCn, zhTw] = libraryWords[word];
  return { en, 'zh-CN': zhCn, 'zh-TW': zhTw }[language];
}

/** A text of the library as a template keeps it until somebody edits it. */
export const libraryKey = (word: LibraryWord): string => `{{library.${word}}}`;

const keyPattern = /^\{\{library\.(\w+)\}\}$/;
function wordOf(text: string): LibraryWord | null {
  const word = keyPattern.exec(text)?.[1] ?? '';
  return isLibraryWord(word) ? word : null;
}

/** Texts as whoever edits them reads them: those of the library in their language. At any depth. */
export function shownTexts<T>(value: T, language: Language): T {
  return mapTexts(value, (text) => {
    const word = wordOf(text);
    return word === null ? text : libraryText(word, language);
  });
}

/** Texts as they are kept: one of the library that is as it was is its key again. `before` = what was kept before. */
export function storedTexts<T>(value: T, before: unknown, language: Language): T {
  const keys = new Map<string, string>();
  mapTexts(before, (text) => {
    const word = wordOf(text);
    if (word !== null) keys.set(libraryText(word, language), text);
    return text;
  });
  return keys.size === 0 ? value : mapTexts(value, (text) => keys.get(text) ?? text);
}

function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, map)])) as T;
  return value;
}
