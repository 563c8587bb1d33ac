import { DeleteOutlined, EditOutlined, EllipsisOutlined, KeyOutlined, UndoOutlined } from '@ant-design/icons';
import { connections } from '@plumbline/contract/devices/connections';
import { type Device, devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { NewSecretDialog } from '../../features/devices/connections/connections.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { Worded } from '../../kernel/failures.ts';
import { useWrite } from '../../kernel/writes.ts';
import { DeviceDialog } from './DeviceDialog.tsx';

/** Offers the acts on a device: connect, edit; a new secret, as its model begins, delete. */
export function DeviceActions({
  device,
  onGone,
  onSecret,
}: {
  device: Device;
  onGone: () => void;
  onSecret: () => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [doing, setDoing] = useState<'edit' | 'secret' | 'init' | 'delete' | null>(null);
  const stop = (): void => setDoing(null);
  const more = [
    ...(allowed(connections.newSecret)
      ? [{ key: 'secret', icon: <KeyOutlined />, label: t('connections:secret.make') }]
      : []),
    ...(allowed(devices.initialise) ? [{ key: 'init', icon: <UndoOutlined />, label: t('devices:init.open') }] : []),
    ...(allowed(devices.remove) ? [{ key: 'delete', icon: <DeleteOutlined />, label: t('devices:delete') }] : []),
  ];
  return (
    <div className="dv-actions pl-row">
      <LinkButton to={to('DeviceConnect', { deviceId: device.id })} type="primary">
        {t('devices:connect')}
      </LinkButton>
      {allowed(devices.update) && (
        <Button icon={<EditOutlined />} onClick={() => setDoing('edit')}>
          {t('common:edit')}
        </Button>
      )}
      <span className="pl-gap" />
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{ items: more, onClick: ({ key }) => setDoing(key as 'secret' | 'init' | 'delete') }}
        >
          <Button icon={<EllipsisOutlined />} aria-label={t('devices:more')} />
        </Dropdown>
      )}
      {doing === 'edit' && <DeviceDialog device={device} corporationId={device.corporationId} onClose={stop} />}
      <NewSecretDialog
        device={device}
        open={doing === 'secret'}
        onClose={() => {
          stop();
          onSecret();
        }}
      />
      <InitialiseDialog device={device} open={doing === 'init'} onClose={stop} />
      <RemoveDialog device={device} open={doing === 'delete'} onGone={onGone} onClose={stop} />
    </div>
  );
}

/** A device is as its model begins, but for what feeds a point. */
function InitialiseDialog({ device, open, onClose }: { device: Device; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: initialiseDevice } = useWrite(devices.initialise);
  return (
    <ConfirmDestructive
      open={open}
      title={t('devices:init.title', { name: device.name })}
      lost={t('devices:init.lost', { model: device.model })}
      action={t('devices:init.open')}
      onConfirm={async () => {
        await initialiseDevice({ deviceId: device.id });
        toasts.done(t('devices:init.done'));
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({
  device,
  open,
  onGone,
  onClose,
}: {
  device: Device;
  open: boolean;
  onGone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeDevice } = useWrite(devices.remove);
  const remove = async (): Promise<void> => {
    try {
      await removeDevice({ deviceId: device.id });
    } catch (error) {
      if (!(error instanceof Failure) || error.name !== 'channelInUse') throw error;
      const { channelNo, pointName } = error.detail as { channelNo: string; pointName: string | null };
      throw new Worded(t('devices:occupied', { channel: channelNo, point: pointName ?? t('devices:hiddenPoint') }));
    }
    onGone();
    toasts.done(t('devices:deleted', { name: device.name }));
  };
  return (
    <ConfirmDestructive
      open={open}
      title={t('devices:deleteTitle', { name: device.name })}
      lost={t('devices:deleteLost', { sncode: device.sncode })}
      action={t('devices:delete')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
