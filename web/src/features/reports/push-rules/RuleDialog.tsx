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
import {
  type PushTransport,
  pushTransports,
  secretsOfTransport,
  transportOf,
} from '@plumbline/contract/reports/push-transports';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { TagsInput } from '../../../design/form/inputs/TagsInput.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructureOptions } from '../exports/structure-options.parts.ts';
import { ColumnsInput, HeadersInput, NamesInput } from './RuleRows.tsx';
import { SecretsInput } from './SecretsInput.tsx';
import { addressHints, fieldsOfTransport } from './transport-fields.ts';

/** The address must be of the transport that was chosen: one that is typed for another is not taken for it. */
const transport = z.enum(pushTransports as [PushTransport, ...PushTransport[]]);
const schemas = {
  create: pushRules.create.input.extend({ transport }).superRefine(({ url, transport: chosen }, context) => {
    if (transportOf(url) !== chosen)
      context.addIssue({ code: 'custom', path: ['url'], message: `pushScheme_${chosen}` });
  }),
  update: pushRules.update.input.extend({ transport }).superRefine(({ url, transport: chosen }, context) => {
    if (url !== undefined && transportOf(url) !== chosen)
      context.addIssue({ code: 'custom', path: ['url'], message: `pushScheme_${chosen}` });
  }),
};

interface Chosen {
  readonly transport: PushTransport;
  readonly awaits: string | undefined;
}

/** Long because it is one list: the fields of a rule, in the order in which one thinks of them. */
const fieldsFor = (secretCount: number, hasToken: boolean, chosen: Chosen): readonly FieldDefinition[] => [
  { type: 'INPUT', prop: 'name', label: 'dataPush:name' },
  { type: 'SELECT', prop: 'formatId', label: 'dataPush:format' },
  {
    type: 'SELECT',
    prop: 'transport',
    label: 'dataPush:transport',
    options: pushTransports.map((value) => ({ value, label: `dataPush:transports.${value}` })),
    span: 2,
  },
  {
    type: 'INPUT',
    inputType: 'url',
    prop: 'url',
    label: 'dataPush:url',
    placeholder: addressHints[chosen.transport],
    tips: `dataPush:urlWhy.${chosen.transport}`,
    span: 2,
  },
  ...(hasToken
    ? ([
        { type: 'INPUT', inputType: 'url', prop: 'tokenUrl', label: 'dataPush:tokenUrl' },
        { type: 'INPUT', prop: 'clientId', label: 'dataPush:clientId' },
      ] as const)
    : []),
  ...(secretCount > 0
    ? ([{ type: 'slot', prop: 'secrets', label: 'dataPush:secrets', tips: 'dataPush:secretsWhy', span: 2 }] as const)
    : []),
  ...fieldsOfTransport(chosen.transport, chosen),
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
  const [chosen, setChosen] = useState<Chosen>({
    transport: transportOf(rule?.url ?? '') ?? 'http',
    awaits: rule?.tcp.awaits,
  });
  const format = formats?.find(({ id }) => id === formatId);
  const { secretKeys, hasToken } = secretsOf(format);
  const keys = [...secretKeys, ...secretsOfTransport(chosen.transport)];
  const slots: Readonly<Record<string, (slot: Slot) => ReactElement>> = {
    times: (slot) => <TagsInput {...slot} />,
    fields: (slot) => <NamesInput {...slot} />,
    headers: (slot) => <HeadersInput {...slot} />,
    'table.columns': (slot) => <ColumnsInput {...slot} keys={keysOf(format)} />,
    'table.keyColumns': (slot) => <TagsInput {...slot} />,
    secrets: (slot) => <SecretsInput {...slot} keys={keys} stored={rule?.secretsGiven ?? []} />,
  };
  return (
    <FormDialog
      title={rule ? t('dataPush:change', { name: rule.name }) : t('dataPush:add')}
      schema={rule ? schemas.update : schemas.create}
      fixed={{ projectId: project.id, ...(rule && { pushRuleId: rule.id }) }}
      {...(rule && { record: rule })}
      initial={{
        ...(rule ?? { ...newPushRule, timeZone: project.timeZone }),
        transport: transportOf(rule?.url ?? '') ?? 'http',
        secrets: {},
      }}
      fields={fieldsFor(keys.length, hasToken, chosen)}
      options={useRuleOptions(formats)}
      slots={slots}
      widthPx={760}
      onChange={(values) => {
        setFormatId(values['formatId'] as number | undefined);
        setChosen({
          transport: (values['transport'] as PushTransport | undefined) ?? 'http',
          awaits: (values['tcp'] as PushSettings['tcp'] | undefined)?.awaits,
        });
      }}
      onSave={async ({ transport: _chosen, ...input }: PushSettings & { readonly transport: string }, precondition) => {
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
const keysOf = (format: Pick<PushLayout, 'dataKeys' | 'alertKeys' | 'metaKeys'> | undefined): string[] =>
  format ? [...format.dataKeys, ...format.alertKeys, ...format.metaKeys].map(({ path }) => path) : [];

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
