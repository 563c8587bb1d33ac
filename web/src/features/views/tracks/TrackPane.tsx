import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { levelColumns } from '../surveys/survey-rows.parts.tsx';
import { mmColumn, movementColumns } from './plan-table.tsx';
import type { TrackRow } from './track-content.ts';
import { useAxisCurves } from './tracks.queries.ts';

const curvePx = 232;

/** North, east and up over time, and under it the positions of the chosen times, the newest first. */
export function TrackPane({
  point,
  raw,
  ranges,
  rows,
  place,
  onCross,
  onChoose,
}: Pick<PointViewProps, 'point' | 'raw' | 'ranges'> & {
  rows: readonly TrackRow[];
  place: number;
  onCross: (at: number | null) => void;
  onChoose: (place: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [widthRef, widthPx] = useWidth();
  const drawn = useAxisCurves(point, raw, ranges.requested, widthPx);
  const [first] = drawn.failed;
  const columns = useTrackColumns(rows);
  const newestFirst = useMemo(() => [...rows].reverse(), [rows]);
  return (
    <div className="tk-side">
      <h2 className="pl-sm">
        <span className="pl-b">{t('tracks:overTime')}</span> <span className="pl-3">{t('tracks:fromBase')}</span>
      </h2>
      <div ref={widthRef} className="curve">
        {drawn.curves.length > 0 ? (
          <Chart
            kind="timeValue"
            content={{ curves: drawn.curves, thresholds: [], zone: project.timeZone }}
            range={ranges.shown}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
            onCross={onCross}
            heightPx={curvePx}
          />
        ) : first && !drawn.loading ? (
          <Failed error={first.error} onRetry={drawn.retry} />
        ) : (
          <SkeletonChart height={curvePx + 30} />
        )}
      </div>
      <h2 className="pl-sm">
        <span className="pl-b">{t('tracks:positions')}</span>
      </h2>
      <DataTable
        dense
        rows={newestFirst}
        columns={columns}
        rowKey={(row) => row.at}
        onOpen={(row) => onChoose(rows.indexOf(row))}
        isOpen={(row) => row === rows[place]}
      />
    </div>
  );
}

function useTrackColumns(rows: readonly TrackRow[]): Columns<TrackRow> {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () => [
      {
        title: t('common:chart.time'),
        key: 'time',
        width: 132,
        render: (_, { at }) => <time dateTime={new Date(at).toISOString()}>{formatShort(at, timeZone, language)}</time>,
      },
      ...movementColumns<TrackRow>(t),
      mmColumn<TrackRow>(t('tracks:up'), 'up', (row) => row.up),
      mmColumn<TrackRow>(t('tracks:change'), 'change', (row) => row.change, { isChange: true, widthPx: 108 }),
      ...levelColumns(rows, t),
    ],
    [t, language, timeZone, rows],
  );
}
