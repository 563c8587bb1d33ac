import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { gatewayLimits, limits } from '@plumbline/contract/kernel/constants';
import { Button, InputNumber } from 'antd';
import { NoFormStyle } from 'antd/es/form/context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';

/** Numbers of a pasted column or row; null where it holds anything else. */
function numbersIn(text: string): number[] | null {
  const parts = text.trim().split(/[\s,;]+/);
  const numbers = parts.map(Number);
  return parts.length > 1 && numbers.every(Number.isFinite) ? numbers : null;
}

/** The lengths with a pasted column from one on; null = the text is none. */
function pasted(
  text: string,
  from: number,
  lengths: readonly (number | null)[],
  max: number,
): (number | null)[] | null {
  const numbers = numbersIn(text);
  if (!numbers) return null;
  const next = [...lengths];
  for (const [i, number] of numbers.entries()) if (from + i < max) next[from + i] = number;
  return next;
}

/**
 * NODE_SEGMENTLEN_INPUT: the length of each segment in mm, node 1 first, none under 500. One value fills all; a pasted
 * column fills from the cell it is pasted into.
 */
export default function SegmentLengthsInput({
  id,
  value,
  onChange,
  label,
  disabled,
  extras,
}: InputProps<readonly (number | null)[]>) {
  const [each, setEach] = useState<number | null>(1_000);
  const max = extras.nodes ?? gatewayLimits.nodesPerPoint;
  const lengths: readonly (number | null)[] =
    extras.nodes === undefined
      ? (value ?? [])
      : Array.from({ length: extras.nodes }, (_, i) => (value ?? [])[i] ?? null);
  const paste = (text: string, from: number): boolean => {
    const next = pasted(text, from, lengths, max);
    if (next) onChange(next);
    return next !== null;
  };
  return (
    // Only segments that are too short are marked, not all.
    <NoFormStyle status>
      <div className="pl-segments">
        <FillRow
          lengths={lengths}
          each={each}
          onEach={setEach}
          disabled={disabled}
          onFill={() => onChange(lengths.map(() => each))}
        />
        <div className="nodes">
          {lengths.map((length, i) => (
            <NodeLength
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the node
              key={i}
              {...(i === 0 && id !== undefined ? { id } : {})}
              node={i + 1}
              name={label}
              length={length}
              disabled={disabled}
              onChange={(next) => onChange(lengths.map((old, at) => (at === i ? next : old)))}
              onPaste={(text) => paste(text, i)}
              onRemove={
                extras.nodes === undefined && !disabled ? () => onChange(lengths.filter((_, at) => at !== i)) : null
              }
            />
          ))}
        </div>
        {extras.nodes === undefined && (
          <AddButton
            {...(lengths.length === 0 && id !== undefined ? { id } : {})}
            disabled={disabled || lengths.length >= max}
            onAdd={() => onChange([...lengths, lengths.at(-1) ?? each])}
          />
        )}
      </div>
    </NoFormStyle>
  );
}

/** One length for all, and how long they are together. */
function FillRow({
  lengths,
  each,
  onEach,
  disabled,
  onFill,
}: {
  lengths: readonly (number | null)[];
  each: number | null;
  onEach: (each: number | null) => void;
  disabled: boolean;
  onFill: () => void;
}) {
  const { t } = useTranslation();
  const total = lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  return (
    <div className="pl-row">
      <InputNumber<number>
        size="small"
        aria-label={t('forms:segment.each')}
        value={each}
        disabled={disabled}
        controls={false}
        suffix="mm"
        onChange={onEach}
        style={{ width: 110 }}
      />
      <Button size="small" disabled={disabled || each === null || lengths.length === 0} onClick={onFill}>
        {t('forms:segment.fill')}
      </Button>
      <span className="pl-gap" />
      <span className="pl-sm pl-3 pl-num">
        {t('forms:segment.total', { count: lengths.length, metres: (total / 1000).toFixed(3) })}
      </span>
    </div>
  );
}

interface NodeLengthProps {
  readonly id?: string;
  readonly node: number;
  /** Of the field. */
  readonly name: string;
  readonly length: number | null;
  readonly disabled: boolean;
  readonly onChange: (length: number | null) => void;
  /** Returns whether the text was a column of lengths; else it is pasted into this one. */
  readonly onPaste: (text: string) => boolean;
  /** null = the nodes are given. */
  readonly onRemove: (() => void) | null;
}

function NodeLength({ id, node, name, length, disabled, onChange, onPaste, onRemove }: NodeLengthProps) {
  const { t } = useTranslation();
  return (
    <div>
      <span className="pl-3 pl-sm pl-num">{node}</span>
      <InputNumber<number>
        {...(id === undefined ? {} : { id })}
        size="small"
        aria-label={t('forms:segment.node', { name, node })}
        value={length}
        disabled={disabled}
        controls={false}
        changeOnWheel={false}
        status={length === null || length < limits.segmentMinMm ? 'error' : ''}
        onChange={onChange}
        onPaste={(event) => onPaste(event.clipboardData.getData('text')) && event.preventDefault()}
        style={{ width: '100%' }}
      />
      {onRemove && (
        <button type="button" className="pl-bare" aria-label={t('forms:segment.remove', { node })} onClick={onRemove}>
          <DeleteOutlined />
        </button>
      )}
    </div>
  );
}

function AddButton({ id, disabled, onAdd }: { id?: string; disabled: boolean; onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      {...(id === undefined ? {} : { id })}
      size="small"
      icon={<PlusOutlined />}
      disabled={disabled}
      onClick={onAdd}
    >
      {t('forms:segment.add')}
    </Button>
  );
}
