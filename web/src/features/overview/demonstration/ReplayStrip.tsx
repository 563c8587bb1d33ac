import { Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { asLevel } from '../../../kernel/levels.ts';
import { type Moment, placeAt, type StoryPoint } from './story-moments.ts';

const [width, height] = [1000, 56];

interface StripProps {
  readonly point: StoryPoint;
  readonly moments: readonly Moment[];
  /** Ends of the story and the moment that is shown, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly zone: string;
  readonly onChange: (at: number) => void;
}

/** The stored curve of the point that tells the story, as far as it is told, with its alerts; the slider lies under it. */
export function ReplayStrip({ point, moments, from, to, at, zone, onChange }: StripProps) {
  const { t } = useTranslation();
  return (
    <div className="dm-strip">
      <StoryCurve point={point} moments={moments} from={from} to={to} at={at} />
      <Slider
        min={from}
        max={to}
        step={(to - from) / 240}
        value={at}
        tooltip={{ formatter: (ms) => formatTime(ms, zone) }}
        ariaLabelForHandle={t('demonstration:moment')}
        ariaValueTextFormatterForHandle={(ms) => formatTime(ms, zone)}
        onChange={onChange}
      />
    </div>
  );
}

function StoryCurve({ point, moments, from, to, at }: Pick<StripProps, 'point' | 'moments' | 'from' | 'to' | 'at'>) {
  const numbers = point.values.filter((value) => value !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (ms: number): number => ((ms - from) / (to - from)) * width;
  const y = (value: number): number => height - 4 - ((value - low) / (high - low || 1)) * (height - 8);
  const until = placeAt(point.times, at) + 1;
  const path = (first: number, last: number): string => {
    let isDown = false;
    let drawn = '';
    for (let i = first; i < last; i++) {
      const value = point.values[i] ?? null;
      if (value !== null)
        drawn += `${isDown ? 'L' : 'M'}${x(point.times[i] ?? from).toFixed(1)} ${y(value).toFixed(1)}`;
      isDown = value !== null;
    }
    return drawn;
  };
  if (numbers.length === 0) return null;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={point.name}>
      <path className="ahead" d={path(Math.max(0, until - 1), point.times.length)} />
      <path className="past" d={path(0, until)} />
      {moments.flatMap(({ at: when, level, kind, place }) =>
        level !== null && level > 0 && ['raised', 'raisedMany', 'event'].includes(kind) ? (
          <line
            key={place}
            x1={x(when)}
            x2={x(when)}
            y1={0}
            y2={height}
            stroke={`var(--pl-lv${asLevel(level)}-edge)`}
          />
        ) : (
          []
        ),
      )}
    </svg>
  );
}
