import { useTranslation } from 'react-i18next';
import { formatCount, formatDay } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { axisOf, binsOf } from './alert-days.ts';
import type { Analytics } from './analytics-words.ts';

const [width, height] = [600, 150];

const axisLines = (most: number): string =>
  axisOf(most)
    .map((each) => `M0 ${height * (1 - each / most)}h${width}`)
    .join('');

/** Shows the alerts raised by day, stacked by level; of a long span a bar is several days. */
export function AlertDays({ days, count, to }: { days: Analytics['days']; count: number; to: string }) {
  const { t } = useTranslation();
  const zone = useProject().project.timeZone;
  const bins = binsOf(days, formatDay(new Date(Date.parse(to) - 1).toISOString(), zone), count);
  const most = Math.max(1, ...bins.map(({ total }) => total));
  const step = width / bins.length;
  return (
    <div className="aa-days">
      <div className="pl-micro pl-3 aa-axis" aria-hidden="true">
        {axisOf(most).map((each) => (
          <span key={each} style={{ bottom: `${(each / most) * 100}%` }}>
            {formatCount(each)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('alertAnalytics:byDay')}
      >
        <path d={axisLines(most)} stroke="var(--pl-line)" vectorEffect="non-scaling-stroke" />
        {bins.map(({ first, last, levels, total }, i) => {
          let y = height;
          const name = first === last ? first : `${first} – ${last}`;
          return (
            <g key={first}>
              <title>{t('alertAnalytics:dayLabel', { day: name, count: total })}</title>
              <rect x={i * step} y={0} width={step} height={height} fill="transparent" />
              {levels.map((n, place) => {
                const tall = (n / most) * height;
                y -= tall;
                return (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: levels are known by their place
                    key={place}
                    x={i * step + step * 0.12}
                    y={y}
                    width={step * 0.76}
                    height={tall}
                    fill={`var(--pl-lv${place + 1})`}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div className="pl-row pl-micro pl-3 aa-dates">
        <span>{bins[0]?.first}</span>
        <span className="pl-gap" />
        <span>{bins.at(-1)?.last}</span>
      </div>
    </div>
  );
}
