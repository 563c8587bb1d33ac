import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { pastPresets } from '@plumbline/contract/kernel/constants';
import type { CustomChart } from '@plumbline/contract/points/charts';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { ChartAct } from './ChartDialogs.tsx';
import type { Series } from './chart-curves.queries.ts';
import { SeriesSwatch } from './SeriesSwatch.tsx';

/** How many series a row names. */
const named = 3;

/** The columns of the list of charts; without `onAct` there is nothing that one may do. */
export function useChartColumns(
  nameOf: (series: Series) => string,
  onAct: ((act: ChartAct) => void) | undefined,
): Columns<CustomChart> {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  return [
    { title: t('charts:name'), key: 'name', width: 220, ellipsis: true, render: (_, chart) => <b>{chart.name}</b> },
    {
      title: t('charts:series.title'),
      key: 'series',
      width: 420,
      ellipsis: true,
      render: (_, { series }) => <SeriesNames series={series} nameOf={nameOf} />,
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
    ...(onAct
      ? [
          {
            title: <ActsHeading />,
            key: 'acts',
            width: 116,
            render: (_: unknown, chart: CustomChart) => <Acts chart={chart} onAct={onAct} />,
          },
        ]
      : []),
  ];
}

function SeriesNames({ series, nameOf }: { series: readonly Series[]; nameOf: (series: Series) => string }) {
  return (
    <span className="pl-row tight">
      {series.slice(0, named).map((each, i) => (
        <span className="pl-row tight pl-ell" key={`${each.pointId} ${each.field} ${each.measure}`}>
          <SeriesSwatch place={i} />
          <span className="pl-ell">{nameOf(each)}</span>
        </span>
      ))}
      {series.length > named && <span className="pl-3">+{series.length - named}</span>}
    </span>
  );
}

/** What may be done with a chart; a press is none on its row. */
function Acts({ chart, onAct }: { chart: CustomChart; onAct: (act: ChartAct) => void }) {
  const { t } = useTranslation();
  const button = (kind: 'edit' | 'copy' | 'delete', icon: ReactNode, words: string) => (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={`${words}: ${chart.name}`}
      title={words}
      onClick={(event) => {
        event.stopPropagation();
        onAct({ kind, chart });
      }}
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
  return (
    <span className="pl-row tight">
      {button('edit', <EditOutlined />, t('charts:edit'))}
      {button('copy', <CopyOutlined />, t('charts:copy'))}
      {button('delete', <DeleteOutlined />, t('common:delete'))}
    </span>
  );
}
