import { type Device, devices } from '@plumbline/contract/devices';
import { type ConfigKey, configDefinitions } from '@plumbline/contract/devices.config';
import { models } from '@plumbline/contract/models';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { call } from '../../kernel/call.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import { DeviceChartForm } from './DeviceChartForm.tsx';
import { ProcessorForm } from './ProcessorForm.tsx';
import { SerialPort } from './SerialPort.tsx';

/** The config fields by what they are about, in the order of the form. */
const groups: Readonly<Record<string, readonly ConfigKey[]>> = {
  array: ['segmentLengths', 'nodeAddresses', 'nodeCount', 'initialTwist', 'markAngle', 'chartDirection'],
  calibration: [
    ...(['K', 'Kt', 'f0', 't0', 'Kr', 'fullScale'] as const),
    ...(['currentMin', 'currentMax', 'voltageMin', 'voltageMax'] as const),
  ],
  place: [
    ...(['elevation', 'horizontalOffset', 'installHeight', 'depthMin', 'depthMax'] as const),
    ...(['panelAngle', 'panelElevation', 'panelDirection'] as const),
    ...(['settlementSign', 'convergenceSign', 'archSettlementSign'] as const),
  ],
  gnss: ['gnssRole', 'baseStationHost', 'baseStationPort', 'approxX', 'approxY', 'approxZ'],
  camera: ['cameraSerial', 'cameraCode'],
  firmware: ['firmwareVersion', 'protocolCode'],
};

/** Everything that is set of a device: the fields that its model has, how it works, and how its charts begin. */
export function ConfigTab({ device }: { device: Device }) {
  const { t } = useTranslation();
  const query = useQuery({ ...queryFor(models.options, { model: device.model }), staleTime: 60_000 });
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {({ configFields, known, features }) => (
        <>
          {!known && <p className="pl-3 pl-sm dv-note">{t('devices:unknownModel', { model: device.model })}</p>}
          {configFields.length === 0 ? (
            <Empty title={t('devices:noConfig')} why={t('devices:noConfigWhy', { model: device.model })} />
          ) : (
            <ConfigForm device={device} keys={configFields} />
          )}
          {(!known || features.some((each) => each === 'events' || each === 'vibration')) && (
            <ProcessorForm
              device={device}
              withEvents={!known || features.includes('events')}
              withFrequencies={!known || features.includes('vibration')}
            />
          )}
          {features.includes('serial') && <SerialPort device={device} />}
          <DeviceChartForm device={device} />
        </>
      )}
    </Answer>
  );
}

function ConfigForm({ device, keys }: { device: Device; keys: readonly ConfigKey[] }) {
  const allowed = useAllowed();
  const has = keys.join();
  const sections = useMemo(
    () =>
      Object.entries(groups)
        .map(([name, own]) => ({
          title: `devices:configGroup.${name}`,
          fields: configDefinitions(own.filter((key) => has.split(',').includes(key))),
        }))
        .filter(({ fields }) => fields.length > 0),
    [has],
  );
  return (
    <FormTab
      schema={devices.setConfig.input}
      fixed={{ deviceId: device.id }}
      record={device}
      initial={{ config: device.config }}
      sections={sections}
      readOnly={!allowed(devices.setConfig)}
      slots={{
        'config.nodeAddresses': ({ id, value, onChange, disabled, label }) => (
          <Select
            {...(id === undefined ? {} : { id })}
            mode="tags"
            open={false}
            suffixIcon={null}
            aria-label={label}
            placeholder="n-xxxxxx"
            disabled={disabled ?? false}
            tokenSeparators={[' ', ',', ';', '\n', '\t']}
            value={(value as string[] | null | undefined) ?? []}
            onChange={(list: string[]) => onChange(list.length > 0 ? list : null)}
          />
        ),
      }}
      extras={device.config.nodeCount ? { 'config.segmentLengths': { nodes: device.config.nodeCount } } : {}}
      onSave={async (input: never, seen) => {
        await call(devices.setConfig, input, seen);
        await invalidate(devices.get, devices.list);
      }}
    />
  );
}
