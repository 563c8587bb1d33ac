import { DatePicker } from 'antd';
import { instantAt, wallOf } from './wall-clock.ts';

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
      value={at === null ? null : wallOf(at, zone)}
      disabledDate={(day) => instantAt(day.startOf('day'), zone) > Date.now()}
      onChange={(day) => onChange(day ? instantAt(day, zone) : null)}
    />
  );
}
