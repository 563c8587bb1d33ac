import { PlusOutlined } from '@ant-design/icons';
import { type ConditionGroup, type ConditionRules, combines } from '@plumbline/contract/alerts/conditions.terms';
import { Button, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { blankGroup, blankTerm, replaced } from './condition-draft.ts';
import { TermFields } from './TermFields.tsx';
import type { PointRows } from './term-props.ts';

type Faults = ReadonlyMap<string, string>;
export interface GroupsProps {
  readonly rules: ConditionRules;
  /** What is wrong, by its path. */
  readonly faults: Faults;
  readonly onChange: (rules: ConditionRules) => void;
}

/** Terms in groups; how groups and terms go together is chosen where there are several. */
export function ConditionGroups({ rules, rows, faults, onChange }: GroupsProps & { rows: PointRows }) {
  const { t } = useTranslation();
  const put = (groups: ConditionGroup[]): void => onChange({ ...rules, groups });
  return (
    <>
      {rules.groups.length > 1 && (
        <Combining
          label={t('conditions:groupsCombine')}
          of={rules.groups.length}
          value={rules}
          fault={faults.get('count')}
          onChange={(part) => onChange({ ...rules, ...part })}
        />
      )}
      {rules.groups.map((group, g) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name but their place
          key={g}
          group={group}
          place={g}
          rows={rows}
          faults={faults}
          onChange={(next) => put(replaced(rules.groups, g, next))}
          onRemove={rules.groups.length > 1 ? () => put(replaced(rules.groups, g, null)) : null}
        />
      ))}
      <div>
        <Button icon={<PlusOutlined />} onClick={() => put([...rules.groups, blankGroup()])}>
          {t('conditions:addGroup')}
        </Button>
      </div>
    </>
  );
}

interface GroupProps {
  readonly group: ConditionGroup;
  readonly place: number;
  readonly rows: PointRows;
  readonly faults: Faults;
  readonly onChange: (group: ConditionGroup) => void;
  readonly onRemove: (() => void) | null;
}

/** The terms of one group. */
function Group({ group, place, rows, faults, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation();
  return (
    <section className="cd-group" aria-label={t('conditions:groupOf', { place: place + 1 })}>
      <header>
        {group.terms.length > 1 ? (
          <Combining
            label={t('conditions:termsCombine', { place: place + 1 })}
            of={group.terms.length}
            value={group}
            fault={faults.get(`groups.${place}.count`)}
            onChange={(part) => onChange({ ...group, ...part })}
          />
        ) : (
          <span className="pl-2">{t('conditions:groupOf', { place: place + 1 })}</span>
        )}
        <span className="pl-gap" />
        {onRemove && (
          <Button type="text" size="small" onClick={() => onRemove()}>
            {t('conditions:removeGroup')}
          </Button>
        )}
      </header>
      {group.terms.map((term, i) => (
        <TermFields
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place
          key={i}
          place={`${place + 1}.${i + 1}`}
          term={term}
          rows={rows}
          faults={faultsOf(faults, `groups.${place}.terms.${i}.`)}
          onChange={(next) => onChange({ ...group, terms: replaced(group.terms, i, next) })}
          onRemove={group.terms.length > 1 ? () => onChange({ ...group, terms: replaced(group.terms, i, null) }) : null}
        />
      ))}
      <div>
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange({ ...group, terms: [...group.terms, blankTerm()] })}
        >
          {t('conditions:addTerm')}
        </Button>
      </div>
    </section>
  );
}

const faultsOf = (faults: Faults, start: string): Faults =>
  new Map(
    [...faults].flatMap(([path, words]) =>
      path.startsWith(start) ? [[path.slice(start.length), words] as const] : [],
    ),
  );

/** All, any, or at least so many of a number of parts. */
function Combining({
  label,
  of,
  value: { combine, count },
  fault,
  onChange,
}: {
  label: string;
  of: number;
  value: Pick<ConditionGroup, 'combine' | 'count'>;
  fault: string | undefined;
  onChange: (part: Pick<ConditionGroup, 'combine' | 'count'>) => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="cd-combine">
      <span className="pl-2">{label}</span>
      <Select
        size="small"
        value={combine}
        aria-label={label}
        popupMatchSelectWidth={false}
        options={combines.map((value) => ({ value, label: t(`conditions:combine.${value}`) }))}
        onChange={(next) => onChange({ combine: next, count: next === 'atLeast' ? Math.min(2, of) : null })}
      />
      {combine === 'atLeast' && (
        <InputNumber
          size="small"
          min={1}
          max={of}
          precision={0}
          value={count}
          aria-label={t('conditions:count')}
          suffix={t('conditions:ofTotal', { total: of })}
          onChange={(next) => onChange({ combine, count: next })}
        />
      )}
      {fault && (
        <span className="pl-sm pl-wrong" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
