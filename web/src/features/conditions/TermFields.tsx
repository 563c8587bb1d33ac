import { DeleteOutlined } from '@ant-design/icons';
import { type ConditionTerm, termKinds, termNeeds, termSides } from '@plumbline/contract/conditions.terms';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import { DatePicker, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from '../../design/form/wall-time.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { usualAge } from './condition-draft.ts';
import { Duration } from './Duration.tsx';
import { termUnit } from './term-words.ts';

export type PointRows = Reply<typeof points.rows>['rows'];
interface Props {
  /** Group and term, from 1: `2.1`. */
  readonly place: string;
  readonly term: ConditionTerm;
  readonly rows: PointRows;
  /** What is wrong, by the name of the setting. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (term: ConditionTerm) => void;
  readonly onRemove: (() => void) | null;
}

/** One term: the point and field, what of it is watched, and the bound. What is rarely changed is folded away. */
export function TermFields(props: Props) {
  const { t } = useTranslation();
  const { place, term, faults, onChange, onRemove } = props;
  const unit = termUnit(term, useUnit(term));
  const put = (part: Partial<ConditionTerm>): void => onChange({ ...term, ...part });
  const isMeasured = term.kind !== 'silence';
  return (
    <div className="cd-term">
      <span className="pl-num pl-3">{place}</span>
      <div className="cd-fields">
        <PointAndField {...props} />
        <Labelled label={t('conditions:kind')} fault={undefined}>
          <Select
            value={term.kind}
            aria-label={t('conditions:kindOf', { place })}
            options={termKinds.map((value) => ({ value, label: t(`conditions:kinds.${value}`) }))}
            onChange={(kind) =>
              put({ kind, ...(termNeeds[kind].includes('spanSeconds') && { spanSeconds: term.spanSeconds ?? 86_400 }) })
            }
          />
        </Labelled>
        <Needs {...props} />
        {isMeasured && <Bounds place={place} term={term} unit={unit} faults={faults} onChange={put} />}
      </div>
      {isMeasured && <More term={term} unit={unit} faults={faults} onChange={put} />}
      {onRemove && (
        <IconButton icon={<DeleteOutlined />} label={t('conditions:removeTerm', { place })} onClick={onRemove} />
      )}
    </div>
  );
}

interface PartProps {
  readonly term: ConditionTerm;
  /** Of what the term measures. */
  readonly unit: string;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<ConditionTerm>) => void;
}

/** Which side of which limits counts. */
function Bounds({ place, term, unit, faults, onChange }: PartProps & { place: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Labelled label={t('conditions:side')} fault={undefined}>
        <Select
          value={term.side}
          aria-label={t('conditions:sideOf', { place })}
          options={termSides.map((value) => ({ value, label: t(`conditions:sides.${value}`) }))}
          onChange={(side) => onChange({ side })}
        />
      </Labelled>
      {term.side !== 'above' && (
        <Bound
          name="low"
          place={place}
          value={term.low}
          unit={unit}
          fault={faults.get('low')}
          onChange={(low) => onChange({ low })}
        />
      )}
      {term.side !== 'below' && (
        <Bound
          name="high"
          place={place}
          value={term.high}
          unit={unit}
          fault={faults.get('high')}
          onChange={(high) => onChange({ high })}
        />
      )}
    </>
  );
}

/** What is rarely changed. */
function More({ term, unit, faults, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <details className="cd-more">
      <summary className="pl-sm pl-2">{t('conditions:more')}</summary>
      <div className="cd-fields">
        <Labelled label={t('conditions:deadBand')} fault={faults.get('deadBand')}>
          <InputNumber
            min={0}
            value={term.deadBand}
            suffix={unit}
            onChange={(deadBand) => onChange({ deadBand: deadBand ?? 0 })}
          />
        </Labelled>
        <Labelled label={t('conditions:consecutive')} fault={faults.get('consecutive')}>
          <InputNumber
            min={1}
            max={10}
            precision={0}
            value={term.consecutive}
            onChange={(consecutive) => onChange({ consecutive: consecutive ?? 1 })}
          />
        </Labelled>
        <Labelled label={t('conditions:maxAge')} fault={faults.get('maxAgeSeconds')}>
          <Duration
            value={term.maxAgeSeconds}
            label={t('conditions:maxAge')}
            onChange={(maxAgeSeconds) => onChange({ maxAgeSeconds: maxAgeSeconds ?? 3600 })}
          />
        </Labelled>
      </div>
    </details>
  );
}

export function Labelled({
  label,
  fault,
  children,
}: {
  label: string;
  fault: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={`cd-field${fault ? ' wrong' : ''}`}>
      <span className="pl-sm pl-3">{label}</span>
      {children}
      {fault && (
        <span className="pl-sm pl-wrong" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}

function useUnit({ pointId, field }: Pick<ConditionTerm, 'pointId' | 'field'>): string {
  const point = useRead(points.get, { pointId }, { enabled: pointId > 0, staleTime: 60_000 }).data?.measuringPoint;
  return point ? (fieldsOf(point.family, point.nodeCount).find(({ key }) => key === field)?.unit ?? '') : '';
}

/** The settings that its kind needs beside a bound. */
function Needs({ place, term, rows, faults, onChange }: Props) {
  const { t } = useTranslation();
  const { project } = useProject();
  const needs = termNeeds[term.kind];
  const unit = useUnit(term);
  const put = (part: Partial<ConditionTerm>): void => onChange({ ...term, ...part });
  return (
    <>
      {needs.includes('otherPointId') && (
        <OtherPoint place={place} term={term} rows={rows} faults={faults} onChange={onChange} onRemove={null} />
      )}
      {needs.includes('sinceAt') && (
        <Labelled label={t('conditions:since')} fault={faults.get('sinceAt')}>
          <DatePicker
            value={term.sinceAt === null ? null : wallTime(term.sinceAt, project.timeZone)}
            allowClear={false}
            aria-label={t('conditions:since')}
            onChange={(day) => day && put({ sinceAt: instantAt(day.startOf('day'), project.timeZone) })}
          />
        </Labelled>
      )}
      {needs.includes('spanSeconds') && (
        <Labelled
          label={t(term.kind === 'silence' ? 'conditions:silentFor' : 'conditions:span')}
          fault={faults.get('spanSeconds')}
        >
          <Duration
            value={term.spanSeconds}
            label={t('conditions:spanOf', { place })}
            onChange={(spanSeconds) => put({ spanSeconds })}
          />
        </Labelled>
      )}
      {needs.includes('uniformRate') && (
        <Labelled label={t('conditions:uniformRate')} fault={faults.get('uniformRate')}>
          <InputNumber
            min={0}
            value={term.uniformRate}
            suffix={`${unit}/d`}
            onChange={(uniformRate) => put({ uniformRate: uniformRate || null })}
          />
        </Labelled>
      )}
    </>
  );
}

const optionsOf = (rows: PointRows) => rows.map(({ id, name }) => ({ value: id, label: name }));

function PointAndField({ place, term, rows, faults, onChange }: Props) {
  const { t } = useTranslation();
  const choose = (pointId: number): void => {
    const row = rows.find(({ id }) => id === pointId);
    if (!row) return;
    onChange({ ...term, pointId, field: row.mainField, maxAgeSeconds: usualAge(row.intervalSeconds) });
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
      <FieldSelect
        label={t('conditions:field')}
        name={t('conditions:fieldOf', { place })}
        pointId={term.pointId}
        value={term.field}
        onChange={(field) => onChange({ ...term, field })}
      />
    </>
  );
}

function OtherPoint({ place, term, rows, faults, onChange }: Props) {
  const { t } = useTranslation();
  const choose = (otherPointId: number): void =>
    onChange({ ...term, otherPointId, otherField: rows.find(({ id }) => id === otherPointId)?.mainField ?? null });
  return (
    <>
      <Labelled label={t('conditions:otherPoint')} fault={faults.get('otherPointId') ?? faults.get('otherField')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={term.otherPointId}
          placeholder={t('conditions:choosePoint')}
          aria-label={t('conditions:otherPointOf', { place })}
          popupMatchSelectWidth={false}
          options={optionsOf(rows)}
          onChange={(id) => id && choose(id)}
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

function Bound({
  name,
  place,
  value,
  unit,
  fault,
  onChange,
}: {
  name: 'low' | 'high';
  place: string;
  value: number | null;
  unit: string;
  fault: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <Labelled label={t(`conditions:${name}`)} fault={fault}>
      <InputNumber
        value={value}
        suffix={unit}
        {...(fault && { status: 'error' as const })}
        aria-label={t(`conditions:${name}Of`, { place })}
        onChange={onChange}
      />
    </Labelled>
  );
}
