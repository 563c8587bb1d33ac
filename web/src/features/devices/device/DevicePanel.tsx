import {
  CloseOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  KeyOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { type Device, devices } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import { Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { confirmLeaving } from '../../../design/form/leave.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { DevicePlans, DeviceTest } from '../../commands/commands.parts.tsx';
import { FirmwareTab } from '../../firmware/firmware.parts.tsx';
import { HealthTab } from '../../health/health.parts.tsx';
import { DeviceDialog } from '../DeviceDialog.tsx';
import { useDeviceNow } from '../devices.queries.ts';
import { NewSecretDialog } from '../NewSecret.tsx';
import { useProjectNames } from '../warehouse/DeviceTable.tsx';
import { ChannelsTab } from './ChannelsTab.tsx';
import { ConfigTab } from './ConfigTab.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { HealthLimits } from './HealthLimits.tsx';
import { WarningsTab } from './WarningsTab.tsx';

type Tab = 'device' | 'health' | 'plans' | 'config' | 'channels' | 'warnings' | 'firmware' | 'test';

/** One device beside the list: how it is, what it feeds, what of it was refused; and what may be done with it. */
export function DevicePanel({ deviceId, zone, onClose }: { deviceId: number; zone?: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useDeviceNow(deviceId);
  const names = useProjectNames();
  const [tab, setTab] = useUrlState<Tab>('tab', 'device');
  const leave = (): void => confirmLeaving(onClose);
  return (
    <DetailPane label={query.data?.device.name ?? t('devices:menu')} widthPx={540} onClose={leave}>
      <div className="dv-panel-head">
        <div className="pl-gap" style={{ minWidth: 0 }}>
          {query.data && (
            <>
              <div className="pl-sm pl-3 pl-ell">
                {query.data.device.projectIds.map((id) => names.get(id) ?? `#${id}`).join(', ') ||
                  t('devices:noProject')}
              </div>
              <h2 className="pl-ell">
                {query.data.device.name} <span className="pl-2">{query.data.device.model}</span>
              </h2>
            </>
          )}
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={leave} />
      </div>
      <Answer query={query} loading={<SkeletonRows rows={9} />}>
        {({ device, unbound }) => (
          <>
            <Tabs
              className="dv-tabs"
              activeKey={tab}
              onChange={(key) => setTab(key as Tab)}
              items={[
                { key: 'device', label: t('devices:tab.device') },
                { key: 'health', label: t('health:tab') },
                { key: 'plans', label: t('health:plans') },
                { key: 'config', label: t('devices:tab.config') },
                { key: 'channels', label: t('devices:tab.channels') },
                {
                  key: 'warnings',
                  label:
                    device.warnings > 0
                      ? t('devices:tab.warningsOf', { count: device.warnings })
                      : t('devices:tab.warnings'),
                },
                { key: 'firmware', label: t('firmware:tab') },
                { key: 'test', label: t('devices:tab.test') },
              ]}
            />
            <div className="dv-body">
              {tab === 'device' && <DeviceFacts device={device} unbound={unbound} zone={zone} />}
              {tab === 'health' && (
                <HealthTab
                  deviceId={device.id}
                  zone={zone}
                  limits={<HealthLimits device={device} />}
                  projectOf={(number) => device.channels.find((each) => each.number === number)?.projectId ?? null}
                />
              )}
              {tab === 'plans' && <DevicePlans deviceId={device.id} zone={zone} />}
              {tab === 'config' && <ConfigTab key={device.model} device={device} />}
              {tab === 'channels' && <ChannelsTab key={device.model} device={device} />}
              {tab === 'warnings' && <WarningsTab device={device} zone={zone} />}
              {tab === 'firmware' && <FirmwareTab deviceId={device.id} zone={zone} />}
              {tab === 'test' && (
                <div className="dv-section">
                  <DeviceTest deviceId={device.id} zone={zone} />
                </div>
              )}
            </div>
            <Actions device={device} onGone={onClose} onSecret={() => setTab('device')} />
          </>
        )}
      </Answer>
    </DetailPane>
  );
}

function Actions({ device, onGone, onSecret }: { device: Device; onGone: () => void; onSecret: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: initialiseDevice } = useWrite(devices.initialise);
  const { run: removeDevice } = useWrite(devices.remove);
  const allowed = useAllowed();
  const [doing, setDoing] = useState<'edit' | 'secret' | 'init' | 'delete' | null>(null);
  const stop = (): void => setDoing(null);
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
  const more = [
    ...(allowed(devices.newSecret) ? [{ key: 'secret', icon: <KeyOutlined />, label: t('devices:secret.make') }] : []),
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
      <ConfirmDestructive
        open={doing === 'init'}
        title={t('devices:init.title', { name: device.name })}
        lost={t('devices:init.lost', { model: device.model })}
        action={t('devices:init.open')}
        onConfirm={async () => {
          await initialiseDevice({ deviceId: device.id });
          toasts.done(t('devices:init.done'));
        }}
        onClose={stop}
      />
      <ConfirmDestructive
        open={doing === 'delete'}
        title={t('devices:deleteTitle', { name: device.name })}
        lost={t('devices:deleteLost', { sncode: device.sncode })}
        action={t('devices:delete')}
        onConfirm={remove}
        onClose={stop}
      />
    </div>
  );
}
