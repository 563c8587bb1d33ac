import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';

/** A span from left to right in pieces: the highest level that stood in each, by colour and by height. */
export function AlertStrip({ levels, from, to }: { levels: readonly number[]; from: number; to: number }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const pieceMs = (to - from) / levels.length;
  const stood = levels.flatMap((level, i) => (level > 0 ? [{ level, i }] : []));
  const first = stood[0];
  const last = stood.at(-1);
  const words =
    first && last
      ? `${formatTime(from + first.i * pieceMs, project.timeZone)} – ${formatTime(from + (last.i + 1) * pieceMs, project.timeZone)}: ${t(
          `common:level.${levelName(Math.max(...levels))}`,
        )}`
      : t('thresholds:backTestMany.noneRaised');
  return (
    <svg
      className="pt-strip"
      viewBox={`0 0 ${levels.length * 4} 16`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <line x1="0" x2={levels.length * 4} y1="15.5" y2="15.5" />
      {stood.map(({ level, i }) => (
        <rect key={i} className={`l${level}`} x={i * 4} y={15 - 3.5 * level} width="3.4" height={3.5 * level} />
      ))}
    </svg>
  );
}
