import { DatePicker, TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from '../../../design/form/wall-time.ts';
import { formatZone } from '../../../kernel/format.ts';
import { serverNow } from '../../../kernel/server-clock.ts';

/** Under a finger the calendar is chosen from: its keyboard would cover it. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** When it was measured, day and time by the clocks of the project; empty = now. */
export function TimeField({
  at,
  timeZone,
  onChange,
}: {
  at: number | null;
  timeZone: string;
  onChange: (at: number | null) => void;
}) {
  const { t } = useTranslation();
  const isAhead = at !== null && at > serverNow() + 60_000;
  const wall = at === null ? null : wallTime(at, timeZone);
  const common = {
    size: 'large',
    value: wall,
    needConfirm: false,
    inputReadOnly: isTouched(),
    status: isAhead ? 'error' : '',
  } as const;
  const take = (next: Dayjs | null, merge: (next: Dayjs, now: Dayjs) => Dayjs): void =>
    onChange(next && Date.parse(instantAt(merge(next, wall ?? wallTime(serverNow(), timeZone)), timeZone)));
  return (
    <fieldset
      className="fld-time"
      onKeyDown={(event) => {
        // It ends the choice of a day, and does not save the reading.
        if (event.key === 'Enter') event.preventDefault();
      }}
    >
      <legend className="pl-sm pl-2">{t('fieldWork:time.label', { zone: formatZone(timeZone) })}</legend>
      <div>
        <DatePicker
          {...common}
          aria-label={t('fieldWork:time.date')}
          format="YYYY-MM-DD"
          placeholder={t('fieldWork:time.date')}
          disabledDate={(day) => Date.parse(instantAt(day.startOf('day'), timeZone)) > serverNow()}
          onChange={(day) => take(day, (next, now) => next.hour(now.hour()).minute(now.minute()).second(0))}
        />
        <TimePicker
          {...common}
          aria-label={t('fieldWork:time.time')}
          format="HH:mm"
          placeholder={t('fieldWork:time.time')}
          onChange={(time) => take(time, (next, now) => now.hour(next.hour()).minute(next.minute()).second(0))}
        />
      </div>
      <span className={`pl-sm ${isAhead ? 'pl-wrong' : 'pl-3'}`}>
        {t(isAhead ? 'errors:timeInFuture' : 'fieldWork:time.empty')}
      </span>
    </fieldset>
  );
}
