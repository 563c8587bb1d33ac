import './charts.css';
import { PlusOutlined } from '@ant-design/icons';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import { points } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { DataTable } from '../../../design/DataTable.tsx';
import { Page } from '../../../design/Pane.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { type ChartAct, ChartDialogs } from './ChartDialogs.tsx';
import { useChartColumns } from './chart-columns.tsx';
import { type Series, useSeriesName } from './chart-curves.queries.ts';

/** The page custom-charts: the charts that people of the project put together. */
export default function CustomChartsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const allowed = useAllowed();
  const [find, setFind] = useUrlState('find', '');
  const [act, setAct] = useState<ChartAct | null>(null);
  const { query, found, nameOf } = useMatchingCharts(project.id, find.trim().toLowerCase());
  const may = allowed(chartRoutes.createCustomChart) && project.archivedAt === null;
  const columns = useChartColumns(nameOf, may ? setAct : undefined);
  const goTo = (id: number): void => void navigate(to('CustomChart', { projectId: project.id, customChartId: id }));
  const hasAny = (query.data?.customCharts.length ?? 0) > 0;
  const adding = may && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAct({ kind: 'new' })}>
      {t('charts:new')}
    </Button>
  );
  return (
    <Page
      flush
      title={t('charts:menu')}
      note={query.data && t('charts:count', { count: query.data.customCharts.length })}
      actions={adding}
    >
      <div className="cc-list">
        {hasAny && (
          <Toolbar label={t('charts:menu')}>
            <SearchField value={find} onChange={setFind} label={t('charts:find')} widthPx={260} />
          </Toolbar>
        )}
        <DataTable
          rows={found}
          columns={columns}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          onOpen={({ id }) => goTo(id)}
          widthPx={1100}
          empty={
            find.trim() !== '' && hasAny ? (
              <Empty title={t('charts:noneFound')} why={t('charts:noneFoundWhy')}>
                <Button onClick={() => setFind(null)}>{t('charts:showAll')}</Button>
              </Empty>
            ) : (
              <Empty title={t('charts:none')} why={t('charts:noneWhy')}>
                {adding}
              </Empty>
            )
          }
        />
      </div>
      {act && <ChartDialogs act={act} onMade={goTo} onClose={() => setAct(null)} />}
    </Page>
  );
}

/** The charts with the wanted words in their name or in that of a series. */
function useMatchingCharts(projectId: number, needle: string) {
  const seriesName = useSeriesName();
  const query = useRead(chartRoutes.customCharts, { projectId });
  const rows = useRead(points.rows, { projectId });
  const byId = useMemo(() => new Map((rows.data?.rows ?? []).map((row) => [row.id, row])), [rows.data]);
  const nameOf = (series: Series): string => seriesName(series, byId.get(series.pointId));
  const matching = query.data?.customCharts.filter(({ name, series }) =>
    [name, ...series.map(nameOf)].some((words) => words.toLowerCase().includes(needle)),
  );
  return { query, found: matching, nameOf };
}
