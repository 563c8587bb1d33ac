import './alerts.css';
import { BarChartOutlined, ContactsOutlined, DownloadOutlined } from '@ant-design/icons';
import { type Alert, type AlertStatus, alerts } from '@plumbline/contract/alerts/alerts';
import { onDuty } from '@plumbline/contract/alerts/on-duty';
import type { Project } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { confirmLeaving } from '../../design/form/leave.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Pages } from '../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { isOpenStatus } from '../../features/alerts/figures/figures.parts.tsx';
import type { Verdict } from '../../features/alerts/handling/handling.parts.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { StormPane, StormStrip } from '../../features/alerts/storms/storms.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount, formatZone } from '../../kernel/format.ts';
import { AlertDrawer } from './AlertDrawer.tsx';
import { AlertFilters } from './AlertFilters.tsx';
import { AlertRows } from './AlertRows.tsx';
import { useAlertsCsv } from './alerts-csv.ts';
import { type AlertFilter, countOf, pageSize, type Tab, tabs, useAlertFilter, useAlerts } from './alerts-filter.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { useListKeys } from './list-keys.ts';

/** Alerts by status, filtered, open ones first; one opens beside the list. Arrows move, Enter opens, C F R N judge, the space bar chooses several to be judged together. */
export function AlertList({ project }: { project: Project | null }) {
  const filter = useAlertFilter();
  const query = useAlerts(filter, project);
  const { data } = query;
  const mayJudge = useAllowed()(alerts.setStatus);
  const choice = useChoice(data?.alerts);
  const { armed, setArmed, open, at, setAt } = useOpening(filter, data?.alerts ?? [], mayJudge, choice);
  const isChoosing = mayJudge && choice.chosen.length > 0 && filter.alertId === null;
  const zone = project?.timeZone;
  return (
    <section className="pl-page al">
      <Head project={project} rows={data?.alerts} />
      {project && <SilenceNote projectId={project.id} timeZone={zone} />}
      {project && <StormStrip project={project} onOpen={({ id }) => filter.set({ storm: id, alert: null })} />}
      <Tabs chosen={filter.tab} counts={data?.counts} onChoose={(status) => filter.set({ status })} />
      <div className={`al-body${filter.alertId === null && filter.stormOf === null ? '' : ' open'}`}>
        <AlertFilters
          filter={filter}
          keywordLabel={project ? 'alerts:keyword' : 'alerts:keywordAll'}
          pointName={data?.alerts[0]?.pointName}
          isRefreshing={query.isFetching && !query.isPending}
          onRefresh={() => void query.refetch()}
        />
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
                group={filter.group}
                groupCounts={page.groups}
                zone={zone}
                openId={filter.alertId}
                at={at}
                onAt={setAt}
                onOpen={open}
                choice={mayJudge ? choice : null}
              />
            )}
          </Answer>
        </div>
        {isChoosing && (
          <ChosenBar chosen={choice.chosen} armed={armed} onArm={setArmed} onClear={() => choice.set([])} />
        )}
        <Foot page={filter.page} total={data?.total} mayJudge={mayJudge} onPage={(page) => filter.set({ page })} />
        {project && filter.stormOf !== null && filter.alertId === null && (
          <StormPane projectId={project.id} alertId={filter.stormOf} onClose={() => filter.set({ storm: null })} />
        )}
        {filter.alertId !== null && (
          <AlertDrawer alertId={filter.alertId} armed={armed} onArm={setArmed} onClose={() => open(null)} />
        )}
      </div>
    </section>
  );
}

/** The open alerts that are chosen, of those that are listed: what has left the page is chosen no more. */
function useChoice(rows: readonly Alert[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = useMemo(() => (rows ?? []).filter((row) => ids.has(row.id) && isOpenStatus(row.status)), [rows, ids]);
  const present = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);
  return {
    chosen,
    ids: present,
    set: (next: Iterable<number>) => setIds(new Set(next)),
    toggle: (alertId: number) =>
      setIds(new Set(present.has(alertId) ? [...present].filter((id) => id !== alertId) : [...present, alertId])),
  };
}
type Choosing = ReturnType<typeof useChoice>;

/** Which alert is open, the verdict that its next press gives, and the row that the keys stand on. */
function useOpening(filter: AlertFilter, rows: readonly Alert[], mayJudge: boolean, choice: Choosing) {
  const [armed, setArmed] = useState<Verdict | null>(null);
  const open = (alertId: number | null): void => {
    setArmed(null);
    const left = filter.alertId;
    confirmLeaving(() => {
      filter.set({ alert: alertId });
      // From the panel the focus goes back to the row that it was opened from.
      if (alertId === null && left !== null)
        requestAnimationFrame(() => document.getElementById(`alert-${left}`)?.focus({ preventScroll: true }));
    });
  };
  const { at, setAt } = useListKeys({
    rows,
    openId: filter.alertId,
    onOpen: open,
    onVerdict: (verdict, alertId) => {
      if (!mayJudge) return;
      // What is chosen is judged together; the alert that is open, alone.
      if (filter.alertId !== alertId && choice.chosen.length === 0) filter.set({ alert: alertId });
      setArmed(verdict);
    },
    onToggle: (alertId) => {
      if (mayJudge && rows.some((row) => row.id === alertId && isOpenStatus(row.status))) choice.toggle(alertId);
    },
  });
  return { armed, setArmed, open, at, setAt };
}

function Head({ project, rows }: { project: Project | null; rows: readonly Alert[] | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const download = useAlertsCsv(project);
  const toasts = useToasts();
  return (
    <div className="pl-page-head">
      <h1>{t('alerts:title')}</h1>
      <span className="pl-3 pl-sm pl-ell">
        {project
          ? t('common:zone', { zone: formatZone(project.timeZone) })
          : t('alerts:zoneAll', { zone: formatZone() })}
      </span>
      <span className="pl-gap" />
      {!project && allowed(onDuty.list) && (
        <LinkButton icon={<ContactsOutlined />} to={to('OnDuty')}>
          {t('onDuty:title')}
        </LinkButton>
      )}
      {project && (
        <LinkButton icon={<BarChartOutlined />} to={to('AlertAnalytics', { projectId: project.id })}>
          {t('alertAnalytics:open')}
        </LinkButton>
      )}
      <Button
        icon={<DownloadOutlined />}
        disabled={!rows || rows.length === 0}
        onClick={() => rows && void download(rows).catch(toasts.failed)}
      >
        {t('alerts:export')}
      </Button>
    </div>
  );
}

function Tabs({
  chosen,
  counts,
  onChoose,
}: {
  chosen: Tab;
  counts: Readonly<Record<AlertStatus, number>> | undefined;
  onChoose: (tab: Tab) => void;
}) {
  const { t } = useTranslation();
  return (
    <nav className="al-tabs" aria-label={t('alerts:byStatus')}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          className="pl-bare"
          aria-current={tab === chosen ? 'page' : undefined}
          onClick={() => onChoose(tab)}
        >
          {tab === 'all' ? t('alerts:all') : t(`common:alertStatus.${tab === 'Open' ? 'Pending' : tab}`)}
          {counts && <span className="pl-count">{formatCount(countOf(tab, counts))}</span>}
        </button>
      ))}
    </nav>
  );
}

/** Which of how many are listed, the pages, and the keys that may be pressed. */
function Foot({
  page,
  total = 0,
  mayJudge,
  onPage,
}: {
  page: number;
  /** undefined = not known yet. */
  total: number | undefined;
  mayJudge: boolean;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return (
    <footer className="al-foot">
      <span className="pl-gap">{total > 0 && t('alerts:shown', { from, to, total: formatCount(total) })}</span>
      <Pages at={page} pageSize={pageSize} total={total} onChange={onPage} />
      <span className="keys">{mayJudge ? t('alerts:keys') : t('alerts:keysRead')}</span>
    </footer>
  );
}

function NoAlerts({ filter }: { filter: AlertFilter }) {
  const { t } = useTranslation();
  const narrowed =
    filter.level !== null ||
    filter.span !== null ||
    filter.keyword !== '' ||
    filter.isMine ||
    filter.pointId !== null ||
    filter.tab !== 'all';
  if (!narrowed) return <Empty title={t('alerts:none')} why={t('alerts:noneWhy')} />;
  return (
    <Empty title={t('alerts:noneMatch')} why={t('alerts:noneMatchWhy')}>
      <Button
        onClick={() => filter.set({ status: null, level: null, span: null, keyword: null, mine: null, point: null })}
      >
        {t('alerts:clear')}
      </Button>
    </Empty>
  );
}
