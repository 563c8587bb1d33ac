import { familyCodes } from '@plumbline/contract/points/families';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { secretMethods } from '@plumbline/contract/reports/push-formats.shapes';
import {
  newPushRule,
  type PushRule,
  pushIntervals,
  pushModes,
  pushRules,
} from '@plumbline/contract/reports/push-rules';
import { Input, InputNumber, Modal, Select, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructureOptions } from '../exports/structure-options.parts.ts';

type Draft = Pick<
  PushRule,
  | 'name'
  | 'url'
  | 'method'
  | 'mode'
  | 'intervalMinutes'
  | 'times'
  | 'raw'
  | 'sendsChanged'
  | 'batchSize'
  | 'keepDays'
  | 'selection'
  | 'tokenUrl'
  | 'clientId'
> & { readonly formatId: number | null };

function draftOf(rule: PushRule | null): Draft {
  const { selection, times, ...usual } = newPushRule;
  const from: Draft = rule ?? {
    ...usual,
    name: '',
    url: '',
    formatId: null,
    times: [...times],
    selection: { structureIds: [], families: [], pointIds: [] },
  };
  const { name, url, method, mode, intervalMinutes, raw, sendsChanged, batchSize, keepDays, tokenUrl, clientId } = from;
  return {
    name,
    url,
    method,
    mode,
    intervalMinutes,
    raw,
    sendsChanged,
    batchSize,
    keepDays,
    tokenUrl,
    clientId,
    formatId: from.formatId,
    times: from.times,
    selection: from.selection,
  };
}

// Long because a form lists its fields.
/** Makes or changes a push rule. Secrets are typed here and never shown again. */
export function RuleDialog({ rule, onClose }: { rule: PushRule | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: createRule, isPending: isCreating } = useWrite(pushRules.create);
  const { run: updateRule, isPending: isUpdating } = useWrite(pushRules.update);
  const [draft, setDraft] = useState(() => draftOf(rule));
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const formats = useRead(customPushTypes.list, { projectId: project.id }).data?.customPushTypes ?? [];
  const format = formats.find(({ id }) => id === draft.formatId);
  const structures = useStructureOptions().options;
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    if (draft.formatId === null) return;
    const typedSecrets = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== ''));
    const input = { projectId: project.id, ...draft, formatId: draft.formatId, secrets: typedSecrets };
    const saved = rule ? updateRule({ ...input, pushRuleId: rule.id }) : createRule(input);
    void saved.then(onClose, toasts.failed);
  };
  const secretKeys = format?.authKeys.filter(({ method }) => secretMethods.includes(method)) ?? [];
  const hasToken = format?.authKeys.some(({ method }) => method === 'oauth') ?? false;
  return (
    <Modal
      open
      width={760}
      title={t(rule ? 'dataPush:edit' : 'dataPush:add')}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={isCreating || isUpdating}
      okButtonProps={{ disabled: draft.name.trim() === '' || draft.url.trim() === '' || draft.formatId === null }}
      onOk={save}
      onCancel={onClose}
    >
      <div className="push-fields">
        <Labelled words={t('dataPush:name')}>
          <Input value={draft.name} maxLength={32} onChange={({ target }) => set({ name: target.value })} />
        </Labelled>
        <Labelled words={t('dataPush:format')}>
          <Select
            value={draft.formatId}
            options={formats.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(formatId) => set({ formatId })}
          />
        </Labelled>
        <Labelled words={t('dataPush:url')}>
          <Input
            value={draft.url}
            placeholder="https://"
            maxLength={500}
            onChange={({ target }) => set({ url: target.value })}
          />
        </Labelled>
        <Labelled words={t('dataPush:method')}>
          <Select
            value={draft.method}
            options={(['POST', 'PUT'] as const).map((value) => ({ value, label: value }))}
            onChange={(method) => set({ method })}
          />
        </Labelled>
        <Labelled words={t('dataPush:mode')}>
          <Select
            value={draft.mode}
            options={pushModes.map((value) => ({ value, label: t(`dataPush:modes.${value}`) }))}
            onChange={(mode) => set({ mode })}
          />
        </Labelled>
        {draft.mode === 0 && (
          <Labelled words={t('dataPush:interval')}>
            <Select
              value={draft.intervalMinutes}
              options={pushIntervals.map((value) => ({ value, label: t('dataPush:minutes', { count: value }) }))}
              onChange={(intervalMinutes) => set({ intervalMinutes })}
            />
          </Labelled>
        )}
        {draft.mode === 1 && (
          <Labelled words={t('dataPush:times')}>
            <Select mode="tags" value={draft.times} tokenSeparators={[',', ' ']} onChange={(times) => set({ times })} />
          </Labelled>
        )}
        <Labelled words={t('dataPush:structures')}>
          <Select
            mode="multiple"
            value={draft.selection.structureIds}
            options={structures.map(({ value, label }) => ({ value: Number(value), label }))}
            optionFilterProp="label"
            onChange={(structureIds) => set({ selection: { ...draft.selection, structureIds } })}
          />
        </Labelled>
        <Labelled words={t('dataPush:families')}>
          <Select
            mode="multiple"
            value={draft.selection.families}
            options={familyCodes.map((value) => ({ value, label: t(`families:${value}` as never) as string }))}
            optionFilterProp="label"
            onChange={(families) => set({ selection: { ...draft.selection, families } })}
          />
        </Labelled>
        <Labelled words={t('dataPush:values')}>
          <Select
            value={draft.raw}
            options={[false, true].map((value) => ({ value, label: t(value ? 'dataPush:raw' : 'dataPush:corrected') }))}
            onChange={(raw) => set({ raw })}
          />
        </Labelled>
        <Labelled words={t('dataPush:sendsChanged')}>
          <span>
            <Switch checked={draft.sendsChanged} onChange={(sendsChanged) => set({ sendsChanged })} />
          </span>
        </Labelled>
        <Labelled words={t('dataPush:batchSize')}>
          <InputNumber
            min={1}
            max={1000}
            value={draft.batchSize}
            onChange={(next) => set({ batchSize: next ?? newPushRule.batchSize })}
          />
        </Labelled>
        <Labelled words={t('dataPush:keepDays')}>
          <InputNumber
            min={1}
            max={30}
            value={draft.keepDays}
            onChange={(next) => set({ keepDays: next ?? newPushRule.keepDays })}
          />
        </Labelled>
        {hasToken && (
          <>
            <Labelled words={t('dataPush:tokenUrl')}>
              <Input
                value={draft.tokenUrl ?? ''}
                onChange={({ target }) => set({ tokenUrl: target.value === '' ? null : target.value })}
              />
            </Labelled>
            <Labelled words={t('dataPush:clientId')}>
              <Input value={draft.clientId} onChange={({ target }) => set({ clientId: target.value })} />
            </Labelled>
          </>
        )}
        {secretKeys.map(({ path }) => (
          <Labelled key={path} words={t('dataPush:secret', { key: path })}>
            <Input.Password
              autoComplete="new-password"
              value={secrets[path] ?? ''}
              placeholder={rule?.secretsGiven.includes(path) ? t('dataPush:secretThere') : ''}
              onChange={({ target }) => setSecrets((before) => ({ ...before, [path]: target.value }))}
            />
          </Labelled>
        ))}
      </div>
    </Modal>
  );
}

function Labelled({ words, children }: { words: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      <span>{words}</span>
      {children}
    </label>
  );
}
