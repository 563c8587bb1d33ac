import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { LineSurvey } from '@plumbline/contract/views/masters';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { type Found, lineLimits, stationBeside, stationRows } from './line-content.ts';
import type { LineState } from './line-state.ts';
import { useStationCurve } from './masters.queries.ts';
import { OverTime } from './OverTime.tsx';
import { StationTable } from './StationTable.tsx';
import type { ShownLine } from './shown-geometry.ts';

interface StationPaneProps {
  readonly point: Point;
  readonly thresholds: readonly Threshold[];
  readonly raw: boolean;
  readonly state: LineState;
  readonly line: ShownLine;
  readonly chosen: Found<LineSurvey>;
  readonly before: Found<LineSurvey> | undefined;
  readonly range: { readonly shown: Range; readonly requested: Range };
  readonly onRange: (range: Range) => void;
  readonly onStation: (station: number) => void;
}

/** One station over time, and the chosen survey, station by station. */
export function StationPane(props: StationPaneProps) {
  const { point, thresholds, raw, state, line, chosen, before, range, onRange, onStation } = props;
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const [place, widthPx] = useWidth();
  const station = stationBeside(state.station, chosen);
  const rows = useMemo(
    () => stationRows(line, chosen, before, thresholds, state),
    [line, chosen, before, thresholds, state],
  );
  const limits = useMemo(() => lineLimits(thresholds, line.kind, state), [thresholds, line.kind, state]);
  const { baselineAt, isUpward } = state;
  const curve = useStationCurve(point, station, {
    baselineAt,
    surveyAt: chosen.at,
    raw,
    range: range.requested,
    widthPx,
  });
  const name = rows[station]?.name ?? '';
  return (
    <div className="pair">
      <section>
        <h2 className="pl-sm">
          <span className="pl-b">{name}</span>{' '}
          <span className="pl-3">{t(`masters:directions.${isUpward ? 'up' : 'down'}`)}</span>
        </h2>
        <div ref={place} className="curve">
          <OverTime
            query={curve}
            name={name}
            isNegated={!isUpward}
            limits={limits}
            baselineAt={baselineAt}
            range={range.shown}
            onRange={onRange}
          />
        </div>
      </section>
      <section>
        <h2 className="pl-sm">
          <span className="pl-b">{t('surveys:survey')}</span>{' '}
          <time className="pl-3" dateTime={new Date(chosen.at).toISOString()}>
            {formatTime(chosen.at, timeZone)}
          </time>
        </h2>
        <StationTable
          rows={rows}
          isUpward={isUpward}
          beforeAt={before?.at ?? null}
          station={station}
          onStation={onStation}
        />
      </section>
    </div>
  );
}
