import './predictions.css';
import { type Prediction, predictionModels } from '@plumbline/contract/views/predictions';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { LevelWith } from '../../../design/Level.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { reachedLimits } from './prediction-content.parts.ts';
import { horizons, type PredictionState } from './prediction-state.parts.ts';

/** Chooses the forecast, and what it says in words: never more than a model's guess. */
export function PredictionBar({
  state,
  onChange,
  prediction,
  error,
  unit,
  limits,
}: {
  state: PredictionState;
  onChange: (change: Partial<PredictionState>) => void;
  prediction: Prediction | undefined;
  error: unknown;
  unit: string;
  limits: readonly ChartThreshold[];
}) {
  const { t } = useTranslation();
  return (
    <section className="pd-bar" aria-label={t('predictions:title')}>
      <Select
        size="small"
        aria-label={t('predictions:model')}
        popupMatchSelectWidth={false}
        value={state.model ?? ''}
        options={[
          { value: '', label: t('predictions:none') },
          ...predictionModels.map((value) => ({ value: value as string, label: t(`predictions:models.${value}`) })),
        ]}
        onChange={(value) => onChange({ model: predictionModels.find((each) => each === value) ?? null })}
      />
      {state.model !== null && (
        <>
          <Select
            size="small"
            aria-label={t('predictions:horizon')}
            popupMatchSelectWidth={false}
            value={state.horizonDays}
            options={horizons.map((value) => ({
              value: value as number,
              label: t('predictions:ahead', { count: value }),
            }))}
            onChange={(horizonDays) => onChange({ horizonDays })}
          />
          {error ? (
            <span role="alert" className="pl-2">
              {wordsOf(error, t).words}
            </span>
          ) : (
            prediction && <PredictionFacts prediction={prediction} unit={unit} limits={limits} />
          )}
        </>
      )}
    </section>
  );
}

/** That it is a forecast, how well the model fits, where it ends, which limits it reaches and when. */
function PredictionFacts({
  prediction,
  unit,
  limits,
}: {
  prediction: Prediction;
  unit: string;
  limits: readonly ChartThreshold[];
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const time = (at: number | string): string => formatTime(at, timeZone).slice(0, 16);
  const { r2, end, failure } = prediction;
  const reached = reachedLimits(prediction, limits);
  return (
    <>
      <span className="pl-3">{t('predictions:isForecast')}</span>
      {r2 !== null && <span className="pl-2">R² {r2.toFixed(3)}</span>}
      {end !== null && <span className="pl-2">{t('predictions:end', { value: formatNumber(end), unit })}</span>}
      {failure && (
        <b className="pl-b">
          {t('predictions:failure', { at: time(failure.at), from: time(failure.from), to: time(failure.to) })}
        </b>
      )}
      {reached.map(({ level, value, at, earliestAt }) => (
        <LevelWith key={`${level} ${value}`} level={level} size={14}>
          {t(earliestAt === null ? 'predictions:reaches' : 'predictions:reachesBand', {
            level: t(`common:level.${levelName(level)}`),
            value: formatNumber(value),
            unit,
            at: time(at),
            earliest: earliestAt === null ? '' : time(earliestAt),
          })}
        </LevelWith>
      ))}
      {reached.length === 0 && limits.length > 0 && <span className="pl-3">{t('predictions:noLimit')}</span>}
    </>
  );
}
