import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { gatewayLimits, limits } from '@plumbline/contract/constants';
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
  const { t } = useTranslation();
  const [each, setEach] = useState<number | null>(1_000);
  const max = extras.nodes ?? gatewayLimits.nodesPerPoint;
  const lengths: readonly (number | null)[] =
    extras.nodes === undefined
      ? (value ?? [])
      : Array.from({ length: extras.nodes }, (_, i) => (value ?? [])[i] ?? null);
  const total = lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  const paste = (text: string, from: number): boolean => {
    const numbers = numbersIn(text);
    if (!numbers) return false;
    const next = [...lengths];
    for (const [i, number] of numbers.entries()) if (from + i < max) next[from + i] = number;
    onChange(next);
    return true;
  };
  return (
    // Only segments that are too short are marked, not all.
    <NoFormStyle status>
      <div className="pl-segments">
        <div className="pl-row">
          <InputNumber<number>
            size="small"
            aria-label={t('forms:segment.each')}
            value={each}
            disabled={disabled}
            controls={false}
            suffix="mm"
            onChange={setEach}
            style={{ width: 110 }}
          />
          <Button
            size="small"
            disabled={disabled || each === null || lengths.length === 0}
            onClick={() => onChange(lengths.map(() => each))}
          >
            {t('forms:segment.fill')}
          </Button>
          <span className="pl-gap" />
          <span className="pl-sm pl-3 pl-num">
            {t('forms:segment.total', { count: lengths.length, metres: (total / 1000).toFixed(3) })}
          </span>
        </div>
        <div className="nodes">
          {lengths.map((length, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the node
            <div key={i}>
              <span className="pl-3 pl-sm pl-num">{i + 1}</span>
              <InputNumber<number>
                {...(i === 0 && id !== undefined ? { id } : {})}
                size="small"
                aria-label={t('forms:segment.node', { name: label, node: i + 1 })}
                value={length}
                disabled={disabled}
                controls={false}
                changeOnWheel={false}
                status={length === null || length < limits.segmentMinMm ? 'error' : ''}
                onChange={(next) => onChange(lengths.map((old, at) => (at === i ? next : old)))}
                onPaste={(event) => paste(event.clipboardData.getData('text'), i) && event.preventDefault()}
                style={{ width: '100%' }}
              />
              {extras.nodes === undefined && !disabled && (
                <button
                  type="button"
                  className="pl-bare"
                  aria-label={t('forms:segment.remove', { node: i + 1 })}
                  onClick={() => onChange(lengths.filter((_, at) => at !== i))}
                >
                  <DeleteOutlined />
                </button>
              )}
            </div>
          ))}
        </div>
        {extras.nodes === undefined && (
          <Button
            {...(lengths.length === 0 && id !== undefined ? { id } : {})}
            size="small"
            icon={<PlusOutlined />}
            disabled={disabled || lengths.length >= max}
            onClick={() => onChange([...lengths, lengths.at(-1) ?? each])}
          >
            {t('forms:segment.add')}
          </Button>
        )}
      </div>
    </NoFormStyle>
  );
}
