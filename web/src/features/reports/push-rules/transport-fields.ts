/** The fields of a rule that one transport alone has, and how its address begins. */
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { PushTransport } from '@plumbline/contract/reports/push-transports';

export const addressHints: Readonly<Record<PushTransport, string>> = {
  http: 'https://',
  mqtt: 'mqtts://',
  tcp: 'tls://',
  ftp: 'ftps://',
  sftp: 'sftp://',
  postgresql: 'postgresql://',
  mysql: 'mysql://',
};

const choices = (prop: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `dataPush:${prop}.${value}` }));

const table: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'table.table', label: 'dataPush:table', tips: 'dataPush:tableWhy' },
  { type: 'SWITCH', prop: 'table.tls', label: 'dataPush:tableTls' },
  { type: 'slot', prop: 'table.columns', label: 'dataPush:columns', tips: 'dataPush:columnsWhy', span: 2 },
  { type: 'slot', prop: 'table.keyColumns', label: 'dataPush:keyColumns', tips: 'dataPush:keyColumnsWhy', span: 2 },
];
const file: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'file.name', label: 'dataPush:fileName', tips: 'dataPush:fileNameWhy', span: 2 },
];

const fields: Readonly<Record<PushTransport, readonly FieldDefinition[]>> = {
  http: [
    {
      type: 'SELECT',
      prop: 'method',
      label: 'dataPush:method',
      options: (['POST', 'PUT'] as const).map((value) => ({ value, label: value })),
    },
    { type: 'slot', prop: 'headers', label: 'dataPush:headers', tips: 'dataPush:headersWhy', span: 2 },
  ],
  mqtt: [
    { type: 'INPUT', prop: 'mqtt.topic', label: 'dataPush:topic' },
    {
      type: 'SELECT',
      prop: 'mqtt.version',
      label: 'dataPush:mqttVersion',
      options: ['3.1.1', '5'].map((value) => ({ value, label: value })),
    },
    { type: 'INPUT', prop: 'mqtt.clientId', label: 'dataPush:mqttClient', tips: 'dataPush:mqttClientWhy' },
    { type: 'SWITCH', prop: 'mqtt.retain', label: 'dataPush:retain' },
    {
      type: 'INPUT',
      prop: 'mqtt.statusTopic',
      label: 'dataPush:statusTopic',
      tips: 'dataPush:statusTopicWhy',
      span: 2,
    },
    { type: 'INPUT', prop: 'mqtt.birth', label: 'dataPush:birth' },
    { type: 'INPUT', prop: 'mqtt.will', label: 'dataPush:will' },
  ],
  tcp: [
    {
      type: 'SELECT',
      prop: 'tcp.framing',
      label: 'dataPush:framing',
      options: choices('framings', ['line', 'length']),
    },
    {
      type: 'SELECT',
      prop: 'tcp.awaits',
      label: 'dataPush:awaits',
      tips: 'dataPush:awaitsWhy',
      options: choices('awaitKinds', ['nothing', 'anything', 'text']),
    },
  ],
  ftp: file,
  sftp: [
    ...file,
    { type: 'INPUT', prop: 'file.hostKey', label: 'dataPush:hostKey', tips: 'dataPush:hostKeyWhy', span: 2 },
  ],
  postgresql: table,
  mysql: table,
};

const awaitedText: FieldDefinition = { type: 'INPUT', prop: 'tcp.text', label: 'dataPush:awaitedText' };

export const fieldsOfTransport = (
  transport: PushTransport,
  { awaits }: { readonly awaits: string | undefined },
): readonly FieldDefinition[] => [
  ...fields[transport],
  ...(transport === 'tcp' && awaits === 'text' ? [awaitedText] : []),
];
