import { CloseOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/kernel/constants';
import { addTimer, type TimerRefusal } from '@plumbline/contract/points/fields';
import { Button, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';

/** TIMER_SELECT: times of the day, at most ten, none twice, in order. A time is selected first, then added. */
export default function TimersInput({ id, value, onChange, label, disabled, wrong }: InputProps<readonly string[]>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Dayjs | null>(null);
  const [refused, setRefused] = useState<TimerRefusal | null>(null);
  const timers = value ?? [];
  const add = (time: Dayjs | null) => {
    const added = addTimer(timers, time?.format('HH:mm') ?? null);
    if ('refused' in added) return setRefused(added.refused);
    setRefused(null);
    setChosen(null);
    onChange(added.timers);
  };
  return (
    <div className="pl-timers">
      <TimerChips
        timers={timers}
        disabled={disabled}
        onRemove={(index) => {
          setRefused(null);
          onChange(timers.filter((_, at) => at !== index));
        }}
      />
      <div className="pl-row">
        <TimePicker
          {...(id === undefined ? {} : { id })}
          aria-label={label}
          format="HH:mm"
          needConfirm={false}
          value={chosen}
          disabled={disabled || timers.length >= limits.timerPoints}
          status={refused || wrong ? 'error' : ''}
          onChange={(next) => {
            setChosen(next ? dayjs(next) : null);
            setRefused(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || chosen === null) return;
            event.preventDefault();
            add(chosen);
          }}
          style={{ width: 120 }}
        />
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || timers.length >= limits.timerPoints}
          onClick={() => add(chosen)}
        >
          {t('forms:timer.add')}
        </Button>
        <span className="pl-3 pl-sm pl-num">
          {timers.length} / {limits.timerPoints}
        </span>
      </div>
      {refused && <RefusalLine refused={refused} />}
    </div>
  );
}

function TimerChips({
  timers,
  disabled,
  onRemove,
}: {
  timers: readonly string[];
  disabled: boolean;
  onRemove: (index: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="list">
      {timers.map((timer, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that came in twice-times shows both
        <span key={`${timer} ${i}`} className={`pl-chip pl-num${timers.indexOf(timer) !== i ? ' wrong' : ''}`}>
          {timer}
          {!disabled && (
            <button
              type="button"
              className="pl-bare"
              aria-label={t('forms:timer.remove', { time: timer })}
              onClick={() => onRemove(i)}
            >
              <CloseOutlined />
            </button>
          )}
        </span>
      ))}
      {timers.length === 0 && <span className="pl-3 pl-sm">{t('forms:timer.none')}</span>}
    </div>
  );
}

function RefusalLine({ refused }: { refused: TimerRefusal }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className="pl-row tight pl-sm pl-wrong">
      <WarningOutlined />
      {t(`forms:issue.${refused}`)}
    </p>
  );
}
