import { type Device, devices } from '@plumbline/contract/devices/devices';
import { type ConfigKey, configDefinitions, configKeysShown } from '@plumbline/contract/devices/devices.config';
import { actsInModes, isDefault } from '@plumbline/contract/devices/devices.parameters';
import { models } from '@plumbline/contract/devices/models';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { SerialPort } from './SerialPort.tsx';

/** Edits the settings of a device: the config fields of its model, and its serial line. */
export function ConfigTab({ device }: { device: Device }) {
  const { t } = useTranslation();
  const query = useRead(models.options, { model: device.model }, { staleTime: 60_000 });
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {({ configFields, sensorModes, known, features }) => {
        // A range or factor that no sensor mode of the instrument reads would be a control without effect.
        const keys = configFields.filter((key) => configKeysShown.includes(key) && actsInModes(key, sensorModes));
        return (
          <>
            {!known && <p className="pl-3 pl-sm dv-note">{t('devices:unknownModel', { model: device.model })}</p>}
            {keys.length === 0 && !features.includes('serial') ? (
              <Empty title={t('devices:noConfig')} why={t('devices:noConfigWhy', { model: device.model })} />
            ) : (
              keys.length > 0 && (
                <>
                  {keys.some(isDefault) && <p className="pl-3 pl-sm dv-note">{t('devices:configOfPoints')}</p>}
                  <ConfigForm device={device} keys={keys} />
                </>
              )
            )}
            {features.includes('serial') && <SerialPort device={device} />}
          </>
        );
      }}
    </Answer>
  );
}

function ConfigForm({ device, keys }: { device: Device; keys: readonly ConfigKey[] }) {
  const { run: setConfig } = useWrite(devices.setConfig);
  const allowed = useAllowed();
  const has = keys.join();
  const sections = useMemo(() => [{ fields: configDefinitions(has.split(',') as ConfigKey[]) }], [has]);
  return (
    <FormTab
      schema={devices.setConfig.input}
      fixed={{ deviceId: device.id }}
      record={device}
      initial={{ config: device.config }}
      sections={sections}
      readOnly={!allowed(devices.setConfig)}
      onSave={async (input: never, precondition) => {
        await setConfig(input, precondition);
      }}
    />
  );
}
