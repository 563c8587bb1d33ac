import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';

/** The last day of a membership, in the zone of the project; empty = without end. `given` is the field's. */
export function UntilInput({ timeZone, ...props }: { timeZone: string }) {
  const { value, onChange, id } = props as {
    value?: string | null;
    onChange?: (until: string | null) => void;
    id?: string;
  };
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      value={value ? dayjs(value) : null}
      minDate={dayjs(today)}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}

/** "until 1 April 2026"; nothing where there is no end. */
export function UntilText({ until }: { until: string | null }) {
  const { t } = useTranslation();
  return until && <span className="pl-sm pl-2">{t('people:members.untilDay', { day: until })}</span>;
}
