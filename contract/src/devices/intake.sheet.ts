import { type SheetWord, word } from '../points/sheets.ts';
import type { DeviceSetup } from './devices.device.ts';

export interface DeviceSheetColumn extends SheetWord {
  /**
   * How its cells are read: as text, as one of these words, as the serial number of a device that it sends through (`via`);
   * `part` = with others, or in a way of its own, it is one value.
   */
  readonly cell: 'text' | 'via' | 'part' | keyof typeof deviceWords;
}

/**
 * The columns of the device sheet by what they hold, in the order of the template: its serial number and all that is set
 * up at a device. None = it is not in the sheet, or (config) in columns of its own below.
 */
const columnsOf = {
  sncode: [{ key: 'sncode', en: 'Serial number', zh: '序列号', required: true, cell: 'text' }],
  name: [{ key: 'name', en: 'Name', zh: '名称', cell: 'text' }],
  model: [{ key: 'model', en: 'Model', zh: '型号', required: true, cell: 'text' }],
  type: [{ key: 'type', en: 'Type', zh: '类型', hint: 'measuring / collector / DTU', cell: 'type' }],
  manufacturer: [{ key: 'manufacturer', en: 'Manufacturer', zh: '厂家', cell: 'text' }],
  measurement: [{ key: 'measurement', en: 'Measurement', zh: '监测类型', cell: 'measurement' }],
  iccid: [{ key: 'iccid', en: 'ICCID', zh: 'ICCID卡号', cell: 'text' }],
  register: [{ key: 'register', en: 'Register', zh: '注册码', cell: 'text' }],
  category: [{ key: 'category', en: 'Category', zh: '类别', cell: 'category' }],
  collectorType: [
    {
      key: 'collectorType',
      en: 'Collector type',
      zh: '采集类型',
      hint: 'direct / DCT / IDC / HEM / DTU / host',
      cell: 'collectorType',
    },
  ],
  collectorId: [{ key: 'collector', en: 'Collector', zh: '采集器', cell: 'via' }],
  dtuId: [{ key: 'dtu', en: 'DTU', zh: '传输终端', cell: 'via' }],
  channels: [{ key: 'channels', en: 'Channels', zh: '通道', hint: '8 or 1:1 2:1', cell: 'part' }],
  coordinates: [
    { key: 'longitude', en: 'Longitude', zh: '经度', cell: 'part' },
    { key: 'latitude', en: 'Latitude', zh: '纬度', cell: 'part' },
  ],
  mounted: [{ key: 'mounted', en: 'Mounted', zh: '已安装', hint: 'yes / no', cell: 'yesNo' }],
  hidden: [],
  config: [],
  processor: [],
  chart: [],
  hem: [],
  healthThresholds: [],
} as const satisfies Readonly<Record<'sncode' | keyof DeviceSetup, readonly DeviceSheetColumn[]>>;

export type DeviceColumn = (typeof columnsOf)[keyof typeof columnsOf][number]['key'];
export const deviceSheet: readonly (DeviceSheetColumn & { readonly key: DeviceColumn })[] =
  Object.values(columnsOf).flat();

/** Config fields that a sheet may bring too. */
export const deviceConfigSheet = [
  { key: 'K', en: 'K', zh: '标定系数K' },
  { key: 'Kt', en: 'Kt', zh: '温度系数Kt' },
  { key: 'f0', en: 'f0', zh: '初始频率f0', hint: 'Hz' },
  { key: 't0', en: 't0', zh: '初始温度t0', hint: '°C' },
  { key: 'Kr', en: 'Kr', zh: '比例系数Kr' },
  { key: 'currentMin', en: 'Minimum current', zh: '最小电流', hint: 'mA' },
  { key: 'currentMax', en: 'Maximum current', zh: '最大电流', hint: 'mA' },
  { key: 'voltageMin', en: 'Minimum voltage', zh: '最小电压', hint: 'V' },
  { key: 'voltageMax', en: 'Maximum voltage', zh: '最大电压', hint: 'V' },
  { key: 'fullScale', en: 'Full scale', zh: '量程' },
  { key: 'nodeCount', en: 'Nodes', zh: '节点数' },
  { key: 'segmentLengths', en: 'Segment lengths', zh: '节段长度', hint: 'mm: 500 500 1000' },
  { key: 'elevation', en: 'Elevation', zh: '高程', hint: 'm' },
  { key: 'firmwareVersion', en: 'Firmware version', zh: '固件版本' },
  { key: 'cameraSerial', en: 'Camera serial', zh: '摄像机序列号' },
] as const satisfies readonly SheetWord[];
export type DeviceConfigColumn = (typeof deviceConfigSheet)[number]['key'];

/** The values that columns with choices accept, in the words of people. */
export const deviceWords = {
  type: [
    word('measuring', 'measuring device', 'sensor', '测量设备', '采集设备', '传感器'),
    word('collector', 'data collector', '采集器', '采集仪'),
    word('DTU', 'radio unit', '传输终端', '传输设备'),
  ],
  yesNo: [word(true, 'yes', 'y', '1', '是', '已安装'), word(false, 'no', 'n', '0', '否', '未安装')],
  collectorType: [
    word('direct', '直连', '自采集'),
    word('DCT'),
    word('IDC'),
    word('HEM', '扩展模块'),
    word('DTU', '传输终端'),
    word('host', 'control box', '主机', '控制箱'),
  ],
  category: [
    word('array', '阵列'),
    word('gnss'),
    word('totalStation', '全站仪'),
    word('levelling', '静力水准'),
    word('vibration', '振动'),
    word('sensor', '传感器'),
    word('collector', '采集器'),
    word('telemetry', '传输'),
    word('camera', '摄像机'),
    word('weather', '气象'),
    word('vision', '机器视觉'),
    word('radar', '雷达'),
    word('safety', '安全'),
    word('other', '其他'),
  ],
  measurement: [
    word('deepDisplacement', 'deep displacement', '深层位移', '深部位移'),
    word('surfaceDisplacement', 'surface displacement', '表面位移', '地表位移'),
    word('waterLevel', 'water level', '水位'),
    word('tilt', '倾斜', '倾角'),
    word('vibration', '振动'),
    word('track', '轨道'),
    word('crack', '裂缝'),
    word('structuralDeformation', 'structural deformation', '结构变形'),
    word('anchorForce', 'anchor force', '锚索力', '锚杆力'),
    word('soilPressure', 'soil pressure', '土压力'),
    word('soilMoisture', 'soil moisture', '土壤含水率', '含水率'),
    word('camera', '摄像', '视频'),
    word('temperature', '温度'),
    word('rainfall', '雨量', '降雨'),
    word('flow', '流量'),
    word('axialForce', 'axial force', '轴力'),
    word('manholeCover', 'manhole cover', '井盖'),
    word('smoke', '烟感', '烟雾'),
    word('environment', '环境'),
  ],
} as const;
