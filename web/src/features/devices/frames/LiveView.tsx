import { type Frame, frames } from '@plumbline/contract/devices/frames';
import { Input, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { FrameLine } from './FrameLine.tsx';
import { type FrameTarget, type LiveFrame, useFrames } from './frames.queries.ts';
import { type FrameFilter, matches } from './matching-frames.ts';
import { Recorder } from './Recorder.tsx';

/** Frames of which the newest are drawn; all are searched. */
const maxDrawn = 300;

/** The recorded frames, the newest first: filtered, stopped, exported. */
export function LiveView({ target }: { target: FrameTarget }) {
  const { t } = useTranslation();
  const { list, recording, error, refresh } = useFrames(target);
  const [filter, setFilter] = useState<FrameFilter>({ text: '', show: 'all' });
  /** What was there when it was paused; null = it goes on. */
  const [paused, setPaused] = useState<readonly LiveFrame[] | null>(null);
  const frameList = paused ?? list;
  const matching = useMemo(
    () => (frameList ?? []).filter((frame) => matches(frame, filter)).toReversed(),
    [frameList, filter],
  );
  const requests = useMemo(() => requestsBefore(frameList ?? []), [frameList]);
  return (
    <section className="fr-live">
      <Recorder
        target={target}
        recording={recording}
        isEmpty={(list?.length ?? 0) === 0}
        isPaused={paused !== null}
        onPause={() => setPaused(paused === null ? list : null)}
        onChanged={(isEmptied) => {
          if (isEmptied) setPaused(null);
          refresh(isEmptied);
        }}
      />
      <FilterLine filter={filter} onChange={setFilter}>
        {t('frames:count', { count: matching.length })}
        {paused !== null && list !== null && list.length > paused.length && (
          <> · {t('frames:meanwhile', { count: list.length - paused.length })}</>
        )}
      </FilterLine>
      {/* What is there already is not the present any more: it must not look as if nothing came. */}
      {error !== null && <Failed title={t('frames:failed')} error={error} onRetry={() => refresh(false)} />}
      {list === null && error === null && <SkeletonRows rows={4} />}
      {list !== null && matching.length === 0 && (
        <NoFrames isRunning={recording?.isRunning === true} isAny={list.length > 0} />
      )}
      {matching.length > 0 && (
        <ol className="fr-frames" aria-label={t('frames:frames')}>
          {matching.slice(0, maxDrawn).map((frame) => (
            <FrameLine key={frame.id} frame={frame} request={requests.get(frame.id) ?? null} />
          ))}
        </ol>
      )}
      {matching.length > maxDrawn && <p className="pl-3 pl-sm">{t('frames:drawn', { count: maxDrawn })}</p>}
    </section>
  );
}

/** What is looked for, and how much of it there is. */
function FilterLine({
  filter,
  onChange,
  children,
}: {
  filter: FrameFilter;
  onChange: (filter: FrameFilter) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row fr-filter">
      <Input
        allowClear
        aria-label={t('frames:find')}
        placeholder={t('frames:find')}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <Select
        aria-label={t('frames:show')}
        value={filter.show}
        options={(['all', 'in', 'out', 'wrong'] as const).map((value) => ({
          value,
          label: t(`frames:shows.${value}`),
        }))}
        onChange={(show) => onChange({ ...filter, show })}
      />
      <span className="pl-3 pl-sm" role="status">
        {children}
      </span>
    </div>
  );
}

function NoFrames({ isRunning, isAny }: { isRunning: boolean; isAny: boolean }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  if (isAny) return <Empty title={t('frames:noneFound')} />;
  if (isRunning) return <Empty title={t('frames:waiting')} why={t('frames:waitingWhy')} />;
  return (
    <Empty title={t('frames:none')} why={allowed(frames.recordDevice) ? t('frames:noneWhy') : t('frames:noneMayNot')} />
  );
}

/** For each answer the request before it. */
function requestsBefore(list: readonly Frame[]): ReadonlyMap<number, Frame> {
  const before = new Map<number, Frame>();
  let request: Frame | null = null;
  for (const frame of list) {
    if (frame.kind === 'request') request = frame;
    else if (frame.kind === 'answer' && request) before.set(frame.id, request);
  }
  return before;
}
