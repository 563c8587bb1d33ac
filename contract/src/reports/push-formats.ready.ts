/** Formats that come along, as data: each with the source by which it was written. Projects copy one and change the copy. */
import type { PushDataKey, PushLayout } from './push-formats.shapes.ts';

const key = (path: string, source: PushDataKey['source'], more: Partial<PushDataKey> = {}): PushDataKey => ({
  path,
  source,
  type: source === 'value' || source === 'pointId' ? 'number' : 'string',
  text: '',
  pattern: 'iso',
  field: null,
  ...more,
});
const plain = {
  body: 'json',
  layout: 'batch',
  rows: 'field',
  listPath: '',
  root: 'push',
  metaKeys: [],
  authKeys: [],
  alertKeys: [],
} as const satisfies Partial<PushLayout>;

export interface ReadyFormat {
  readonly code: string;
  /** Where the shape is published; null = it is our own. */
  readonly source: string | null;
  readonly format: PushLayout;
}

export const readyFormats: readonly ReadyFormat[] = [
  {
    code: 'json',
    source: null,
    format: {
      ...plain,
      listPath: 'data',
      dataKeys: [
        key('time', 'time'),
        key('structure', 'structure'),
        key('point', 'pointName'),
        key('field', 'field'),
        key('value', 'value'),
        key('unit', 'unit'),
      ],
      metaKeys: [
        { ...key('project', 'project'), source: 'project' },
        { ...key('sentAt', 'time'), source: 'time' },
        { ...key('count', 'constant', { type: 'number' }), source: 'count' },
      ],
    },
  },
  {
    code: 'csv',
    source: 'https://www.rfc-editor.org/rfc/rfc4180',
    format: {
      ...plain,
      body: 'csv',
      dataKeys: [
        key('time', 'time', { pattern: 'yyyy-MM-dd HH:mm:ss' }),
        key('structure', 'structure'),
        key('point', 'pointName'),
        key('field', 'field'),
        key('value', 'value'),
        key('unit', 'unit'),
      ],
    },
  },
  {
    code: 'thingsboard',
    source: 'https://thingsboard.io/docs/reference/gateway-mqtt-api/#telemetry-upload-api',
    format: {
      ...plain,
      rows: 'reading',
      listPath: '{point}',
      dataKeys: [key('ts', 'time', { type: 'number', pattern: 'ms' }), key('values/*', 'value')],
    },
  },
  {
    code: 'sensorThings',
    source: 'https://docs.ogc.org/is/18-088/18-088.html#create-entity',
    format: {
      ...plain,
      layout: 'single',
      dataKeys: [
        key('phenomenonTime', 'time'),
        key('result', 'value'),
        key('parameters/point', 'pointName'),
        key('parameters/field', 'field'),
      ],
    },
  },
  {
    code: 'alerts',
    source: null,
    format: {
      ...plain,
      layout: 'single',
      dataKeys: [],
      alertKeys: (
        [
          ['alert', 'alertId'],
          ['time', 'time'],
          ['project', 'project'],
          ['structure', 'structure'],
          ['point', 'pointName'],
          ['field', 'field'],
          ['value', 'value'],
          ['unit', 'unit'],
          ['level', 'level'],
          ['status', 'status'],
          ['released', 'released'],
        ] as const
      ).map(([path, source]) => ({
        path,
        source,
        type:
          source === 'alertId' || source === 'value' || source === 'level' || source === 'released'
            ? 'number'
            : 'string',
        text: '',
        pattern: 'iso',
        field: null,
      })),
    },
  },
];
