import { WarningOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import { formulas } from '@plumbline/contract/formulas';
import type { Point } from '@plumbline/contract/points';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import { Failed, SkeletonRows } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatChange, formatCount, formatNumber, formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useSettled } from '../../kernel/settled.ts';
import type { Conversion } from './conversion.ts';

const settleMs = 400;

/** What the conversion as it is written now would make of readings as they came, against what is stored. */
export function ConversionPreview({ point, now }: { point: Point; now: Conversion }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const [field, setField] = useState(point.mainField);
  const [days, setDays] = useState(7);
  const serialized = JSON.stringify({
    mode: now.mode,
    formulaType: now.formulaType,
    parameters: now.parameters ?? {},
    ...(now.formulaType === 'CUSTOM_FORMULA' ? { customFormula: now.customFormula ?? {} } : {}),
    initialValues: now.initialValues ?? {},
  });
  const settled = useSettled(serialized, settleMs);
  const query = useRead(
    formulas.preview,
    { pointId: point.id, field, days, ...(JSON.parse(settled) as object) },
    {
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  const known = fieldsOf(point.family, point.nodeCount);
  const plot = query.data?.plot;
  const drawn = known.find(({ key }) => key === plot?.field);
  const curves = useMemo(() => {
    if (!plot || !drawn) return [];
    const one = { unit: drawn.unit, precision: drawn.precision, times: plot.times };
    return [
      { ...one, id: 'before', name: t('formulas:preview.before'), values: plot.before },
      { ...one, id: 'after', name: t('formulas:preview.after'), values: plot.after },
    ];
  }, [plot, drawn, t]);
  const latest = query.data?.latest;
  const wrong = query.error instanceof Failure ? wordsOf(query.error, t).words : null;
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
      {query.data === undefined ? (
        query.error ? (
          wrong === null && <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : !latest ? (
        <p className="pl-3">{t('formulas:preview.none')}</p>
      ) : (
        <div style={{ opacity: query.error ? 0.5 : 1 }}>
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
                {latest.fields.slice(0, 12).map((each) => {
                  const { precision } = known.find(({ key }) => key === each.key) ?? {};
                  const differs = each.before !== each.after;
                  return (
                    <tr key={each.key} className={differs ? 'pt-changed' : ''}>
                      <td>
                        {fieldWord(point.family, each.key)}
                        {each.unit && <span className="pl-3">, {each.unit}</span>}
                        {each.error && (
                          <div className="pl-wrong pl-sm">
                            {t(`errors:${each.error.error}`)}
                            {each.error.at !== null && ` · ${t('points:formula.at', { at: each.error.at + 1 })}`}
                          </div>
                        )}
                      </td>
                      <td className="n">{formatNumber(each.before, precision)}</td>
                      <td className="n">{formatNumber(each.after, precision)}</td>
                      <td className="n">
                        {each.before !== null && each.after !== null
                          ? formatChange(each.after - each.before, precision)
                          : '—'}
                      </td>
                      <td className="n">{formatChange(each.cumulativeAfter, precision)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <div className="pl-row" style={{ flexWrap: 'wrap', margin: '14px 0 6px' }}>
            <Select
              size="small"
              style={{ minWidth: 160 }}
              aria-label={t('points:rule.field')}
              value={field}
              options={known.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) }))}
              onChange={setField}
            />
            <Segmented
              label={t('formulas:preview.span')}
              value={days}
              options={[1, 7, 30].map((value) => ({ value, label: t('formulas:preview.days', { count: value }) }))}
              onChange={setDays}
            />
            <span className="pl-gap" />
            <span className="pl-sm pl-2" role="status">
              {t('formulas:preview.changed', {
                changed: formatCount(query.data.changed),
                sampled: formatCount(query.data.plot.sampled),
                records: formatCount(query.data.plot.records),
              })}
              {query.data.largest &&
                ` · ${t('formulas:preview.largest', {
                  difference: formatChange(query.data.largest.difference, drawn?.precision),
                  unit: drawn?.unit ?? '',
                  time: formatTime(query.data.largest.at, project.timeZone),
                })}`}
            </span>
          </div>
          {plot && plot.times.length > 0 && (
            <Chart
              curves={curves}
              range={{ from: plot.times[0]!, to: plot.times.at(-1)! }}
              zone={project.timeZone}
              heightPx={240}
            />
          )}
        </div>
      )}
    </section>
  );
}
