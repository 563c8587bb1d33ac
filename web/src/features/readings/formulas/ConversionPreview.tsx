import { WarningOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { formulas } from '@plumbline/contract/readings/formulas';
import { plainChange } from '@plumbline/science/series/rates';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatChange, formatCount, formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import type { Conversion } from './conversion.ts';

const settleMs = 400;

type Preview = Reply<typeof formulas.preview>;
type Latest = NonNullable<Preview['latest']>;

/** The readings that the conversion is of: since a time, or of an earlier device group. */
interface Stretch {
  readonly validFrom?: string;
  readonly groupId?: number;
}

/** Shows the effect of the edited conversion onversion as it is written now would make of readings as they came, against what is stored. */
export function ConversionPreview({ point, now, ...stretch }: { point: Point; now: Conversion } & Stretch) {
  const { t } = useTranslation();
  const [field, setField] = useState(point.mainField);
  const [days, setDays] = useState(7);
  const { data, error, refetch } = usePreview(point, now, { ...stretch, field, days });
  const wrong = error instanceof Failure ? wordsOf(error, t).words : null;
  return (
    <section className="pl-form-section" aria-label={t('formulas:preview.title')}>
      <h3>{t('formulas:preview.title')}</h3>
      <p className="pl-3 pl-sm">{t('formulas:preview.why')}</p>
      {wrong !== null && (
        <p role="alert" className="pl-row pl-wrong">
          <WarningOutlined />
          {wrong}
        </p>
      )}
      {data === undefined && !error && <SkeletonRows rows={3} />}
      {data === undefined && error && wrong === null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && !data.latest && <p className="pl-3">{t('formulas:preview.none')}</p>}
      {data?.latest && (
        <div style={{ opacity: error ? 0.5 : 1 }}>
          <LatestValues point={point} latest={data.latest} />
          <div className="pl-row" style={{ flexWrap: 'wrap', margin: '14px 0 6px' }}>
            <PlotChoice point={point} field={field} onField={setField} days={days} onDays={setDays} />
            <span className="pl-gap" />
            <Changed point={point} preview={data} />
          </div>
          <Plot point={point} plot={data.plot} />
        </div>
      )}
    </section>
  );
}

/** What the server makes of what was typed, asked for when it rests. */
function usePreview(point: Point, now: Conversion, query: Stretch & { field: string; days: number }) {
  const serialized = JSON.stringify({
    mode: now.mode,
    formulaType: now.formulaType,
    parameters: now.parameters ?? {},
    ...(now.formulaType === 'CUSTOM_FORMULA' ? { customFormula: now.customFormula ?? {} } : {}),
    initialValues: now.initialValues ?? {},
  });
  const settled = useSettled(serialized, settleMs);
  return useRead(
    formulas.preview,
    { pointId: point.id, ...query, ...(JSON.parse(settled) as object) },
    {
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
}

/** The newest reading: what was sampled, and each field before and after. */
function LatestValues({ point, latest }: { point: Point; latest: Latest }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <>
      <p className="pl-sm pl-2">
        {t('formulas:preview.latest', { time: formatTime(latest.at, project.timeZone) })}{' '}
        <span className="pl-mono">
          {Object.entries(latest.variables)
            .slice(0, 8)
            .map(([name, value]) => `${name} = ${formatNumber(value)}`)
            .join('  ')}
        </span>
      </p>
      <div className="pt-scroll">
        <table className="pt-table">
          <thead>
            <tr>
              <th>{t('points:rule.field')}</th>
              <th className="n">{t('formulas:preview.before')}</th>
              <th className="n">{t('formulas:preview.after')}</th>
              <th className="n">{t('formulas:preview.difference')}</th>
              <th className="n">{t('formulas:preview.cumulative')}</th>
            </tr>
          </thead>
          <tbody>
            {latest.fields.slice(0, 12).map((each) => (
              <FieldRow key={each.key} point={point} field={each} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const fieldOf = ({ family, nodeCount }: Point, fieldKey: string) =>
  fieldsOf(family, nodeCount).find(({ key }) => key === fieldKey);

function FieldRow({
  point,
  field: { key, unit, before, after, cumulativeAfter, error },
}: {
  point: Point;
  field: Latest['fields'][number];
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { precision, period = null } = fieldOf(point, key) ?? {};
  return (
    <tr className={before !== after ? 'pt-changed' : ''}>
      <td>
        {fieldWord(point.family, key)}
        {unit && <span className="pl-3">, {unit}</span>}
        {error && (
          <div className="pl-wrong pl-sm">
            {t(`errors:${error.error}`)}
            {error.at !== null && ` · ${t('points:formula.at', { at: error.at + 1 })}`}
          </div>
        )}
      </td>
      <td className="n">{formatNumber(before, precision)}</td>
      <td className="n">{formatNumber(after, precision)}</td>
      <td className="n">
        {before !== null && after !== null ? formatChange(plainChange(before, after, period), precision) : '—'}
      </td>
      <td className="n">{(period === null ? formatChange : formatNumber)(cumulativeAfter, precision)}</td>
    </tr>
  );
}

function PlotChoice({
  point,
  field,
  onField,
  days,
  onDays,
}: {
  point: Point;
  field: string;
  onField: (field: string) => void;
  days: number;
  onDays: (days: number) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return (
    <>
      <Select
        size="small"
        style={{ minWidth: 160 }}
        aria-label={t('points:rule.field')}
        value={field}
        options={fieldsOf(point.family, point.nodeCount).map(({ key }) => ({
          value: key,
          label: fieldWord(point.family, key),
        }))}
        onChange={onField}
      />
      <Segmented
        label={t('formulas:preview.span')}
        value={days}
        options={[1, 7, 30].map((value) => ({ value, label: t('formulas:preview.days', { count: value }) }))}
        onChange={onDays}
      />
    </>
  );
}

/** How many readings would become others, and the largest difference. */
function Changed({ point, preview: { changed, plot, largest } }: { point: Point; preview: Preview }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const drawn = plot ? fieldOf(point, plot.field) : undefined;
  return (
    <span className="pl-sm pl-2" role="status">
      {t('formulas:preview.changed', {
        changed: formatCount(changed),
        sampled: formatCount(plot.sampled),
        records: formatCount(plot.records),
      })}
      {largest &&
        ` · ${t('formulas:preview.largest', {
          difference: formatChange(largest.difference, drawn?.precision),
          unit: drawn?.unit ?? '',
          time: formatTime(largest.at, project.timeZone),
        })}`}
    </span>
  );
}

/** Before and after as two curves. */
function Plot({ point, plot }: { point: Point; plot: Preview['plot'] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const drawn = useMemo(() => fieldOf(point, plot.field), [point, plot.field]);
  const curves = useMemo(() => {
    if (!drawn) return [];
    const one = { unit: drawn.unit, precision: drawn.precision, times: plot.times };
    return [
      { ...one, id: 'before', name: t('formulas:preview.before'), values: plot.before },
      { ...one, id: 'after', name: t('formulas:preview.after'), values: plot.after },
    ];
  }, [plot, drawn, t]);
  if (plot.times.length === 0) return null;
  return (
    <Chart
      kind="timeValue"
      content={{ curves, zone: project.timeZone }}
      range={{ from: elementAt(plot.times, 0), to: elementAt(plot.times, -1) }}
      heightPx={240}
    />
  );
}
