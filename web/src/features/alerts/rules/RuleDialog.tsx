import { duty } from '@plumbline/contract/alerts/duty';
import {
  type AlertRule,
  alertRuleLimits,
  alertRules,
  alertTypes,
  newAlertRule,
  weekDays,
} from '@plumbline/contract/alerts/rules';
import { languages } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { stepsInput } from './StepsInput.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'alertRules:name', span: 2 },
  {
    type: 'SELECT',
    prop: 'type',
    label: 'alertRules:type',
    options: alertTypes.map((value) => ({ value, label: `alertRules:types.${value}` })),
  },
  {
    type: 'SELECT',
    prop: 'level',
    label: 'alertRules:level',
    options: [1, 2, 3, 4].map((value) => ({ value, label: `common:level.${levelName(value)}` })),
    visibleWhen: { prop: 'type', is: 'MeasuringAlert' },
  },
  { type: 'SWITCH', prop: 'wholeProject', label: 'alertRules:wholeProject' },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'structureIds',
    label: 'alertRules:structureIds',
    visibleWhen: { prop: 'wholeProject', is: false },
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'projectIds',
    label: 'alertRules:projects',
    tips: 'alertRules:projectsTips',
    visibleWhen: { prop: 'wholeProject', is: true },
    span: 2,
  },
  { type: 'SWITCH', prop: 'members', label: 'alertRules:members', tips: 'alertRules:membersTips', span: 2 },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'rosterIds',
    label: 'alertRules:rosters',
    tips: 'alertRules:rostersTips',
    span: 2,
  },
  { type: 'slot', prop: 'emails', label: 'alertRules:emails', tips: 'alertRules:listTips', span: 2 },
  { type: 'slot', prop: 'mobiles', label: 'alertRules:mobiles', span: 2 },
  { type: 'slot', prop: 'calls', label: 'alertRules:calls', tips: 'alertRules:callsTips', span: 2 },
  { type: 'SELECT', inputType: 'many', prop: 'channelIds', label: 'alertRules:hooks', span: 2 },
  {
    type: 'slot',
    prop: 'steps',
    label: 'alertRules:steps',
    tips: 'alertRules:stepsTips',
    span: 2,
    visibleWhen: { prop: 'type', is: 'MeasuringAlert' },
  },
  {
    type: 'SELECT',
    prop: 'floodCap',
    label: 'alertRules:floodCap',
    tips: 'alertRules:floodCapTips',
    options: [
      ...[1, 3, 5, 10, 20, 50, 100].map((value) => ({ value, label: String(value) })),
      { value: null, label: 'alertRules:noCap' },
    ],
    span: 2,
    visibleWhen: { prop: 'type', is: 'MeasuringAlert' },
  },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'alertRules:language',
    tips: 'alertRules:languageTips',
    options: languages.map((value) => ({ value, label: languageName(value) })),
    span: 2,
  },
  {
    type: 'MILT_CHECK',
    prop: 'days',
    label: 'alertRules:days',
    options: weekDays.map((value) => ({ value, label: `alertRules:day.${value}` })),
    span: 2,
  },
  { type: 'DATE', inputType: 'time', prop: 'fromTime', label: 'alertRules:fromTime', tips: 'alertRules:hoursTips' },
  { type: 'DATE', inputType: 'time', prop: 'toTime', label: 'alertRules:toTime' },
];

/** Addresses one under the other, typed or pasted from a list. */
const AddressList = ({ id, value, onChange, disabled, label }: Slot) => (
  <Select
    {...(id ? { id } : {})}
    mode="tags"
    open={false}
    suffixIcon={null}
    value={(value as string[] | undefined) ?? []}
    disabled={disabled}
    aria-label={label}
    maxCount={alertRuleLimits.addresses}
    tokenSeparators={[',', ';', ' ', '\n', '，', '；', '、']}
    onChange={(next: string[]) => onChange(next.map((each) => each.trim()).filter(Boolean))}
  />
);

/** What may be concerned and who may be told: structures with their items, webhooks and robots. */
function useChoices() {
  const projectId = useProject().project.id;
  const all = useRead(structures.list, { projectId }).data?.structures;
  const hooks = useRead(alertRules.ways, { projectId }).data?.hooks;
  const rosters = useRead(duty.list, { projectId }).data?.dutyRosters;
  const every = useRead(projects.list, {}).data?.projects;
  return useMemo(() => {
    const choicesOf = (list: readonly { id: number; name: string }[] | undefined) =>
      list?.map(({ id, name }) => ({ value: id, label: name }));
    const others = every?.filter(({ id, archivedAt }) => id !== projectId && archivedAt === null);
    return {
      structureIds: choicesOf(all),
      channelIds: choicesOf(hooks),
      rosterIds: choicesOf(rosters),
      projectIds: choicesOf(others),
    };
  }, [all, hooks, rosters, every, projectId]);
}

/** Makes a rule, or changes one. */
export function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const language = useLanguage();
  const choices = useChoices();
  const { rosterIds, channelIds } = choices;
  const slots = useMemo(
    () => ({
      emails: AddressList,
      mobiles: AddressList,
      calls: AddressList,
      steps: stepsInput({ rosterIds, channelIds }),
    }),
    [rosterIds, channelIds],
  );
  const { run: create } = useWrite(alertRules.create);
  const { run: update } = useWrite(alertRules.update);
  return (
    <FormDialog
      title={rule ? t('alertRules:edit', { name: rule.name }) : t('alertRules:add')}
      schema={rule ? alertRules.update.input : alertRules.create.input}
      fixed={{ projectId: project.id, ...(rule && { alertRuleId: rule.id }) }}
      {...(rule && { record: rule })}
      initial={rule ? { ...rule } : { ...newAlertRule, name: '', language }}
      fields={fields}
      options={choices}
      slots={slots}
      onSave={async (input: never, precondition) => {
        if (rule) await update(input, precondition);
        else await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
