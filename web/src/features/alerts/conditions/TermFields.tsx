import { DeleteOutlined } from '@ant-design/icons';
import {
  type ConditionTerm,
  isBounded,
  onlySide,
  termKinds,
  termSides,
  termUnit,
} from '@plumbline/contract/alerts/conditions.terms';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { startOfKind } from './condition-draft.ts';
import { Duration } from './Duration.tsx';
import { Labelled } from './Labelled.tsx';
import { PointAndField, useUnit } from './TermPoint.tsx';
import { TermSettings } from './TermSettings.tsx';
import type { PointRows, TermProps } from './term-props.ts';

const intervalOf = (rows: PointRows, pointId: number): number =>
  rows.find(({ id }) => id === pointId)?.intervalSeconds ?? 3600;

/** One term: the point and field, what of it is watched, and the bound. What is rarely changed is folded away. */
export function TermFields(props: TermProps) {
  const { t } = useTranslation();
  const { place, term, rows, faults, onChange, onRemove } = props;
  const unit = termUnit(term, useUnit(term));
  const put = (part: Partial<ConditionTerm>): void => onChange({ ...term, ...part });
  const isMeasured = isBounded(term.kind);
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
            onChange={(kind) => put(startOfKind(term, kind, intervalOf(rows, term.pointId)))}
          />
        </Labelled>
        <TermSettings {...props} />
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
  const only = onlySide[term.kind];
  const sides = only === undefined ? termSides : [only];
  return (
    <>
      <Labelled label={t('conditions:side')} fault={undefined}>
        <Select
          value={term.side}
          aria-label={t('conditions:sideOf', { place })}
          options={sides.map((value) => ({ value, label: t(`conditions:sides.${value}`) }))}
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
