import './drawn-curve.css';
import { HistoryOutlined } from '@ant-design/icons';
import { readings } from '@plumbline/contract/readings/readings';
import { useMutation } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../design/Toasts.tsx';
import { useAllowed } from '../kernel/allowed.tsx';
import { formatNumber, formatTime, missing } from '../kernel/format.ts';
import { useProject } from '../kernel/project.tsx';
import { read } from '../kernel/reads.ts';
import { DrawnCurve } from './DrawnCurve.tsx';
import { type DrawnSpan, drawnColumns, drawnRange } from './drawn-readings.ts';

export type DrawnValues = readonly (number | null)[];
export const nothingDrawn: DrawnValues = Array.from({ length: drawnColumns }, () => null);
/** When something was raised, epoch ms. */
export interface RaisedSpan {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

interface Props {
  readonly name: string;
  readonly unit: string;
  /** Whose history may be loaded; null = what is drawn is no field. */
  readonly source: { readonly pointId: number; readonly field: string } | null;
  readonly span: DrawnSpan;
  /** From where to where it can be drawn to begin with. */
  readonly range: { readonly low: number; readonly high: number };
  readonly limits: readonly { readonly value: number; readonly level: number }[];
  readonly raised: readonly RaisedSpan[];
  readonly values: DrawnValues;
  readonly onChange: (values: DrawnValues) => void;
}

/** A curve of a span of time that a person draws, or begins from what was measured. */
export function CurveDrawing({ name, unit, source, span, range: first, limits, raised, values, onChange }: Props) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [range, setRange] = useState(first);
  const history = useHistory(source, span, (loaded) => {
    setRange(drawnRange([...limits.map(({ value }) => value), ...loaded.filter((each) => each !== null)]));
    onChange(loaded);
  });
  const length = span.toMs - span.startAt;
  const columnOf = (at: number): number => ((at - span.startAt) / length) * (drawnColumns - 1);
  return (
    <div className="dc-drawing">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <b>{name}</b>
        <Ends range={range} unit={unit} name={name} onChange={setRange} />
        {history.isAllowed && (
          <Button size="small" icon={<HistoryOutlined />} loading={history.isPending} onClick={() => history.load()}>
            {t('charts:drawnHistory')}
          </Button>
        )}
        <Button size="small" disabled={values.every((each) => each === null)} onClick={() => onChange(nothingDrawn)}>
          {t('charts:drawnClear')}
        </Button>
      </div>
      <DrawnCurve
        values={values}
        low={range.low}
        high={range.high}
        limits={limits}
        spans={raised.map(({ from, to, level }) => ({ from: columnOf(from), to: columnOf(to), level }))}
        label={t('charts:drawnCurve', { name })}
        words={(column) => {
          const value = values[column] ?? null;
          const at = formatTime(new Date(span.startAt + (column / (drawnColumns - 1)) * length), project.timeZone);
          return `${at}: ${value === null ? missing : `${formatNumber(value)} ${unit}`}`;
        }}
        onChange={onChange}
      />
    </div>
  );
}

/** From where to where it can be drawn. */
function Ends({
  range,
  unit,
  name,
  onChange,
}: {
  range: { low: number; high: number };
  unit: string;
  name: string;
  onChange: (range: { low: number; high: number }) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <InputNumber
        size="small"
        value={range.low}
        suffix={unit}
        aria-label={t('charts:drawnFrom', { name })}
        onChange={(low) => low !== null && low < range.high && onChange({ ...range, low })}
      />
      <InputNumber
        size="small"
        value={range.high}
        suffix={unit}
        aria-label={t('charts:drawnTo', { name })}
        onChange={(high) => high !== null && high > range.low && onChange({ ...range, high })}
      />
    </>
  );
}

/** What was measured over the span, at the columns of the drawing: the newest value before each. */
function useHistory(
  source: { readonly pointId: number; readonly field: string } | null,
  { startAt, toMs }: DrawnSpan,
  onLoaded: (values: DrawnValues) => void,
): { isAllowed: boolean; isPending: boolean; load: () => void } {
  const toasts = useToasts();
  const isAllowed = useAllowed()(readings.query) && source !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      read(readings.query, {
        pointIds: [source?.pointId ?? 0],
        fields: [source?.field ?? ''],
        quantity: 'value',
        width: 1_000,
        from: new Date(startAt).toISOString(),
        to: new Date(toMs).toISOString(),
      }),
    onSuccess: ({ series: [series] }) => {
      const step = (toMs - startAt) / (drawnColumns - 1);
      onLoaded(
        nothingDrawn.map((_, column) => {
          const at = startAt + column * step;
          const place = series ? series.times.findLastIndex((time) => time <= at && time > at - 4 * step) : -1;
          return place < 0 ? null : (series?.values[place] ?? null);
        }),
      );
    },
    onError: toasts.failed,
  });
  return { isAllowed, isPending, load: () => mutate() };
}
