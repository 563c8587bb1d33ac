import type { Field } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { keepPreviousData } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatCount, formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useReadingColumns } from './reading-columns.tsx';

const pageSize = 100;
const noRows: readonly never[] = [];

/** The readings of the range, newest first: value, change since the initial value, the other fields, level; the raw sample on demand. */
export function ReadingsTable({
  point,
  field,
  thresholds,
  range,
  raw: stored,
  onTrace,
}: {
  point: Point;
  field: Field;
  thresholds: readonly Threshold[];
  range: Range;
  /** As stored, without corrections. */
  raw: boolean;
  /** Where a value comes from: its row was chosen. */
  onTrace: (at: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [page, setPage] = useState(1);
  const [raw, setRaw] = useState(false);
  const query = useRead(
    readings.pagination,
    { pointId: point.id, ...spanOf(range), page, pageSize, raw: stored },
    { placeholderData: keepPreviousData },
  );
  // Hundred rows of cells take longer than a chart: they are drawn when nothing else has to be.
  const data = useDeferredValue(query.data);
  const columns = useReadingColumns(point, field, thresholds, data?.fields ?? noRows, raw);
  return (
    <div className="dv-table">
      <div className="pl-row dv-table-head">
        <h2 className="pl-h3">{t('readings:readings')}</h2>
        <span className="pl-count">{data ? formatCount(data.total) : ''}</span>
        <span className="pl-gap" />
        <span className="pl-sm pl-3 pl-wide-only">{t('common:zone', { zone: formatZone(project.timeZone) })}</span>
        <Checkbox checked={raw} onChange={(event) => setRaw(event.target.checked)}>
          {t('readings:showRaw')}
        </Checkbox>
      </div>
      <DataTable
        dense
        rows={data?.rows}
        columns={columns}
        rowKey={(row) => row.at}
        onOpen={(row) => onTrace(Date.parse(row.at))}
        loading={data === undefined && query.error === null}
        error={data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={<NoReadings point={point} />}
        {...(data && data.total > pageSize && { paging: pagingOf(page, data.total, setPage) })}
      />
    </div>
  );
}

const spanOf = ({ from, to }: Range) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

const pagingOf = (current: number, total: number, onChange: (page: number) => void) =>
  ({ current, pageSize, total, showSizeChanger: false, size: 'small', onChange }) as const;

function NoReadings({ point: { latest } }: { point: Point }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const time = latest && `${formatTime(latest.at, timeZone)} ${formatZone(timeZone)}`;
  return <Empty title={t('common:chart.noData')} why={time ? t('readings:lastWas', { time }) : t('readings:never')} />;
}
