import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import type { ChartPoint } from '@plumbline/contract/points/charts';
import { type Family, type FamilyCode, type Field, families, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { measures } from '@plumbline/contract/points/points.settings';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../../design/form/use-options.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { type Series, seriesKey } from './chart-curves.queries.ts';
import { SeriesAdd } from './SeriesAdd.tsx';
import { SeriesSwatch } from './SeriesSwatch.tsx';

/** Curves of one chart (contract, points.charts). */
const maxSeries = 50;
type Known = Pick<ChartPoint, 'name' | 'family'> & { readonly nodeCount?: number; readonly mainField?: string };

/** The series of a chart in their order: point, field, measure, axis and label of each; more are added by search. */
export function SeriesInput({
  value,
  onChange,
  known,
}: {
  value: readonly Series[];
  onChange: (value: Series[]) => void;
  known: readonly ChartPoint[];
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const rows = useOptions('points', points.rows, { projectId: project.id });
  const pointOf = (id: number): Known | undefined =>
    known.find((each) => each.id === id) ??
    (rows.data?.rows.find((each) => each.id === id) as (Known & { id: number }) | undefined);
  const put = (place: number, part: Partial<Series>): void =>
    onChange(value.map((each, i) => (i === place ? { ...each, ...part } : each)));
  const move = (place: number, by: number): void => {
    const next = [...value];
    next.splice(place + by, 0, ...next.splice(place, 1));
    onChange(next);
  };
  return (
    <div className="cc-series">
      {value.map((series, i) => (
        <One
          key={seriesKey(series)}
          place={i}
          last={i === value.length - 1}
          series={series}
          point={pointOf(series.pointId)}
          isUsed={(other) => value.some((each, at) => at !== i && seriesKey(each) === seriesKey(other))}
          onPut={(part) => put(i, part)}
          onMove={(by) => move(i, by)}
          onRemove={() => onChange(value.filter((_, at) => at !== i))}
        />
      ))}
      <div className="add">
        {value.length >= maxSeries ? (
          <p className="pl-sm pl-3">{t('charts:series.full', { most: maxSeries })}</p>
        ) : (
          <SeriesAdd query={rows} chosen={value} onAdd={(series) => onChange([...value, series])} />
        )}
      </div>
    </div>
  );
}

function One({
  place,
  last,
  series,
  point,
  isUsed,
  onPut,
  onMove,
  onRemove,
}: {
  place: number;
  last: boolean;
  series: Series;
  point: Known | undefined;
  isUsed: (series: Series) => boolean;
  onPut: (part: Partial<Series>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const name = point?.name ?? t('charts:series.gone');
  return (
    <div className="one">
      <SeriesSwatch place={place} />
      <span className="pl-ell" title={name}>
        {name}
      </span>
      <SeriesSource name={name} series={series} point={point} isUsed={isUsed} onPut={onPut} />
      <Input
        className="wide"
        size="small"
        maxLength={50}
        aria-label={t('charts:series.labelOf', { name })}
        placeholder={t('charts:series.label')}
        value={series.label}
        onChange={(event) => onPut({ label: event.target.value })}
      />
      <Order name={name} first={place === 0} last={last} onMove={onMove} onRemove={onRemove} />
    </div>
  );
}

/** Which field of the point is drawn, how it is measured, and on which axis. */
function SeriesSource({
  name,
  series,
  point,
  isUsed,
  onPut,
}: {
  name: string;
  series: Series;
  point: Known | undefined;
  isUsed: (series: Series) => boolean;
  onPut: (part: Partial<Series>) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const family = point?.family as FamilyCode | undefined;
  const fields = useFields(series.pointId, family, point?.nodeCount);
  return (
    <>
      <Select
        className="wide"
        size="small"
        aria-label={t('charts:series.fieldOf', { name })}
        showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
        popupMatchSelectWidth={false}
        value={series.field}
        options={fields.map(({ key }) => ({
          value: key,
          label: family ? fieldWord(family, key) : key,
          disabled: isUsed({ ...series, field: key }),
        }))}
        onChange={(field) => onPut({ field })}
      />
      <Select
        className="wide"
        size="small"
        aria-label={t('charts:series.measureOf', { name })}
        popupMatchSelectWidth={false}
        value={series.measure}
        options={measures.map((measure) => ({
          value: measure,
          label: t(`charts:measure.${measure}`),
          disabled: isUsed({ ...series, measure }),
        }))}
        onChange={(measure) => onPut({ measure })}
      />
      <Select
        className="wide"
        size="small"
        aria-label={t('charts:series.axisOf', { name })}
        value={series.axis}
        options={(['left', 'right'] as const).map((side) => ({ value: side, label: t(`charts:axis.at_${side}`) }))}
        onChange={(axis) => onPut({ axis })}
      />
    </>
  );
}

/** The fields of a point. How many nodes a profile has is not in the list of points: then it is asked. */
function useFields(pointId: number, family: FamilyCode | undefined, nodeCount: number | undefined): readonly Field[] {
  const isUnknown =
    family !== undefined && (families[family] as Family).nodeFields !== undefined && nodeCount === undefined;
  const nodes = useRead(points.get, { pointId }, { enabled: isUnknown, staleTime: 60_000 });
  return family ? fieldsOf(family, nodeCount ?? nodes.data?.measuringPoint.nodeCount ?? 0) : [];
}

function Order({
  name,
  first,
  last,
  onMove,
  onRemove,
}: {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="pl-row tight">
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={first}
        aria-label={t('charts:series.up', { name })}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={last}
        aria-label={t('charts:series.down', { name })}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('charts:series.remove', { name })}
        onClick={onRemove}
      />
    </span>
  );
}
