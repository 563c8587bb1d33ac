import type { Threshold } from '@plumbline/contract/points/points';
import { panelNodes } from '@plumbline/science/sections/panel';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ProfileContent } from '../../../charts/kinds/profile/shapes.ts';
import { metreWords } from '../../../charts/kinds/survey-curves.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useDrawnPlace } from '../surveys/survey-time.parts.tsx';
import { useShownStretch } from '../surveys/window.parts.ts';
import { ChainPane } from './ChainPane.tsx';
import { ChainTable, type ValueColumn } from './ChainTable.tsx';
import {
  ageAt,
  chainCurves,
  chainJoint,
  chainJointLimits,
  chainLimits,
  chainRows,
  limitsOfJoint,
  panelValues,
  partFactor,
} from './chain-content.ts';
import { type ChainState, panelParts, panelShapes, useChainState } from './chain-state.ts';
import { shapeThresholds } from './joint-limits.ts';
import type { Shown } from './profile-content.ts';
import { FactorField, SectionChart } from './SectionChart.tsx';
import { type Comparison, SurveysView, shapePx } from './SurveysView.tsx';
import { sectionSurveys } from './section-content.ts';

/** The face slab of a dam as its surveys show it: deflection against elevation, or in the section of the dam. */
export function PanelView({ point, thresholds: all, raw, ranges }: PointViewProps) {
  const thresholds = useMemo(() => shapeThresholds(all, point), [all, point]);
  const { t } = useTranslation();
  const [state, change] = useChainState();
  const onJoint = (joint: number): void => change({ joint });
  return (
    <SurveysView
      {...{ point, raw, ranges, state }}
      onChange={change}
      label={t('profiles:panelToolbar')}
      fields={
        <>
          <Segmented
            label={t('profiles:part')}
            value={state.part}
            options={panelParts.map((value) => ({ value, label: t(`profiles:parts.${value}`) }))}
            onChange={(part) => change({ part })}
          />
          <Segmented
            label={t('profiles:shape')}
            value={state.shape}
            options={panelShapes.map((value) => ({ value, label: t(`profiles:shapes.${value}`) }))}
            onChange={(shape) => change({ shape })}
          />
          {state.shape === 'section' && <FactorField state={state} onChange={change} />}
        </>
      }
      shape={(comparison) =>
        state.shape === 'section' ? (
          <PanelSection {...{ comparison, state, onJoint }} />
        ) : (
          <ElevationChart {...{ comparison, state, thresholds, onJoint }} />
        )
      }
      beside={(comparison) => <PanelPane {...{ point, thresholds, raw, ranges, comparison, state, onJoint }} />}
    />
  );
}

interface Shape {
  readonly comparison: Comparison;
  readonly state: ChainState;
  readonly onJoint: (joint: number) => void;
}

/** Elevation upwards, the chosen part of the deflection across. */
function ElevationChart({ comparison, state, thresholds, onJoint }: Shape & { thresholds: readonly Threshold[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const drawnPlace = useDrawnPlace(comparison.place);
  const content = useMemo((): ProfileContent => {
    const { surveys, chosen, data } = comparison;
    const joint = chainJoint(state.joint, chosen, panelValues(chosen, state.part));
    return {
      curves: surveys.map((survey, i) => ({
        id: String(survey.at),
        name: formatShort(survey.at, timeZone, language),
        depths: survey.casing.elevationsM,
        values: panelValues(survey, state.part),
        age: ageAt(i, surveys.length),
        isChosen: i === drawnPlace,
      })),
      unit: 'mm',
      precision: 3,
      axisName: t(`profiles:partAxis.${state.part}`),
      isUpward: true,
      isReversed: data.drawing.direction === -1,
      thresholds: state.part === 'deflection' ? chainLimits(thresholds, 'x', 1, state) : [],
      jointLimits:
        state.part === 'deflection'
          ? chainJointLimits(thresholds, 1, state, chosen.casing, chosen.casing.elevationsM)
          : [],
      pinnedM: chosen.casing.elevationsM[joint] ?? null,
    };
  }, [comparison, drawnPlace, state, thresholds, timeZone, language, t]);
  const all = comparison.surveys.flatMap(({ casing }) => casing.elevationsM);
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const stretch = useShownStretch(lowest, highest);
  return (
    <Chart
      kind="profile"
      content={content}
      {...stretch}
      onPick={(elevationM) => onJoint(Math.max(0, comparison.chosen.casing.elevationsM.indexOf(elevationM)))}
      heightPx={shapePx}
      handle={comparison.chart}
    />
  );
}

/** Horizontal and vertical movement of the joints, as they lie in the section of the dam. */
const inSection = (survey: Shown) => ({ x: panelValues(survey, 'horizontal'), y: panelValues(survey, 'vertical') });

function PanelSection({ comparison, state, onJoint }: Shape) {
  const { surveys, place, chosen } = comparison;
  const drawnPlace = useDrawnPlace(place);
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const { chainagesM, panelAngleDeg } = chosen.casing;
  const nodes = useMemo(() => panelNodes(chainagesM, panelAngleDeg ?? 0), [chainagesM, panelAngleDeg]);
  const drawn = useMemo(
    () => sectionSurveys(surveys, drawnPlace, (at) => formatShort(at, timeZone, language), inSection),
    [surveys, drawnPlace, timeZone, language],
  );
  return (
    <SectionChart
      {...{ comparison, rest: nodes, state, onJoint }}
      surveys={drawn}
      isClosed={false}
      joint={chainJoint(state.joint, chosen, panelValues(chosen, state.part))}
    />
  );
}

function PanelPane({
  point,
  thresholds,
  raw,
  ranges,
  comparison,
  state,
  onJoint,
}: Shape & Pick<PointViewProps, 'point' | 'raw' | 'ranges' | 'thresholds'>) {
  const { t } = useTranslation();
  const { chosen, data } = comparison;
  const rows = useMemo(
    () =>
      chainRows(
        comparison,
        comparison.chosen.casing.elevationsM,
        (survey) => panelParts.map((part) => panelValues(survey, part)),
        thresholds,
        state,
      ),
    [comparison, thresholds, state],
  );
  const columns = useMemo(
    (): ValueColumn[] => panelParts.map((part) => ({ title: t(`profiles:parts.${part}`), unit: 'mm' })),
    [t],
  );
  const joint = chainJoint(state.joint, chosen, panelValues(chosen, state.part));
  const name = t(`profiles:partAxis.${state.part}`);
  return (
    <ChainPane
      {...{ point, raw, ranges, comparison }}
      title={t('profiles:atElevation', { elevation: metreWords(chosen.casing.elevationsM[joint] ?? 0) })}
      subtitle={name}
      curves={chainCurves(chosen, data.baseline, joint, [
        { axis: 'x', name: t(`profiles:parts.${state.part}`), factor: partFactor(state.part, chosen.casing) },
      ])}
      limits={state.part === 'deflection' ? limitsOfJoint(thresholds, 1, state, chosen.casing, joint) : []}
    >
      <ChainTable
        {...{ rows, columns, joint, onJoint }}
        place={t('common:chart.elevation')}
        beforeAt={comparison.before?.at ?? null}
      />
    </ChainPane>
  );
}
