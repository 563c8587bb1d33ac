import { deviceWords } from '../devices/intake.sheet.ts';
import { getOrThrow } from '../kernel/elements.ts';
import type { PointSetup } from './points.point.ts';
import { type SheetWord, word } from './sheets.ts';

/** The values that columns with choices accept. */
export const pointWords = {
  family: deviceWords.measurement,
  yesNo: deviceWords.yesNo,
  type: [
    word(0, 'automated', 'automatic', '自动', '自动化'),
    word(1, 'composite', '复合', '组合'),
    word(2, 'manual', '人工'),
    word(3, 'master', '主测点'),
  ],
  mode: [
    word(1, 'vibratingWire', 'vibrating wire', '振弦'),
    word(2, 'current', '电流'),
    word(3, 'voltage', '电压'),
    word(4, 'digital', '485', '数字'),
    word(5, 'adm', '阵列'),
    word(6, 'quarterBridge', 'quarter bridge', '四分之一桥'),
    word(7, 'halfBridge', 'half bridge', '半桥'),
    word(8, 'fullBridge', 'full bridge', '全桥'),
    word(9, 'ratio', 'resistance', '电阻'),
  ],
  formulaType: [
    word('SYSTEM_FORMULA', 'system', '系统', '系统公式'),
    word('CUSTOM_FORMULA', 'custom', '自定义', '自定义公式'),
  ],
  collectMode: [
    word('UploadCollect', 'upload', '主动上报'),
    word('CommandCollect', 'command', '指令采集'),
    word('NoCollect', 'none', '不采集'),
  ],
  thresholdKind: [
    word('value', '监测值'),
    word('cumulative', 'cumulative change', '累计变化', '累计变化量'),
    word('rate', 'change rate', '变化速率', '速率'),
  ],
  thresholdMethod: [word('twoSided', 'two-sided', 'both', '双向'), word('upper', '上限'), word('lower', '下限')],
} as const;

export interface PointSheetColumn extends SheetWord {
  /** How its cells are read: as text, number or duration, as one of these words; `part` = with others it is one value. */
  readonly cell: 'id' | 'text' | 'number' | 'duration' | 'part' | keyof typeof pointWords;
  /** An empty cell takes the value away; elsewhere it changes nothing. */
  readonly clears?: true;
}

/**
 * The columns of the sheet of points that do not depend on what they measure, in the order of the file, by what they
 * hold: all that is set up at a point, its number and what feeds it. None = it is not in the sheet, or (parameters,
 * formulas, initial values) in as many columns as there are keys, see `keyedColumns`.
 */
const columnsOf = {
  id: [{ key: 'id', en: 'ID', zh: '测点ID', required: true, cell: 'id' }],
  structureId: [
    { key: 'structure', en: 'Structure', zh: '结构物', cell: 'part' },
    { key: 'item', en: 'Item', zh: '子项', formerly: ['子结构'], cell: 'part' },
  ],
  name: [{ key: 'name', en: 'Name', zh: '测点名称', cell: 'text' }],
  type: [{ key: 'type', en: 'Kind', zh: '测点种类', hint: 'automated / composite / manual / master', cell: 'type' }],
  family: [{ key: 'family', en: 'Measurement', zh: '监测类型', cell: 'family' }],
  nodeCount: [{ key: 'nodeCount', en: 'Nodes', zh: '节点数', cell: 'number' }],
  mode: [{ key: 'mode', en: 'Sensor mode', zh: '传感器模式', hint: '1-9', cell: 'mode' }],
  mainField: [{ key: 'mainField', en: 'Main field', zh: '主字段', cell: 'text' }],
  device: [
    { key: 'sncode', en: 'Serial number', zh: '设备序列号', cell: 'text', clears: true },
    { key: 'channel', en: 'Channel', zh: '通道', cell: 'text' },
  ],
  formulaType: [{ key: 'formulaType', en: 'Formula', zh: '公式类型', hint: 'system / custom', cell: 'formulaType' }],
  parameters: [],
  deviceParameters: [],
  customFormula: [],
  initialValues: [],
  intervalSeconds: [
    { key: 'intervalSeconds', en: 'Interval', zh: '采集间隔', hint: 's, or 10 min, 1 h', cell: 'duration' },
  ],
  coordinates: [
    { key: 'longitude', en: 'Longitude', zh: '经度', cell: 'part' },
    { key: 'latitude', en: 'Latitude', zh: '纬度', cell: 'part' },
  ],
  imageLocation: [
    { key: 'pictureX', en: 'Picture X', zh: '图片位置X', hint: '0..1', cell: 'part' },
    { key: 'pictureY', en: 'Picture Y', zh: '图片位置Y', hint: '0..1', cell: 'part' },
  ],
  depthM: [{ key: 'depthM', en: 'Depth', zh: '埋深', hint: 'm', cell: 'number', clears: true }],
  slaves: [],
  master: [],
  collectMode: [{ key: 'collectMode', en: 'Collect mode', zh: '采集模式', cell: 'collectMode' }],
  lockLocation: [{ key: 'lockLocation', en: 'Lock location', zh: '锁定位置', hint: 'yes / no', cell: 'yesNo' }],
  onlySort: [{ key: 'onlySort', en: 'Order', zh: '排序', cell: 'number', clears: true }],
  timedPhotographing: [],
  backupNodes: [],
} as const satisfies Readonly<Record<'id' | 'device' | keyof PointSetup, readonly PointSheetColumn[]>>;

export type PointColumn = (typeof columnsOf)[keyof typeof columnsOf][number]['key'];
export const pointSheet: readonly (PointSheetColumn & { readonly key: PointColumn })[] =
  Object.values(columnsOf).flat();

/** Thresholds of one field of a new point. */
export const thresholdSheet = [
  { key: 'thresholdField', en: 'Threshold field', zh: '阈值字段' },
  { key: 'thresholdKind', en: 'Threshold kind', zh: '阈值类型', hint: 'value / cumulative / rate' },
  { key: 'thresholdMethod', en: 'Threshold method', zh: '阈值方式', hint: 'twoSided / upper / lower' },
  { key: 'level1', en: 'Threshold 1', zh: '一级阈值' },
  { key: 'level2', en: 'Threshold 2', zh: '二级阈值' },
  { key: 'level3', en: 'Threshold 3', zh: '三级阈值' },
  { key: 'level4', en: 'Threshold 4', zh: '四级阈值' },
] as const satisfies readonly SheetWord[];

/** Of the set-up: what a new point may say, what it must, and its thresholds. */
const setUp: readonly PointColumn[] = [
  'structure',
  'item',
  'name',
  'family',
  'sncode',
  'channel',
  'type',
  'mode',
  'nodeCount',
  'mainField',
  'intervalSeconds',
  'longitude',
  'latitude',
  'depthM',
  'collectMode',
];
const pointColumns = new Map(pointSheet.map((each) => [each.key, each]));
const needed = new Set<string>(['structure', 'name', 'family']);
export const setUpSheet: readonly SheetWord[] = [
  ...setUp.map((key): SheetWord => {
    const column = getOrThrow(pointColumns, key);
    return { ...column, ...(needed.has(key) && { required: true as const }) };
  }),
  ...thresholdSheet,
];
export type SetUpColumn = PointColumn | (typeof thresholdSheet)[number]['key'];

/** Columns of which there are as many as the points have parameters or fields: `parameters.K`, `initialValues.level`. */
export const keyedColumns = [
  { group: 'parameters', names: ['parameters', 'parameter', '参数'] },
  { group: 'initialValues', names: ['initialValues', 'initial values', 'initial value', 'initial', '初始值'] },
  { group: 'customFormula', names: ['customFormula', 'custom formula', 'formula', '自定义公式', '公式'] },
] as const;
export type KeyedGroup = (typeof keyedColumns)[number]['group'];
