import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { familyCodes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { type PushLayout, secretMethods } from '@plumbline/contract/reports/push-formats.shapes';
import {
  newPushRule,
  type PushRule,
  type PushSettings,
  pushIntervals,
  pushModes,
  pushRules,
} from '@plumbline/contract/reports/push-rules';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { TagsInput } from '../../../design/form/inputs/TagsInput.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructureOptions } from '../exports/structure-options.parts.ts';
import { HeadersInput, NamesInput } from './RuleRows.tsx';
import { SecretsInput } from './SecretsInput.tsx';

/** Long because it is one list: the fields of a rule, in the order in which one thinks of them. */
const fieldsFor = (secretCount: number, hasToken: boolean): readonly FieldDefinition[] => [
  { type: 'INPUT', prop: 'name', label: 'dataPush:name' },
  { type: 'SELECT', prop: 'formatId', label: 'dataPush:format' },
  { type: 'INPUT', inputType: 'url', prop: 'url', label: 'dataPush:url', placeholder: 'https://', span: 2 },
  ...(hasToken
    ? ([
        { type: 'INPUT', inputType: 'url', prop: 'tokenUrl', label: 'dataPush:tokenUrl' },
        { type: 'INPUT', prop: 'clientId', label: 'dataPush:clientId' },
      ] as const)
    : []),
  ...(secretCount > 0
    ? ([{ type: 'slot', prop: 'secrets', label: 'dataPush:secrets', tips: 'dataPush:secretsWhy', span: 2 }] as const)
    : []),
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'selection.structureIds',
    label: 'dataPush:structures',
    tips: 'dataPush:selectionWhy',
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'selection.families',
    label: 'dataPush:families',
    options: familyCodes.map((value) => ({ value, label: `families:${value}` })),
  },
  { type: 'SELECT', inputType: 'many', prop: 'selection.pointIds', label: 'dataPush:points', span: 2 },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'mode',
    label: 'dataPush:mode',
    options: pushModes.map((value) => ({ value, label: `dataPush:modes.${value}` })),
    span: 2,
  },
  {
    type: 'SELECT',
    prop: 'intervalMinutes',
    label: 'dataPush:interval',
    visibleWhen: { prop: 'mode', is: 0 },
  },
  { type: 'slot', prop: 'times', label: 'dataPush:times', visibleWhen: { prop: 'mode', is: 1 } },
  { type: 'INPUT', prop: 'timeZone', label: 'dataPush:timeZone', tips: 'dataPush:timeZoneWhy' },
  {
    type: 'SELECT',
    prop: 'raw',
    label: 'dataPush:values',
    options: [false, true].map((value) => ({ value, label: value ? 'dataPush:raw' : 'dataPush:corrected' })),
  },
  { type: 'SWITCH', prop: 'sendsChanged', label: 'dataPush:sendsChanged', span: 2 },
  { type: 'slot', prop: 'fields', label: 'dataPush:fields', tips: 'dataPush:fieldsWhy', span: 2 },
  { type: 'NUMBER', prop: 'batchSize', label: 'dataPush:batchSize' },
  { type: 'NUMBER', prop: 'keepDays', label: 'dataPush:keepDays', tips: 'dataPush:keepDaysWhy' },
  {
    type: 'SELECT',
    prop: 'method',
    label: 'dataPush:method',
    options: (['POST', 'PUT'] as const).map((value) => ({ value, label: value })),
  },
  { type: 'slot', prop: 'headers', label: 'dataPush:headers', tips: 'dataPush:headersWhy', span: 2 },
];

/** Makes or changes a push rule. Secrets are typed here and never shown again. */
export function RuleDialog({ rule, onClose }: { rule: PushRule | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: createRule } = useWrite(pushRules.create);
  const { run: updateRule } = useWrite(pushRules.update);
  const formats = useRead(customPushTypes.list, { projectId: project.id }).data?.customPushTypes;
  const [formatId, setFormatId] = useState(rule?.formatId);
  const { secretKeys, hasToken } = secretsOf(formats?.find(({ id }) => id === formatId));
  const slots: Readonly<Record<string, (slot: Slot) => ReactElement>> = {
    times: (slot) => <TagsInput {...slot} />,
    fields: (slot) => <NamesInput {...slot} />,
    headers: (slot) => <HeadersInput {...slot} />,
    secrets: (slot) => <SecretsInput {...slot} keys={secretKeys} stored={rule?.secretsGiven ?? []} />,
  };
  return (
    <FormDialog
      title={rule ? t('dataPush:change', { name: rule.name }) : t('dataPush:add')}
      schema={rule ? pushRules.update.input : pushRules.create.input}
      fixed={{ projectId: project.id, ...(rule && { pushRuleId: rule.id }) }}
      {...(rule && { record: rule })}
      initial={rule ? { ...rule, secrets: {} } : { ...newPushRule, timeZone: project.timeZone, secrets: {} }}
      fields={fieldsFor(secretKeys.length, hasToken)}
      options={useRuleOptions(formats)}
      slots={slots}
      widthPx={760}
      onChange={(values) => setFormatId(values['formatId'] as number | undefined)}
      onSave={async (input: PushSettings, precondition) => {
        if (rule) await updateRule(input as never, precondition);
        else await createRule(input as never);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

type Format = { readonly id: number; readonly name: string };
type FormatKeys = Pick<PushLayout, 'authKeys'>;

/** The auth keys of a format that want a secret, and whether one of them wants a token. */
function secretsOf(format: FormatKeys | undefined) {
  const keys = format?.authKeys ?? [];
  return {
    secretKeys: keys.filter(({ method }) => secretMethods.includes(method)).map(({ path }) => path),
    hasToken: keys.some(({ method }) => method === 'oauth'),
  };
}

function useRuleOptions(formats: readonly Format[] | undefined) {
  const { t } = useTranslation();
  const { project } = useProject();
  const structures = useStructureOptions().options;
  const rows = useOptions('points', points.table, { projectId: project.id }).data?.rows;
  return {
    formatId: formats?.map(({ id, name }) => ({ value: id, label: name })),
    'selection.structureIds': structures,
    'selection.pointIds': rows?.map(({ id, name, structurePath }) => ({
      value: id,
      label: name,
      note: structurePath.join(' / '),
    })),
    intervalMinutes: pushIntervals.map((value) => ({
      value,
      label: value < 60 ? t('dataPush:minutes', { count: value }) : t('dataPush:hours', { count: value / 60 }),
    })),
  };
}
