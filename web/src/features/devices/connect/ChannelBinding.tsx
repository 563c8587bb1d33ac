import { LinkOutlined } from '@ant-design/icons';
import { bindings } from '@plumbline/contract/bindings';
import type { Device } from '@plumbline/contract/devices';
import { type SensorMode, sensorModes } from '@plumbline/contract/families';
import { thresholds } from '@plumbline/contract/thresholds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { PointSettings } from '../../points/points.parts.tsx';
import type { Arrival } from '../arrivals.queries.ts';
import { PointValue } from '../device/DeviceChannels.tsx';
import { sampleWords, type Unbound } from '../sample-words.ts';
import { BindDialog } from './BindDialog.tsx';

const few = 16;

/** Step 3: each channel and the point that it feeds; a channel that feeds none is bound from here. */
export function ChannelBinding({
  device,
  unbound,
  arrivals,
}: {
  device: Device;
  unbound: Unbound;
  arrivals: readonly Arrival[];
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [binding, setBinding] = useState<string | null>(null);
  const [limits, setLimits] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const shown = all ? device.channels : device.channels.slice(0, few);
  const chosen = device.channels.find(({ number }) => number === binding);
  if (device.channels.length === 0) return <Empty title={t('devices:noChannels')} why={t('devices:noChannelsWhy')} />;
  return (
    <div className="dv-bindings">
      {shown.map((channel) => {
        const last = unbound.find((each) => each.channel === channel.number);
        return (
          <div key={channel.number} className="dv-binding">
            <div className="what">
              <div className="pl-b pl-ell">
                {t('devices:channelOf', { channel: channel.number })}
                {channel.label !== '' && <span className="pl-2"> · {channel.label}</span>}
              </div>
              <div className="pl-sm pl-3 pl-ell">
                {t(`families:mode.${sensorModes[channel.mode as SensorMode]}`)}
                {last && ` · ${sampleWords(last.sample)}`}
              </div>
            </div>
            {channel.pointId === null ? (
              allowed(bindings.bind) ? (
                <Button size="small" icon={<LinkOutlined />} onClick={() => setBinding(channel.number)}>
                  {t('devices:bind.open')}
                </Button>
              ) : (
                <span className="pl-3 pl-sm">{t('devices:unbound')}</span>
              )
            ) : channel.projectId === null ? (
              <span className="pl-3 pl-sm">{t('devices:hiddenPoint')}</span>
            ) : (
              <>
                <div className="feeds">
                  <Link
                    className="pl-ell"
                    to={to('DataView', { projectId: channel.projectId }, { point: channel.pointId })}
                  >
                    {channel.pointName}
                  </Link>
                  <PointValue
                    pointId={channel.pointId}
                    zone={undefined}
                    arrival={arrivals.find((each) => each.kind === 'reading' && each.pointId === channel.pointId)}
                  />
                </div>
                {allowed(thresholds.setThresholds) && (
                  <Button size="small" onClick={() => setLimits(channel.pointId)}>
                    {t('devices:bind.thresholds')}
                  </Button>
                )}
              </>
            )}
          </div>
        );
      })}
      {device.channels.length > shown.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('devices:allChannels', { count: device.channels.length })}
        </Button>
      )}
      {chosen && <BindDialog device={device} channel={chosen} onClose={() => setBinding(null)} />}
      {limits !== null && <PointSettings open pointId={limits} startTab="thresholds" onClose={() => setLimits(null)} />}
    </div>
  );
}
