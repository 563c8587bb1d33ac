import type { Field } from '@plumbline/contract/families';
import type { Point, Threshold } from '@plumbline/contract/points';
import { readings } from '@plumbline/contract/readings';
import { keepPreviousData } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import { levelOfRow } from '../../charts/point-limits.ts';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { Empty } from '../../design/States.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatChange, formatCount, formatNumber, formatTime, formatZone, missing } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';

type Row = Reply<typeof readings.pagination>['rows'][number];
const pageSize = 100;
/** How many other fields the table has space for. */
const maxFields = 4;

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
  const fieldWord = useFieldWord();
  const [page, setPage] = useState(1);
  const [raw, setRaw] = useState(false);
  const query = useRead(
    readings.pagination,
    {
      pointId: point.id,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      page,
      pageSize,
      raw: stored,
    },
    {
      placeholderData: keepPreviousData,
    },
  );
  const { data } = query;
  const keys = useMemo(() => data?.fields.map(({ key }) => key) ?? [], [data]);
  const columns = useMemo((): Columns<Row> => {
    const index = keys.indexOf(field.key);
    const others = (data?.fields ?? [])
      .map((each, i) => ({ ...each, i }))
      .filter(({ key, i }) => key !== field.key && i < 2 + maxFields)
      .slice(0, maxFields);
    const judged = thresholds.some((rule) => rule.enabled && (rule.kind === 'value' || rule.kind === 'cumulative'));
    return [
      {
        title: t('readings:time'),
        key: 'at',
        width: 168,
        render: (_, row) => (
          <time
            dateTime={row.at}
            title={t('readings:receivedAt', { time: formatTime(row.receivedAt, project.timeZone) })}
          >
            {formatTime(row.at, project.timeZone)}
          </time>
        ),
      },
      {
        ...numeric(fieldWord(point.family, field.key), field.unit),
        key: 'value',
        width: 128,
        render: (_, row) => (
          <>
            <FlagMark flag={row.flags?.[index]} />
            <span className="pl-b">{formatNumber(row.values[index], field.precision)}</span>
          </>
        ),
      },
      {
        ...numeric(t('readings:quantities.cumulative'), field.unit),
        key: 'cumulative',
        width: 128,
        render: (_, row) => formatChange(row.cumulative[index], field.precision),
      },
      ...others.map((each) => ({
        ...numeric(fieldWord(point.family, each.key), each.unit),
        key: each.key,
        width: 128,
        className: 'wide-cell',
        render: (_: unknown, row: Row) => (
          <span className="pl-2">{formatNumber(row.values[each.i], each.precision)}</span>
        ),
      })),
      ...(judged
        ? [
            {
              title: t('readings:level'),
              key: 'level',
              width: 104,
              render: (_: unknown, row: Row) => {
                // What failed was compared with no limit.
                if (row.flags?.[index]?.quality === 'fail') return <span className="pl-3">{missing}</span>;
                const level = levelOfRow(thresholds, keys, row.values, row.cumulative);
                return (
                  <LevelWith level={level} size={14}>
                    <span className={level === 0 ? 'pl-2' : ''}>{t(`common:level.${levelName(level)}`)}</span>
                  </LevelWith>
                );
              },
            },
          ]
        : []),
      ...(raw
        ? [
            {
              title: t('readings:raw'),
              key: 'raw',
              width: 320,
              render: (_: unknown, row: Row) => (
                <code className="pl-mono pl-2">{row.raw === null ? '' : JSON.stringify(row.raw)}</code>
              ),
            },
          ]
        : []),
    ];
  }, [data, keys, field, point.family, thresholds, raw, project.timeZone, fieldWord, t]);
  return (
    <div className="dv-table">
      <div className="pl-row dv-table-head">
        <h3>{t('readings:readings')}</h3>
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
        loading={query.isPending}
        error={data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty
            title={t('common:chart.noData')}
            why={
              point.latest
                ? t('readings:lastWas', {
                    time: `${formatTime(point.latest.at, project.timeZone)} ${formatZone(project.timeZone)}`,
                  })
                : t('readings:never')
            }
          />
        }
        {...(data && data.total > pageSize
          ? {
              paging: {
                current: page,
                pageSize,
                total: data.total,
                showSizeChanger: false,
                size: 'small' as const,
                onChange: setPage,
              },
            }
          : {})}
      />
    </div>
  );
}

/** A ring before a doubtful value, a cross before a failed one; which tests said so on hover. */
function FlagMark({ flag }: { flag: NonNullable<Row['flags']>[number] | undefined }) {
  const { t } = useTranslation();
  if (flag?.quality !== 'suspect' && flag?.quality !== 'fail') return null;
  const words = [
    t(`readings:quality.${flag.quality}`),
    ...flag.tests.map((test) => t(`readings:qualityTest.${test}`)),
  ].join(' · ');
  return (
    <span className={`flag ${flag.quality}`} role="img" aria-label={words} title={words}>
      {flag.quality === 'fail' ? '×' : '○'}
    </span>
  );
}
