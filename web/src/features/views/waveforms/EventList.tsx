import type { Threshold } from '@plumbline/contract/points/points';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { Button, Checkbox, InputNumber } from 'antd';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { EventLevel, eventRules } from './EventLevel.tsx';
import { UploadButton } from './UploadDialog.tsx';
import type { ChangeWaveforms, WaveformState } from './waveform-state.ts';

/** The events, newest first. Arrow keys go from one to the next. */
export function EventList({
  events,
  thresholds,
  total,
  chosen,
  state,
  onChange,
  onChoose,
  onUpload,
  onOlder,
}: {
  events: readonly Waveform[];
  thresholds: readonly Threshold[];
  total: number;
  chosen: number | null;
  state: WaveformState;
  onChange: ChangeWaveforms;
  onChoose: (event: Waveform) => void;
  onUpload: (() => void) | undefined;
  onOlder: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const columns = useColumns(chosen, state.other, (other) => onChange({ other }), thresholds);
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const at = events.findIndex(({ id }) => id === chosen);
    const next = by === 0 ? undefined : events[at + by];
    if (!next || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    onChoose(next);
    place.current?.querySelector<HTMLElement>(`[data-row-key="${next.id}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the focus; arrow keys lead from one to the next
    <div className="wf-list" ref={place} onKeyDown={step}>
      <ListHead {...{ shown: events.length, total, state, onChange, onUpload }} />
      <DataTable
        dense
        rows={events}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={onChoose}
        isOpen={({ id }) => id === chosen}
        empty={t('waveforms:noneFiltered')}
        widthPx={640}
      />
      {onOlder && (
        <Button type="text" size="small" onClick={onOlder}>
          {t('waveforms:older')}
        </Button>
      )}
    </div>
  );
}

/** How many there are, from which strength on, and a way to add one. */
function ListHead({
  shown,
  total,
  state,
  onChange,
  onUpload,
}: {
  shown: number;
  total: number;
  state: WaveformState;
  onChange: ChangeWaveforms;
  onUpload: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className="wf-head">
      <h2 className="pl-sm">
        <span className="pl-b">{t('waveforms:events')}</span>{' '}
        <span className="pl-3 pl-num">{t('waveforms:shownTotal', { shown, total })}</span>
      </h2>
      <InputNumber
        size="small"
        min={0}
        max={1000}
        value={state.minVectorSumMmS}
        placeholder={t('waveforms:minPpv')}
        aria-label={t('waveforms:minPpv')}
        title={t('waveforms:minPpvHint')}
        onChange={(minVectorSumMmS) =>
          onChange({ minVectorSumMmS: minVectorSumMmS !== null && minVectorSumMmS > 0 ? minVectorSumMmS : null })
        }
        style={{ width: 128 }}
      />
      {onUpload && <UploadButton onClick={onUpload} />}
    </div>
  );
}

/** Long because it is one flat list of columns. */
/** The component that governs with its frequency, and the vector sum, which has none. */
const velocityColumns = (t: TFunction): Columns<Waveform> => [
  {
    ...numeric(<span title={t('waveforms:ppvHint')}>{t('waveforms:ppv')}</span>, 'mm/s'),
    key: 'ppv',
    width: 100,
    render: (_, { governing: { axis, velocityMmS } }) => (
      <>
        <span className="pl-b">{formatNumber(velocityMmS, 2)}</span> <span className="pl-3">{axis.toUpperCase()}</span>
      </>
    ),
  },
  {
    ...numeric(t('waveforms:frequency'), 'Hz'),
    key: 'frequency',
    width: 96,
    render: (_, { governing: { velocityHz } }) => (velocityHz === null ? missing : formatNumber(velocityHz, 1)),
  },
  {
    ...numeric(<span title={t('waveforms:pvsHint')}>{t('waveforms:pvs')}</span>, 'mm/s'),
    key: 'pvs',
    width: 84,
    render: (_, { vectorSumMmS }) => formatNumber(vectorSumMmS, 2),
  },
];

/** Long because it is one column after another. */
function useColumns(
  chosen: number | null,
  other: number | null,
  onOther: (id: number | null) => void,
  thresholds: readonly Threshold[],
) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const rules = useMemo(() => eventRules(thresholds), [thresholds]);
  return useMemo(
    (): Columns<Waveform> => [
      {
        title: t('waveforms:start'),
        key: 'start',
        width: 164,
        render: (_, { startAt }) => <time dateTime={startAt}>{formatTime(startAt, timeZone)}</time>,
      },
      {
        title: t('waveforms:level'),
        key: 'level',
        width: 84,
        render: (_, event) => <EventLevel rules={rules} event={event} />,
      },
      ...velocityColumns(t),
      {
        ...numeric(t('waveforms:peak')),
        key: 'peak',
        width: 104,
        render: (_, { peak, unit }) => (
          <>
            {formatNumber(peak, 2)} <span className="pl-3">{unit}</span>
          </>
        ),
      },
      {
        ...numeric(t('waveforms:duration'), 's'),
        key: 'duration',
        width: 84,
        render: (_, { samples, rateHz }) => formatNumber(samples / rateHz, 1),
      },
      { title: t('waveforms:trigger'), key: 'trigger', width: 110, render: (_, { trigger }) => trigger ?? missing },
      {
        title: t('waveforms:compare'),
        key: 'compare',
        width: 76,
        align: 'center' as const,
        render: (_, { id, startAt }) => (
          <Checkbox
            aria-label={t('waveforms:compareWith', { time: formatTime(startAt, timeZone) })}
            checked={id === other}
            disabled={id === chosen}
            onClick={(event) => event.stopPropagation()}
            onKeyDown={(event) => event.stopPropagation()}
            onChange={({ target }) => onOther(target.checked ? id : null)}
          />
        ),
      },
    ],
    [t, timeZone, chosen, other, onOther, rules],
  );
}
