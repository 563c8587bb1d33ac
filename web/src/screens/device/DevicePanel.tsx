import { CloseOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DetailPane } from '../../design/DetailPane.tsx';
import { confirmLeaving } from '../../design/form/leave.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { Tabs } from '../../design/Tabs.tsx';
import type { Unbound } from '../../features/devices/connections/connections.parts.tsx';
import { useDeviceNow } from '../../features/devices/devices/devices.queries.ts';
import { ChannelsTab, ConfigTab, HealthLimits, WarningsTab } from '../../features/devices/devices/panel.parts.tsx';
import { useProjectNames } from '../../features/devices/devices/project-names.queries.ts';
import { DevicePlans, DeviceTest, InstrumentTab } from '../../features/telemetry/commands/commands.parts.tsx';
import { FirmwareTab } from '../../features/telemetry/firmware/firmware.parts.tsx';
import { HealthTab } from '../../features/telemetry/health/health.parts.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';

type Tab = 'device' | 'health' | 'plans' | 'config' | 'channels' | 'warnings' | 'firmware' | 'instrument' | 'test';

/** One device beside the list: how it is, what it feeds, what of it was refused; and what may be done with it. */
export function DevicePanel({ deviceId, zone, onClose }: { deviceId: number; zone?: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useDeviceNow(deviceId);
  const [tab, setTab] = useUrlState<Tab>('tab', 'device');
  const leave = (): void => confirmLeaving(onClose);
  return (
    <DetailPane label={query.data?.device.name ?? t('devices:menu')} widthPx={540} onClose={leave}>
      <PanelHead device={query.data?.device} onClose={leave} />
      <Answer query={query} loading={<SkeletonRows rows={9} />}>
        {({ device, unbound }) => (
          <>
            <PanelTabs tab={tab} onChange={setTab} warnings={device.warnings} />
            <div className="dv-body">
              <TabContent tab={tab} device={device} unbound={unbound} zone={zone} />
            </div>
            <DeviceActions device={device} onGone={onClose} onSecret={() => setTab('device')} />
          </>
        )}
      </Answer>
    </DetailPane>
  );
}

/** The projects that it feeds, its name and model. */
function PanelHead({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const names = useProjectNames();
  return (
    <div className="dv-panel-head">
      <div className="pl-gap" style={{ minWidth: 0 }}>
        {device && (
          <>
            <div className="pl-sm pl-3 pl-ell">
              {device.projectIds.map((id) => names.get(id) ?? `#${id}`).join(', ') || t('devices:noProject')}
            </div>
            <h2 className="pl-ell">
              {device.name} <span className="pl-2">{device.model}</span>
            </h2>
          </>
        )}
      </div>
      <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
    </div>
  );
}

function PanelTabs({ tab, onChange, warnings }: { tab: Tab; onChange: (tab: Tab) => void; warnings: number }) {
  const { t } = useTranslation();
  return (
    <Tabs
      className="dv-tabs"
      tabBarGutter={14}
      activeKey={tab}
      onChange={(key) => onChange(key as Tab)}
      items={[
        { key: 'device', label: t('devices:tab.device') },
        { key: 'health', label: t('health:tab') },
        { key: 'plans', label: t('health:plans') },
        { key: 'config', label: t('devices:tab.config') },
        { key: 'channels', label: t('devices:tab.channels') },
        {
          key: 'warnings',
          label: warnings > 0 ? t('devices:tab.warningsOf', { count: warnings }) : t('devices:tab.warnings'),
        },
        { key: 'firmware', label: t('firmware:tab') },
        { key: 'instrument', label: t('instruments:tab') },
        { key: 'test', label: t('devices:tab.test') },
      ]}
    />
  );
}

function TabContent({
  tab,
  device,
  unbound,
  zone,
}: {
  tab: Tab;
  device: Device;
  unbound: Unbound;
  zone: string | undefined;
}) {
  return (
    <>
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
      {tab === 'instrument' && <InstrumentTab device={device} zone={zone} />}
      {tab === 'test' && (
        <div className="dv-section">
          <DeviceTest deviceId={device.id} zone={zone} />
        </div>
      )}
    </>
  );
}
