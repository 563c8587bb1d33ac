import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { sideSign } from './alert-words.ts';
import { scaleEnds } from './scale-ends.ts';

/** The limits of a rule as one bar in their colours, and the value where the plumb line hangs. */
export function LevelScale({
  value,
  threshold,
  levels,
  unit,
  precision,
}: {
  value: number;
  threshold: number;
  levels: readonly (number | null)[];
  unit: string;
  precision: number;
}) {
  const { t } = useTranslation();
  const sign = sideSign({ value, threshold });
  const size = value * sign;
  const setLimits = levels.filter((limit) => limit !== null);
  const { from, to } = scaleEnds(size, setLimits);
  const limits = limitsOf(levels, to);
  const [first] = limits;
  if (!first) return null;
  const x = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const label = (at: number): string => formatNumber(at * sign, Math.min(precision, 3));
  return (
    <div
      className="al-scale"
      role="img"
      aria-label={t('alerts:scale', { value: formatNumber(value, precision), unit })}
    >
      <div className="bar">
        <i style={{ left: 0, width: `${x(first.limit)}%`, background: 'var(--pl-line-2)' }} />
        {limits.map(({ level, limit, end }) => (
          <i
            key={level}
            title={t(`common:level.${levelName(level)}`)}
            style={{
              left: `calc(${x(limit)}% + 1px)`,
              width: `calc(${x(end) - x(limit)}% - 1px)`,
              background: `var(--pl-lv${level})`,
            }}
          />
        ))}
      </div>
      <Bob left={x(size)} />
      <div className="labels pl-micro pl-3">
        <span style={{ left: 0 }}>{label(from)}</span>
        {limits
          .filter((each) => fits(each, x))
          .map(({ level, limit }) => (
            <span key={level} className="mid" style={{ left: `${x(limit)}%` }}>
              {label(limit)}
            </span>
          ))}
        <span className="end">{unit}</span>
      </div>
    </div>
  );
}

/** A limit on the scale, with those on both sides of it. */
interface Limit {
  readonly level: number;
  readonly limit: number;
  /** The limit below; null = this is the lowest. */
  readonly before: number | null;
  /** Where its colour ends: at the next limit, or with the scale. */
  readonly end: number;
  readonly isHighest: boolean;
}

function limitsOf(levels: readonly (number | null)[], scaleEnd: number): Limit[] {
  const limits = levels.flatMap((limit, i) => (limit === null ? [] : [{ level: i + 1, limit }]));
  return limits.map((each, i) => {
    const next = limits[i + 1];
    return {
      ...each,
      before: limits[i - 1]?.limit ?? null,
      end: next?.limit ?? scaleEnd,
      isHighest: next === undefined,
    };
  });
}

/** A label without room gives way to the higher one before it is drawn over. */
function fits({ limit, before, isHighest }: Limit, x: (at: number) => number): boolean {
  const crowded = x(limit) - (before === null ? 0 : x(before)) < 12;
  return !(crowded && !isHighest) && x(limit) <= 90;
}

/** The plumb bob over the value, at a share of the width in percent. */
const Bob = ({ left }: { left: number }) => (
  <svg className="bob" style={{ left: `${left}%` }} width="10" height="26" viewBox="0 0 10 26" aria-hidden="true">
    <path d="M1 0h8v4L5 9 1 4z" fill="var(--pl-crosshair)" />
    <path d="M5 8v18" stroke="var(--pl-crosshair)" />
  </svg>
);
