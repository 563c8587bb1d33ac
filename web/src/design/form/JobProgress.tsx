import './form.css';
import './job-progress.css';
import { CheckOutlined, ClockCircleOutlined, LoadingOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kernel/failures.ts';
import { formatCount } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

const marks: Readonly<Record<JobState, ReactNode>> = {
  queued: <ClockCircleOutlined />,
  running: <LoadingOutlined />,
  done: <CheckOutlined />,
  failed: <WarningOutlined />,
  cancelled: <StopOutlined />,
};

interface JobProgressProps {
  title: ReactNode;
  state: JobState;
  done: number;
  total: number | null;
  /** From which the rest is estimated. */
  startedAt?: string | number | null;
  /** In words, when it is done: "1,204 points made". */
  result?: ReactNode;
  error?: unknown;
  onCancel?: (() => Promise<unknown>) | undefined;
  onRetry?: (() => void) | undefined;
  /** Links to what was made. */
  children?: ReactNode;
}

/**
 * A long piece of work: what it is, how far it has come, how long it will take, and what came of it. Draws what it is
 * given; whoever shows it asks for the task. `total` null = not known yet.
 */
export function JobProgress({
  title,
  state,
  done,
  total,
  startedAt,
  result,
  error,
  onCancel,
  onRetry,
  children,
}: JobProgressProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = state === 'queued' || state === 'running';
  const share = total === null ? null : total === 0 ? 1 : Math.min(1, done / total);
  const leftSeconds = state === 'running' ? secondsLeft(share, startedAt) : null;
  const { stopping, refused, cancel } = useCancelling(onCancel);
  const failed = state === 'failed' ? error : refused;
  return (
    <div className={`pl-job ${state}`}>
      <div className="pl-row">
        {marks[state]}
        <b className="pl-ell">{title}</b>
        <span className="pl-gap" />
        <span className="pl-sm pl-2 pl-num">{stateWords(state, done, total, t)}</span>
      </div>
      {open && (
        <ProgressBar share={share} isWaiting={state === 'queued'} label={typeof title === 'string' ? title : null} />
      )}
      <div className="pl-row pl-sm foot" aria-live="polite">
        {open && leftSeconds !== null && (
          <span className="pl-3">{t('forms:job.left', { span: formatSpan(leftSeconds, language) })}</span>
        )}
        {state === 'done' && result !== undefined && <span className="pl-2">{result}</span>}
        {failed !== null && failed !== undefined && (
          <span className="pl-wrong" role="alert">
            {wordsOf(failed, t).words}
          </span>
        )}
        <span className="pl-gap" />
        {children}
        {open && onCancel && (
          <Button size="small" loading={stopping} onClick={() => void cancel()}>
            {t('common:cancel')}
          </Button>
        )}
        {state === 'failed' && onRetry && (
          <Button size="small" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Estimated from the share done so far; the first seconds say nothing about the rest. */
function secondsLeft(share: number | null, startedAt: string | number | null | undefined): number | null {
  const spentMs = startedAt == null ? 0 : Date.now() - new Date(startedAt).getTime();
  return share !== null && share > 0.02 && share < 1 && spentMs > 3_000 ? (spentMs / 1000) * (1 / share - 1) : null;
}

function stateWords(state: JobState, done: number, total: number | null, t: TFunction): string {
  if (state !== 'running') return t(`forms:job.${state}`);
  return total === null
    ? formatCount(done)
    : t('forms:job.count', { done: formatCount(done), total: formatCount(total) });
}

/** Cancelling: it stays asked for until the work has ended, or the server refuses. */
function useCancelling(onCancel: (() => Promise<unknown>) | undefined) {
  const [stopping, setStopping] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const cancel = async (): Promise<void> => {
    setStopping(true);
    setRefused(null);
    try {
      await onCancel?.();
    } catch (failure) {
      setRefused(failure);
      setStopping(false);
    }
  };
  return { stopping, refused, cancel };
}

/** Full as far as the work has come; moving where nobody knows how far that is. */
function ProgressBar({ share, isWaiting, label }: { share: number | null; isWaiting: boolean; label: string | null }) {
  const { t } = useTranslation();
  return (
    <div
      className={`bar${share === null || isWaiting ? ' unknown' : ''}`}
      role="progressbar"
      aria-label={label ?? t('forms:job.running')}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.floor(share * 100) })}
    >
      <i style={{ width: `${(share ?? 0) * 100}%` }} />
    </div>
  );
}
