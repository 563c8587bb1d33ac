import {
  CloudUploadOutlined,
  EnvironmentOutlined,
  HeartOutlined,
  PlusOutlined,
  UnorderedListOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { devices } from '@plumbline/contract/devices/devices';
import { intake } from '@plumbline/contract/devices/intake';
import { Failure } from '@plumbline/contract/kernel/errors';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Empty, NoPermission } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { ImportDialog, ScanDialog } from '../../features/devices/intake/intake.parts.tsx';
import { useCatalogue } from '../../features/devices/models/catalogue.queries.ts';
import { useDeviceRows } from '../../features/devices/warehouse/device-rows.queries.ts';
import { DeviceCounts, DeviceMap, groupsOf, MoreActions } from '../../features/devices/warehouse/stock.parts.tsx';
import { DeviceFilters, DeviceTable, useDeviceFilter } from '../../features/devices/warehouse/warehouse.parts.tsx';
import { useSummary } from '../../features/devices/warehouse/warehouse.queries.ts';
import { CorporationChoice } from '../../features/people/corporations/corporations.parts.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { useSession } from '../../kernel/session.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { DeviceDialog, DevicePanel } from '../device/panel.parts.tsx';

type View = 'list' | 'map';

/** Every device of a corporation, as a list or on a map. A System account says which corporation first. */
export default function DeviceWarehousePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const allowed = useAllowed();
  const isSystem = user.type === 'System';
  const [chosen, choose] = useUrlState('corporation', '');
  const [view, setView] = useUrlState<View>('view', 'list');
  const [doing, setDoing] = useState<'create' | 'import' | null>(null);
  // In the address: the menu of a phone leads straight to it.
  const [requestedDialog, requestDialog] = useUrlState('do', '');
  const corporationId = isSystem ? Number(chosen) || null : user.corporationId;
  const content = useContent(corporationId);
  const addButtons = <AddButtons onImport={() => setDoing('import')} onCreate={() => setDoing('create')} />;
  return (
    <Page
      title={t('warehouse:title')}
      actions={
        <>
          {isSystem && <CorporationChoice value={corporationId} onChange={choose} />}
          {corporationId !== null && !content.isRefused && !content.isBare && (
            <>
              <ViewChoice view={view} onChange={setView} />
              <OtherPages corporationId={isSystem ? corporationId : null} />
              {addButtons}
              <MoreActions corporationId={corporationId} onScan={() => requestDialog('scan')} />
            </>
          )}
        </>
      }
      flush
    >
      <Content corporationId={corporationId} content={content} view={view} addButtons={addButtons} />
      {doing === 'create' && corporationId !== null && (
        <CreateDialog corporationId={corporationId} onClose={() => setDoing(null)} />
      )}
      {doing === 'import' && corporationId !== null && (
        <ImportDialog corporationId={corporationId} onClose={() => setDoing(null)} />
      )}
      {requestedDialog === 'scan' && corporationId !== null && allowed(intake.bulkCreate) && (
        <ScanDialog corporationId={corporationId} onClose={() => requestDialog(null)} />
      )}
    </Page>
  );
}

/** What the warehouse holds, as far as the filter of the address lets it through. */
function useContent(corporationId: number | null) {
  const filter = useDeviceFilter();
  const list = useDeviceRows({ corporationId }, filter.query);
  const summary = useSummary(corporationId);
  const { seriesOf } = useCatalogue();
  const groups = useMemo(() => groupsOf(summary.data, seriesOf), [summary.data, seriesOf]);
  return {
    filter,
    list,
    summary,
    seriesOf,
    groups,
    isRefused: list.error instanceof Failure && list.error.name === 'notAllowed',
    /** Then the table itself offers the first step. */
    isBare: list.total === 0 && !filter.isNarrowed && (summary.data?.total ?? 0) === 0,
  };
}
type WarehouseContent = ReturnType<typeof useContent>;

function Content({
  corporationId,
  content,
  view,
  addButtons,
}: {
  corporationId: number | null;
  content: WarehouseContent;
  view: View;
  addButtons: ReactNode;
}) {
  const { t } = useTranslation();
  const { filter } = content;
  return (
    <div className="wh-place">
      {corporationId === null ? (
        <Empty title={t('corporations:choose')} why={t('warehouse:chooseCorporationWhy')} />
      ) : content.isRefused ? (
        <NoPermission needs="Retrieve:Device" throughout>
          <p className="pl-2">{t('warehouse:ofYourProjects')}</p>
          <Link to={to('ProjectList')}>{t('devices:toProjects')}</Link>
        </NoPermission>
      ) : content.isBare ? (
        <Empty title={t('warehouse:none')} why={t('warehouse:noneWhy')}>
          {addButtons}
        </Empty>
      ) : (
        <FilteredDevices corporationId={corporationId} content={content} view={view} />
      )}
      {filter.deviceId !== null && (
        <DevicePanel key={filter.deviceId} deviceId={filter.deviceId} onClose={filter.close} />
      )}
    </div>
  );
}

/** Counts and filters over the list or the map. */
function FilteredDevices({
  corporationId,
  content: { filter, list, summary, seriesOf, groups },
  view,
}: {
  corporationId: number;
  content: WarehouseContent;
  view: View;
}) {
  const { t } = useTranslation();
  return (
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
              <Button onClick={filter.clear}>{t('warehouse:clear')}</Button>
            </Empty>
          }
        />
      )}
    </>
  );
}

function AddButtons({ onImport, onCreate }: { onImport: () => void; onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Allowed to={intake.importSheet}>
        <Button icon={<UploadOutlined />} onClick={onImport}>
          {t('intake:import.open')}
        </Button>
      </Allowed>
      <Allowed to={devices.create}>
        <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
          {t('devices:new')}
        </Button>
      </Allowed>
    </>
  );
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('warehouse:view')}
      value={view}
      onChange={onChange}
      options={[
        {
          value: 'list',
          label: <UnorderedListOutlined aria-label={t('warehouse:asList')} />,
          hint: t('warehouse:asList'),
        },
        {
          value: 'map',
          label: <EnvironmentOutlined aria-label={t('warehouse:asMap')} />,
          hint: t('warehouse:asMap'),
        },
      ]}
    />
  );
}

/** The ways to health and firmware. `corporationId` = the one that a System account has chosen. */
function OtherPages({ corporationId }: { corporationId: number | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
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
          onClick={() => void navigate(to('Firmware', {}, corporationId ? { corporation: corporationId } : {}))}
        >
          <span className="pl-wide-only">{t('firmware:title')}</span>
        </Button>
      </Allowed>
    </>
  );
}

/** A new device is connected next. */
function CreateDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <DeviceDialog
      corporationId={corporationId}
      onClose={onClose}
      onDone={(device) => void navigate(to('DeviceConnect', { deviceId: device.id }))}
    />
  );
}
