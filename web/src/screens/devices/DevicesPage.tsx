import { HeartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { useDeviceRows } from '../../features/devices/warehouse/device-rows.queries.ts';
import { DeviceFilters, DeviceTable, useDeviceFilter } from '../../features/devices/warehouse/warehouse.parts.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useSession } from '../../kernel/session.ts';
import { DevicePanel } from '../device/panel.parts.tsx';

/** The devices that feed points of the open project, in its time zone. */
export default function DevicesPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const { user } = useSession();
  const filter = useDeviceFilter();
  const list = useDeviceRows({ projectId: project.id }, filter.query);
  return (
    <Page
      title={t('devices:menu')}
      {...(list.total !== undefined && !filter.isNarrowed
        ? { note: t('warehouse:count', { count: list.total, shown: formatCount(list.total) }) }
        : {})}
      actions={
        <LinkButton to={to('ProjectDeviceHealth', { projectId: project.id })} icon={<HeartOutlined />}>
          {t('health:menu')}
        </LinkButton>
      }
      flush
    >
      <div className="wh-place">
        <DeviceFilters filter={filter} busy={list.isFetching} onReload={list.refetch} withProjects={false} />
        <DeviceTable
          list={list}
          filter={filter}
          zone={project.timeZone}
          withProjects={false}
          empty={
            filter.isNarrowed ? (
              <Empty title={t('devices:noneFound')}>
                <Button onClick={filter.clear}>{t('warehouse:clear')}</Button>
              </Empty>
            ) : (
              <Empty title={t('warehouse:noneHere')} why={t('warehouse:noneHereWhy')}>
                {user.type !== 'Normal' && <Link to={to('DeviceWarehouse')}>{t('warehouse:title')}</Link>}
              </Empty>
            )
          }
        />
        {filter.deviceId !== null && (
          <DevicePanel
            key={filter.deviceId}
            deviceId={filter.deviceId}
            zone={project.timeZone}
            onClose={filter.close}
          />
        )}
      </div>
    </Page>
  );
}
