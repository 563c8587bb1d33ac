import type { FamilyCode, Field } from '@plumbline/contract/families';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import { type Ref, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { ChartBox, Range } from '../../charts/frame/range.ts';
import { Failed, Partial, SkeletonChart } from '../../design/States.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import type { ShownPoint } from './point-view.ts';

export const chartPx = 336;

/** The curve of a point, or why it is not there; what of it could not be read stands below. */
export function PointChart({
  shownPoint: { point, fields, field, ranges, content, drawing, raised },
  place,
  handle,
  onField,
  onRange,
  onPick,
  onBox,
}: {
  shownPoint: ShownPoint;
  place: Ref<HTMLDivElement>;
  handle: Ref<ChartHandle>;
  onField: (key: string) => void;
  onRange: (range: Range) => void;
  onPick: (at: number) => void;
  onBox: ((box: ChartBox) => void) | undefined;
}) {
  const { t } = useTranslation();
  const curveCount = content.curves.length;
  const { drawn, loading, failed, retry } = drawing;
  const [first] = failed;
  return (
    <div ref={place} className="dv-chart" aria-busy={loading}>
      {curveCount > 0 ? (
        <Chart
          kind="timeValue"
          content={content}
          handle={handle}
          range={ranges.shown}
          onRange={onRange}
          onPick={onPick}
          onBox={onBox}
          heightPx={chartPx}
          aside={<FieldChoice family={point.family} fields={fields} chosen={field.key} onChoose={onField} />}
        />
      ) : first && !loading ? (
        <Failed error={first.error} onRetry={retry} />
      ) : (
        <SkeletonChart height={chartPx + 30} />
      )}
      {first && curveCount > 0 && (
        <Partial onRetry={retry}>
          {t('readings:partial', {
            shown: curveCount,
            count: drawn.length || curveCount + failed.length,
            words: wordsOf(first.error, t).words,
          })}
        </Partial>
      )}
      <AlertsFailed raised={raised} />
    </div>
  );
}

/** That the alerts on the curve could not be read. */
function AlertsFailed({ raised: { error, refetch } }: { raised: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Partial onRetry={() => void refetch()}>{t('readings:alertsFailed', { words: wordsOf(error, t).words })}</Partial>
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

/** The width of a place, in steps of 50 px so that a scroll bar asks nothing again. */
export function useWidth(): [(element: HTMLDivElement | null) => void, number] {
  const [widthPx, setWidthPx] = useState(0);
  const observer = useRef<ResizeObserver>(null);
  const place = useCallback((element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = (): void => setWidthPx(Math.ceil(element.clientWidth / 50) * 50);
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  }, []);
  return [place, widthPx];
}
