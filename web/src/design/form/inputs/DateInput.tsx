import { DatePicker, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { formatZone } from '../../../kernel/format.ts';
import type { InputProps } from '../input.ts';
import { instantAt, wallTime } from '../wall-time.ts';

dayjs.extend(customParseFormat);
const formats = { date: 'YYYY-MM-DD', month: 'YYYY-MM', time: 'HH:mm', datetime: 'YYYY-MM-DD HH:mm:ss' } as const;

/** DATE: a day, a month, a time of the day; or an instant, typed by the clocks of the form's zone, which stands beside it. */
export default function DateInput({
  id,
  value,
  onChange,
  definition,
  label,
  placeholder,
  traits,
  disabled,
  zone,
}: InputProps<string>) {
  const kind = (definition.inputType ?? 'date') as keyof typeof formats;
  const format = formats[kind];
  const current = !value ? null : kind === 'datetime' ? wallTime(value, zone) : dayjs(value, format);
  const common = {
    ...(id === undefined ? {} : { id }),
    'aria-label': label,
    value: current?.isValid() ? current : null,
    disabled,
    allowClear: !traits.required,
    format,
    ...(placeholder === undefined ? {} : { placeholder }),
    needConfirm: false,
    onChange: (next: Dayjs | null) =>
      onChange(next === null ? traits.empty : kind === 'datetime' ? instantAt(next, zone) : next.format(format)),
    style: { width: '100%' },
  };
  if (kind === 'time') return <TimePicker {...common} />;
  if (kind === 'datetime')
    return (
      <DatePicker
        {...common}
        showTime
        suffixIcon={<span className="pl-micro pl-3">{formatZone(zone, value ?? undefined)}</span>}
      />
    );
  return <DatePicker {...common} picker={kind} />;
}
