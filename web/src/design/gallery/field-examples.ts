import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { durationUnits } from '../form/units.ts';

/** Every field type with an example value, for the gallery. Its words stay English. */
const kinds = [
  { value: 'vw', label: 'Vibrating wire', note: 'Hz' },
  { value: 'ma', label: 'Current', note: '4 to 20 mA' },
  { value: 'v', label: 'Voltage', note: '0 to 5 V' },
  { value: 'rs485', label: 'Digital' },
];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const definitions: readonly FieldDefinition[] = [
  {
    type: 'INPUT',
    prop: 'name',
    label: 'INPUT',
    rules: { required: true, maxLength: 32 },
    tips: 'At most 32 characters',
  },
  {
    type: 'INPUT',
    prop: 'address',
    label: 'INPUT, rule admAddress',
    inputType: 'code',
    placeholder: '3-00A1F2',
    rules: { is: 'admAddress' },
    extraLink: { label: 'Where it is written', href: '/dashboard' },
  },
  { type: 'NUMBER', prop: 'depth', label: 'NUMBER', unit: 'm', rules: { minimum: 0, maximum: 150 } },
  { type: 'NUMBER_UNIT', prop: 'interval', label: 'NUMBER_UNIT', unit: durationUnits, rules: { minimum: 60 } },
  { type: 'SELECT', prop: 'mode', label: 'SELECT', options: kinds, rules: { required: true } },
  { type: 'SELECT', prop: 'modes', label: 'SELECT, many', inputType: 'many', options: kinds },
  { type: 'SELECT', prop: 'side', label: 'SELECT, buttons', inputType: 'buttons', options: kinds.slice(0, 3) },
  {
    type: 'CASCADER',
    prop: 'way',
    label: 'CASCADER',
    options: [
      {
        value: 1,
        label: 'Main dam',
        children: [
          { value: 11, label: 'Section 0+240', children: [{ value: 111, label: 'PZ-240-2' }] },
          { value: 12, label: 'Section 0+300' },
        ],
      },
    ],
  },
  { type: 'DATE', prop: 'day', label: 'DATE, day' },
  { type: 'DATE', prop: 'at', label: 'DATE, instant', inputType: 'datetime' },
  { type: 'CHECK', prop: 'locked', label: 'CHECK' },
  { type: 'SWITCH', prop: 'photo', label: 'SWITCH' },
  {
    type: 'TIMER_SELECT',
    prop: 'timers',
    label: 'TIMER_SELECT',
    tips: 'Shown while the switch is on',
    visibleWhen: { prop: 'photo', is: true },
  },
  {
    type: 'MILT_CHECK',
    prop: 'days',
    label: 'MILT_CHECK',
    options: days.map((day) => ({ value: day, label: day })),
  },
  {
    type: 'COLLECTOR_CHANNEL_SELECT',
    prop: 'channel',
    label: 'COLLECTOR_CHANNEL_SELECT',
    options: Array.from({ length: 8 }, (_, i) => ({
      value: String(i + 1),
      label: String(i + 1),
      note: 'Vibrating wire',
      ...(i === 1 ? { usedBy: 'PZ-240-2' } : i === 4 ? { usedBy: '' } : {}),
    })),
  },
  { type: 'PASSWORD_INPUT', prop: 'password', label: 'PASSWORD_INPUT', inputType: 'new' },
  { type: 'FIELD_THRESHOLD_CONFIG', prop: 'levels', label: 'FIELD_THRESHOLD_CONFIG', unit: 'mm' },
  { type: 'NODE_SEGMENTLEN_INPUT', prop: 'segments', label: 'NODE_SEGMENTLEN_INPUT' },
  { type: 'COORDINATE', prop: 'place', label: 'COORDINATE', tips: 'Paste "30.5928, 114.3054" into either' },
  { type: 'IMAGE_UPLOAD', prop: 'picture', label: 'IMAGE_UPLOAD' },
  { type: 'IMG_LOCATION', prop: 'mark', label: 'IMG_LOCATION' },
  { type: 'MAP_LOCATION', prop: 'map', label: 'MAP_LOCATION' },
  { type: 'JSON', prop: 'json', label: 'JSON' },
  { type: 'slot', prop: 'own', label: 'slot' },
];

export const filled: Record<string, unknown> = {
  name: 'PZ-240-2',
  address: '3-00A1F2',
  depth: 24.5,
  interval: 1_800,
  mode: 'vw',
  modes: ['vw', 'rs485'],
  side: 'ma',
  way: [1, 11, 111],
  day: '2026-03-18',
  at: '2026-03-18T06:00:00.000Z',
  locked: true,
  photo: true,
  timers: ['06:00', '12:00', '18:30'],
  days: ['Monday', 'Thursday'],
  channel: '3',
  password: 'Plumb-2026',
  levels: [10, null, 30, 40],
  segments: [500, 1_000, 1_000, 2_000],
  place: { longitude: 114.3054, latitude: 30.5928 },
  mark: { x: 0.62, y: 0.4 },
  map: { longitude: 114.3054, latitude: 30.5928 },
  json: '{\n  "folders": ["drawings", "reports"]\n}',
  own: 3,
};

export const wrong: Record<string, unknown> = {
  name: '',
  address: '3-00A1',
  depth: 200,
  interval: 20,
  mode: null,
  photo: true,
  timers: ['06:00', '06:00'],
  password: 'plumb',
  levels: [10, 8, 30, 40],
  segments: [500, 499, 1_000],
  place: { longitude: 114.3054 },
  json: '{\n  "folders": ["drawings",]\n}',
};

/** A section through a dam, drawn here because the gallery has no server. */
export const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240" viewBox="0 0 640 240"><rect width="640" height="240" fill="#f2f3f4"/><path d="M60 210 250 60h60l250 150z" fill="#d8d3c8" stroke="#6b6f73"/><path d="M60 210 234 92V210z" fill="#b9d4e6" opacity=".7"/><path d="M262 62 240 210h90L296 62z" fill="#bfae93"/></svg>',
)}`;
