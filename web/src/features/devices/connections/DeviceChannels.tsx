import type { Device } from '@plumbline/contract/devices/devices';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Value } from '../../../design/Value.tsx';
import { formatAge } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { mainFieldOf, mainValueOf } from '../../../kernel/main-field.ts';
import type { Arrival } from './arrivals.queries.ts';
import { useFedPoint } from './connections.queries.ts';
import { sampleWords, type Unbound } from './sample-words.ts';

const few = 12;

/** The channels of a device: number, the point that each feeds and its last value, or what came and feeds nothing. */
export function DeviceChannels({
  device,
  unbound,
  zone,
}: {
  device: Device;
  unbound: Unbound;
  zone: string | undefined;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { channels } = device;
  const used = channels.filter(({ pointId }) => pointId !== null).length;
  const listedChannels = all ? channels : channels.slice(0, few);
  return (
    <section className="dv-section">
      <div className="pl-row" style={{ marginBottom: 4 }}>
        <h3>{t('devices:channels')}</h3>
        <span className="pl-count">{t('connections:used', { used, all: channels.length })}</span>
      </div>
      {channels.length === 0 && <p className="pl-3">{t('connections:noChannels')}</p>}
      {listedChannels.map((channel) => (
        <div key={channel.number} className="cn-channel">
          <span className="pl-3 pl-ell" title={t(`families:mode.${sensorModes[channel.mode as SensorMode]}`)}>
            {channel.number}
          </span>
          {channel.pointId === null ? (
            <Idle label={channel.label} last={unbound.find((each) => each.channel === channel.number)} />
          ) : channel.projectId === null ? (
            <span className="pl-3 pl-ell">{t('devices:hiddenPoint')}</span>
          ) : (
            <>
              <Link
                className="pl-ell"
                to={to('DataView', { projectId: channel.projectId }, { point: channel.pointId })}
              >
                {channel.pointName}
              </Link>
              <PointValue pointId={channel.pointId} zone={zone} />
            </>
          )}
        </div>
      ))}
      {channels.length > listedChannels.length && (
        <Button type="link" size="small" onClick={() => setAll(true)} style={{ paddingInline: 0 }}>
          {t('connections:allChannels', { count: channels.length })}
        </Button>
      )}
    </section>
  );
}

function Idle({ label, last }: { label: string; last: Unbound[number] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span className="pl-3 pl-ell">
        {label === '' ? t('connections:unbound') : `${label} · ${t('connections:unbound')}`}
      </span>
      {last && (
        <span className="pl-num pl-3 pl-sm pl-ell" title={formatAge(last.receivedAt, language)}>
          {sampleWords(last.sample)}
        </span>
      )}
    </>
  );
}

/** The main field of a point as it was last read, or as it was `heard` live since. */
export function PointValue({
  pointId,
  zone,
  arrival,
}: {
  pointId: number;
  zone: string | undefined;
  arrival?: Arrival | undefined;
}) {
  const point = useFedPoint(pointId);
  if (!point) return null;
  const main = mainFieldOf(point);
  const live = arrival?.kind === 'reading' && arrival.at > (point.latest?.receivedAt ?? '') ? arrival : null;
  return (
    <span className="pl-num">
      <Value
        value={live ? live.values[main?.index ?? 0] : mainValueOf(point)}
        unit={main?.field.unit}
        precision={main?.field.precision}
        state={point.status.state === 'stale' && !live ? 'stale' : 'fresh'}
        at={live ? live.at : point.latest?.at}
        zone={zone}
      />
    </span>
  );
}
