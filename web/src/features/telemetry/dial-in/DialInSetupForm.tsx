import type { Device } from '@plumbline/contract/devices/devices';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type DialInSetup, dialIn } from '@plumbline/contract/telemetry/dial-in';
import { useRef } from 'react';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { TagsInput } from '../../../design/form/inputs/TagsInput.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { DialInReply } from './dial-in.queries.ts';
import { type SetupDraft, withHidden } from './hidden-fields.ts';
import { MapChoice } from './MapChoice.tsx';
import { type MapRow, RegisterMap } from './RegisterMap.tsx';
import { SpeaksInput } from './SpeaksInput.tsx';
import { WayInput } from './WayInput.tsx';

const overModbus = { prop: 'setup.nmea', is: null } as const;
const line: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'setup.tcp', label: 'dialIn:way', tips: 'dialIn:wayTip', span: 2 },
  {
    type: 'SWITCH',
    prop: 'setup.udp',
    label: 'dialIn:udp',
    tips: 'dialIn:udpTip',
    visibleWhen: { prop: 'setup.tcp', is: null },
  },
  { type: 'slot', prop: 'setup.nmea', label: 'dialIn:speaks', tips: 'dialIn:speaksTip', span: 2 },
  { type: 'INPUT', prop: 'setup.heartbeat', label: 'dialIn:heartbeat', tips: 'dialIn:heartbeatTip' },
  { type: 'NUMBER', prop: 'setup.silentSeconds', label: 'dialIn:silentSeconds', tips: 'dialIn:silentTip', unit: 's' },
  {
    type: 'SWITCH',
    prop: 'setup.downlink',
    label: 'dialIn:downlink',
    tips: 'dialIn:downlinkTip',
    visibleWhen: { prop: 'setup.tcp', is: null },
  },
  { type: 'slot', prop: 'setup.networks', label: 'dialIn:networks', tips: 'dialIn:networksTip', span: 2 },
];
const reading: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'setup.enabled', label: 'dialIn:enabled', tips: 'dialIn:enabledTip' },
  { type: 'NUMBER', prop: 'setup.intervalSeconds', label: 'dialIn:intervalSeconds', unit: 's' },
  {
    type: 'NUMBER',
    prop: 'setup.answerWithinMs',
    label: 'dialIn:answerWithinMs',
    tips: 'dialIn:timeoutTip',
    unit: 'ms',
    visibleWhen: overModbus,
  },
  { type: 'NUMBER', prop: 'setup.retries', label: 'dialIn:retries', visibleWhen: overModbus },
  {
    type: 'NUMBER',
    prop: 'setup.readLength',
    label: 'dialIn:readLength',
    tips: 'dialIn:readLengthTip',
    visibleWhen: overModbus,
  },
];
const rows: FieldDefinition = {
  type: 'slot',
  prop: 'setup.rows',
  label: 'dialIn:section.map',
  tips: 'dialIn:rowsTip',
  span: 2,
  visibleWhen: overModbus,
};
/** Where the model of the device has a register map. */
const choice: readonly FieldDefinition[] = [
  {
    type: 'slot',
    prop: 'setup.map',
    label: 'dialIn:map',
    tips: 'dialIn:mapTip',
    span: 2,
    visibleWhen: overModbus,
  },
  {
    type: 'NUMBER',
    prop: 'setup.unit',
    label: 'dialIn:mapUnit',
    tips: 'dialIn:mapUnitTip',
    visibleWhen: [overModbus, { prop: 'setup.map', is: 'model' }],
  },
  { ...rows, visibleWhen: [overModbus, { prop: 'setup.map', is: 'own' }] },
];

/** What a modem and its instruments are mostly like. */
const usual: DialInSetup = {
  enabled: true,
  heartbeat: '',
  silentSeconds: 900,
  intervalSeconds: 600,
  answerWithinMs: 3000,
  retries: 1,
  readLength: 125,
  tcp: null,
  udp: false,
  downlink: false,
  nmea: null,
  networks: [],
  map: 'own',
  unit: null,
  rows: [],
};

/** A device whose model has a register map begins with it. */
const firstSetup = (model: DialInReply['model']): DialInSetup => ({ ...usual, map: model ? 'model' : 'own' });

/** The set-up as a form that is judged as the server judges it. */
export function DialInSetupForm({
  setup,
  model,
  edges,
  device,
  sample,
  isReadOnly,
}: {
  setup: DialInSetup | null;
  model: DialInReply['model'];
  edges: DialInReply['edges'];
  device: Device;
  /** A message as the device would send it: it names what conversions read. */
  sample: unknown;
  isReadOnly: boolean;
}) {
  const { run: setDialIn } = useWrite(dialIn.set);
  const initial = setup === null ? firstSetup(model) : { ...usual, ...setup };
  const latest = useRef<SetupDraft>(initial);
  return (
    <FormTab
      schema={dialIn.set.input}
      fixed={{ deviceId: device.id }}
      record={setup}
      initial={{ setup: initial }}
      onChange={({ setup: changed }) => {
        latest.current = { ...latest.current, ...(changed as SetupDraft) };
      }}
      sections={[
        { title: 'dialIn:section.line', fields: line },
        { title: 'dialIn:section.reading', fields: reading },
        { fields: model || setup?.map === 'model' ? choice : [rows] },
      ]}
      slots={{
        'setup.networks': TagsInput,
        'setup.tcp': (props) => <WayInput {...props} edges={edges} />,
        'setup.nmea': (props) => <SpeaksInput {...props} channels={device.channels.map(({ number }) => number)} />,
        'setup.map': (props) => <MapChoice {...props} model={model} />,
        'setup.rows': ({ value, onChange, readOnly }) => (
          <RegisterMap
            rows={(value as MapRow[] | undefined) ?? []}
            channels={device.channels.map(({ number }) => number)}
            sample={sample}
            isReadOnly={readOnly}
            onChange={onChange}
          />
        ),
      }}
      {...(isReadOnly ? { readOnly: true } : {})}
      onSave={async (input: never, precondition) => {
        const { deviceId, setup: entered } = input as { deviceId: number; setup: DialInSetup };
        await setDialIn({ deviceId, setup: withHidden(entered, latest.current, initial) }, precondition);
      }}
    />
  );
}
