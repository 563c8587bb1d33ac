import './charts.css';
import { CopyOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { CustomChart } from '@plumbline/contract/charts';
import { charts as chartRoutes } from '@plumbline/contract/charts';
import { pastPresets } from '@plumbline/contract/constants';
import { points } from '@plumbline/contract/points';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { Page } from '../../design/Pane.tsx';
import { SearchField } from '../../design/SearchField.tsx';
import { Empty } from '../../design/States.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatSpan, formatTime } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { CustomChartDialog } from './CustomChartDialog.tsx';
import { useSeriesName } from './chart-curves.queries.ts';
import { DeleteChart } from './DeleteChart.tsx';
import { SeriesSwatch } from './SeriesSwatch.tsx';

type Open = { readonly act: 'new' } | { readonly act: 'edit' | 'copy' | 'delete'; readonly chart: CustomChart };
const named = 3;

/** The page custom-charts: the charts that people of the project put together. */
export default function CustomChartsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const navigate = useNavigate();
  const allowed = useAllowed();
  const nameOf = useSeriesName();
  const query = useRead(chartRoutes.customCharts, { projectId: project.id });
  const rows = useRead(points.rows, { projectId: project.id });
  const [find, setFind] = useUrlState('find', '');
  const [open, setOpen] = useState<Open | null>(null);
  const may = allowed(chartRoutes.createCustomChart) && project.archivedAt === null;
  const byId = useMemo(() => new Map((rows.data?.rows ?? []).map((row) => [row.id, row])), [rows.data]);
  const wanted = find.trim().toLowerCase();
  const charts = query.data?.customCharts.filter(
    (chart) =>
      wanted === '' ||
      [chart.name, ...chart.series.map((series) => nameOf(series, byId.get(series.pointId)))].some((words) =>
        words.toLowerCase().includes(wanted),
      ),
  );
  const goTo = (id: number): void => void navigate(to('CustomChart', { projectId: project.id, customChartId: id }));
  const button = (act: 'edit' | 'copy' | 'delete', icon: React.ReactNode, words: string, chart: CustomChart) => (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={`${words}: ${chart.name}`}
      title={words}
      onClick={(event) => {
        event.stopPropagation();
        setOpen({ act, chart });
      }}
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
  const columns: Columns<CustomChart> = [
    { title: t('charts:name'), key: 'name', width: 220, ellipsis: true, render: (_, chart) => <b>{chart.name}</b> },
    {
      title: t('charts:series.title'),
      key: 'series',
      width: 420,
      ellipsis: true,
      render: (_, { series }) => (
        <span className="pl-row tight">
          {series.slice(0, named).map((each, i) => (
            <span className="pl-row tight pl-ell" key={`${each.pointId} ${each.field} ${each.measure}`}>
              <SeriesSwatch place={i} />
              <span className="pl-ell">{nameOf(each, byId.get(each.pointId))}</span>
            </span>
          ))}
          {series.length > named && <span className="pl-3">+{series.length - named}</span>}
        </span>
      ),
    },
    {
      title: t('charts:span'),
      key: 'span',
      width: 130,
      render: (_, { spanSeconds }) => {
        const preset = pastPresets.find(({ seconds }) => seconds === spanSeconds);
        return preset ? t(`common:preset.${preset.name}`) : formatSpan(spanSeconds, language);
      },
    },
    { title: t('charts:by'), key: 'by', width: 140, ellipsis: true, render: (_, { createdBy }) => createdBy },
    {
      title: t('charts:changed'),
      key: 'changed',
      width: 170,
      render: (_, { updatedAt }) => <span className="pl-num">{formatTime(updatedAt, project.timeZone)}</span>,
    },
    ...(may
      ? [
          {
            title: '',
            key: 'acts',
            width: 116,
            render: (_: unknown, chart: CustomChart) => (
              <span className="pl-row tight">
                {button('edit', <EditOutlined />, t('charts:edit'), chart)}
                {button('copy', <CopyOutlined />, t('charts:copy'), chart)}
                {button('delete', <DeleteOutlined />, t('common:delete'), chart)}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <Page
      flush
      title={t('charts:menu')}
      note={query.data && t('charts:count', { count: query.data.customCharts.length })}
      actions={
        may && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ act: 'new' })}>
            {t('charts:new')}
          </Button>
        )
      }
    >
      <div className="cc-list">
        {(query.data?.customCharts.length ?? 0) > 0 && (
          <Toolbar label={t('charts:menu')}>
            <SearchField value={find} onChange={setFind} label={t('charts:find')} widthPx={260} />
          </Toolbar>
        )}
        <DataTable
          rows={charts}
          columns={columns}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          onOpen={({ id }) => goTo(id)}
          widthPx={1100}
          empty={
            wanted !== '' && (query.data?.customCharts.length ?? 0) > 0 ? (
              <Empty title={t('charts:noneFound')} why={t('charts:noneFoundWhy')}>
                <Button onClick={() => setFind(null)}>{t('charts:showAll')}</Button>
              </Empty>
            ) : (
              <Empty title={t('charts:none')} why={t('charts:noneWhy')}>
                {may && (
                  <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ act: 'new' })}>
                    {t('charts:new')}
                  </Button>
                )}
              </Empty>
            )
          }
        />
      </div>
      {open?.act === 'new' && <CustomChartDialog onDone={goTo} onClose={() => setOpen(null)} />}
      {(open?.act === 'edit' || open?.act === 'copy') && (
        <CustomChartDialog
          chart={open.chart}
          copy={open.act === 'copy'}
          {...(open.act === 'copy' ? { onDone: goTo } : {})}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'delete' && <DeleteChart chart={open.chart} onClose={() => setOpen(null)} />}
    </Page>
  );
}
