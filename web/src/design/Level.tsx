import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asLevel, levelName, levelPaths, levelTick } from '../kernel/levels.ts';

/**
 * A level as shape, number, word and colour, in that order of trust.
 * Invariant: the colour never stands alone, and only red is filled solid.
 */
export function LevelMark({
  level,
  size = 16,
  small = false,
  label = true,
}: {
  level: number;
  size?: number;
  small?: boolean;
  label?: boolean;
}) {
  const { t } = useTranslation();
  const lv = asLevel(level);
  const named = label ? { role: 'img', 'aria-label': t(`common:level.${levelName(lv)}`) } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden where the word stands beside it
    <svg className="pl-mark" width={size} height={size} viewBox="0 0 16 16" {...named}>
      {lv === 0 ? (
        <g fill="none" stroke="var(--pl-lv0-edge)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
          <path d={levelPaths[0]} />
          <path d={levelTick} />
        </g>
      ) : (
        <>
          <path
            d={levelPaths[lv]}
            fill={`var(--pl-lv${lv})`}
            stroke={`var(--pl-lv${lv}-edge)`}
            strokeWidth="1"
            strokeLinejoin="round"
          />
          {!small && (
            <text
              x="8"
              y={lv === 2 ? 12.4 : 11.2}
              textAnchor="middle"
              fontSize="9"
              fontWeight="700"
              fill="var(--pl-lv-ink)"
            >
              {lv}
            </text>
          )}
        </>
      )}
    </svg>
  );
}

/** Mark and word on the level's own ground; `closed` for what is settled: the mark stays, fill and weight go. */
export function LevelTag({ level, closed = false }: { level: number; closed?: boolean }) {
  const { t } = useTranslation();
  const lv = asLevel(level);
  const onRed = lv === 4 && !closed;
  return (
    <span className={`pl-tag l${lv}${closed ? ' closed' : ''}`}>
      {onRed ? <RedOnRed /> : <LevelMark level={lv} size={14} label={false} />}
      {t(`common:level.${levelName(lv)}`)}
    </span>
  );
}

/** On the solid red tag the octagon is inverted, or it would vanish. */
function RedOnRed() {
  return (
    <svg className="pl-mark" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <path d={levelPaths[4]} fill="var(--pl-lv-ink)" />
      <text x="8" y="11.2" textAnchor="middle" fontSize="9" fontWeight="700" fill="var(--pl-lv4)">
        4
      </text>
    </svg>
  );
}

/** Mark and a word or number beside it, without ground. */
export const LevelWith = ({ level, size = 16, children }: { level: number; size?: number; children: ReactNode }) => (
  <span className="pl-lv">
    <LevelMark level={level} size={size} />
    {children}
  </span>
);
