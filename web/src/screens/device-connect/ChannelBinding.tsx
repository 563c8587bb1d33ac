import { LinkOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { bindings } from '@plumbline/contract/points/bindings';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Empty } from '../../design/States.tsx';
import type { Arrival } from '../../features/devices/connections/arrivals.queries.ts';
import { PointValue, sampleWords, type Unbound } from '../../features/devices/connections/connect.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { BindDialog } from './BindDialog.tsx';
import { PointLimits } from './PointLimits.tsx';

type Channel = Device['channels'][number];
interface BoundPoint {
  readonly pointId: number;
  readonly projectId: number;
}
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
  const [binding, setBinding] = useState<string | null>(null);
  const [limits, setLimits] = useState<BoundPoint | null>(null);
  const [all, setAll] = useState(false);
  const listedChannels = all ? device.channels : device.channels.slice(0, few);
  const chosen = device.channels.find(({ number }) => number === binding);
  if (device.channels.length === 0)
    return <Empty title={t('connections:noChannels')} why={t('connections:noChannelsWhy')} />;
  return (
    <div className="cn-bindings">
      {listedChannels.map((channel) => (
        <div key={channel.number} className="cn-binding">
          <ChannelWords channel={channel} last={unbound.find((each) => each.channel === channel.number)} />
          <Feeds channel={channel} arrivals={arrivals} onBind={() => setBinding(channel.number)} onLimits={setLimits} />
        </div>
      ))}
      {device.channels.length > listedChannels.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('connections:allChannels', { count: device.channels.length })}
        </Button>
      )}
      {chosen && <BindDialog device={device} channel={chosen} onClose={() => setBinding(null)} />}
      {limits && <PointLimits {...limits} onClose={() => setLimits(null)} />}
    </div>
  );
}

function ChannelWords({ channel, last }: { channel: Channel; last: Unbound[number] | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="what">
      <div className="pl-b pl-ell">
        {t('connections:channelOf', { channel: channel.number })}
        {channel.label !== '' && <span className="pl-2"> · {channel.label}</span>}
      </div>
      <div className="pl-sm pl-3 pl-ell">
        {t(`families:mode.${sensorModes[channel.mode as SensorMode]}`)}
        {last && ` · ${sampleWords(last.sample)}`}
      </div>
    </div>
  );
}

/** The point that a channel feeds, with its last value; of one that feeds none, the way to bind it. */
function Feeds({
  channel: { pointId, projectId, pointName },
  arrivals,
  onBind,
  onLimits,
}: {
  channel: Channel;
  arrivals: readonly Arrival[];
  onBind: () => void;
  onLimits: (point: BoundPoint) => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  if (pointId === null)
    return allowed(bindings.bind) ? (
      <Button size="small" icon={<LinkOutlined />} onClick={onBind}>
        {t('connections:bind.open')}
      </Button>
    ) : (
      <span className="pl-3 pl-sm">{t('connections:unbound')}</span>
    );
  if (projectId === null) return <span className="pl-3 pl-sm">{t('devices:hiddenPoint')}</span>;
  return (
    <>
      <div className="feeds">
        <Link className="pl-ell" to={to('DataView', { projectId }, { point: pointId })}>
          {pointName}
        </Link>
        <PointValue
          pointId={pointId}
          zone={undefined}
          arrival={arrivals.find((each) => each.kind === 'reading' && each.pointId === pointId)}
        />
      </div>
      {allowed(thresholds.setThresholds) && (
        <Button size="small" onClick={() => onLimits({ pointId, projectId })}>
          {t('connections:bind.thresholds')}
        </Button>
      )}
    </>
  );
}
