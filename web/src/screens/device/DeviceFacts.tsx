import type { Device } from '@plumbline/contract/devices/devices';
import { corporations } from '@plumbline/contract/people/corporations';
import { batteryLevel, cellVoltage } from '@plumbline/science/health/battery';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, StatStrip } from '../../design/Pane.tsx';
import { DeviceCertificates } from '../../features/devices/certificates/device.parts.tsx';
import {
  DeviceChannels,
  RefusedNote,
  SecretNote,
  SimQuery,
  type Unbound,
} from '../../features/devices/connections/connections.parts.tsx';
import {
  Connected,
  DeviceChain,
  DeviceFlags,
  gradeOf,
  HealthTile,
} from '../../features/devices/devices/panel.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatAge, formatNumber, formatShort, formatTime, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useRead } from '../../kernel/reads.ts';

/** Shows the facts of one device, the urgent first. */
export function DeviceFacts({ device, unbound, zone }: { device: Device; unbound: Unbound; zone: string | undefined }) {
  const { t } = useTranslation();
  const { voltage } = device;
  return (
    <>
      <div className="dv-notes">
        <SecretNote deviceId={device.id} />
        <HealthNote device={device} />
        <RefusedNote refused={device.refused} zone={zone} />
      </div>
      <Vitals device={device} zone={zone} />
      <DeviceChannels device={device} unbound={unbound} zone={zone} />
      <DeviceChain device={device} />
      <DeviceFlags device={device} />
      <Suspense>
        <DeviceCertificates device={device} zone={zone} />
      </Suspense>
      <SimQuery device={device} />
      <div className="dv-section">
        <Facts
          facts={[
            [t('devices:link'), <Connected key="link" connection={device.connection} />],
            [t('devices:sncode'), device.sncode],
            [t('devices:register'), device.register ?? missing],
            [t('devices:type'), t(`devices:types.${device.type}`)],
            [t('devices:categoryWord'), t(`devices:category.${device.category}`)],
            [t('devices:collected'), t(`devices:collectorType.${device.collectorType}`)],
            [
              t('devices:measurement'),
              device.measurement ? t(`families:family.${device.measurement}`) : t('devices:severalKinds'),
            ],
            [t('devices:manufacturer'), device.manufacturer || missing],
            [t('devices:iccid'), device.iccid || missing],
            [t('devices:voltage'), voltage === null ? missing : `${formatNumber(voltage)} V`],
            [t('devices:firstSeen'), formatTime(device.activatedAt, zone)],
            [t('devices:created'), formatTime(device.createdAt, zone)],
          ]}
        />
      </div>
    </>
  );
}

/** Battery, signal, and when it was last seen. */
function Vitals({ device, zone }: { device: Device; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { voltage, battery, lastSeenAt: lastSeen } = device;
  return (
    <StatStrip
      className="dv-strip"
      stats={[
        {
          label: t('devices:battery'),
          value: battery === null ? missing : `${formatNumber(battery, 0)} %`,
          ...(voltage === null ? {} : { unit: t(`devices:batteryLevel.${batteryLevel(voltage)}`) }),
          note:
            voltage === null ? t('devices:notTold') : t('devices:cell', { volts: formatNumber(cellVoltage(voltage)) }),
        },
        {
          label: t('devices:signal'),
          value: device.signal === null ? missing : formatNumber(device.signal, 0),
          ...(device.signal === null ? {} : { unit: device.signalUnit }),
          note: device.signal === null ? t('devices:notTold') : t(`devices:grade.${gradeOf(device)}`),
        },
        {
          label: t('devices:lastSeen'),
          value: lastSeen === null ? missing : formatTime(lastSeen, zone).slice(11),
          note: lastSeen === null ? t('devices:never') : formatAge(lastSeen, language),
        },
      ]}
    />
  );
}

/** What is wrong with the device, in a sentence with its numbers. */
function HealthNote({ device }: { device: Device }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const allowed = useAllowed();
  const query = useRead(
    corporations.get,
    { corporationId: device.corporationId },
    {
      enabled: device.health === 'lowVoltage' && allowed(corporations.get),
    },
  );
  if (device.health === 'normal') return null;
  const limit = query.data?.corporation.healthThresholds.voltageThreshold;
  const why =
    device.health === 'lowVoltage' && device.voltage !== null
      ? limit === undefined
        ? `${formatNumber(device.voltage)} V`
        : t('devices:lowVoltageWhy', { volts: formatNumber(device.voltage), limit: formatNumber(limit) })
      : device.health === 'dataLost' && device.lastSeenAt !== null
        ? t('devices:dataLostWhy', {
            at: formatShort(device.lastSeenAt, undefined, language),
            age: formatAge(device.lastSeenAt, language),
          })
        : null;
  return (
    <div className="pl-notice dv-refused">
      <HealthTile health={device.health} />
      <div>
        <div className="pl-b">{t(`common:health.${device.health}`)}</div>
        {why && <div className="pl-sm pl-2">{why}</div>}
      </div>
    </div>
  );
}
