import { ReloadOutlined } from '@ant-design/icons';
import { type Device, healthStatuses } from '@plumbline/contract/devices';
import { Button, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../design/SearchField.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import type { DeviceFilter } from './device-filter.ts';

/** Faults that are judged now; the rest of the specification's list comes with the devices that report them. */
const judged = healthStatuses.filter((each) => ['normal', 'lowVoltage', 'dataLost'].includes(each));
const settleMs = 250;

/** One row: keyword, health, connection; what is chosen is said on the control itself. */
export function DeviceFilters({
  filter,
  busy,
  onReload,
}: {
  filter: DeviceFilter;
  busy: boolean;
  onReload: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(filter.keyword);
  const { keyword, setKeyword } = filter;
  /** What the address was last given from here: anything else in it came from outside and is shown. */
  const given = useRef(keyword);
  useEffect(() => {
    if (typed === given.current) return;
    const timer = setTimeout(() => {
      given.current = typed;
      setKeyword(typed);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [typed, setKeyword]);
  useEffect(() => {
    if (keyword === given.current) return;
    given.current = keyword;
    setTyped(keyword);
  }, [keyword]);
  return (
    <Toolbar label={t('devices:filters')}>
      <SearchField widthPx={220} label={t('devices:find')} value={typed} onChange={setTyped} />
      <Select
        size="small"
        className="dv-filter"
        aria-label={t('devices:health')}
        popupMatchSelectWidth={false}
        value={filter.health ?? 'all'}
        options={[
          { value: 'all', label: t('devices:anyOf', { filter: t('devices:health') }) },
          ...judged.map((health) => ({ value: health, label: t(`common:health.${health}`) })),
        ]}
        onChange={(value: Device['health'] | 'all') => filter.setHealth(value === 'all' ? null : value)}
      />
      <Select
        size="small"
        className="dv-filter"
        aria-label={t('devices:link')}
        popupMatchSelectWidth={false}
        value={filter.connection ?? 'all'}
        options={[
          { value: 'all', label: t('devices:anyOf', { filter: t('devices:link') }) },
          { value: 'connected', label: t('devices:connection.connected') },
          { value: 'notConnected', label: t('devices:connection.notConnected') },
        ]}
        onChange={(value: 'connected' | 'notConnected' | 'all') => filter.setConnection(value === 'all' ? null : value)}
      />
      {filter.isNarrowed && (
        <Button type="text" size="small" onClick={filter.clear}>
          {t('devices:clear')}
        </Button>
      )}
      <span className="pl-gap" />
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined spin={busy} />}
        aria-label={t('devices:reload')}
        title={t('devices:reload')}
        onClick={onReload}
      />
    </Toolbar>
  );
}
