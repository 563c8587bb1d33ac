/** The settings that the kind of a term needs beside a bound. */
import { type ConditionTerm, termAxes, termNeeds, watchedStatuses } from '@plumbline/contract/alerts/conditions.terms';
import { DatePicker, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { instantAt, wallTime } from '../../../design/form/wall-time.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { CurveFields } from './CurveFields.tsx';
import { Duration } from './Duration.tsx';
import { Labelled } from './Labelled.tsx';
import { OtherPoint, useUnit } from './TermPoint.tsx';
import type { TermProps } from './term-props.ts';

interface PartProps extends TermProps {
  readonly put: (part: Partial<ConditionTerm>) => void;
}

export function TermSettings(props: TermProps) {
  const { term, onChange } = props;
  const needs = termNeeds[term.kind];
  const put = (part: Partial<ConditionTerm>): void => onChange({ ...term, ...part });
  return (
    <>
      {needs.includes('otherPointId') && <OtherPoint {...props} />}
      {needs.includes('sinceAt') && <Since {...props} put={put} />}
      {needs.includes('spanSeconds') && <Span {...props} put={put} />}
      {needs.includes('uniformRate') && <UniformRate {...props} put={put} />}
      {needs.includes('minR2') && <FitQuality {...props} put={put} />}
      {needs.includes('intervalSeconds') && <Interval {...props} put={put} />}
      {needs.includes('axis') && <AxisOf {...props} put={put} />}
      {needs.includes('statuses') && <Statuses {...props} put={put} />}
      {needs.includes('curve') && (
        <CurveFields place={props.place} curve={term.curve} onChange={(curve) => put({ curve })} />
      )}
      {needs.includes('season') && <SeasonFields {...props} put={put} />}
    </>
  );
}

function Since({ term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('conditions:since')} fault={faults.get('sinceAt')}>
      <Day value={term.sinceAt} label={t('conditions:since')} onChange={(sinceAt) => put({ sinceAt })} />
    </Labelled>
  );
}

/** The begin of a day by the clocks of the project. */
function Day({ value, label, onChange }: { value: string | null; label: string; onChange: (at: string) => void }) {
  const { project } = useProject();
  return (
    <DatePicker
      value={value === null ? null : wallTime(value, project.timeZone)}
      allowClear={false}
      aria-label={label}
      onChange={(day) => day && onChange(instantAt(day.startOf('day'), project.timeZone))}
    />
  );
}

function Span({ place, term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
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
  );
}

function UniformRate({ term, faults, put }: PartProps) {
  const { t } = useTranslation();
  const unit = useUnit(term);
  return (
    <Labelled label={t('conditions:uniformRate')} fault={faults.get('uniformRate')}>
      <InputNumber
        min={0}
        value={term.uniformRate}
        suffix={`${unit}/d`}
        onChange={(uniformRate) => put({ uniformRate: uniformRate || null })}
      />
    </Labelled>
  );
}

function FitQuality({ place, term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('conditions:minR2')} fault={faults.get('minR2')}>
      <InputNumber
        min={0}
        max={1}
        step={0.05}
        value={term.minR2}
        aria-label={t('conditions:minR2Of', { place })}
        onChange={(minR2) => put({ minR2 })}
      />
    </Labelled>
  );
}

function Interval({ place, term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('conditions:interval')} fault={faults.get('intervalSeconds')}>
      <Duration
        value={term.intervalSeconds}
        label={t('conditions:intervalOf', { place })}
        onChange={(intervalSeconds) => put({ intervalSeconds })}
      />
    </Labelled>
  );
}

function AxisOf({ place, term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('conditions:axis')} fault={faults.get('axis')}>
      <Select
        value={term.axis}
        aria-label={t('conditions:axisOf', { place })}
        options={termAxes.map((value) => ({ value, label: t(`conditions:axes.${value}`) }))}
        onChange={(axis) => put({ axis, field: axis === 'y' ? 'maxY' : 'maxX' })}
      />
    </Labelled>
  );
}

function Statuses({ place, term, faults, put }: PartProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('conditions:statuses')} fault={faults.get('statuses')}>
      <Select
        mode="multiple"
        value={term.statuses ?? []}
        aria-label={t('conditions:statusesOf', { place })}
        popupMatchSelectWidth={false}
        options={watchedStatuses.map((value) => ({ value, label: t(`common:health.${value}`) }))}
        onChange={(statuses) => put({ statuses })}
      />
    </Labelled>
  );
}

/** What the season is learned from. Whatever changes of it, it is learned anew when the condition is saved or tried. */
function SeasonFields(props: PartProps) {
  const { place, term, faults, onChange, put } = props;
  const { t } = useTranslation();
  const unit = useUnit(term);
  const { season } = term;
  if (!season) return null;
  const learn = (part: Partial<typeof season>): void => put({ season: { ...season, ...part, model: null } });
  const { model } = season;
  return (
    <>
      <Labelled label={t('conditions:trainFrom')} fault={undefined}>
        <Day
          value={season.trainFrom}
          label={t('conditions:trainFromOf', { place })}
          onChange={(trainFrom) => learn({ trainFrom })}
        />
      </Labelled>
      <Labelled label={t('conditions:trainTo')} fault={faults.get('season.trainTo')}>
        <Day
          value={season.trainTo}
          label={t('conditions:trainToOf', { place })}
          onChange={(trainTo) => learn({ trainTo })}
        />
      </Labelled>
      <Labelled label={t('conditions:hasTrend')} fault={undefined}>
        <span>
          <Switch
            checked={season.hasTrend}
            aria-label={t('conditions:hasTrendOf', { place })}
            onChange={(hasTrend) => learn({ hasTrend })}
          />
        </span>
      </Labelled>
      <OtherPoint {...props} onChange={(next) => onChange({ ...next, season: { ...season, model: null } })} />
      <span className="cd-model pl-sm pl-3">
        {model === null
          ? t('conditions:modelNone')
          : t('conditions:model', {
              deviation: `${formatNumber(model.deviation)} ${unit}`.trim(),
              r2: formatNumber(model.r2, 2),
              readings: model.readings,
            })}
      </span>
    </>
  );
}
