import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type DutyPerson, dutyLimits, type Shift } from '@plumbline/contract/alerts/duty';
import { Button, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { optionsOf } from './duty.queries.ts';

dayjs.extend(customParseFormat);
const format = 'HH:mm';
const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;
/** A shift as it is typed: who, and until when, may still be missing. */
type Typed = Partial<Shift>;

/** The shifts of a week, one under the other: who, on which days, from when until when. */
export function shiftsInput(people: readonly DutyPerson[]) {
  return function ShiftsInput({ value, onChange, disabled }: Slot) {
    const { t } = useTranslation();
    const shifts = (value as Typed[] | undefined) ?? [];
    const set = (i: number, change: Typed): void =>
      onChange(shifts.map((each, k) => (k === i ? { ...each, ...change } : each)));
    return (
      <div className="du-shifts">
        {shifts.map((shift, i) => (
          <ShiftRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a shift has no other name than its place
            key={i}
            {...{ shift, people, disabled, number: i + 1 }}
            onSet={(change) => set(i, change)}
            onRemove={() => onChange(shifts.filter((_, k) => k !== i))}
          />
        ))}
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || shifts.length >= dutyLimits.shifts}
          onClick={() => onChange([...shifts, { days: [...weekDays], fromTime: '08:00', toTime: '20:00' }])}
        >
          {t('duty:addShift')}
        </Button>
      </div>
    );
  };
}

function ShiftRow({
  shift: { personId, days, fromTime, toTime },
  people,
  disabled,
  number,
  onSet,
  onRemove,
}: {
  shift: Typed;
  people: readonly DutyPerson[];
  disabled: boolean;
  number: number;
  onSet: (change: Typed) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const clock = (field: 'fromTime' | 'toTime', time: string | undefined) => (
    <TimePicker
      aria-label={t(`duty:${field}`, { number })}
      format={format}
      needConfirm={false}
      allowClear={false}
      disabled={disabled}
      value={time ? dayjs(time, format) : null}
      onChange={(next) => onSet({ [field]: next?.format(format) })}
    />
  );
  return (
    <fieldset aria-label={t('duty:shift', { number })}>
      <Select
        aria-label={t('duty:person', { number })}
        placeholder={t('duty:choosePerson')}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        value={personId ?? null}
        options={optionsOf(people, t)}
        onChange={(next) => onSet({ personId: next ?? undefined })}
      />
      <Select
        mode="multiple"
        aria-label={t('duty:days', { number })}
        maxTagCount="responsive"
        disabled={disabled}
        value={days ?? []}
        options={weekDays.map((day) => ({ value: day, label: t(`alertRules:dayShort.${day}`) }))}
        onChange={(next: number[]) => onSet({ days: next.sort((a, b) => a - b) })}
      />
      {clock('fromTime', fromTime)}
      <span aria-hidden>–</span>
      {clock('toTime', toTime)}
      <IconButton
        icon={<DeleteOutlined />}
        label={t('duty:removeShift', { number })}
        disabled={disabled}
        onClick={onRemove}
      />
    </fieldset>
  );
}
