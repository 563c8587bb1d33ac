import './charts.css';
import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NotFoundPage } from '../../../app/NotFoundPage.tsx';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonChart, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { ChartDialogs } from './ChartDialogs.tsx';
import { CustomChartView } from './CustomChartView.tsx';

type Act = 'edit' | 'copy' | 'delete';

/** The page custom-charts/{customChartId}: curves of several points and fields on two axes. */
export default function CustomChartPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const customChartId = Number(useParams().customChartId);
  const query = useRead(chartRoutes.customChart, { projectId: project.id, customChartId });
  const [open, setOpen] = useState<Act | null>(null);
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  const chart = query.data?.customChart;
  const may = allowed(chartRoutes.updateCustomChart) && project.archivedAt === null;
  return (
    <Page
      flush
      title={
        <PagePath to={to('CustomChartManager', { projectId: project.id })} above={t('charts:menu')}>
          {chart?.name}
        </PagePath>
      }
      note={chart && t('charts:seriesCount', { count: chart.series.length })}
      actions={chart && may && <Buttons onAct={setOpen} />}
    >
      <Answer
        query={query}
        loading={
          <>
            <SkeletonRows rows={1} />
            <SkeletonChart height={366} />
          </>
        }
        isEmpty={({ customChart }) => customChart.series.length === 0}
        empty={<NoSeries onEdit={may ? () => setOpen('edit') : undefined} />}
      >
        {(data) => (
          <CustomChartView
            key={`${data.customChart.id} ${data.customChart.updatedAt}`}
            chart={data.customChart}
            points={data.points}
          />
        )}
      </Answer>
      {query.data && open && (
        <ChartDialogs
          act={{ kind: open, chart: query.data.customChart }}
          points={query.data.points}
          onMade={(id) => void navigate(to('CustomChart', { projectId: project.id, customChartId: id }))}
          onDeleted={() => void navigate(to('CustomChartManager', { projectId: project.id }))}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

function Buttons({ onAct }: { onAct: (act: Act) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<EditOutlined />} onClick={() => onAct('edit')}>
        {t('charts:edit')}
      </Button>
      <Button className="pl-wide-only" icon={<CopyOutlined />} onClick={() => onAct('copy')}>
        {t('charts:copy')}
      </Button>
      <Button
        icon={<DeleteOutlined />}
        aria-label={t('common:delete')}
        title={t('common:delete')}
        onClick={() => onAct('delete')}
      />
    </>
  );
}

function NoSeries({ onEdit }: { onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('charts:noSeries')} why={t('charts:noSeriesWhy')}>
      {onEdit && (
        <Button type="primary" onClick={onEdit}>
          {t('charts:edit')}
        </Button>
      )}
    </Empty>
  );
}
