import { DeleteOutlined, WarningOutlined } from '@ant-design/icons';
import type { FamilyCode, Field } from '@plumbline/contract/points/families';
import { Threshold, thresholdKinds, thresholdMethods } from '@plumbline/contract/points/points';
import { Button, InputNumber, type InputNumberProps, Select, Switch } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { issueWords } from '../../../design/issues.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { levelName } from '../../../kernel/levels.ts';
import { descentIn } from './threshold-rows.ts';

/** One limit: what is watched, on which side, its four levels under their marks, and when a level is left again. */
export function ThresholdRule({
  family,
  fields,
  rule,
  insist,
  onChange,
  onRemove,
}: {
  family: FamilyCode;
  fields: readonly Field[];
  rule: Threshold;
  insist: boolean;
  onChange: (rule: Threshold) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const unit = fields.find((field) => field.key === rule.field)?.unit ?? '';
  const set = (part: Partial<Threshold>): void => onChange({ ...rule, ...part });
  const parsed = Threshold.safeParse(rule);
  const begun = insist || rule.levels.some((level) => level !== null);
  const issue = begun && !parsed.success ? parsed.error.issues[0] : undefined;
  return (
    <section className="pt-rule">
      <Watched family={family} fields={fields} rule={rule} set={set} />
      {rule.kind === 'multi' && <Combination rule={rule} set={set} />}
      <Levels
        levels={rule.levels}
        unit={rule.kind === 'rate' ? `${unit}/d` : unit}
        issue={issue?.path[0] === 'levels' ? issue : undefined}
        onChange={(levels) => set({ levels })}
      />
      {rule.kind === 'multi' && (
        <>
          <div className="pl-sm pl-3">{t('points:rule.rateLevels')}</div>
          <Levels
            levels={rule.rateLevels ?? noLevels}
            unit={`${unit}/d`}
            issue={issue?.path[0] === 'rateLevels' ? issue : undefined}
            onChange={(rateLevels) => set({ rateLevels })}
          />
        </>
      )}
      {issue && (
        <p role="alert" className="pl-row tight pl-sm wrong">
          <WarningOutlined />
          {descentWords(issue.path[0] === 'rateLevels' ? rule.rateLevels : rule.levels, t) ?? issueWords(issue, t)}
        </p>
      )}
      <RuleFoot rule={rule} set={set} onRemove={onRemove} />
    </section>
  );
}

const noLevels = [null, null, null, null];
interface RulePart {
  readonly rule: Threshold;
  readonly set: (part: Partial<Threshold>) => void;
}

/** The field, what of it is compared, and on which side. */
function Watched({ family, fields, rule, set }: RulePart & { family: FamilyCode; fields: readonly Field[] }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return (
    <div className="pl-row">
      <Select
        aria-label={t('points:rule.field')}
        showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
        value={rule.field}
        style={{ flex: 1, minWidth: 0 }}
        options={fields.map((field) => ({ value: field.key, label: fieldWord(family, field.key) }))}
        onChange={(field) => set({ field })}
      />
      <Select
        aria-label={t('points:rule.kind')}
        value={rule.kind}
        style={{ width: 140 }}
        options={thresholdKinds.map((kind) => ({ value: kind, label: t(`points:kind.${kind}`) }))}
        onChange={(kind) => set({ kind, rateLevels: kind === 'multi' ? (rule.rateLevels ?? [...noLevels]) : null })}
      />
      <Select
        aria-label={t('points:rule.method')}
        value={rule.method}
        style={{ width: 112 }}
        options={thresholdMethods.map((method) => ({ value: method, label: t(`thresholds:method.${method}`) }))}
        onChange={(method) => set({ method })}
      />
    </div>
  );
}

/** What is compared beside the rate, and whether both or either must reach a level. */
function Combination({ rule, set }: RulePart) {
  const { t } = useTranslation();
  return (
    <div className="pl-row">
      <Select
        aria-label={t('points:rule.base')}
        value={rule.base}
        style={{ flex: 1 }}
        options={(['value', 'cumulative'] as const).map((base) => ({ value: base, label: t(`points:kind.${base}`) }))}
        onChange={(base) => set({ base })}
      />
      <Select
        aria-label={t('points:rule.combine')}
        value={rule.combine}
        style={{ flex: 1 }}
        options={(['and', 'or'] as const).map((combine) => ({
          value: combine,
          label: t(`thresholds:combine.${combine}`),
        }))}
        onChange={(combine) => set({ combine })}
      />
    </div>
  );
}

/** On or off, and behind a button when a level is raised and left. */
function RuleFoot({ rule, set, onRemove }: RulePart & { onRemove: () => void }) {
  const { t } = useTranslation();
  const [more, setMore] = useState(false);
  return (
    <>
      <div className="pl-row">
        <Switch
          size="small"
          checked={rule.enabled}
          onChange={(enabled) => set({ enabled })}
          aria-label={t('points:rule.enabled')}
        />
        <span className="pl-sm pl-2">{rule.enabled ? t('points:rule.enabled') : t('points:rule.off')}</span>
        <span className="pl-gap" />
        <Button type="link" size="small" onClick={() => setMore(!more)} aria-expanded={more}>
          {t('points:rule.release')}
        </Button>
        <IconButton icon={<DeleteOutlined />} label={t('common:delete')} onClick={onRemove} />
      </div>
      {more && <Release rule={rule} set={set} />}
    </>
  );
}

function Release({ rule, set }: RulePart) {
  const { t } = useTranslation();
  const line = (
    label: string,
    input: Pick<InputNumberProps<number>, 'min' | 'max' | 'suffix' | 'value' | 'onChange'>,
  ) => (
    <div className="line">
      <span>{label}</span>
      <InputNumber aria-label={label} size="small" precision={0} {...input} />
    </div>
  );
  return (
    <div className="more pl-sm">
      {line(t('points:rule.consecutive'), {
        min: 1,
        max: 5,
        value: rule.consecutive,
        onChange: (consecutive) => set({ consecutive: consecutive ?? 1 }),
      })}
      {line(t('points:rule.releaseRatio'), {
        min: 50,
        max: 100,
        suffix: '%',
        value: Math.round(rule.releaseRatio * 100),
        onChange: (percent) => set({ releaseRatio: (percent ?? 95) / 100 }),
      })}
      {line(t('points:rule.releaseCount'), {
        min: 1,
        max: 10,
        value: rule.releaseCount,
        onChange: (releaseCount) => set({ releaseCount: releaseCount ?? 2 }),
      })}
    </div>
  );
}

/** Which level stands too low, and below which other; null where they ascend. */
function descentWords(levels: readonly (number | null)[] | null, t: TFunction): string | null {
  const descent = levels && descentIn(levels);
  if (!descent) return null;
  const level = t(`common:level.${levelName(descent.at + 1)}`);
  if (descent.below === null) return t('points:rule.notAboveZero', { level });
  return t('points:rule.notAbove', {
    level,
    below: t(`common:level.${levelName(descent.below + 1)}`),
    value: levels[descent.below],
  });
}

/** FIELD_THRESHOLD_CONFIG: four limits under their level marks; an empty one is not watched. */
function Levels({
  levels,
  unit,
  issue,
  onChange,
}: {
  levels: readonly (number | null)[];
  unit: string;
  /** What is wrong with these levels: the one that is not above those before it is marked, or all. */
  issue: object | undefined;
  onChange: (levels: (number | null)[]) => void;
}) {
  const { t } = useTranslation();
  const descent = descentIn(levels);
  return (
    <div className="levels">
      {levels.map((level, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
        <div key={i} className="one">
          <span className="pl-lv pl-sm">
            <LevelMark level={i + 1} size={14} label={false} />
            {t(`common:level.${levelName(i + 1)}`)}
          </span>
          <InputNumber
            aria-label={t(`common:level.${levelName(i + 1)}`)}
            status={issue && (descent === null || descent.at === i) ? 'error' : ''}
            value={level}
            placeholder={t('points:notSet')}
            suffix={unit}
            onChange={(value) => onChange(levels.map((each, at) => (at === i ? value : each)))}
            style={{ width: '100%' }}
          />
        </div>
      ))}
    </div>
  );
}
