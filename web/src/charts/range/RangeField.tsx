import { CalendarOutlined } from '@ant-design/icons';
import { calendarPresets, limits, longPresets } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { Button, DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from '../../design/form/wall-time.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Range } from '../frame/range.ts';
import { historyMs, type Preset } from './ranges.ts';

/** As everywhere in a short form (formatShort); what is typed may be of either. */
const shortFormats = { en: 'D MMM HH:mm', others: 'MM-DD HH:mm' } as const;
const wholeFormats = { en: 'D MMM YYYY HH:mm', others: 'YYYY-MM-DD HH:mm' } as const;

/** A range of one's own, by the clocks of the project: the picker holds wall time, whatever the browser's zone. */
export function RangeField({
  range,
  preset,
  onPreset,
  onChange,
}: {
  range: Range;
  preset: Preset | null;
  onPreset: (preset: Preset) => void;
  onChange: (range: Range) => void;
}) {
  const [open, setOpen] = useState(false);
  const { project } = useProject();
  const toasts = useToasts();
  const zone = project.timeZone;
  const wall = (at: number): Dayjs => wallTime(at, zone);
  const instant = (day: Dayjs): number => Date.parse(instantAt(day, zone));
  const language = useLanguage() === 'en' ? 'en' : 'others';
  const sameYear = wall(range.from).year() === wall(Date.now()).year();
  return (
    <DatePicker.RangePicker
      size="small"
      className="dv-range"
      style={{ width: sameYear ? 236 : 302 }}
      showTime={{ format: 'HH:mm' }}
      format={[(sameYear ? shortFormats : wholeFormats)[language], wholeFormats.others, shortFormats.others]}
      allowClear={false}
      open={open}
      onOpenChange={setOpen}
      renderExtraFooter={() => (
        <Presets
          chosen={preset}
          onChoose={(name) => {
            setOpen(false);
            onPreset(name);
          }}
        />
      )}
      suffixIcon={<CalendarOutlined />}
      value={[wall(range.from), wall(range.to)]}
      disabledDate={(day) => instant(day.startOf('day')) > Date.now()}
      onChange={(chosen) => {
        const [from, to] = [chosen?.[0], chosen?.[1]];
        if (!from || !to) return;
        const next = { from: instant(from), to: instant(to) };
        if (next.from >= next.to) return toasts.failed(new Failure('startAfterEnd'));
        if (next.to - next.from > historyMs)
          return toasts.failed(new Failure('spanExceeded', { days: limits.viewDays }));
        onChange(next);
      }}
    />
  );
}

function Presets({ chosen, onChoose }: { chosen: Preset | null; onChoose: (preset: Preset) => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-row tight" style={{ padding: '8px 0' }}>
      {[...calendarPresets, ...longPresets.map(({ name }) => name)].map((name) => (
        <Button key={name} size="small" type={name === chosen ? 'default' : 'text'} onClick={() => onChoose(name)}>
          {t(`common:preset.${name}`)}
        </Button>
      ))}
    </div>
  );
}
