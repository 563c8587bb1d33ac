import '../../../design/split.css';
import './waveforms.css';
import type { Point } from '@plumbline/contract/points/points';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, SkeletonChart } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { EventBars } from './EventBars.tsx';
import { EventList } from './EventList.tsx';
import { EventPane } from './EventPane.tsx';
import { SpectraPane } from './SpectraPane.tsx';
import { UploadButton, UploadDialog } from './UploadDialog.tsx';
import { type ChangeWaveforms, useWaveformState, type WaveformState, waveformModes } from './waveform-state.ts';
import { useEvent, useEvents } from './waveforms.queries.ts';

/** The events of a vibration point: one after the other, or the spectra of all of a range over time. */
export function WaveformsView({ point, thresholds, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const [state, change] = useWaveformState();
  const list = useEvents(point.id, state.minVectorSumMmS);
  const { events = [], total } = list;
  const chosen = useEvent(point.id, state.event ?? events[0]?.id ?? null, events);
  const [isUploading, setUploading] = useState(false);
  const upload = useMayAdd(point) ? () => setUploading(true) : undefined;
  // Another event is shown whole.
  const choose = ({ id }: Pick<Waveform, 'id'>): void => change({ event: id, part: null });
  const mode = (
    <Segmented
      label={t('waveforms:modes')}
      value={state.mode}
      options={waveformModes.map((value) => ({ value, label: t(`waveforms:mode.${value}`) }))}
      onChange={(next) => change({ mode: next })}
    />
  );
  return (
    <>
      {list.error && list.events === undefined ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : list.events === undefined ? (
        <SkeletonChart height={336} />
      ) : total === 0 && state.minVectorSumMmS === null && !chosen.event ? (
        <NoEvents onUpload={upload} />
      ) : (
        <WaveformBody {...{ point, ranges, state, newest: events[0], mode }} onChange={change}>
          <EventBars
            {...{ point, ranges, mode }}
            minVectorSumMmS={state.minVectorSumMmS}
            chosenId={chosen.event?.id ?? null}
            onChoose={choose}
          />
          <Events {...{ point, thresholds, list, chosen, state, upload }} onChange={change} onChoose={choose} />
        </WaveformBody>
      )}
      {isUploading && (
        <UploadDialog
          pointId={point.id}
          onClose={() => setUploading(false)}
          onStored={(event) => {
            setUploading(false);
            choose(event);
          }}
        />
      )}
    </>
  );
}

/** Spectra over time, or what is inside. */
function WaveformBody({
  point,
  ranges,
  state,
  newest,
  mode,
  onChange,
  children,
}: Pick<PointViewProps, 'point' | 'ranges'> & {
  state: WaveformState;
  newest: Waveform | undefined;
  mode: ReactNode;
  onChange: ChangeWaveforms;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  if (state.mode !== 'spectra') return children;
  return (
    <>
      <Toolbar label={t('waveforms:modes')}>{mode}</Toolbar>
      <SpectraPane {...{ point, ranges, newest, state, onChange }} />
    </>
  );
}

/** The list, and beside it the chosen one. */
function Events({
  point,
  thresholds,
  list,
  chosen,
  state,
  upload,
  onChange,
  onChoose,
}: Pick<PointViewProps, 'point' | 'thresholds'> & {
  list: ReturnType<typeof useEvents>;
  chosen: ReturnType<typeof useEvent>;
  state: WaveformState;
  upload: (() => void) | undefined;
  onChange: ChangeWaveforms;
  onChoose: (event: Waveform) => void;
}) {
  const { events = [], total } = list;
  const other = useEvent(point.id, state.other, events);
  return (
    <div className="pl-split wf" aria-busy={list.isFetching}>
      <EventList
        events={events}
        thresholds={thresholds}
        total={total}
        chosen={chosen.event?.id ?? null}
        state={state}
        onChange={onChange}
        onChoose={onChoose}
        onUpload={upload}
        onOlder={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
      <Chosen error={chosen.error} onAway={() => onChange({ event: null, part: null })} event={chosen.event}>
        {(event) => (
          <EventPane
            point={point}
            thresholds={thresholds}
            event={event}
            other={other.event?.id === event.id ? undefined : other.event}
            events={events}
            state={state}
            onChange={onChange}
          />
        )}
      </Chosen>
    </div>
  );
}

/** Returns whether the caller may bring waveforms of the point. */
function useMayAdd({ archivedAt }: Point): boolean {
  const allowed = useAllowed();
  const { project } = useProject();
  return archivedAt === null && project.archivedAt === null && allowed(waveforms.upload);
}

/** The event of the address, once it is there; one that was deleted gives way to the newest. */
function Chosen({
  event,
  error,
  onAway,
  children,
}: {
  event: Waveform | undefined;
  error: unknown;
  onAway: () => void;
  children: (event: Waveform) => ReactNode;
}) {
  if (event) return <div className="wf-event">{children(event)}</div>;
  return (
    <div className="wf-event">{error ? <Failed error={error} onRetry={onAway} /> : <SkeletonChart height={336} />}</div>
  );
}

/** How waveforms get in, where there is none yet. */
function NoEvents({ onUpload }: { onUpload: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('waveforms:none')} why={t('waveforms:noneWhy')}>
      {onUpload && <UploadButton onClick={onUpload} />}
    </Empty>
  );
}
