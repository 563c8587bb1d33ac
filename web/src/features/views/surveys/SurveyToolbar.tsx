import { Select } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { DaysPicker, InstantPicker } from '../../../design/InstantPicker.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { maxTimes, type SurveyChoice, surveyCounts } from './survey-choice.parts.ts';
import { useSurveyDays } from './surveys.queries.ts';

const noTimes: readonly number[] = [];

interface SurveyToolbarProps {
  /** What the toolbar is for, for screen readers. */
  readonly label: string;
  /** Whose surveys they are: the calendar marks their days. */
  readonly pointId: number;
  readonly choice: SurveyChoice;
  readonly onChange: (change: Partial<SurveyChoice>) => void;
  readonly ranges: ViewRange;
  /** What is drawn, and what its files are called; absent = nothing is drawn. */
  readonly drawn?: { readonly chart: RefObject<ChartHandle | null>; readonly title: string };
  /** Other files of what is shown. */
  readonly files?: ReactNode;
  /** False where the view shows all surveys of the range: none are chosen. */
  readonly hasTimes?: boolean;
  /** What else the view lets one choose. */
  readonly children?: ReactNode;
}

/** Chooses the surveys that are drawn and from which they count; before that what the view itself offers. */
export function SurveyToolbar({
  label,
  pointId,
  choice,
  onChange,
  ranges,
  drawn,
  files,
  hasTimes = true,
  children,
}: SurveyToolbarProps) {
  return (
    <>
      <Toolbar label={label}>
        {children}
        <BaselineField at={choice.baselineAt} onChange={(baselineAt) => onChange({ baselineAt })} />
        <span className="pl-gap" />
        {drawn && <ChartFiles {...drawn} />}
        {files}
      </Toolbar>
      <TimesBar {...{ pointId, choice, onChange, ranges, hasTimes }} />
    </>
  );
}

/** Over which time the surveys are spread and how many they are, or the days that were chosen. */
function TimesBar({
  pointId,
  choice,
  onChange,
  ranges: { preset, shown, onChange: onRange },
  hasTimes,
}: Pick<SurveyToolbarProps, 'pointId' | 'choice' | 'onChange' | 'ranges'> & { hasTimes: boolean }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const [isOpen, setOpen] = useState(false);
  const surveys = useSurveyDays(pointId, isOpen);
  // No preset is chosen where times are chosen one by one.
  const move: ViewRange['onChange'] = (range) => {
    onRange(range);
    onChange({ times: null });
  };
  return (
    <Toolbar label={t('readings:range')}>
      <RangeBar ranges={{ preset: choice.times ? null : preset, shown, onChange: move }} shortest="past7Days" />
      <span className="pl-gap" />
      {hasTimes && (
        <>
          <CountField choice={choice} onChange={onChange} />
          <DaysPicker
            days={choice.times ?? noTimes}
            marked={surveys}
            onOpen={setOpen}
            zone={timeZone}
            label={t('surveys:chooseDates')}
            onChange={(days) => onChange({ times: days.length > 0 ? days.slice(-maxTimes) : null })}
          />
        </>
      )}
    </Toolbar>
  );
}

/** How many surveys are spread over the range. */
function CountField({
  choice: { count, times },
  onChange,
}: {
  choice: SurveyChoice;
  onChange: (change: Partial<SurveyChoice>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      aria-label={t('surveys:surveys')}
      popupMatchSelectWidth={false}
      value={times ? null : count}
      placeholder={t('surveys:chosenTimes', { count: times?.length ?? 0 })}
      options={surveyCounts.map((value) => ({ value, label: t('surveys:count', { count: value }) }))}
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
      label={t('surveys:baseline')}
      placeholder={t('surveys:fromInitial')}
      onChange={onChange}
    />
  );
}
