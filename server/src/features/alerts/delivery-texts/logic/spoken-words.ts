/** Words of calls. A voice reads symbols of units letter by letter, so they are written out. */
import type { Language } from '@plumbline/contract/kernel/constants';

export interface SpokenWords {
  /** Between sentences. */
  readonly stop: string;
  readonly alert: (level: string, project: string, place: string) => string;
  /** Measured and limit are written with their unit. */
  readonly value: (field: string, measured: string, limit: string, isAbove: boolean) => string;
  readonly pressToAcknowledge: string;
  readonly acknowledged: string;
  /** Of what somebody did before. */
  readonly before: (by: string, isSettled: boolean) => string;
  readonly nothingDone: string;
  readonly change: (field: string) => string;
  readonly rate: (field: string) => string;
  /** Between a number and its unit. */
  readonly gap: string;
  readonly units: Readonly<Record<string, string>>;
}

export const spokenWords: Readonly<Record<Language, SpokenWords>> = {
  en: {
    stop: '. ',
    pressToAcknowledge: 'Press 1 to acknowledge.',
    acknowledged: 'Acknowledged.',
    before: (by, isSettled) => `Already ${isSettled ? 'settled' : 'acknowledged'} by ${by}.`,
    nothingDone: 'Nothing was acknowledged.',
    alert: (level, project, place) => `${level} alert. ${project}, ${place}.`,
    value: (field, measured, limit, isAbove) =>
      `${field} ${measured}, ${isAbove ? 'above' : 'below'} the limit of ${limit}.`,
    change: (field) => `Change of ${field.toLowerCase()}`,
    rate: (field) => `Rate of ${field.toLowerCase()}`,
    gap: ' ',
    units: {
      m: 'metres',
      mm: 'millimetres',
      cm: 'centimetres',
      'mm/d': 'millimetres a day',
      'mm/s': 'millimetres a second',
      'm/s': 'metres a second',
      '°C': 'degrees Celsius',
      '°': 'degrees',
      kPa: 'kilopascals',
      MPa: 'megapascals',
      kN: 'kilonewtons',
      '%': 'percent',
      'L/s': 'litres a second',
    },
  },
  'zh-CN': {
    stop: '。',
    pressToAcknowledge: '如已知晓，请按1。',
    acknowledged: '已标为已知晓。',
    before: (by, isSettled) => `${by}已${isSettled ? '处理' : '标为已知晓'}。`,
    nothingDone: '未作任何操作。',
    alert: (level, project, place) => `${level}告警。${project}，${place}。`,
    value: (field, measured, limit, isAbove) => `${field}${measured}，${isAbove ? '超过' : '低于'}限值${limit}。`,
    change: (field) => `${field}累计变化`,
    rate: (field) => `${field}变化速率`,
    gap: '',
    units: {
      m: '米',
      mm: '毫米',
      cm: '厘米',
      'mm/d': '毫米每天',
      'mm/s': '毫米每秒',
      'm/s': '米每秒',
      '°C': '摄氏度',
      '°': '度',
      kPa: '千帕',
      MPa: '兆帕',
      kN: '千牛',
      'L/s': '升每秒',
    },
  },
  'zh-TW': {
    stop: '。',
    pressToAcknowledge: '如已知曉，請按1。',
    acknowledged: '已標為已知曉。',
    before: (by, isSettled) => `${by}已${isSettled ? '處理' : '標為已知曉'}。`,
    nothingDone: '未作任何操作。',
    alert: (level, project, place) => `${level}告警。${project}，${place}。`,
    value: (field, measured, limit, isAbove) => `${field}${measured}，${isAbove ? '超過' : '低於'}限值${limit}。`,
    change: (field) => `${field}累計變化`,
    rate: (field) => `${field}變化速率`,
    gap: '',
    units: {
      m: '公尺',
      mm: '公釐',
      cm: '公分',
      'mm/d': '公釐每天',
      'mm/s': '公釐每秒',
      'm/s': '公尺每秒',
      '°C': '攝氏度',
      '°': '度',
      kPa: '千帕',
      MPa: '兆帕',
      kN: '千牛頓',
      'L/s': '公升每秒',
    },
  },
};
