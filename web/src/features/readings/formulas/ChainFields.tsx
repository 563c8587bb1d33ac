import { recipe } from '@plumbline/science/sensors/recipes';
import { InputNumber } from 'antd';
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { wordKey } from '../../../kernel/words.ts';
import type { Parameters } from './chain-segments.ts';

/** Parameters of which there are two. */
const choices: Readonly<Record<string, readonly number[]>> = {
  fixedTop: [0, 1],
  fixedLast: [0, 1],
  chartDirection: [1, -1],
  settlementSign: [1, -1],
  convergenceSign: [1, -1],
  archSign: [1, -1],
};

/** Edits the fields of the whole chain in its form; one that is left empty is as its device says (`ofDevice`), or as is usual. */
export function ChainFields({
  value,
  onChange,
  ofDevice,
}: {
  value: Parameters;
  onChange: (value: Parameters) => void;
  ofDevice: Parameters;
}) {
  const { t } = useTranslation();
  const form = value['form'] ?? 0;
  const parameters = useMemo(
    () =>
      recipe({ family: 'deepDisplacement', mode: 5, parameters: { form }, nodeCount: 0 }).parameters.filter(
        ({ key }) => key !== 'form',
      ),
    [form],
  );
  const set = (key: string, number: number | null): void => {
    const { [key]: _, ...others } = value;
    onChange(number === null ? others : { ...others, [key]: number });
  };
  const title = (key: string): string =>
    i18next.exists(`points:parameter.${key}`) ? t(wordKey(`points:parameter.${key}`)) : key;
  const emptyWords = (key: string, usual: number | null, required: boolean): string => {
    if (ofDevice[key] !== undefined) return t('points:asDevice', { value: ofDevice[key] });
    return usual !== null ? String(usual) : t(required ? 'points:required' : 'points:notSet');
  };
  return (
    <div className="pt-parameters">
      {parameters.map(({ key, unit, default: usual, required }) => (
        <div key={key}>
          <span className="pl-mono">{key}</span>
          <span className="pl-2 pl-sm">{title(key)}</span>
          {choices[key] ? (
            <Segmented
              label={title(key)}
              value={value[key] ?? ofDevice[key] ?? usual ?? null}
              options={choices[key].map((each) => ({ value: each, label: String(each) }))}
              onChange={(number) => set(key, number === (ofDevice[key] ?? usual) ? null : number)}
            />
          ) : (
            <InputNumber
              aria-label={key}
              value={value[key] ?? null}
              onChange={(number) => set(key, number)}
              placeholder={emptyWords(key, usual, required)}
              suffix={unit}
            />
          )}
        </div>
      ))}
    </div>
  );
}
