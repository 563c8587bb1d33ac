import './alerts.css';
import { CloseOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts';
import type { Project } from '@plumbline/contract/projects';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { Pages } from '../../design/Pages.tsx';
import { SettledSearch } from '../../design/SettledSearch.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount, formatZone } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import { AlertDrawer } from './AlertDrawer.tsx';
import { AlertRows } from './AlertRows.tsx';
import { useAlertsCsv } from './alerts-csv.ts';
import { countOf, pageSize, type Span, spans, tabs, useAlertFilter, useAlerts } from './alerts-filter.ts';
import { useListKeys } from './list-keys.ts';
import type { Verdict } from './VerdictBar.tsx';

/** Alerts by status, filtered, open ones first; one opens beside the list. Arrows move, Enter opens, C F R N judge. */
export function AlertList({ project }: { project: Project | null }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const filter = useAlertFilter();
  const query = useAlerts(filter, project);
  const download = useAlertsCsv(project);
  const { data } = query;
  const [armed, setArmed] = useState<Verdict | null>(null);

  const open = (alertId: number | null): void => {
    setArmed(null);
    const left = filter.alertId;
    filter.set({ alert: alertId });
    // From the panel the focus goes back to the row that it was opened from.
    if (alertId === null && left !== null)
      requestAnimationFrame(() => document.getElementById(`alert-${left}`)?.focus({ preventScroll: true }));
  };
  const mayJudge = allowed(alerts.setStatus);
  const { at, setAt } = useListKeys({
    rows: data?.alerts ?? [],
    openId: filter.alertId,
    onOpen: open,
    onVerdict: (verdict, alertId) => {
      if (!mayJudge) return;
      if (filter.alertId !== alertId) filter.set({ alert: alertId });
      setArmed(verdict);
    },
  });
  const zone = project?.timeZone;
  return (
    <section className="pl-page al">
      <div className="pl-page-head">
        <h1>{t('alerts:title')}</h1>
        <span className="pl-3 pl-sm pl-ell">
          {project ? t('common:zone', { zone: formatZone(zone) }) : t('alerts:zoneAll', { zone: formatZone() })}
        </span>
        <span className="pl-gap" />
        <Button
          icon={<DownloadOutlined />}
          disabled={!data || data.alerts.length === 0}
          onClick={() => data && download(data.alerts)}
        >
          {t('alerts:export')}
        </Button>
      </div>
      <nav className="al-tabs" aria-label={t('alerts:byStatus')}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            className="pl-bare"
            aria-current={tab === filter.tab ? 'page' : undefined}
            onClick={() => filter.set({ status: tab })}
          >
            {tab === 'all' ? t('alerts:all') : t(`common:alertStatus.${tab === 'Open' ? 'Pending' : tab}`)}
            {data && <span className="pl-count">{formatCount(countOf(tab, data.counts))}</span>}
          </button>
        ))}
      </nav>
      <div className={`al-body${filter.alertId === null ? '' : ' open'}`}>
        <Toolbar label={t('alerts:filter')}>
          <SettledSearch
            value={filter.keyword}
            onSettled={(keyword) => filter.set({ keyword })}
            label={project ? t('alerts:keyword') : t('alerts:keywordAll')}
            widthPx={190}
          />
          <Select<number>
            size="small"
            aria-label={t('alerts:level')}
            style={{ width: 132, flex: 'none' }}
            value={filter.level ?? 0}
            onChange={(level) => filter.set({ level: level || null })}
            options={[
              { value: 0, label: t('alerts:allLevels') },
              ...([4, 3, 2, 1] as const).map((level) => ({
                value: level,
                label: <LevelWith level={level}>{t(`common:level.${levelName(level)}`)}</LevelWith>,
              })),
            ]}
          />
          <Select<Span | 'all'>
            size="small"
            aria-label={t('alerts:range')}
            style={{ width: 124, flex: 'none' }}
            value={filter.span ?? 'all'}
            onChange={(span) => filter.set({ span })}
            options={[
              { value: 'all', label: t('alerts:span.all') },
              ...(Object.keys(spans) as Span[]).map((span) => ({ value: span, label: t(`alerts:span.${span}`) })),
            ]}
          />
          {filter.pointId !== null && (
            <Button size="small" icon={<CloseOutlined />} onClick={() => filter.set({ point: null })}>
              {data?.alerts[0]?.pointName ?? t('alerts:onePoint')}
            </Button>
          )}
          <span className="pl-gap" />
          <IconButton
            icon={<ReloadOutlined />}
            loading={query.isFetching && !query.isPending}
            label={t('alerts:refresh')}
            onClick={() => void query.refetch()}
          />
        </Toolbar>
        <div className="al-scroll">
          <Answer
            query={query}
            loading={<SkeletonRows rows={12} />}
            isEmpty={(page) => page.alerts.length === 0}
            empty={<NoAlerts filter={filter} />}
          >
            {(page) => (
              <AlertRows
                rows={page.alerts}
                counts={page.counts}
                zone={zone}
                openId={filter.alertId}
                at={at}
                onAt={setAt}
                onOpen={open}
              />
            )}
          </Answer>
        </div>
        <footer className="al-foot">
          <span className="pl-gap">
            {data &&
              data.total > 0 &&
              t('alerts:shown', {
                from: (filter.page - 1) * pageSize + 1,
                to: Math.min(data.total, filter.page * pageSize),
                total: formatCount(data.total),
              })}
          </span>
          {data && (
            <Pages at={filter.page} pageSize={pageSize} total={data.total} onChange={(page) => filter.set({ page })} />
          )}
          <span className="keys">{mayJudge ? t('alerts:keys') : t('alerts:keysRead')}</span>
        </footer>
        {filter.alertId !== null && (
          <AlertDrawer alertId={filter.alertId} armed={armed} onArm={setArmed} onClose={() => open(null)} />
        )}
      </div>
    </section>
  );
}

function NoAlerts({ filter }: { filter: ReturnType<typeof useAlertFilter> }) {
  const { t } = useTranslation();
  const narrowed =
    filter.level !== null ||
    filter.span !== null ||
    filter.keyword !== '' ||
    filter.pointId !== null ||
    filter.tab !== 'all';
  if (!narrowed) return <Empty title={t('alerts:none')} why={t('alerts:noneWhy')} />;
  return (
    <Empty title={t('alerts:noneMatch')} why={t('alerts:noneMatchWhy')}>
      <Button onClick={() => filter.set({ status: null, level: null, span: null, keyword: null, point: null })}>
        {t('alerts:clear')}
      </Button>
    </Empty>
  );
}
