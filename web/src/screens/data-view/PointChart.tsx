import { type FamilyCode, type Field, isDirection } from '@plumbline/contract/points/families';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import { type Ref, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import { FilterField } from '../../charts/filter/FilterField.tsx';
import { FilterNote } from '../../charts/filter/FilterNote.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { ChartBox, Range } from '../../charts/frame/range.ts';
import { panelCount } from '../../charts/kinds/time-value/panels.ts';
import type { PanelChoice } from '../../charts/kinds/time-value/shapes.ts';
import { Failed, Partial, SkeletonChart } from '../../design/States.tsx';
import type { ShownPoint } from '../../features/views/views/point-view.parts.ts';
import { chartPx } from '../../features/views/views/shape.parts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { PanelsField } from './PanelsField.tsx';
import { useForecast } from './use-forecast.tsx';
import { useWindowHeight } from './use-full-screen.ts';

const panelPx = 170;
/** What stands over the chart of a point that is alone on the screen: head, views, toolbar, readout. */
const overChartPx = 240;

/** In a window this low, like a laptop's at 200 %, a whole curve of the usual height would never be in sight. */
const lowWindowPx = 500;
const lowChartPx = 200;

/** As high as there is room for: on a high screen more than a third of it, alone on it all of it. */
const heightOf = (count: number, windowPx: number, isFull: boolean): number =>
  Math.max(
    windowPx <= lowWindowPx ? lowChartPx : chartPx,
    count * panelPx,
    Math.round(isFull ? windowPx - overChartPx : windowPx * 0.37),
  );

/** The curve of a point, or why it is not there; what of it could not be read stands below. */
export function PointChart({
  shownPoint,
  place,
  handle,
  onField,
  onPanels,
  onRange,
  onPick,
  onBox,
}: {
  shownPoint: ShownPoint;
  place: (element: HTMLDivElement | null) => void;
  handle: Ref<ChartHandle>;
  onField: (key: string) => void;
  onPanels: (panels: PanelChoice) => void;
  onRange: (range: Range) => void;
  onPick: (at: number) => void;
  onBox: ((box: ChartBox) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { content, drawing, raised } = shownPoint;
  const forecast = useForecast(shownPoint);
  const curveCount = content.curves.filter(({ of }) => of === undefined).length;
  const { measured, heightPx } = useChartHeight(place, shownPoint);
  const { drawn, loading, failed, retry } = drawing;
  const [first] = failed;
  return (
    <div ref={measured} className="dv-chart" aria-busy={loading}>
      {curveCount > 0 ? (
        <Chart
          kind="timeValue"
          content={forecast.content}
          handle={handle}
          range={forecast.range}
          onRange={(range) => onRange(forecast.measuredPart(range))}
          onPick={onPick}
          onBox={onBox}
          heightPx={heightPx}
          aside={<Choices shownPoint={shownPoint} onPanels={onPanels} onField={onField} />}
        />
      ) : first && !loading ? (
        <Failed error={first.error} onRetry={retry} />
      ) : (
        <SkeletonChart height={chartPx + 30} />
      )}
      <FilterNote filtered={drawing.filtered} range={shownPoint.ranges.shown} />
      {forecast.bar}
      {first && curveCount > 0 && (
        <Partial error={first.error} onRetry={retry}>
          {t('readings:partial', {
            shown: curveCount,
            count: Math.max(drawn.length, curveCount + failed.length),
            words: wordsOf(first.error, t).words,
          })}
        </Partial>
      )}
      <AlertsFailed raised={raised} />
    </div>
  );
}

/** How high the chart is, and the place by which that is known. */
function useChartHeight(place: (element: HTMLDivElement | null) => void, { content, view: { isFull } }: ShownPoint) {
  const box = useRef<HTMLDivElement>(null);
  const windowPx = useWindowHeight(box);
  const measured = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      place(element);
    },
    [place],
  );
  return { measured, heightPx: heightOf(panelCount(content), windowPx, isFull) };
}

/** That the alerts on the curve could not be read. */
function AlertsFailed({ raised: { error, refetch } }: { raised: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Partial error={error} onRetry={() => void refetch()}>
      {t('readings:alertsFailed', { words: wordsOf(error, t).words })}
    </Partial>
  );
}

/** Beside the values: how charts lie, where there are several curves, which field is drawn, and through which filter. */
function Choices({
  shownPoint: { point, fields, field, content, view },
  onPanels,
  onField,
}: {
  shownPoint: ShownPoint;
  onPanels: (panels: PanelChoice) => void;
  onField: (key: string) => void;
}) {
  return (
    <>
      {(content.curves.filter(({ of }) => of === undefined).length > 1 || view.panels !== 'one') && (
        <PanelsField panels={view.panels} onChange={onPanels} />
      )}
      <FieldChoice family={point.family} fields={fields} chosen={field.key} onChoose={onField} />
      {!isDirection(field) && <FilterField />}
    </>
  );
}

/** Which field of the point is drawn; nothing where it has only one. */
function FieldChoice({
  family,
  fields,
  chosen,
  onChoose,
}: {
  family: FamilyCode;
  fields: readonly Field[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  if (fields.length < 2) return null;
  return (
    <Select
      size="small"
      showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
      aria-label={t('readings:field')}
      style={{ minWidth: 128 }}
      popupMatchSelectWidth={false}
      value={chosen}
      options={fields.map((field) => ({ value: field.key, label: fieldWord(family, field.key) }))}
      onChange={onChoose}
    />
  );
}
