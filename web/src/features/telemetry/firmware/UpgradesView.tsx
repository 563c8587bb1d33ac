import { RedoOutlined, StopOutlined } from '@ant-design/icons';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { type Upgrade, upgradeStates } from '@plumbline/contract/telemetry/firmware.upgrades';
import { Button, Grid, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useUrlChange, useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useUpgrades } from './firmware.queries.ts';
import { refusalWords } from './refusal-words.ts';
import { Step, UpgradeActs, UpgradeState } from './UpgradeState.tsx';

const pageSize = 100;

/** The upgrades of all devices as they go on: newest first, narrowed by state and device. */
export function UpgradesView({ corporationId, onDevice }: { corporationId: number; onDevice: (id: number) => void }) {
  const { t } = useTranslation();
  const [state, setState] = useUrlState<Upgrade['state'] | ''>('state', '');
  const [keyword] = useUrlState('q', '');
  const change = useUrlChange();
  const [page, setPage] = useState(1);
  const upgradeState = upgradeStates.find((each) => each === state);
  const query = useUpgrades({
    corporationId,
    page,
    pageSize,
    ...(upgradeState && { state: upgradeState }),
    ...(keyword.trim() && { keyword: keyword.trim() }),
  });
  const { data } = query;
  const columns = useColumns(onDevice);
  const narrowed = upgradeState !== undefined || keyword.trim() !== '';
  return (
    <>
      <Toolbar label={t('firmware:filters')}>
        <SearchField
          widthPx={260}
          label={t('firmware:findDevice')}
          value={keyword}
          onChange={(value) => {
            setPage(1);
            change({ q: value });
          }}
        />
        <StateChoice
          state={upgradeState ?? ''}
          counts={data?.counts}
          onChange={(value) => {
            setPage(1);
            setState(value);
          }}
        />
        <span className="pl-gap" />
        {data && <Many corporationId={corporationId} upgrades={data.upgrades} />}
      </Toolbar>
      <DataTable
        rows={data?.upgrades}
        columns={columns}
        rowKey={({ id }) => id}
        widthPx={320}
        error={data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={<NoUpgrade isNarrowed={narrowed} onClear={() => change({ q: null, state: null })} />}
        {...(data &&
          data.total > pageSize && {
            paging: { current: page, pageSize, total: data.total, onChange: setPage, showSizeChanger: false },
          })}
      />
    </>
  );
}

function NoUpgrade({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      title={isNarrowed ? t('firmware:noUpgradeFound') : t('firmware:noUpgrade')}
      why={isNarrowed ? undefined : t('firmware:noUpgradeWhy')}
    >
      {isNarrowed && <Button onClick={onClear}>{t('firmware:clear')}</Button>}
    </Empty>
  );
}

/** A state that the list is narrowed to, with how many upgrades are in each. */
function StateChoice({
  state,
  counts,
  onChange,
}: {
  state: Upgrade['state'] | '';
  counts: Reply<typeof firmware.upgrades>['counts'] | undefined;
  onChange: (state: Upgrade['state'] | '') => void;
}) {
  const { t } = useTranslation();
  return (
    <Select<Upgrade['state'] | ''>
      size="small"
      className="fw-filter"
      aria-label={t('firmware:stateWord')}
      popupMatchSelectWidth={false}
      value={state}
      options={[
        { value: '', label: t('firmware:anyState') },
        ...upgradeStates.map((value) => ({
          value,
          label: counts
            ? t('firmware:stateOf', { state: t(`firmware:state.${value}`), shown: formatCount(counts[value]) })
            : t(`firmware:state.${value}`),
        })),
      ]}
      onChange={onChange}
    />
  );
}

function useColumns(onDevice: (id: number) => void): Columns<Upgrade> {
  const { t } = useTranslation();
  // Then the columns of step and state are gone.
  const isNarrow = Grid.useBreakpoint().md === false;
  return [
    {
      title: t('firmware:device'),
      key: 'device',
      render: (_, upgrade) => (
        <div className="fw-cell">
          <button type="button" className="pl-link pl-ell" onClick={() => onDevice(upgrade.deviceId)}>
            {upgrade.deviceName}
          </button>
          <span className="pl-3 pl-sm pl-ell">{upgrade.sncode}</span>
          {isNarrow && (
            <span className="fw-under">
              <Step upgrade={upgrade} />
              <UpgradeState upgrade={upgrade} />
            </span>
          )}
        </div>
      ),
    },
    {
      title: t('firmware:step'),
      key: 'step',
      width: 210,
      responsive: ['md'],
      render: (_, upgrade) => (
        <div className="fw-cell">
          <Step upgrade={upgrade} />
          <span className="pl-3 pl-sm">{upgrade.type}</span>
        </div>
      ),
    },
    {
      title: t('firmware:stateWord'),
      key: 'state',
      width: 250,
      responsive: ['md'],
      render: (_, upgrade) => <UpgradeState upgrade={upgrade} />,
    },
    {
      title: t('firmware:asked'),
      key: 'asked',
      width: 170,
      responsive: ['lg'],
      render: (_, { createdAt, byName, attempt }) => (
        <div className="fw-cell">
          <span className="pl-num">{formatTime(createdAt)}</span>
          <span className="pl-3 pl-sm pl-ell">
            {byName}
            {attempt > 1 && ` · ${t('firmware:attempt', { count: attempt })}`}
          </span>
        </div>
      ),
    },
    { title: <ActsHeading />, key: 'act', width: 110, render: (_, upgrade) => <UpgradeActs upgrade={upgrade} /> },
  ];
}

/** Retry and cancel of all that are listed and allow it: all of them or none. */
function Many({ corporationId, upgrades }: { corporationId: number; upgrades: readonly Upgrade[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: retryMany } = useWrite(firmware.retryMany);
  const { run: cancelMany } = useWrite(firmware.cancelMany);
  const [busy, setBusy] = useState<'retry' | 'cancel' | null>(null);
  if (!allowed(firmware.retryMany)) return null;
  const failed = upgrades.filter(({ state, last, firmwareId }) => state === 'fail' && last && firmwareId !== null);
  const waiting = upgrades.filter(({ state, beganAt }) => state === 'inProgress' && beganAt === null);
  const act = async (which: 'retry' | 'cancel', list: readonly Upgrade[]): Promise<void> => {
    setBusy(which);
    try {
      const send = which === 'retry' ? retryMany : cancelMany;
      const { count } = await send({ corporationId, upgradeIds: list.map(({ id }) => id) });
      toasts.done(t(`firmware:done.${which}`, { count, shown: formatCount(count) }));
    } catch (error) {
      toasts.failed(new Worded(refusalWords(error, t).join(' ')));
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      {failed.length > 1 && (
        <Button
          size="small"
          icon={<RedoOutlined />}
          loading={busy === 'retry'}
          onClick={() => void act('retry', failed)}
        >
          {t('firmware:retryAll', { count: failed.length })}
        </Button>
      )}
      {waiting.length > 1 && (
        <Button
          size="small"
          icon={<StopOutlined />}
          loading={busy === 'cancel'}
          onClick={() => void act('cancel', waiting)}
        >
          {t('firmware:cancelAll', { count: waiting.length })}
        </Button>
      )}
    </>
  );
}
