import './profiles.css';
import type { Point, Threshold } from '@plumbline/contract/points';
import { type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../charts/frame/range.ts';
import type { ProfileContent } from '../../charts/kinds/profile/shapes.ts';
import { Empty, Failed, SkeletonChart } from '../../design/States.tsx';
import { formatShort } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { allowedRange, type Preset } from '../readings/readings.parts.tsx';
import { JointPane } from './JointPane.tsx';
import { ProfileNotes } from './ProfileNotes.tsx';
import { ProfileToolbar } from './ProfileToolbar.tsx';
import { jointBeside, profileCurves, profileLimits, type Shown, shownSurveys } from './profile-content.ts';
import { type ProfileState, useProfileState } from './profile-state.ts';
import { useSurveys } from './profiles.queries.ts';
import { SurveyPlayer } from './SurveyPlayer.tsx';

const profilePx = 440;

/** The ranges of the data view, and how another one is chosen. */
export interface ViewRange {
  readonly preset: Preset | null;
  readonly shown: Range;
  readonly requested: Range;
  readonly listed: Range;
  readonly onChange: (range: { preset: Preset | null; custom: Range | null }) => void;
}

/** A casing as its surveys show it: depth downwards, and beside it one depth over time with the chosen survey as a table. */
export function ProfileView({
  point,
  thresholds,
  raw,
  ranges,
}: {
  point: Point;
  thresholds: readonly Threshold[];
  /** As stored, without corrections. */
  raw: boolean;
  ranges: ViewRange;
}) {
  const { project } = useProject();
  const [state, change] = useProfileState();
  const chart = useRef<ChartHandle>(null);
  const query = useSurveys(point, state, raw, ranges.listed);
  const { data } = query;
  const surveys = useMemo(() => (data ? shownSurveys(data.casings, data.surveys) : []), [data]);
  const [picked, setPicked] = useState<number | null>(null);
  const place = Math.min(picked ?? surveys.length - 1, surveys.length - 1);
  const chosen = surveys[place];
  const title = `${project.name} ${point.name}`;
  return (
    <>
      <ProfileToolbar
        state={state}
        onChange={(part) => {
          setPicked(null);
          change(part);
        }}
        preset={state.times ? null : ranges.preset}
        shown={ranges.shown}
        onRange={ranges.onChange}
        onPng={() => void chart.current?.png(title)}
        onCsv={() => chart.current?.csv(title)}
      />
      {!data ? (
        <NotYet error={query.error} onRetry={() => void query.refetch()} />
      ) : !chosen ? (
        <NoSurvey />
      ) : (
        <div className="pf" aria-busy={query.isFetching}>
          <ProfilePane {...{ surveys, place, state, thresholds, change, handle: chart }} onChoose={setPicked}>
            <ProfileNotes requested={data.surveys} chosen={chosen} baseline={data.baseline} />
          </ProfilePane>
          <JointPane
            {...{ point, thresholds, raw, state, chosen }}
            before={surveys[place - 1]}
            baseline={data.baseline}
            range={ranges}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
            onJoint={(joint) => change({ joint })}
          />
        </div>
      )}
    </>
  );
}

function NotYet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return error ? <Failed error={error} onRetry={onRetry} /> : <SkeletonChart height={profilePx} />;
}

function NoSurvey() {
  const { t } = useTranslation();
  return <Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />;
}

/** The profile itself, what is to be known of it, and the player. */
function ProfilePane({
  surveys,
  place,
  state,
  thresholds,
  change,
  handle,
  onChoose,
  children,
}: {
  surveys: readonly Shown[];
  place: number;
  state: ProfileState;
  thresholds: readonly Threshold[];
  change: (part: Partial<ProfileState>) => void;
  handle: Ref<ChartHandle>;
  onChoose: (place: number) => void;
  children: ReactNode;
}) {
  const content = useProfileContent(surveys, place, state, thresholds);
  const deepest = Math.max(...surveys.flatMap(({ casing }) => casing.depthsM));
  const whole = useMemo(() => ({ from: 0, to: deepest }), [deepest]);
  const [range, setRange] = useState<Range | null>(null);
  const depths = surveys[place]?.casing.depthsM ?? [];
  return (
    <div className="pf-shape">
      <Chart
        kind="profile"
        content={content}
        range={range ?? whole}
        onRange={setRange}
        onPick={(depthM) => change({ joint: Math.max(0, depths.indexOf(depthM)) })}
        heightPx={profilePx}
        handle={handle}
      />
      {children}
      <SurveyPlayer times={surveys.map(({ at }) => at)} chosen={place} onChoose={onChoose} />
    </div>
  );
}

function useProfileContent(
  surveys: readonly Shown[],
  place: number,
  state: ProfileState,
  thresholds: readonly Threshold[],
): ProfileContent {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(() => {
    const { axis, measure, joint } = state;
    const chosen = surveys[place];
    return {
      curves: profileCurves(surveys, state, place, (at) => formatShort(at, timeZone, language)),
      unit: 'mm',
      precision: 3,
      axisName: t(`profiles:axisNames.${measure}.${axis}`),
      thresholds: profileLimits(thresholds, state),
      pinnedM: chosen ? (chosen.casing.depthsM[jointBeside(joint, chosen, axis)] ?? null) : null,
    };
  }, [surveys, place, state, thresholds, timeZone, language, t]);
}
