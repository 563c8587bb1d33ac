import { dayMs } from '@plumbline/contract/kernel/durations';
import { isDirection } from '@plumbline/contract/points/families';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import type { TimeValueContent } from '../../charts/kinds/time-value/shapes.ts';
import { forecastCurve } from '../../features/views/predictions/prediction-content.parts.ts';
import { usePredictionState } from '../../features/views/predictions/prediction-state.parts.ts';
import { PredictionBar } from '../../features/views/predictions/predictions.parts.tsx';
import { usePrediction } from '../../features/views/predictions/predictions.queries.ts';
import type { ShownPoint } from '../../features/views/views/point-view.parts.ts';

interface ShownForecast {
  /** What is drawn, the forecast of the first curve with it. */
  readonly content: TimeValueContent;
  /** What is shown: beyond now while there is a forecast. */
  readonly range: Range;
  /** A range that a person moved to, without what lies ahead: that is asked for. */
  readonly measuredPart: (range: Range) => Range;
  /** Null where what is drawn has no forecast. */
  readonly bar: ReactNode;
}

/** The forecast of the field that is drawn first. */
export function useForecast({ point, field, view, ranges, content }: ShownPoint): ShownForecast {
  const { t } = useTranslation();
  const [state, change] = usePredictionState();
  const isPossible = view.quantity !== 'rate' && !isDirection(field);
  const { data, error } = usePrediction(point, field, view, ranges.listed, state);
  const isOn = state.model !== null && isPossible;
  const prediction = isOn && !error && data?.field === field.key ? data.prediction : undefined;
  const name = t('predictions:name');
  const drawn = useMemo((): TimeValueContent => {
    const [first] = content.curves;
    return prediction && first
      ? { ...content, curves: [...content.curves, forecastCurve(prediction, first, name)] }
      : content;
  }, [content, prediction, name]);
  const aheadMs = prediction ? state.horizonDays * dayMs : 0;
  const { from, to } = ranges.shown;
  return {
    content: drawn,
    range: useMemo(() => ({ from, to: to + aheadMs }), [from, to, aheadMs]),
    measuredPart: (range) => ({ from: range.from, to: Math.max(range.from + 10_000, range.to - aheadMs) }),
    bar: !isPossible ? null : (
      <PredictionBar
        state={state}
        onChange={change}
        prediction={prediction}
        error={isOn ? error : null}
        unit={field.unit}
        limits={content.thresholds ?? []}
      />
    ),
  };
}
