import '../devices.css';
import {
  CloudUploadOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  EnvironmentOutlined,
  HeartOutlined,
  PlusOutlined,
  QrcodeOutlined,
  UnorderedListOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { devices } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import { firmware } from '@plumbline/contract/firmware';
import { Button, Dropdown } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Empty, NoPermission } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useSession } from '../../../kernel/session.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { CorporationChoice } from '../CorporationChoice.tsx';
import { DeviceDialog } from '../DeviceDialog.tsx';
import { DevicePanel } from '../device/DevicePanel.tsx';
import { useSummary } from '../devices.queries.ts';
import { exportDevices, ImportDialog } from '../import/ImportDialog.tsx';
import { ScanDialog } from '../import/ScanDialog.tsx';
import { useCatalogue } from '../model-choices.ts';
import { DeviceCounts, groupsOf } from './DeviceCounts.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DeviceMap } from './DeviceMap.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import { useDeviceFilter } from './device-filter.ts';
import { useDeviceRows } from './device-rows.queries.ts';

/** Every device of a corporation, as a list or on a map. A System account says which corporation first. */
export default function DeviceWarehousePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const allowed = useAllowed();
  const isSystem = user.type === 'System';
  const [chosen, choose] = useUrlState('corporation', '');
  const [view, setView] = useUrlState<'list' | 'map'>('view', 'list');
  const [doing, setDoing] = useState<'create' | 'import' | null>(null);
  // In the address: the menu of a phone leads straight to it.
  const [requestedDialog, requestDialog] = useUrlState('do', '');
  const corporationId = isSystem ? Number(chosen) || null : user.corporationId;
  const filter = useDeviceFilter();
  const list = useDeviceRows({ corporationId }, filter.query);
  const summary = useSummary(corporationId);
  const { seriesOf } = useCatalogue();
  const groups = useMemo(() => groupsOf(summary.data, seriesOf), [summary.data, seriesOf]);
  const refused = list.error instanceof Failure && list.error.name === 'notAllowed';
  /** Then the table itself offers the first step. */
  const isBare = list.total === 0 && !filter.isNarrowed && (summary.data?.total ?? 0) === 0;
  const buttons = (
    <>
      <Allowed to={devices.importSheet}>
        <Button icon={<UploadOutlined />} onClick={() => setDoing('import')}>
          {t('devices:import.open')}
        </Button>
      </Allowed>
      <Allowed to={devices.create}>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setDoing('create')}>
          {t('devices:new')}
        </Button>
      </Allowed>
    </>
  );
  return (
    <Page
      title={t('devices:warehouse')}
      actions={
        <>
          {isSystem && <CorporationChoice value={corporationId} onChange={choose} />}
          {corporationId !== null && !refused && !isBare && (
            <>
              <Segmented
                label={t('devices:view')}
                value={view}
                onChange={setView}
                options={[
                  {
                    value: 'list',
                    label: <UnorderedListOutlined aria-label={t('devices:asList')} />,
                    hint: t('devices:asList'),
                  },
                  {
                    value: 'map',
                    label: <EnvironmentOutlined aria-label={t('devices:asMap')} />,
                    hint: t('devices:asMap'),
                  },
                ]}
              />
              <Button
                icon={<HeartOutlined />}
                aria-label={t('health:title')}
                title={t('health:title')}
                onClick={() => void navigate(to('DeviceHealth'))}
              />
              <Allowed to={firmware.list}>
                <Button
                  icon={<CloudUploadOutlined />}
                  aria-label={t('firmware:title')}
                  title={t('firmware:title')}
                  onClick={() =>
                    void navigate(to('Firmware', {}, isSystem && corporationId ? { corporation: corporationId } : {}))
                  }
                >
                  <span className="pl-wide-only">{t('firmware:title')}</span>
                </Button>
              </Allowed>
              {buttons}
              <More corporationId={corporationId} onScan={() => requestDialog('scan')} />
            </>
          )}
        </>
      }
      flush
    >
      <div className="dv-place">
        {corporationId === null ? (
          <Empty title={t('devices:chooseCorporation')} why={t('devices:chooseCorporationWhy')} />
        ) : refused ? (
          <NoPermission needs="Retrieve:Device">
            <p className="pl-2">{t('devices:ofYourProjects')}</p>
            <Link to={to('ProjectList')}>{t('devices:toProjects')}</Link>
          </NoPermission>
        ) : isBare ? (
          <Empty title={t('devices:none')} why={t('devices:noneWhy')}>
            {buttons}
          </Empty>
        ) : (
          <>
            {summary.data && <DeviceCounts summary={summary.data} filter={filter} />}
            <DeviceFilters
              filter={filter}
              groups={groups}
              busy={list.isFetching}
              withColumns={view === 'list'}
              onReload={() => {
                list.refetch();
                void summary.refetch();
              }}
            />
            {view === 'map' ? (
              <DeviceMap corporationId={corporationId} filter={filter} seriesOf={seriesOf} />
            ) : (
              <DeviceTable
                list={list}
                filter={filter}
                withProjects
                empty={
                  <Empty title={t('devices:noneFound')}>
                    <Button onClick={filter.clear}>{t('devices:clear')}</Button>
                  </Empty>
                }
              />
            )}
          </>
        )}
        {filter.deviceId !== null && (
          <DevicePanel key={filter.deviceId} deviceId={filter.deviceId} onClose={filter.close} />
        )}
      </div>
      {doing === 'create' && corporationId !== null && (
        <DeviceDialog
          corporationId={corporationId}
          onClose={() => setDoing(null)}
          onDone={(device) => void navigate(to('DeviceConnect', { deviceId: device.id }))}
        />
      )}
      {doing === 'import' && corporationId !== null && (
        <ImportDialog corporationId={corporationId} onClose={() => setDoing(null)} />
      )}
      {requestedDialog === 'scan' && corporationId !== null && allowed(devices.bulkCreate) && (
        <ScanDialog corporationId={corporationId} onClose={() => requestDialog(null)} />
      )}
    </Page>
  );
}

/** What is asked for less often: QR codes read and printed, and the whole list as a file. */
function More({ corporationId, onScan }: { corporationId: number; onScan: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const allowed = useAllowed();
  const items = [
    ...(allowed(devices.bulkCreate) ? [{ key: 'scan', icon: <QrcodeOutlined />, label: t('scan:open') }] : []),
    { key: 'labels', icon: <QrcodeOutlined />, label: t('scan:labels.menu') },
    ...(allowed(devices.exportSheet)
      ? (['xlsx', 'csv'] as const).map((key) => ({
          key,
          icon: <DownloadOutlined />,
          label: t('devices:exportAs', { format: key.toUpperCase() }),
        }))
      : []),
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === 'scan') onScan();
          // Labels of what the list shows: its filter goes along in the address.
          else if (key === 'labels') void navigate({ pathname: to('DeviceLabels'), search: search.toString() });
          else void exportDevices(corporationId, key as 'xlsx' | 'csv', language).catch(toasts.failed);
        },
      }}
    >
      <Button icon={<EllipsisOutlined />} aria-label={t('devices:more')} />
    </Dropdown>
  );
}
