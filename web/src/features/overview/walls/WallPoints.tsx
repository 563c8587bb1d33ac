import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { SlideContent } from '@plumbline/contract/overview/walls';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { drawnLimits } from '../../../charts/point-limits.ts';
import { useLimitLines, usePlaceWord } from '../../../charts/point-words.ts';
import { useBoxSize } from '../../../design/box-size.ts';
import { Empty } from '../../../design/States.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { useStatusWords } from '../../../design/status-words.ts';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatTime } from '../../../kernel/format.ts';

type Slide = Extract<SlideContent, { kind: 'points' }>;

/** Up to four points as large as they can be, each with all of its limits. */
export function WallPoints({ slide, now }: { slide: Slide; now: number }) {
  const { t } = useTranslation();
  const from = Date.parse(slide.from);
  const to = Math.ceil(now / 60_000) * 60_000;
  const minute = Math.floor(from / 60_000) * 60_000;
  const range = useMemo(() => ({ from: minute, to }), [minute, to]);
  if (slide.points.length === 0)
    return (
      <div className="wall-slide wall-empty">
        <Empty title={t('walls:slideGone')} why={t('walls:slideGoneWhy')} />
      </div>
    );
  return (
    <div className={`wall-slide wall-points of-${slide.points.length}`}>
      {slide.points.map((point) => (
        <PointTile key={`${point.structure}/${point.name}`} point={point} range={range} zone={slide.timeZone} />
      ))}
    </div>
  );
}

function PointTile({
  point,
  range,
  zone,
}: {
  point: Slide['points'][number];
  range: { readonly from: number; readonly to: number };
  zone: string;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const placeWord = usePlaceWord();
  const limitLines = useLimitLines();
  const words = useStatusWords();
  const { name, structure, family, field, unit, precision, status, value, curve, thresholds, initial, figures } = point;
  const content = useMemo(
    () => ({
      curves: [{ id: name, name, unit, precision, times: curve?.times ?? [], values: curve?.values ?? [] }],
      thresholds: drawnLimits(thresholds, field, 'value', initial),
      zone,
    }),
    [name, unit, precision, curve, thresholds, field, initial, zone],
  );
  const place = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(place);
  const at = lastReadAt(status);
  return (
    <section className="wall-tile">
      <header>
        <StatusMark status={status} size={28} />
        <span className="pl-ell">
          <b>{name}</b> <span>{structure}</span>
        </span>
        <span className="wall-words">{words(status).short}</span>
        <span className="wall-words">{at === null ? t('statusPages:noReading') : formatTime(at, zone)}</span>
        <Value
          value={value}
          unit={unit}
          precision={precision}
          state={status.state === 'stale' ? 'stale' : 'fresh'}
          strong
        />
      </header>
      <div className="wall-words pl-ell">
        {[fieldWord(family, field), placeWord(figures.valuePlace), ...limitLines(figures, { unit, precision })]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div ref={place} className="wall-chart">
        {height > 0 && <Chart kind="timeValue" content={content} range={range} heightPx={height} />}
      </div>
    </section>
  );
}
