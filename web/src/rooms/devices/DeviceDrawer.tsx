import { ApiOutlined, CloseOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { type Device, devices } from '@plumbline/contract/devices';
import { sensorModes } from '@plumbline/contract/families';
import { stats } from '@plumbline/contract/stats';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { Beside } from '../../design/Beside.tsx';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { Facts, StatStrip } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { call } from '../../kernel/call.ts';
import { formatAge, formatNumber, formatTime, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { asks, forget } from '../../kernel/queries.ts';
import { DeviceDialog } from './DeviceDialog.tsx';
import { ConnectionMark, HealthMark, SignalMark } from './device-marks.tsx';
import { keepSecret } from './fresh-secrets.ts';
import { useRefusedWords } from './refused-words.ts';

/** One device: its state, what it is, the points that its channels feed, what was refused of it, and what may be done with it. */
export function DeviceDrawer({ deviceId, onClose }: { deviceId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery({ ...asks(devices.get, { deviceId }), refetchInterval: 5_000 });
  return (
    <Beside label={t('devices:one')} widthPx={420} onClose={onClose}>
      <header className="dev-head">
        <div className="pl-gap" style={{ minWidth: 0 }}>
          <div className="pl-sm pl-3 pl-ell">{query.data?.device.sncode ?? ' '}</div>
          <h2 className="pl-ell">{query.data?.device.name ?? ' '}</h2>
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </header>
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ device }) => <Inside device={device} onGone={onClose} />}
      </Answer>
    </Beside>
  );
}

function Inside({ device, onGone }: { device: Device; onGone: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const used = device.channels.filter((channel) => channel.pointId !== null).length;
  return (
    <>
      <div className="dev-inside">
        <StatStrip
          small
          stats={[
            { label: t('devices:health'), value: <HealthMark health={device.health} />, note: <ConnectionMark connection={device.connection} /> },
            { label: t('devices:signalWord'), value: <SignalMark dbm={device.signal} />, note: device.signal === null ? ' ' : 'dBm' },
            { label: t('devices:battery'), value: device.battery === null ? missing : `${Math.round(device.battery)} %`, note: device.voltage === null ? ' ' : `${formatNumber(device.voltage)} V` },
          ]}
        />
        <section>
          <Facts
            facts={[
              [t('devices:lastSeen'), device.lastSeenAt ? `${formatTime(device.lastSeenAt)} · ${formatAge(device.lastSeenAt, language)}` : t('devices:neverSeen')],
              [t('devices:sncode'), device.sncode],
              [t('devices:model'), device.model],
              [t('devices:type'), t(`devices:types.${device.type}`)],
              ...(device.manufacturer ? ([[t('devices:manufacturer'), device.manufacturer]] as const) : []),
              ...(device.measurement ? ([[t('devices:measurement'), t(`families:family.${device.measurement}`)]] as const) : []),
              ...(device.iccid ? ([['ICCID', device.iccid]] as const) : []),
              ...(device.activatedAt ? ([[t('devices:activated'), formatTime(device.activatedAt)]] as const) : []),
            ]}
          />
        </section>
        <Refused device={device} />
        <section>
          <div className="pl-row" style={{ marginBottom: 6 }}>
            <h3>{t('devices:channels')}</h3>
            <span className="pl-count">{t('devices:channelsUsed', { used, count: device.channels.length })}</span>
          </div>
          <ChannelPoints device={device} />
        </section>
      </div>
      <footer className="dev-actions">
        <Link to={to('DeviceConnect', { deviceId: device.id })}>
          <Button type="primary" icon={<ApiOutlined />}>
            {t('devices:connect')}
          </Button>
        </Link>
        <Allowed to={devices.update}>
          <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
            {t('common:edit')}
          </Button>
        </Allowed>
        <NewSecret device={device} />
        <span className="pl-gap" />
        <Allowed to={devices.remove}>
          <Button danger icon={<DeleteOutlined />} aria-label={t('common:delete')} title={t('common:delete')} onClick={() => setDeleting(true)} />
        </Allowed>
      </footer>
      {editing && <DeviceDialog corporationId={device.corporationId} device={device} onClose={() => setEditing(false)} />}
      <ConfirmDestructive
        open={deleting}
        title={t('devices:deleteTitle', { name: device.name })}
        lost={used > 0 ? t('devices:deleteBound', { count: used }) : t('devices:deleteLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          await call(devices.remove, { deviceId: device.id });
          onGone();
          await forget(devices.list, devices.ofProject, stats.corporation);
        }}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}

/** Each channel and the point that it feeds. */
function ChannelPoints({ device }: { device: Device }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return (
    <ul className="dev-points">
      {device.channels.map((channel) => (
        <li key={channel.number}>
          <span className="pl-3">{channel.number}</span>
          <span className="pl-ell">
            {channel.pointId !== null && channel.projectId !== null && allowed('Retrieve:Data') ? (
              <Link to={to('DataView', { projectId: channel.projectId }, { point: channel.pointId })}>{channel.pointName}</Link>
            ) : (
              (channel.pointName ?? <span className="pl-3">{t('devices:feedsNothing')}</span>)
            )}
          </span>
          <span className="pl-sm pl-3">{t(`families:mode.${sensorModes[channel.mode as 1]}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Refused({ device }: { device: Device }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useRefusedWords();
  const { count, at } = device.refused;
  if (count === 0) return null;
  return (
    <section>
      <div className="pl-notice">
        <b className="pl-b">{t('devices:refused', { count })}</b>
        <div className="pl-2">{words(device.refused)}</div>
        {at && <div className="pl-sm pl-3">{t('devices:refusedLast', { time: formatTime(at), age: formatAge(at, language) })}</div>}
      </div>
    </section>
  );
}

/** Gives the device a new secret after asking; the connect page then shows it, this once. */
export function NewSecret({ device, primary = false, onDone }: { device: Device; primary?: boolean; onDone?: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <Allowed to={devices.newSecret}>
      <Button type={primary ? 'primary' : 'default'} onClick={() => setAsking(true)}>
        {t('devices:newSecret')}
      </Button>
      <ConfirmDestructive
        open={asking}
        title={t('devices:newSecretTitle', { name: device.name })}
        lost={t('devices:newSecretLost')}
        action={t('devices:newSecret')}
        onConfirm={async () => {
          const { secret } = await call(devices.newSecret, { deviceId: device.id });
          keepSecret(device.id, secret);
          if (onDone) onDone();
          else void navigate(to('DeviceConnect', { deviceId: device.id }));
        }}
        onClose={() => setAsking(false)}
      />
    </Allowed>
  );
}
