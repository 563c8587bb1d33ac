import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from './form/wall-time.ts';

/** A time of the past by the clocks of the project, or none. */
export function InstantPicker({
  at,
  zone,
  label,
  placeholder,
  onChange,
}: {
  at: number | null;
  zone: string;
  label: string;
  /** What none means. */
  placeholder: string;
  onChange: (at: number | null) => void;
}) {
  return (
    <DatePicker
      size="small"
      aria-label={label}
      title={label}
      style={{ width: 168 }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder={placeholder}
      value={at === null ? null : wallTime(at, zone)}
      disabledDate={(day) => Date.parse(instantAt(day.startOf('day'), zone)) > Date.now()}
      onChange={(day) => onChange(day ? Date.parse(instantAt(day, zone)) : null)}
    />
  );
}

const dayOf = (day: Dayjs): string => day.format('YYYY-MM-DD');

/** Days by the clocks of the project, each as its noon. */
export function DaysPicker({
  days,
  marked,
  zone,
  label,
  onOpen,
  onChange,
}: {
  /** Epoch ms, ascending; none = nothing is chosen. */
  days: readonly number[];
  /** Times whose days are marked, epoch ms. */
  marked: readonly number[];
  zone: string;
  label: string;
  onOpen: (isOpen: boolean) => void;
  onChange: (days: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const markedDays = useMemo(() => new Set(marked.map((at) => dayOf(wallTime(at, zone)))), [marked, zone]);
  const noon = (day: Dayjs): number => Date.parse(instantAt(day.startOf('day').add(12, 'hour'), zone));
  return (
    <DatePicker
      multiple
      size="small"
      aria-label={label}
      style={{ width: 148 }}
      maxTagCount={0}
      placeholder={label}
      value={days.map((at) => wallTime(at, zone))}
      disabledDate={(day) => Date.parse(instantAt(day.startOf('day'), zone)) > Date.now()}
      onOpenChange={onOpen}
      cellRender={(day, { type, originNode }) =>
        type === 'date' && markedDays.has(dayOf(day as Dayjs)) ? (
          <div className="ant-picker-cell-inner rd-surveyed" title={t('readings:surveyed')}>
            {(day as Dayjs).date()}
          </div>
        ) : (
          originNode
        )
      }
      onChange={(chosen) => onChange([...new Set((chosen ?? []).map(noon))].sort((a, b) => a - b))}
    />
  );
}
