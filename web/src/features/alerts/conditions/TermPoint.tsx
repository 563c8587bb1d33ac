import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useRead } from '../../../kernel/reads.ts';
import { usualAge } from './condition-draft.ts';
import { Labelled } from './Labelled.tsx';
import type { PointRows, TermProps } from './term-props.ts';
import { ofWholePoint } from './term-words.ts';

/** The unit of the field that a term watches. */
export function useUnit({ pointId, field }: Pick<ConditionTerm, 'pointId' | 'field'>): string {
  const point = useRead(points.get, { pointId }, { enabled: pointId > 0, staleTime: 60_000 }).data?.measuringPoint;
  return point ? (fieldsOf(point.family, point.nodeCount).find(({ key }) => key === field)?.unit ?? '') : '';
}

const optionsOf = (rows: PointRows) => rows.map(({ id, name }) => ({ value: id, label: name }));

/** The point and its field; kinds that look at a point as a whole ask for no field. */
export function PointAndField({ place, term, rows, faults, onChange }: TermProps) {
  const { t } = useTranslation();
  const choose = (pointId: number): void => {
    const row = rows.find(({ id }) => id === pointId);
    if (!row) return;
    const field = term.axis === 'y' ? 'maxY' : row.mainField;
    const interval = term.intervalSeconds === null ? {} : { intervalSeconds: row.intervalSeconds };
    onChange({ ...term, ...interval, pointId, field, maxAgeSeconds: usualAge(row.intervalSeconds) });
  };
  return (
    <>
      <Labelled label={t('conditions:point')} fault={faults.get('pointId')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={term.pointId || null}
          placeholder={t('conditions:choosePoint')}
          aria-label={t('conditions:pointOf', { place })}
          popupMatchSelectWidth={false}
          options={optionsOf(rows)}
          onChange={(pointId) => pointId && choose(pointId)}
        />
      </Labelled>
      {!ofWholePoint.includes(term.kind) && (
        <FieldSelect
          label={t('conditions:field')}
          name={t('conditions:fieldOf', { place })}
          pointId={term.pointId}
          value={term.field}
          onChange={(field) => onChange({ ...term, field })}
        />
      )}
    </>
  );
}

/** Chooses the point that is subtracted, or the temperature beside it. */
export function OtherPoint({ place, term, rows, faults, onChange }: TermProps) {
  const { t } = useTranslation();
  const isSeason = term.kind === 'season';
  const choose = (otherPointId: number): void =>
    onChange({ ...term, otherPointId, otherField: rows.find(({ id }) => id === otherPointId)?.mainField ?? null });
  return (
    <>
      <Labelled
        label={t(isSeason ? 'conditions:temperature' : 'conditions:otherPoint')}
        fault={faults.get('otherPointId') ?? faults.get('otherField')}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={term.otherPointId}
          placeholder={t('conditions:choosePoint')}
          allowClear={isSeason}
          aria-label={t(isSeason ? 'conditions:temperatureOf' : 'conditions:otherPointOf', { place })}
          popupMatchSelectWidth={false}
          options={optionsOf(rows)}
          onChange={(id) => (id ? choose(id) : onChange({ ...term, otherPointId: null, otherField: null }))}
        />
      </Labelled>
      <FieldSelect
        label={t('conditions:otherField')}
        name={t('conditions:otherFieldOf', { place })}
        pointId={term.otherPointId ?? 0}
        value={term.otherField ?? ''}
        onChange={(otherField) => onChange({ ...term, otherField })}
      />
    </>
  );
}

function FieldSelect({
  label,
  name,
  pointId,
  value,
  onChange,
}: {
  label: string;
  name: string;
  pointId: number;
  value: string;
  onChange: (field: string) => void;
}) {
  const fieldWord = useFieldWord();
  const point = useRead(points.get, { pointId }, { enabled: pointId > 0, staleTime: 60_000 }).data?.measuringPoint;
  const fields = point ? fieldsOf(point.family, point.nodeCount) : [];
  return (
    <Labelled label={label} fault={undefined}>
      {point ? (
        <Select
          value={value}
          aria-label={name}
          popupMatchSelectWidth={false}
          showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
          options={fields.map(({ key, unit }) => ({
            value: key,
            label: `${fieldWord(point.family as FamilyCode, key)}, ${unit}`,
          }))}
          onChange={onChange}
        />
      ) : (
        <Input disabled aria-label={name} />
      )}
    </Labelled>
  );
}
