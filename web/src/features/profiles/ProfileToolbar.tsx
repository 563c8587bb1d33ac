import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons';
import { pastPresets } from '@plumbline/contract/constants';
import { axes, measures } from '@plumbline/science/profiles/survey';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { useProject } from '../../kernel/project.tsx';
import { DaysPicker, InstantPicker, type Preset, RangeField } from '../readings/readings.parts.tsx';
import { maxTimes, type ProfileState, surveyCounts } from './profile-state.ts';

const none: readonly number[] = [];

interface ProfileToolbarProps {
  readonly state: ProfileState;
  readonly onChange: (change: Partial<ProfileState>) => void;
  readonly preset: Preset | null;
  readonly shown: Range;
  readonly onRange: (range: { preset: Preset | null; custom: Range | null }) => void;
  readonly onPng: () => void;
  readonly onCsv: () => void;
}

/** Which surveys are drawn, and what of them. */
export function ProfileToolbar({ state, onChange, preset, shown, onRange, onPng, onCsv }: ProfileToolbarProps) {
  const { t } = useTranslation();
  return (
    <>
      <Toolbar label={t('profiles:toolbar')}>
        <Segmented
          label={t('profiles:measure')}
          value={state.measure}
          options={measures.map((value) => ({ value, label: t(`profiles:measures.${value}`) }))}
          onChange={(measure) => onChange({ measure })}
        />
        <Segmented
          label={t('profiles:axis')}
          value={state.axis}
          options={axes.map((value) => ({ value, label: t(`profiles:axes.${value}`) }))}
          onChange={(axis) => onChange({ axis })}
        />
        <BaselineField at={state.baselineAt} onChange={(baselineAt) => onChange({ baselineAt })} />
        <span className="pl-gap" />
        <IconButton icon={<DownloadOutlined />} label={t('common:chart.png')} onClick={onPng} />
        <IconButton icon={<FileTextOutlined />} label={t('common:chart.csv')} onClick={onCsv} />
      </Toolbar>
      <TimesBar {...{ state, onChange, preset, shown, onRange }} />
    </>
  );
}

/** Over which time the surveys are spread and how many they are, or the days that were chosen. */
function TimesBar({
  state,
  onChange,
  preset,
  shown,
  onRange,
}: Pick<ProfileToolbarProps, 'state' | 'onChange' | 'preset' | 'shown' | 'onRange'>) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const move = (to: { preset: Preset | null; custom: Range | null }): void => {
    onRange(to);
    onChange({ times: null });
  };
  const choose = (name: Preset): void => move({ preset: name, custom: null });
  return (
    <Toolbar label={t('readings:range')}>
      <Segmented
        label={t('readings:range')}
        value={preset}
        options={pastPresets
          .slice(-4)
          .map(({ name }) => ({ value: name as Preset, label: t(`common:preset.${name}`) }))}
        onChange={choose}
      />
      <RangeField
        range={shown}
        preset={preset}
        onPreset={choose}
        onChange={(custom) => move({ preset: null, custom })}
      />
      <span className="pl-gap" />
      <SurveyChoice state={state} onChange={onChange} />
      <DaysPicker
        days={state.times ?? none}
        zone={timeZone}
        label={t('profiles:chooseDates')}
        onChange={(days) => onChange({ times: days.length > 0 ? days.slice(-maxTimes) : null })}
      />
    </Toolbar>
  );
}

/** How many surveys are spread over the range. */
function SurveyChoice({
  state: { count, times },
  onChange,
}: {
  state: ProfileState;
  onChange: (change: Partial<ProfileState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      aria-label={t('profiles:surveys')}
      popupMatchSelectWidth={false}
      value={times ? null : count}
      placeholder={t('profiles:chosenTimes', { count: times?.length ?? 0 })}
      options={surveyCounts.map((value) => ({ value, label: t('profiles:count', { count: value }) }))}
      onChange={(chosen) => chosen !== null && onChange({ count: chosen, times: null })}
    />
  );
}

/** From which survey displacements count; empty = from the initial values. */
function BaselineField({ at, onChange }: { at: number | null; onChange: (at: number | null) => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <InstantPicker
      at={at}
      zone={project.timeZone}
      label={t('profiles:baseline')}
      placeholder={t('profiles:fromInitial')}
      onChange={onChange}
    />
  );
}
