import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type DutyPerson, dutyLimits, type Rotation } from '@plumbline/contract/alerts/duty';
import { Button, DatePicker, InputNumber, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { optionsOf } from './duty.queries.ts';

dayjs.extend(customParseFormat);
const format = 'HH:mm';
const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;
/** A rotation as it is typed: parts may still be missing. */
type Typed = { readonly [K in keyof Rotation]?: Rotation[K] | undefined };

/** The rotations of a roster, the lowest layer first: who takes turns, how long, from when on, at which hours. */
export function rotationsInput(people: readonly DutyPerson[]) {
  return function RotationsInput({ value, onChange, disabled }: Slot) {
    const { t } = useTranslation();
    const rotations = (value as Typed[] | undefined) ?? [];
    const set = (i: number, change: Typed): void =>
      onChange(rotations.map((each, k) => (k === i ? { ...each, ...change } : each)));
    const added: Typed = {
      personIds: [],
      everyDays: 7,
      startDate: dayjs().format('YYYY-MM-DD'),
      handoverTime: '08:00',
      days: [...weekDays],
      fromTime: null,
      toTime: null,
    };
    return (
      <div className="du-shifts">
        {rotations.map((rotation, i) => (
          <RotationFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a rotation has no other name than its place
            key={i}
            {...{ rotation, people, disabled, number: i + 1 }}
            onSet={(change) => set(i, change)}
            onRemove={() => onChange(rotations.filter((_, k) => k !== i))}
          />
        ))}
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || rotations.length >= dutyLimits.rotations}
          onClick={() => onChange([...rotations, added])}
        >
          {t('duty:addRotation')}
        </Button>
      </div>
    );
  };
}

interface FieldsProps {
  readonly rotation: Typed;
  readonly people: readonly DutyPerson[];
  readonly disabled: boolean;
  readonly number: number;
  readonly onSet: (change: Typed) => void;
  readonly onRemove: () => void;
}

function RotationFields({ rotation, people, disabled, number, onSet, onRemove }: FieldsProps) {
  const { t } = useTranslation();
  const { personIds = [], everyDays, startDate } = rotation;
  return (
    <fieldset className="du-rotation" aria-label={t('duty:rotation', { number })}>
      <header>
        <b>{t('duty:rotation', { number })}</b>
        <IconButton
          icon={<DeleteOutlined />}
          label={t('duty:removeRotation', { number })}
          disabled={disabled}
          onClick={onRemove}
        />
      </header>
      <Labelled text={t('duty:turnOrder')} isWide>
        <Select
          mode="multiple"
          aria-label={t('duty:turnsOf', { number })}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={disabled}
          value={[...personIds]}
          options={optionsOf(people, t)}
          onChange={(next: number[]) => onSet({ personIds: next })}
        />
      </Labelled>
      <Labelled text={t('duty:everyDays')}>
        <InputNumber
          aria-label={t('duty:everyDaysOf', { number })}
          min={1}
          max={366}
          precision={0}
          disabled={disabled}
          value={everyDays ?? null}
          onChange={(next) => onSet({ everyDays: next ?? undefined })}
        />
      </Labelled>
      <Labelled text={t('duty:startDate')}>
        <DatePicker
          aria-label={t('duty:startDateOf', { number })}
          allowClear={false}
          disabled={disabled}
          value={startDate ? dayjs(startDate) : null}
          onChange={(next) => onSet({ startDate: next?.format('YYYY-MM-DD') })}
        />
      </Labelled>
      <RotationHours {...{ rotation, disabled, number, onSet }} />
    </fieldset>
  );
}

function RotationHours({
  rotation: { handoverTime, days, fromTime, toTime },
  disabled,
  number,
  onSet,
}: Pick<FieldsProps, 'rotation' | 'disabled' | 'number' | 'onSet'>) {
  const { t } = useTranslation();
  return (
    <>
      <Labelled text={t('duty:handover')}>
        <TimePicker
          aria-label={t('duty:handoverOf', { number })}
          format={format}
          needConfirm={false}
          allowClear={false}
          disabled={disabled}
          value={handoverTime ? dayjs(handoverTime, format) : null}
          onChange={(next) => onSet({ handoverTime: next?.format(format) })}
        />
      </Labelled>
      <Labelled text={t('duty:hours')}>
        <TimePicker.RangePicker
          aria-label={t('duty:hoursOf', { number })}
          format={format}
          order={false}
          needConfirm={false}
          disabled={disabled}
          value={fromTime && toTime ? [dayjs(fromTime, format), dayjs(toTime, format)] : null}
          onChange={(next) =>
            onSet({ fromTime: next?.[0]?.format(format) ?? null, toTime: next?.[1]?.format(format) ?? null })
          }
        />
      </Labelled>
      <Labelled text={t('duty:turnDays')} isWide>
        <Select
          mode="multiple"
          aria-label={t('duty:turnDaysOf', { number })}
          disabled={disabled}
          value={[...(days ?? [])]}
          options={weekDays.map((day) => ({ value: day, label: t(`alertRules:dayShort.${day}`) }))}
          onChange={(next: number[]) => onSet({ days: next.sort((a, b) => a - b) })}
        />
      </Labelled>
    </>
  );
}

function Labelled({ text, isWide = false, children }: { text: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      <span className="pl-sm pl-2" aria-hidden>
        {text}
      </span>
      {children}
    </div>
  );
}
