import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { formatSpan } from '@plumbline/science/display/span';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ScatterContent } from '../../../charts/kinds/scatter/shapes.ts';
import { wholeRange } from '../../../charts/kinds/scatter/whole-range.ts';
import { Empty, Failed, Outdated, SkeletonChart } from '../../../design/States.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useOtherPoint, useOtherPoints, useRelation } from './analysis.queries.ts';
import { type AnalysisState, otherFieldOf } from './analysis-state.ts';
import { Facts } from './Facts.tsx';
import { chartPx, type PaneProps } from './pane.ts';

type Change = (part: Partial<AnalysisState>) => void;

/** The field upwards, another of the same or of another point across, and the line that fits. */
export function RelationPane({ keys, change, ...props }: PaneProps & { keys: readonly string[]; change: Change }) {
  const { point, raw, field, state, range, handle } = props;
  const { t } = useTranslation();
  const other = useOtherPoint(state.otherId).data?.measuringPoint ?? null;
  const across = state.otherId === null ? point : other;
  const acrossKeys = useMemo(
    () =>
      across === null ? [] : across === point ? keys : fieldsOf(across.family, across.nodeCount).map(({ key }) => key),
    [across, point, keys],
  );
  const otherField =
    across === null ? '' : otherFieldOf(acrossKeys, state.otherField, across, across === point ? field : null);
  const question = { field, quantity: state.quantity, raw, range };
  const query = useRelation(point, other, otherField, question, state.toleranceSeconds);
  const { data } = query;
  const content = useScatter(data, point, across, field, otherField);
  return (
    <>
      <div className="an-bar">
        <OtherFields
          {...{ point, across, acrossKeys, otherField, state, change }}
          except={across === point ? field : null}
        />
        {data && <Pairing data={data} />}
      </div>
      <Outdated query={query} />
      <div className="an-chart" aria-busy={query.isFetching}>
        {otherField === '' && across !== null ? (
          <Empty title={t('analysis:chooseOther')} why={t('analysis:chooseOtherWhy')} />
        ) : content && content.pairs.length > 0 ? (
          <Chart kind="scatter" content={content} range={wholeRange(content)} heightPx={chartPx} handle={handle} />
        ) : data ? (
          <Empty title={t('analysis:noPairs')} why={t('analysis:noPairsWhy')} />
        ) : query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonChart height={chartPx} />
        )}
      </div>
      {data && data.n > 0 && <FitFacts data={data} />}
    </>
  );
}

type Answer = NonNullable<ReturnType<typeof useRelation>['data']>;

function useScatter(
  data: Answer | undefined,
  point: Point,
  across: Point | null,
  field: string,
  otherField: string,
): ScatterContent | null {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useMemo(() => {
    if (!data || !across) return null;
    const { times, x, y } = data.pairs;
    const [first = 0, last = 1] = [times[0], times.at(-1)];
    const named = (of: Point, key: string) =>
      of.id === point.id ? fieldWord(of.family, key) : `${of.name} ${fieldWord(of.family, key)}`;
    return {
      pairs: times.map((at, i) => ({
        x: x[i] ?? Number.NaN,
        y: y[i] ?? Number.NaN,
        age: last > first ? (at - first) / (last - first) : 1,
      })),
      fit: data.fit,
      xName: named(across, otherField),
      xUnit: data.x.unit,
      yName: named(point, field),
      yUnit: data.y.unit,
      precision: 3,
      pairsName: t('analysis:pairs'),
      fitName: t('analysis:line'),
    };
  }, [data, point, across, field, otherField, fieldWord, t]);
}

/** How many pairs, and how far apart their readings are at most. */
function Pairing({ data: { n, unmatched, toleranceSeconds, pairs } }: { data: Answer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const drawn = pairs.times.length;
  return (
    <span className="pl-3 pl-sm">
      {t('analysis:within', { span: formatSpan(toleranceSeconds, language) })}
      {unmatched > 0 && ` · ${t('analysis:unmatched', { count: unmatched })}`}
      {drawn < n && ` · ${t('analysis:drawn', { drawn: formatCount(drawn), all: formatCount(n) })}`}
    </span>
  );
}

function FitFacts({ data: { n, fit, x, y } }: { data: Answer }) {
  const { t } = useTranslation();
  if (fit === null) return <p className="an-note">{t('analysis:noLine')}</p>;
  const per = [y.unit || '1', x.unit].filter(Boolean).join('/');
  return (
    <Facts
      facts={[
        { name: t('analysis:pairs'), words: formatCount(n) },
        { name: 'R²', words: fit.r2.toFixed(4), note: `r = ${formatNumber(fit.r, 4)}` },
        {
          name: t('analysis:slope'),
          words: `${formatNumber(fit.slope, 4)} ${per}`,
          note: `± ${formatNumber(fit.slopeError, 4)}`,
        },
        { name: t('analysis:intercept'), words: `${formatNumber(fit.intercept)} ${y.unit}` },
        { name: t('analysis:residual'), words: `${formatNumber(fit.residual)} ${y.unit}` },
      ]}
    />
  );
}

/** Which point and field lie across, and how far apart in time two readings may be. */
function OtherFields({
  point,
  across,
  acrossKeys,
  otherField,
  except,
  state,
  change,
}: {
  point: Point;
  across: Point | null;
  acrossKeys: readonly string[];
  otherField: string;
  except: string | null;
  state: AnalysisState;
  change: Change;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { id } = useProject().project;
  const others = useOtherPoints(id, point.id);
  return (
    <>
      <span className="pl-sm">{t('analysis:against')}</span>
      <Select
        size="small"
        className="an-other"
        aria-label={t('analysis:otherPoint')}
        showSearch={{ optionFilterProp: 'label' }}
        value={state.otherId ?? 0}
        options={[
          { value: 0, label: t('analysis:samePoint') },
          ...others.map(({ ref, name }) => ({ value: ref, label: name })),
        ]}
        onChange={(next: number) => change({ otherId: next === 0 ? null : next, otherField: null })}
      />
      {across && (
        <Select
          size="small"
          aria-label={t('analysis:otherField')}
          popupMatchSelectWidth={false}
          value={otherField}
          options={acrossKeys
            .filter((key) => key !== except)
            .map((value) => ({ value, label: fieldWord(across.family, value) }))}
          onChange={(next: string) => change({ otherField: next })}
        />
      )}
      <ToleranceField {...{ state, change }} />
    </>
  );
}
const tolerances = [60, 600, 1_800, 3_600, 21_600, 86_400] as const;

/** How far apart in time the readings of a pair may be. */
function ToleranceField({ state, change }: { state: AnalysisState; change: Change }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Select
      size="small"
      aria-label={t('analysis:tolerance')}
      popupMatchSelectWidth={false}
      value={state.toleranceSeconds ?? 0}
      options={[
        { value: 0, label: t('analysis:usualTolerance') },
        ...tolerances.map((value) => ({ value, label: `≤ ${formatSpan(value, language)}` })),
      ]}
      onChange={(next: number) => change({ toleranceSeconds: next === 0 ? null : next })}
    />
  );
}
