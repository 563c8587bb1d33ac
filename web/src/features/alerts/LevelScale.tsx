import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
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
  const limits = levels.flatMap((limit, i) => (limit === null ? [] : [{ level: i + 1, limit }]));
  if (limits.length === 0) return null;
  const sign = threshold < 0 ? -1 : 1;
  const size = value * sign;
  const { from, to } = scaleEnds(
    size,
    limits.map((each) => each.limit),
  );
  const x = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const label = (at: number): string => formatNumber(at * sign, Math.min(precision, 3));
  return (
    <div
      className="al-scale"
      role="img"
      aria-label={t('alerts:scale', { value: formatNumber(value, precision), unit })}
    >
      <div className="bar">
        <i style={{ left: 0, width: `${x(limits[0]!.limit)}%`, background: 'var(--pl-line-2)' }} />
        {limits.map(({ level, limit }, i) => {
          const end = limits[i + 1]?.limit ?? to;
          return (
            <i
              key={level}
              title={t(`common:level.${levelName(level)}`)}
              style={{
                left: `calc(${x(limit)}% + 1px)`,
                width: `calc(${x(end) - x(limit)}% - 1px)`,
                background: `var(--pl-lv${level})`,
              }}
            />
          );
        })}
      </div>
      <svg
        className="bob"
        style={{ left: `${x(size)}%` }}
        width="10"
        height="26"
        viewBox="0 0 10 26"
        aria-hidden="true"
      >
        <path d="M1 0h8v4L5 9 1 4z" fill="var(--pl-crosshair)" />
        <path d="M5 8v18" stroke="var(--pl-crosshair)" />
      </svg>
      <div className="labels pl-micro pl-3">
        <span style={{ left: 0 }}>{label(from)}</span>
        {limits.map(({ level, limit }, i) => {
          const before = i === 0 ? 0 : x(limits[i - 1]!.limit);
          // A label without feature gives way to the higher one before it is drawn over.
          const crowded = x(limit) - before < 12 && i < limits.length - 1;
          return crowded || x(limit) > 90 ? null : (
            <span key={level} className="mid" style={{ left: `${x(limit)}%` }}>
              {label(limit)}
            </span>
          );
        })}
        <span className="end">{unit}</span>
      </div>
    </div>
  );
}
