import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons';
import { pastPresets } from '@plumbline/contract/constants';
import { axes, measures } from '@plumbline/science/profiles/survey';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { useProject } from '../../kernel/project.tsx';
import { InstantPicker, type Preset, RangeField } from '../readings/readings.parts.tsx';
import { type ProfileState, surveyCounts } from './profile-state.ts';

/** Which surveys are drawn, and what of them. */
export function ProfileToolbar({
  state,
  onChange,
  preset,
  shown,
  onRange,
  onPng,
  onCsv,
}: {
  state: ProfileState;
  onChange: (change: Partial<ProfileState>) => void;
  preset: Preset | null;
  shown: Range;
  onRange: (range: { preset: Preset | null; custom: Range | null }) => void;
  onPng: () => void;
  onCsv: () => void;
}) {
  const { t } = useTranslation();
  const choose = (name: Preset): void => {
    onRange({ preset: name, custom: null });
    onChange({ times: null });
  };
  return (
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
        onChange={(custom) => {
          onRange({ preset: null, custom });
          onChange({ times: null });
        }}
      />
      <Select
        size="small"
        aria-label={t('profiles:surveys')}
        popupMatchSelectWidth={false}
        value={state.times ? null : state.count}
        placeholder={t('profiles:chosenTimes', { count: state.times?.length ?? 0 })}
        options={surveyCounts.map((value) => ({ value, label: t('profiles:count', { count: value }) }))}
        onChange={(count) => count !== null && onChange({ count, times: null })}
      />
      <IconButton icon={<DownloadOutlined />} label={t('common:chart.png')} onClick={onPng} />
      <IconButton icon={<FileTextOutlined />} label={t('common:chart.csv')} onClick={onCsv} />
    </Toolbar>
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
