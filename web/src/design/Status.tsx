import type { Status, WholeStatus } from '@plumbline/contract/kernel/status';
import { emptyDash, failedCross, levelPaths, staleClock } from '../kernel/levels.ts';
import { useServerNow } from '../kernel/server-clock.ts';
import { LevelMark, LevelTag } from './Level.tsx';
import { lacksLimits, pastLevel, presentLevel, type StatusWords, statusNow, useStatusWords } from './status-words.ts';

/**
 * How a point, or what is made of points, stands: as a mark, and as a tag with words. Everything that shows the level of
 * something measured uses these; `LevelMark` alone is for levels that are no statement about now (alerts, limits).
 * Invariant: what is silent or failed has neither colour nor tick. It is hollow, and keeps the shape of the level it had last.
 */
export function StatusMark({
  status: pointStatus,
  size = 16,
  small = false,
  label = true,
}: {
  status: Status;
  size?: number;
  small?: boolean;
  label?: boolean;
}) {
  const words = useStatusWords();
  const status = statusNow(pointStatus, useServerNow());
  const present = presentLevel(status);
  const { full } = words(status);
  const named = label ? { role: 'img', 'aria-label': full } : { 'aria-hidden': true };
  if (present !== null)
    return (
      <span className="pl-status" data-status={present} {...named}>
        <LevelMark level={present} size={size} small={small} label={false} />
      </span>
    );
  const past = pastLevel(status);
  const unjudged = lacksLimits(status);
  const never = unjudged || status.state === 'neverRead' || status.state === 'empty';
  return (
    <span className="pl-status" data-status={unjudged ? 'noLimits' : status.state} {...named}>
      <svg className="pl-mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
        <g
          fill="none"
          stroke="var(--pl-text-3)"
          strokeWidth={past > 0 ? 1.2 : 1.4}
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={levelPaths[past]} strokeDasharray={never ? undefined : '2.4 2'} />
          {status.state === 'empty' && <path d={emptyDash} />}
          {unjudged && <circle cx="8" cy="8" r="1.6" fill="var(--pl-text-3)" stroke="none" />}
          {!never && past === 0 && <path d={status.state === 'failed' ? failedCross : staleClock} />}
        </g>
        {!never && past > 0 && !small && (
          <text
            x="8"
            y={past === 2 ? 12.4 : 11.2}
            textAnchor="middle"
            fontSize="9"
            fontWeight="600"
            fill="var(--pl-text-3)"
          >
            {past}
          </text>
        )}
      </svg>
    </span>
  );
}

/** Mark and words where a level is shown: the level, or why there is none, while there is space for them. */
export function StatusTag({ status, words: size = 'full' }: { status: Status; words?: keyof StatusWords }) {
  const words = useStatusWords();
  const current = statusNow(status, useServerNow());
  const present = presentLevel(current);
  const labels = words(current);
  if (present !== null)
    return (
      <span className="pl-status" data-status={present} title={labels.full}>
        <LevelTag level={present} />
      </span>
    );
  return (
    <span className="pl-tag silent" data-status={lacksLimits(current) ? 'noLimits' : current.state} title={labels.full}>
      <StatusMark status={current} size={14} label={false} />
      <span className="pl-ell">{labels[size]}</span>
    </span>
  );
}

/** How many points of a whole are silent or failed their tests, in words; nothing where all report what passed. */
export function SilentCount({ status }: { status: WholeStatus }) {
  const words = useStatusWords();
  if (status.state !== 'silent' && status.state !== 'failed') return null;
  const silent = { ...status, level: null };
  return (
    <span className="pl-lv pl-2" title={words(silent).full}>
      <StatusMark status={silent} size={14} label={false} />
      {words(silent).short}
    </span>
  );
}
