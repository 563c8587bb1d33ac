import './devices.css';
import { PlusOutlined } from '@ant-design/icons';
import { corporations } from '@plumbline/contract/corporations';
import { devices } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import { stats } from '@plumbline/contract/stats';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Empty, NoPermission } from '../../design/States.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { asks } from '../../kernel/queries.ts';
import { useSession } from '../../kernel/session.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DevicePanel } from './DevicePanel.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import { useDeviceFilter } from './device-filter.ts';

/** Every device of a corporation. A System account says which corporation first. */
export default function DeviceWarehousePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const isSystem = user.type === 'System';
  const [chosen, choose] = useUrlState('corporation', '');
  const [creating, setCreating] = useState(false);
  const corporationId = isSystem ? Number(chosen) || null : user.corporationId;
  const filter = useDeviceFilter();
  const query = useQuery({
    ...asks(devices.list, { corporationId: corporationId ?? 0, ...filter.asked }),
    enabled: corporationId !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const counts = useQuery({ ...asks(stats.corporation, {}), enabled: !isSystem });
  const refused = query.error instanceof Failure && query.error.name === 'notAllowed';
  const addButton = (
    <Allowed to={devices.create}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
        {t('devices:new')}
      </Button>
    </Allowed>
  );
  /** Then the table itself offers the first step. */
  const isBare = query.data?.total === 0 && !filter.isNarrowed;
  const total = counts.data?.devices ?? (filter.isNarrowed ? undefined : query.data?.total);
  const bad = counts.data ? counts.data.devices - counts.data.devicesHealthy : 0;
  const said = total === undefined ? undefined : t('devices:count', { count: total, shown: formatCount(total) });
  const note = said !== undefined && bad > 0 ? t('devices:toCheck', { devices: said, count: bad }) : said;
  return (
    <Page
      title={t('devices:warehouse')}
      {...(note === undefined || refused ? {} : { note })}
      actions={
        <>
          {isSystem && <CorporationChoice value={corporationId} onChange={choose} />}
          {corporationId !== null && !refused && !isBare && addButton}
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
        ) : (
          <>
            <DeviceFilters filter={filter} busy={query.isFetching} onReload={() => void query.refetch()} />
            <DeviceTable
              query={query}
              filter={filter}
              withProjects
              empty={
                filter.isNarrowed ? (
                  <Empty title={t('devices:noneFound')}>
                    <Button onClick={filter.clear}>{t('devices:clear')}</Button>
                  </Empty>
                ) : (
                  <Empty title={t('devices:none')} why={t('devices:noneWhy')}>
                    {addButton}
                  </Empty>
                )
              }
            />
          </>
        )}
        {filter.deviceId !== null && (
          <DevicePanel key={filter.deviceId} deviceId={filter.deviceId} onClose={filter.close} />
        )}
      </div>
      {creating && corporationId !== null && (
        <DeviceDialog
          corporationId={corporationId}
          onClose={() => setCreating(false)}
          onDone={(device) => void navigate(to('DeviceConnect', { deviceId: device.id }))}
        />
      )}
    </Page>
  );
}

/** The first 200 by title: System accounts of larger installations come from the console's list. */
function CorporationChoice({ value, onChange }: { value: number | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(asks(corporations.list, { pageSize: 200 }));
  return (
    <Select
      aria-label={t('devices:chooseCorporation')}
      placeholder={t('devices:chooseCorporation')}
      style={{ width: 220 }}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(data?.corporations ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id: number | null) => onChange(id === null ? null : String(id))}
    />
  );
}
