import type { Threshold } from '@plumbline/contract/points/points';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { LineContent } from '../../../charts/kinds/line/shapes.ts';
import { metreWords } from '../../../charts/kinds/survey-curves.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useLineHeight } from '../surveys/line-height.parts.ts';
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
  isDownward,
  limitsOfJoint,
  lineValues,
} from './chain-content.ts';
import { type ChainState, lineMeasures, useChainState } from './chain-state.ts';
import { shapeThresholds } from './joint-limits.ts';
import { type Comparison, SurveysView } from './SurveysView.tsx';

/** A settlement line as its surveys show it: distance across, settlement down, under it one joint over time and the table. */
export function LineView({ point, thresholds: all, raw, ranges }: PointViewProps) {
  const thresholds = useMemo(() => shapeThresholds(all, point), [all, point]);
  const { t } = useTranslation();
  const [state, change] = useChainState();
  const onJoint = (joint: number): void => change({ joint });
  return (
    <SurveysView
      {...{ point, raw, ranges, state }}
      onChange={change}
      label={t('profiles:lineToolbar')}
      isWide
      fields={
        <Segmented
          label={t('profiles:measure')}
          value={state.measure}
          options={lineMeasures.map((value) => ({ value, label: t(`profiles:lineMeasures.${value}`) }))}
          onChange={(measure) => change({ measure })}
        />
      }
      shape={(comparison) => <LineChart {...{ comparison, state, thresholds, onJoint }} />}
      beside={(comparison) => <LinePane {...{ point, thresholds, raw, ranges, comparison, state, onJoint }} />}
    />
  );
}

/** What the numbers are called: settlement counts downwards, movement upwards. */
const axisWord = (state: ChainState, { data }: Comparison) =>
  state.measure === 'differential' ? 'differential' : isDownward(data.drawing) ? 'settlement' : 'up';

interface Shape {
  readonly comparison: Comparison;
  readonly state: ChainState;
  readonly thresholds: readonly Threshold[];
  readonly onJoint: (joint: number) => void;
}

function LineChart({ comparison, state, thresholds, onJoint }: Shape) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const drawnPlace = useDrawnPlace(comparison.place);
  const content = useMemo((): LineContent => {
    const { surveys, chosen, data } = comparison;
    const { settlementSign, direction } = data.drawing;
    const joint = chainJoint(state.joint, chosen, lineValues(chosen, state.measure, settlementSign));
    return {
      curves: surveys.map((survey, i) => ({
        id: String(survey.at),
        name: formatShort(survey.at, timeZone, language),
        chainagesM: survey.casing.chainagesM,
        values: lineValues(survey, state.measure, settlementSign),
        age: ageAt(i, surveys.length),
        isChosen: i === drawnPlace,
      })),
      unit: state.measure === 'differential' ? 'mm/m' : 'mm',
      precision: 3,
      axisName: t(`profiles:lineAxis.${axisWord(state, comparison)}`),
      isDownward: isDownward(data.drawing),
      isMirrored: direction === -1,
      thresholds:
        state.measure === 'settlement' ? chainLimits(thresholds, 'x', settlementSign === 1 ? -1 : 1, state) : [],
      jointLimits:
        state.measure === 'settlement'
          ? chainJointLimits(thresholds, settlementSign === 1 ? -1 : 1, state, chosen.casing, chosen.casing.chainagesM)
          : [],
      pinnedM: chosen.casing.chainagesM[joint] ?? null,
    };
  }, [comparison, drawnPlace, state, thresholds, timeZone, language, t]);
  const longest = Math.max(...comparison.surveys.flatMap(({ casing }) => casing.chainagesM));
  const stretch = useShownStretch(0, longest);
  return (
    <Chart
      kind="line"
      content={content}
      {...stretch}
      onPick={(chainageM) => onJoint(Math.max(0, comparison.chosen.casing.chainagesM.indexOf(chainageM)))}
      heightPx={useLineHeight()}
      handle={comparison.chart}
    />
  );
}

function LinePane({
  point,
  thresholds,
  raw,
  ranges,
  comparison,
  state,
  onJoint,
}: Shape & Pick<PointViewProps, 'point' | 'raw' | 'ranges'>) {
  const { t } = useTranslation();
  const { chosen, data } = comparison;
  const sign = data.drawing.settlementSign;
  const rows = useMemo(() => {
    const columnsOf = (survey: Comparison['chosen']) => [
      lineValues(survey, 'settlement', sign),
      lineValues(survey, 'differential', sign),
    ];
    return chainRows(comparison, comparison.chosen.casing.chainagesM, columnsOf, thresholds, state);
  }, [comparison, sign, thresholds, state]);
  const name = t(`profiles:lineAxis.${sign === 1 ? 'settlement' : 'up'}`);
  const columns = useMemo(
    (): ValueColumn[] => [
      { title: name, unit: 'mm' },
      { title: t('profiles:lineMeasures.differential'), unit: 'mm/m' },
    ],
    [name, t],
  );
  const joint = chainJoint(state.joint, chosen, lineValues(chosen, state.measure, sign));
  const factor = sign === 1 ? -1 : 1;
  return (
    <ChainPane
      {...{ point, raw, ranges, comparison }}
      title={t('profiles:atChainage', { chainage: metreWords(chosen.casing.chainagesM[joint] ?? 0) })}
      subtitle={name}
      curves={chainCurves(chosen, data.baseline, joint, [{ axis: 'x', name, factor }])}
      limits={limitsOfJoint(thresholds, factor, state, chosen.casing, joint)}
    >
      <ChainTable
        {...{ rows, columns, joint, onJoint }}
        place={t('common:chart.chainage')}
        beforeAt={comparison.before?.at ?? null}
      />
    </ChainPane>
  );
}
