import { ArrowLeftOutlined, SettingOutlined } from '@ant-design/icons';
import { isWhole, newerStatus, pointStatus } from '@plumbline/contract/kernel/status';
import { type Field, fieldsOf, statesOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { lacksGoodValue } from '@plumbline/science/quality/flags';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { pointFigures } from '../../charts/point-figures.ts';
import { type FigureRow, useFigureRows, useReadingCaption } from '../../charts/point-words.ts';
import { StatusTag } from '../../design/Status.tsx';
import { presentLevel, statusNow } from '../../design/status-words.ts';
import { Reading } from '../../design/Value.tsx';
import { isValueFailed } from '../../features/readings/readings/failed-value.parts.ts';
import { MadeOf } from '../../features/views/masters/masters.parts.tsx';
import type { ShownPoint } from '../../features/views/views/point-view.parts.ts';
import type { View } from '../../features/views/views/view-state.parts.ts';
import { useDayChange, useDayTotal } from '../../kernel/day-change.ts';
import { useStateWord } from '../../kernel/field-words.ts';
import { formatChange, formatNumber } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useServerNow } from '../../kernel/server-clock.ts';
import type { NewestReading } from './newest-reading.ts';
import { groupsOf } from './tree-rows.ts';
import { ViewActions } from './ViewActions.tsx';

/** Where the point is, what it reads now and of what, how far that is over a limit and from the next, and its change in 24 h. */
export function PointHead({
  shownPoint,
  nodes,
  reading,
  onChange,
  onLeave,
  onSettings,
}: {
  shownPoint: ShownPoint;
  nodes: readonly TreeNode[];
  reading: NewestReading | null;
  onChange: (change: Partial<View>) => void;
  onLeave: () => void;
  onSettings: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { point } = shownPoint;
  return (
    <header className="dv-head">
      <Where point={point} nodes={nodes} onLeave={onLeave} />
      {point.type === 3 ? <MadeOf point={point} nodes={nodes} /> : <Now shownPoint={shownPoint} reading={reading} />}
      <span className="pl-gap" />
      <ViewActions view={shownPoint.view} onChange={onChange} />
      {onSettings && (
        <Button icon={<SettingOutlined />} onClick={onSettings}>
          {t('readings:settings')}
        </Button>
      )}
    </header>
  );
}

/** What the point reads now, and how far that is from its limits and from what it was. */
function Now({ shownPoint, reading }: { shownPoint: ShownPoint; reading: NewestReading | null }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { point, field } = shownPoint;
  const { figures, status, failed, at, receivedAt } = useReadingNow(shownPoint, reading);
  const caption = useReadingCaption();
  const stateWord = useStateWord();
  const rows = useFigureRows();
  const stale = status.state === 'stale';
  return (
    <>
      <div className="now">
        <Reading
          caption={caption(point, field, figures)}
          value={figures.value}
          word={stateWord(field.key, figures.value)}
          unit={field.unit}
          precision={field.precision}
          stale={stale}
          at={at}
          receivedAt={stale ? null : receivedAt}
          zone={project.timeZone}
          tag={
            <>
              <StatusTag status={status} />
              {failed && (status.state !== 'failed' || presentLevel(status) !== null) && (
                <span className="pl-tag silent" title={t('readings:failedWhy')}>
                  {t('readings:failedValue')}
                </span>
              )}
            </>
          }
        />
      </div>
      <Distances
        pointId={point.id}
        field={field}
        rows={failed || statesOf(field.key) ? [] : rows(figures, field, project.timeZone)}
      />
    </>
  );
}

/** The structure and the name of the point; on a phone the way back to the tree. */
function Where({ point, nodes, onLeave }: { point: Point; nodes: readonly TreeNode[]; onLeave: () => void }) {
  const { t } = useTranslation();
  const path = groupsOf(nodes, point.id).map((node) => node.name);
  return (
    <div className="where">
      <div className="pl-row tight">
        <Button
          className="back"
          type="text"
          size="small"
          icon={<ArrowLeftOutlined />}
          aria-label={t('readings:points')}
          onClick={onLeave}
        />
        <span className="pl-sm pl-3 pl-ell">{path.join(' / ')}</span>
      </div>
      <h1 className="pl-ell" title={point.name}>
        {point.name}
      </h1>
    </div>
  );
}

/** What the point reads now: its figures, status and times. */
function useReadingNow({ point, thresholds, field, drawing, corrected }: ShownPoint, reading: NewestReading | null) {
  const now = useServerNow();
  const { latest, intervalSeconds } = point;
  const fields = fieldsOf(point.family, point.nodeCount);
  const index = fields.findIndex((each) => each.key === field.key);
  const mainIndex = fields.findIndex((each) => each.key === point.mainField);
  const live = reading?.live ?? null;
  const hasLimits = thresholds.some(({ enabled }) => enabled);
  const liveStatus =
    live &&
    pointStatus(
      {
        atMs: live.at,
        level: live.level,
        hasLimits,
        failed: lacksGoodValue(live.flags ?? null, live.values, mainIndex),
        intervalSeconds,
      },
      now,
    );
  // The last reading of the curve whose value failed its tests.
  const failedAt = drawing.flags.findLast(({ quality }) => quality === 'fail')?.at ?? null;
  const failed = isValueFailed(live, index, latest ? Date.parse(latest.at) : null, failedAt);
  return {
    figures: pointFigures(point, field.key, reading?.values ?? [], thresholds, corrected),
    failed,
    status: statusNow(liveStatus && !isWhole(point.status) ? newerStatus(liveStatus, point.status) : point.status, now),
    at: reading?.at ?? null,
    receivedAt: reading?.receivedAt ?? null,
  };
}

/** How far it has come since the beginning and in a day, and how far it is from its limits. */
function Distances({
  pointId,
  field: { key, unit, precision, summed },
  rows,
}: {
  pointId: number;
  field: Field;
  rows: readonly FigureRow[];
}) {
  const { t } = useTranslation();
  const change = useDayChange(pointId, key);
  const total = useDayTotal(pointId, key);
  // Two amounts less one another say nothing: what fell is their sum.
  const [label, figure] =
    summed === 'amount'
      ? [t('readings:total24h'), formatNumber(total, precision)]
      : [t('readings:change24h'), formatChange(change, precision)];
  const hasNumber = (summed === 'amount' ? total : change) !== null;
  // From one state to another there is no distance.
  const all = statesOf(key) ? rows : [...rows, { label, figure, unit: hasNumber ? unit : '', place: '' }];
  return (
    <dl className="more">
      {all.map((row) => (
        <div key={row.label}>
          <dt className="pl-sm pl-3">{row.label}</dt>
          <dd>
            <b className="pl-num">{row.figure}</b> <small>{row.unit}</small>
            {row.place && <small> {row.place}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
