import type { Point } from '@plumbline/contract/points/points';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConversionInput } from './ConversionInput.tsx';
import { type DraftTarget, type MappingIssue, needsNode, pointChosen, quantityChosen, slotsOf } from './mapping.ts';
import { useQuantityWord } from './quantity-words.ts';
import { UnitNote } from './UnitNote.tsx';
import { Warning } from './Warning.tsx';

/** Files with a column of point names and columns of quantities ask for each where it stands. */
type TargetParts = 'both' | 'point' | 'quantity';

interface ChoiceProps {
  value: DraftTarget;
  /** What is mapped, for screen readers. */
  label: string;
  onChange: (value: DraftTarget) => void;
}

/** Where values go: a point, one of its quantities, and what each number is multiplied by and moved by. */
export function TargetInput({
  value,
  points,
  label,
  issue: source,
  parts: mode = 'both',
  onChange,
}: ChoiceProps & {
  points: readonly Point[];
  parts?: TargetParts;
  /** What the file says of it. */
  issue: MappingIssue;
}) {
  const point = mode === 'quantity' ? points[0] : points.find(({ id }) => id === value.pointId);
  const showQuantity = point && mode !== 'point';
  return (
    <div className="imp-target">
      {mode !== 'quantity' && (
        <PointChoice value={value} points={points} label={label} issue={source} onChange={onChange} />
      )}
      {showQuantity && (
        <>
          <QuantityChoice value={value} point={point} label={label} issue={source} parts={mode} onChange={onChange} />
          {needsNode(point) && (
            <NodeChoice value={value} nodeCount={point.nodeCount} label={label} onChange={onChange} />
          )}
          <ConversionInput
            factor={value.factor}
            offset={value.offset}
            label={label}
            onChange={(change) => onChange({ ...value, ...change })}
          />
        </>
      )}
      {showQuantity && source.text && value.name !== null && <TextNote text={source.text} />}
      {showQuantity && (mode === 'both' || value.name !== null) && (
        <UnitNote target={value} point={point} unit={source.unit} onChange={onChange} />
      )}
    </div>
  );
}

/** A quantity takes numbers: what is text is said before the dry run refuses it line by line. */
function TextNote({ text }: { text: string }) {
  const { t } = useTranslation();
  return <Warning>{t('imports:holdsText', { sample: text.slice(0, 40) })}</Warning>;
}

function PointChoice({
  value,
  points,
  label,
  issue: source,
  onChange,
}: ChoiceProps & { points: readonly Point[]; issue: MappingIssue }) {
  const { t } = useTranslation();
  return (
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
  );
}

/** What an import can write of the point, each with its unit. */
function QuantityChoice({
  value,
  point,
  label,
  issue: source,
  parts: mode,
  onChange,
}: ChoiceProps & { point: Point; issue: MappingIssue; parts: TargetParts }) {
  const { t } = useTranslation();
  const quantityWord = useQuantityWord();
  const slots = slotsOf(point);
  return (
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
  );
}

/** Which node of a chain the values are of. */
function NodeChoice({ value, nodeCount, label, onChange }: ChoiceProps & { nodeCount: number }) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={`${label}: ${t('imports:node')}`}
      placeholder={t('imports:sayNode')}
      status={value.name !== null && value.node === null ? 'warning' : ''}
      value={value.node}
      options={Array.from({ length: nodeCount }, (_, i) => ({
        value: i + 1,
        label: t('imports:nodeNumber', { number: i + 1 }),
      }))}
      onChange={(node: number) => onChange({ ...value, node })}
    />
  );
}
