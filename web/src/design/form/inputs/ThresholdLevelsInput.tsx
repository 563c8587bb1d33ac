import { levelNotAscending } from '@plumbline/contract/points/fields';
import { InputNumber } from 'antd';
import { NoFormStyle } from 'antd/es/form/context';
import { useTranslation } from 'react-i18next';
import { missing } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { LevelMark } from '../../Level.tsx';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

type Levels = readonly (number | null)[];
const noLevels: Levels = [null, null, null, null];

/** FIELD_THRESHOLD_CONFIG: four limits under their level marks; an empty one is not watched, the rest ascends. */
export default function ThresholdLevelsInput({
  id,
  value,
  onChange,
  definition,
  disabled,
  wrong,
  traits,
}: InputProps<Levels>) {
  const { t } = useTranslation();
  const levels = value ?? noLevels;
  const fault = levelNotAscending(levels);
  const { unit } = definition;
  return (
    <div className="pl-levels">
      {levels.map((level, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
        <div key={i}>
          <span className="pl-lv pl-sm">
            <LevelMark level={i + 1} size={14} label={false} />
            {t(`common:level.${levelName(i + 1)}`)}
          </span>
          {/* Only the level that is too low is marked, not all four. */}
          <NoFormStyle status>
            <InputNumber<number>
              {...(i === 0 && id !== undefined ? { id } : {})}
              aria-label={t(`common:level.${levelName(i + 1)}`)}
              status={fault?.level === i + 1 || (wrong && !fault) ? 'error' : ''}
              value={level}
              disabled={disabled}
              controls={false}
              changeOnWheel={false}
              placeholder={missing}
              title={level === null ? t('forms:notWatched') : undefined}
              suffix={typeof unit === 'string' ? wordsIn(unit, t) : null}
              onChange={(next) => {
                const all = levels.map((each, at) => (at === i ? next : each));
                onChange(all.every((each) => each === null) && traits.empty === null ? null : all);
              }}
              style={{ width: '100%' }}
            />
          </NoFormStyle>
        </div>
      ))}
    </div>
  );
}
