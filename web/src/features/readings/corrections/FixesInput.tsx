import { ThunderboltOutlined } from '@ant-design/icons';
import { takesInitialValue } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { fixable } from './correction-kinds.ts';

/** One number for each field of a point; an empty one leaves its field alone. `onEstimate` proposes them from readings. */
export function FixesInput({
  id,
  point,
  value = {},
  onChange,
  onEstimate,
  isZero = false,
  readOnly = false,
}: {
  id?: string | undefined;
  point: Point;
  value?: Readonly<Record<string, number>> | undefined;
  onChange?: ((value: Record<string, number>) => void) | undefined;
  /** Gives the proposed numbers; absent until it is said where the correction begins. */
  onEstimate?: (() => Promise<Record<string, number>>) | undefined;
  /** They are new initial values: directions and states have none. */
  isZero?: boolean;
  readOnly?: boolean;
}) {
  const fieldWord = useFieldWord();
  const fields = fixable(point).filter(({ key }) => !isZero || takesInitialValue(key));
  const set = (key: string, number: number | null): void => {
    const { [key]: _, ...others } = value;
    onChange?.(number === null ? others : { ...others, [key]: number });
  };
  return (
    <div id={id}>
      <div className="cor-fixes">
        {fields.map(({ key, unit }) => (
          <div key={key}>
            <span className="pl-2 pl-ell">{fieldWord(point.family, key)}</span>
            <InputNumber
              aria-label={fieldWord(point.family, key)}
              value={value[key] ?? null}
              onChange={(number) => set(key, number)}
              readOnly={readOnly}
              suffix={unit}
              controls={false}
            />
          </div>
        ))}
      </div>
      <Estimate
        onEstimate={onEstimate}
        readOnly={readOnly}
        onFound={(estimate) => onChange?.({ ...value, ...estimate })}
      />
    </div>
  );
}

/** Asks for proposed numbers, and says why there are none. */
function Estimate({
  onEstimate,
  readOnly,
  onFound,
}: {
  onEstimate: (() => Promise<Record<string, number>>) | undefined;
  readOnly: boolean;
  onFound: (found: Record<string, number> | undefined) => void;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const estimate = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      onFound(await onEstimate?.());
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {!readOnly && (
        <Button
          size="small"
          icon={<ThunderboltOutlined />}
          loading={busy}
          disabled={!onEstimate}
          title={onEstimate ? undefined : t('corrections:estimateNeeds')}
          onClick={() => void estimate()}
        >
          {t('corrections:estimate')}
        </Button>
      )}
      {refused !== null && (
        <div className="pl-wrong pl-sm" role="alert">
          {wordsOf(refused, t).words}
        </div>
      )}
    </>
  );
}
