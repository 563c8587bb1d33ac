import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from '../../../design/form/wall-time.ts';
import { formatZone } from '../../../kernel/format.ts';
import { serverNow } from '../../../kernel/server-clock.ts';

const pattern = 'YYYY-MM-DDTHH:mm';

/** When it was measured, by the clocks of the project, in the field that telephones have for it; empty = now. */
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
  return (
    <label>
      <span className="pl-sm pl-2">{t('fieldWork:time.label', { zone: formatZone(timeZone) })}</span>
      <input
        className="fld-input"
        type="datetime-local"
        max={wallTime(serverNow(), timeZone).format(pattern)}
        value={at === null ? '' : wallTime(at, timeZone).format(pattern)}
        aria-invalid={isAhead}
        onChange={({ target: { value } }) => {
          const wall = dayjs(value);
          onChange(value === '' || !wall.isValid() ? null : Date.parse(instantAt(wall, timeZone)));
        }}
      />
      <span className={`pl-sm ${isAhead ? 'pl-wrong' : 'pl-3'}`}>
        {t(isAhead ? 'errors:timeInFuture' : 'fieldWork:time.empty')}
      </span>
    </label>
  );
}
