import { resultantOf } from '@plumbline/science/profiles/survey';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatNumber, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useDrawnPlace } from '../surveys/survey-time.parts.tsx';
import { ChainPane } from './ChainPane.tsx';
import { ChainTable, type ValueColumn } from './ChainTable.tsx';
import { ChordCurve, ChordTable } from './Chords.tsx';
import { chainCurves, chainJoint, chainRows } from './chain-content.ts';
import { type ChainState, sectionLists, useChainState } from './chain-state.ts';
import { shapeThresholds } from './joint-limits.ts';
import type { Shown } from './profile-content.ts';
import { FactorField, SectionChart } from './SectionChart.tsx';
import { SectionFacts } from './SectionFacts.tsx';
import { type Comparison, SurveysView } from './SurveysView.tsx';
import { chordAt, sectionLimits, sectionState, sectionSurveys } from './section-content.ts';

/** A ring or an arc as its surveys show it: true to scale, with chords and how round it is. */
export function SectionView({ point, thresholds: all, raw, ranges }: PointViewProps) {
  const thresholds = useMemo(() => shapeThresholds(all, point), [all, point]);
  const { t } = useTranslation();
  const [state, change] = useChainState();
  const onJoint = (joint: number): void => change({ joint });
  return (
    <SurveysView
      {...{ point, raw, ranges, state }}
      onChange={change}
      label={t('profiles:sectionToolbar')}
      fields={<FactorField state={state} onChange={change} />}
      shape={(comparison) => <SectionShape {...{ comparison, thresholds, state, onJoint }} />}
      beside={(comparison) => (
        <SectionPane {...{ point, thresholds, raw, ranges, comparison, state, onJoint }} onChange={change} />
      )}
    />
  );
}

interface Shape {
  readonly comparison: Comparison;
  readonly state: ChainState;
  readonly onJoint: (joint: number) => void;
}

const totals = ({ survey }: Shown) => resultantOf(survey.x, survey.y);
const useSection = ({ chosen, data }: Comparison) =>
  useMemo(() => sectionState(chosen, data.baseline, data.drawing), [chosen, data]);

function SectionShape({ comparison, thresholds, state, onJoint }: Shape & Pick<PointViewProps, 'thresholds'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const { surveys, place, chosen } = comparison;
  const drawnPlace = useDrawnPlace(place);
  const { nodes: initialNodes, form } = chosen.casing;
  const section = useSection(comparison);
  const joint = chainJoint(state.joint, chosen, totals(chosen));
  const drawn = useMemo(
    () =>
      sectionSurveys(
        surveys,
        drawnPlace,
        (at) => formatShort(at, timeZone, language),
        ({ survey }) => survey,
      ),
    [surveys, drawnPlace, timeZone, language],
  );
  const chords = useMemo(() => {
    const pinned = chordAt(section.chords, joint);
    return section.chords.map((chord) => ({
      from: chord.from,
      to: chord.to,
      words: `${chord.from}–${chord.to}: ${formatNumber(chord.convergenceMm)} mm`,
      isPinned: chord === pinned,
    }));
  }, [section, joint]);
  const limits = useMemo(
    () => sectionLimits(thresholds, state, chosen.casing, joint),
    [thresholds, state, chosen, joint],
  );
  if (initialNodes.length === 0) return <Empty title={t('profiles:noSection')} why={t('profiles:noSectionWhy')} />;
  return (
    <>
      <SectionChart
        {...{ comparison, rest: initialNodes, chords, limits, state, joint, onJoint }}
        surveys={drawn}
        isClosed={form === 'ring'}
      />
      <SectionFacts section={section} chosen={chosen} />
    </>
  );
}

function SectionPane({
  point,
  thresholds,
  raw,
  ranges,
  comparison,
  state,
  onJoint,
  onChange,
}: Shape & PointViewProps & { onChange: (change: Partial<ChainState>) => void }) {
  const { t } = useTranslation();
  const { chosen, data } = comparison;
  const section = useSection(comparison);
  const rows = useMemo(
    () => chainRows(comparison, [], (drawn) => [totals(drawn), drawn.survey.x, drawn.survey.y], thresholds, state),
    [comparison, thresholds, state],
  );
  const columns = useMemo(
    (): ValueColumn[] =>
      (['total', 'right', 'up'] as const).map((part) => ({ title: t(`profiles:sectionParts.${part}`), unit: 'mm' })),
    [t],
  );
  const joint = chainJoint(state.joint, chosen, totals(chosen));
  const isChords = state.list === 'chords';
  const chord = chordAt(section.chords, joint);
  return (
    <ChainPane
      {...{ point, raw, ranges, comparison }}
      title={
        isChords && chord
          ? t('profiles:chordOf', { from: chord.from, to: chord.to })
          : t('profiles:nodeOf', { node: joint })
      }
      subtitle={t(isChords ? 'profiles:convergence' : 'profiles:movementInSection')}
      curves={chainCurves(chosen, data.baseline, joint, [
        { axis: 'x', name: t('profiles:sectionParts.right') },
        { axis: 'y', name: t('profiles:sectionParts.up') },
      ])}
      limits={[]}
      overTime={isChords && chord ? <ChordCurve comparison={comparison} chord={chord} range={ranges} /> : undefined}
      aside={
        <Segmented
          label={t('profiles:list')}
          value={state.list}
          options={sectionLists.map((value) => ({ value, label: t(`profiles:lists.${value}`) }))}
          onChange={(list) => onChange({ list })}
        />
      }
    >
      {isChords ? (
        <ChordTable {...{ comparison, section, chord, onJoint }} />
      ) : (
        <ChainTable {...{ rows, columns, joint, onJoint }} place={null} beforeAt={comparison.before?.at ?? null} />
      )}
    </ChainPane>
  );
}
