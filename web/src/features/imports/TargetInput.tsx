import type { Point } from '@plumbline/contract/points';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type DraftTarget, type MappingIssue, needsNode, pointChosen, quantityChosen, slotsOf } from './mapping.ts';
import { useQuantityWord } from './quantity-words.ts';
import { UnitNote } from './UnitNote.tsx';

/** Where values go: a point, one of its quantities, and what each number is multiplied by and moved by. */
export function TargetInput({
  value,
  points,
  label,
  issue: source,
  parts: mode = 'both',
  onChange,
}: {
  value: DraftTarget;
  points: readonly Point[];
  /** Files with a column of point names and columns of quantities ask for each where it stands. */
  parts?: 'both' | 'point' | 'quantity';
  /** What is mapped, for screen readers. */
  label: string;
  /** What the file says of it. */
  issue: MappingIssue;
  onChange: (value: DraftTarget) => void;
}) {
  const { t } = useTranslation();
  const quantityWord = useQuantityWord();
  const point = mode === 'quantity' ? points[0] : points.find(({ id }) => id === value.pointId);
  const slots = point ? slotsOf(point) : [];
  const showQuantity = point && mode !== 'point';
  return (
    <div className="imp-target">
      {mode !== 'quantity' && (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          virtual
          aria-label={`${label}: ${t('imports:point')}`}
          placeholder={t('imports:leftOut')}
          value={value.pointId}
          options={points.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(pointId: number | undefined) =>
            onChange(
              pointChosen(
                value,
                points.find(({ id }) => id === pointId),
                source,
              ),
            )
          }
        />
      )}
      {showQuantity && (
        <>
          <Select
            aria-label={`${label}: ${t('imports:quantity')}`}
            allowClear={mode === 'quantity'}
            placeholder={t(mode === 'quantity' ? 'imports:leftOut' : 'imports:sayQuantity')}
            status={value.name === null && mode === 'both' ? 'warning' : ''}
            popupMatchSelectWidth={false}
            value={value.name}
            options={slots.map(({ name, unit }) => ({
              value: name,
              label: [quantityWord(point, name), unit && `(${unit})`].filter(Boolean).join(' '),
            }))}
            onChange={(name: string | undefined) =>
              onChange(
                quantityChosen(
                  value,
                  slots.find((slot) => slot.name === name),
                  source,
                ),
              )
            }
          />
          {needsNode(point) && (
            <Select
              aria-label={`${label}: ${t('imports:node')}`}
              placeholder={t('imports:sayNode')}
              status={value.name !== null && value.node === null ? 'warning' : ''}
              value={value.node}
              options={Array.from({ length: point.nodeCount }, (_, i) => ({
                value: i + 1,
                label: t('imports:nodeNumber', { number: i + 1 }),
              }))}
              onChange={(node: number) => onChange({ ...value, node })}
            />
          )}
          <span className="pl-row tight">
            <span className="pl-3">×</span>
            <InputNumber
              controls={false}
              aria-label={`${label}: ${t('imports:factor')}`}
              value={value.factor}
              onChange={(factor) => onChange({ ...value, factor: factor || 1 })}
            />
            <span className="pl-3">+</span>
            <InputNumber
              controls={false}
              aria-label={`${label}: ${t('imports:offset')}`}
              value={value.offset}
              onChange={(offset) => onChange({ ...value, offset: offset ?? 0 })}
            />
          </span>
        </>
      )}
      {showQuantity && (mode === 'both' || value.name !== null) && (
        <UnitNote target={value} point={point} unit={source.unit} onChange={onChange} />
      )}
    </div>
  );
}
