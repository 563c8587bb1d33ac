import type { Device } from '@plumbline/contract/devices/devices';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { bindings } from '@plumbline/contract/points/bindings';
import { type Family, families, sensorModes } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { formulas } from '@plumbline/contract/readings/formulas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { ParametersInput } from '../points/formulas.parts.tsx';
import { DevicePick } from './DevicePick.tsx';

const whichFields = (hasDevice: boolean): readonly FieldDefinition[] => [
  { type: 'slot', prop: 'measuringDeviceId', label: 'bindings:device.device', span: 2 },
  {
    type: 'COLLECTOR_CHANNEL_SELECT',
    prop: 'channel',
    label: 'bindings:device.channel',
    rules: { required: true },
    // Of no device nobody knows how many channels are free.
    ...(!hasDevice && { disabled: true, placeholder: 'bindings:device.deviceFirst' }),
  },
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'changedAt',
    label: 'bindings:device.changedAt',
    tips: 'bindings:device.changedAtHelp',
  },
];
const conversion: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'mode', label: 'points:mode' },
  { type: 'slot', prop: 'parameters', label: 'points:parameters', tips: 'bindings:device.parametersHelp', span: 2 },
  { type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 },
];

/**
 * Says which channel of which device feeds a point and since when: binds one that has none, or replaces the device
 * of one that has (`replacing`), with the parameters of the new sensor.
 */
export function DeviceGroupDialog({
  point,
  replacing,
  onClose,
}: {
  point: Point;
  replacing: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: bindPoint } = useWrite(bindings.bind);
  const { run: replaceDevice } = useWrite(bindings.replaceDevice);
  const { project } = useProject();
  const [device, setDevice] = useState<Device | null>(null);
  const which = whichFields(device !== null);
  const [mode, setMode] = useState(point.mode);
  const family = families[point.family] as Family;
  const route = replacing ? bindings.replaceDevice : bindings.bind;
  return (
    <FormDialog
      title={t(replacing ? 'bindings:device.replaceTitle' : 'bindings:device.bindTitle', { name: point.name })}
      schema={route.input}
      fixed={{ pointId: point.id }}
      initial={replacing ? { mode: point.mode, parameters: point.parameters, reason: '' } : {}}
      fields={replacing ? [...which, ...conversion] : which}
      options={{
        channel: device?.channels.map(channelOption) ?? [],
        mode: family.modes.map((each) => ({ value: each, label: t(`families:mode.${sensorModes[each]}`) })),
      }}
      slots={{
        measuringDeviceId: ({ id, value, onChange, label }) => (
          <DevicePick
            id={id}
            value={value as number | undefined}
            label={label}
            onPick={(next) => {
              setDevice(next);
              onChange(next.id);
            }}
          />
        ),
        parameters: ({ value, onChange }) => (
          <NewParameters
            point={point}
            mode={mode}
            value={(value as Record<string, number> | undefined) ?? {}}
            onChange={onChange}
          />
        ),
      }}
      errorField={{ channelOccupied: 'channel', channelUnknown: 'channel', kindUnsuitable: 'channel' }}
      zone={project.timeZone}
      onChange={({ mode: next }) => typeof next === 'number' && setMode(next)}
      saveLabel={t(replacing ? 'bindings:device.replace' : 'bindings:device.bind')}
      onSave={async (input: never) => void (await (replacing ? replaceDevice(input) : bindPoint(input)))}
      onClose={onClose}
      widthPx={600}
    />
  );
}

const channelOption = (channel: Device['channels'][number]) => ({
  value: channel.number,
  label: channel.label ? `${channel.number} · ${channel.label}` : channel.number,
  note: `families:mode.${sensorModes[channel.mode as keyof typeof sensorModes]}`,
  ...(channel.pointId === null ? {} : { usedBy: channel.pointName ?? '' }),
});

/** The parameters that the new sensor is converted by, in the mode that it is read in. */
function NewParameters({
  point,
  mode,
  value,
  onChange,
}: {
  point: Point;
  mode: number;
  value: Record<string, number>;
  onChange: (value: Record<string, number>) => void;
}) {
  const system = useRead(formulas.system, { family: point.family, mode }, { staleTime: Number.POSITIVE_INFINITY });
  if (!system.data) return <SkeletonRows rows={2} />;
  return (
    <ParametersInput
      value={value}
      onChange={onChange}
      system={system.data.parameters}
      own={point.formulaType === 'CUSTOM_FORMULA'}
    />
  );
}
