import '../../../design/split.css';
import './weather.css';
import type { WindRose } from '@plumbline/contract/views/weather';
import { type Ref, type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty, Failed, Outdated, Partial, SkeletonChart } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, formatShare, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useUrlState } from '../../../kernel/url-state.ts';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { bearingWords, roseContent, type SectorRow, sectorRows } from './rose-content.ts';
import { WeatherCurves } from './WeatherCurves.tsx';
import { useWindRose } from './weather.queries.ts';

const rosePx = 420;
const fullRange = { from: 0, to: 1 };

/** A weather station: where the wind comes from and how strong it is, beside what else the station measured. */
export function WeatherView({ point, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [text, setText] = useUrlState<'8' | '16'>('directions', '16');
  const directions = text === '8' ? 8 : 16;
  const chart = useRef<ChartHandle>(null);
  const query = useWindRose(point, ranges.listed, directions, raw);
  const { data } = query;
  const title = `${project.name} ${point.name}`;
  return (
    <>
      <WeatherToolbar
        ranges={ranges}
        directions={directions}
        onDirections={(next) => setText(next === 8 ? '8' : '16')}
        chart={chart}
        title={title}
      />
      <Outdated query={query} />
      {!data ? (
        query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonChart height={rosePx} />
        )
      ) : (
        <div className="pl-split wt" aria-busy={query.isFetching}>
          <div className="wt-rose">
            {data.rose.total > 0 ? (
              <RosePane rose={data.rose} range={ranges.listed} handle={chart} />
            ) : (
              <Empty title={t('weather:none')} why={t('weather:noneWhy')} />
            )}
          </div>
          <WeatherCurves {...{ point, raw, ranges }} rainfall={data.rainfall} />
        </div>
      )}
    </>
  );
}

function WeatherToolbar({
  ranges,
  directions,
  onDirections,
  chart,
  title,
}: {
  ranges: ViewRange;
  directions: 8 | 16;
  onDirections: (directions: 8 | 16) => void;
  chart: RefObject<ChartHandle | null>;
  title: string;
}) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('weather:toolbar')}>
      <RangeBar ranges={ranges} />
      <Segmented
        label={t('weather:directions')}
        value={directions}
        options={([8, 16] as const).map((value) => ({ value, label: t('weather:of', { count: value }) }))}
        onChange={onDirections}
      />
      <span className="pl-gap" />
      <ChartFiles chart={chart} title={title} />
    </Toolbar>
  );
}

/** The rose with what it cannot show: calm, means, readings that miss something; and its table. */
function RosePane({
  rose,
  range: { from, to },
  handle,
}: {
  rose: WindRose;
  range: { readonly from: number; readonly to: number };
  handle: Ref<ChartHandle>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const compass = t('weather:compass');
  const content = useMemo(
    () =>
      roseContent(rose, {
        compass,
        head: t('weather:direction'),
        caption: `${formatShort(from, timeZone, language)} – ${formatShort(to, timeZone, language)}`,
        classOf: (lower, upper) =>
          upper === null ? t('weather:classOver', { from: lower }) : t('weather:class', { from: lower, to: upper }),
      }),
    [rose, compass, t, from, to, timeZone, language],
  );
  const { total, calm, missing, meanSpeedMS, meanDirectionDeg, maxSpeedMS } = rose;
  return (
    <>
      <Chart kind="rose" content={content} range={fullRange} heightPx={rosePx} handle={handle} />
      <p className="wt-facts pl-2 pl-sm">
        <span>{t('weather:calm', { share: ((calm / total) * 100).toFixed(1) })}</span>
        {meanSpeedMS !== null && meanDirectionDeg !== null && (
          <span>
            {t('weather:mean', { speed: meanSpeedMS.toFixed(1), direction: bearingWords(compass, meanDirectionDeg) })}
          </span>
        )}
        {maxSpeedMS !== null && <span>{t('weather:max', { speed: maxSpeedMS.toFixed(1) })}</span>}
        <span>{t('weather:counted', { readings: formatCount(total) })}</span>
      </p>
      {missing > 0 && <Partial>{t('weather:missing', { count: missing })}</Partial>}
      <SectorTable rows={sectorRows(rose, compass)} />
    </>
  );
}

function SectorTable({ rows }: { rows: readonly SectorRow[] }) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Columns<SectorRow> => [
      { title: t('weather:direction'), key: 'name', dataIndex: 'name', width: 120 },
      { ...numeric(t('weather:readings')), key: 'count', render: (_, { count }) => formatCount(count) },
      { ...numeric(t('weather:share')), key: 'share', render: (_, { share }) => formatShare(share) },
    ],
    [t],
  );
  return <DataTable dense rows={rows} columns={columns} rowKey={(row) => row.name} />;
}
