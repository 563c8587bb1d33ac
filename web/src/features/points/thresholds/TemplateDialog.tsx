import { DeleteOutlined } from '@ant-design/icons';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { Threshold } from '@plumbline/contract/points/points';
import {
  type ThresholdTemplate,
  thresholdOf,
  thresholds as thresholdRoutes,
} from '@plumbline/contract/points/thresholds';
import { Button, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** A template's name: those that Plumbline brings have theirs in the language packs. */
export function useTemplateName(): (template: Pick<ThresholdTemplate, 'code' | 'name'>) => string {
  const { t } = useTranslation();
  return ({ code, name }) => (code === null ? name : t(wordKey(`thresholds:templates.${code}`)));
}

interface Target {
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly mainField: string;
}

/** Chooses a template, a field, and the control value that its percentages are of; gives the limit it stands for. */
export function TemplateDialog({
  onUse,
  onClose,
  ...target
}: Target & { onUse: (rule: Threshold) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(thresholdRoutes.templates, { corporationId: project.corporationId });
  const [chosen, setChosen] = useState<number | null>(null);
  const fits = (query.data?.templates ?? []).filter((each) => each.family === null || each.family === target.family);
  const template = fits.find(({ id }) => id === chosen);
  const limit = useLimit(template, target);
  return (
    <Modal
      open
      title={t('thresholds:template.use')}
      onCancel={onClose}
      okText={t('thresholds:template.add')}
      okButtonProps={{ disabled: limit.rule === null || !Threshold.safeParse(limit.rule).success }}
      onOk={() => {
        if (limit.rule) onUse(limit.rule);
        onClose();
      }}
      cancelText={t('common:cancel')}
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={3} />}
        isEmpty={() => fits.length === 0}
        empty={<Empty title={t('thresholds:template.none')} />}
      >
        {() => (
          <div className="pl-col">
            <TemplateChoice templates={fits} template={template} onChoose={setChosen} />
            {template && <LimitInputs template={template} target={target} limit={limit} />}
          </div>
        )}
      </Answer>
    </Modal>
  );
}

/** The limit that a template stands for, once the field and the control values that it needs are given. */
function useLimit(template: ThresholdTemplate | undefined, { family, nodeCount, mainField }: Target) {
  const [field, setField] = useState<string | null>(null);
  const [control, setControl] = useState<number | null>(null);
  const [rateControl, setRateControl] = useState<number | null>(null);
  const key = field ?? template?.field ?? mainField;
  const isRatio = template?.basis === 'ratio';
  const needsValue = isRatio && template.kind !== 'rate';
  const needsRate = isRatio && (template.kind === 'rate' || template.kind === 'multi');
  const ready = template && (!needsValue || control !== null) && (!needsRate || rateControl !== null);
  const rule = ready
    ? thresholdOf(template, {
        field: key,
        ...(control === null ? {} : { control }),
        ...(rateControl === null ? {} : { rateControl }),
      })
    : null;
  const unit = fieldsOf(family, nodeCount).find((each) => each.key === key)?.unit ?? '';
  return {
    rule,
    field: { key, unit, set: setField },
    isRatio,
    ofValue: needsValue ? { value: control, set: setControl } : null,
    ofRate: needsRate ? { value: rateControl, set: setRateControl } : null,
  };
}

/** The templates that fit; one of the corporation's own can be removed. */
function TemplateChoice({
  templates,
  template,
  onChoose,
}: {
  templates: readonly ThresholdTemplate[];
  template: ThresholdTemplate | undefined;
  onChoose: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const nameOf = useTemplateName();
  const { corporationId } = useProject().project;
  const drop = useWrite(thresholdRoutes.removeTemplate, { onSuccess: () => onChoose(null), onError: toasts.failed });
  return (
    <div className="pl-row">
      <Select
        style={{ flex: 1, minWidth: 0 }}
        aria-label={t('thresholds:template.template')}
        placeholder={t('thresholds:template.choose')}
        value={template?.id ?? null}
        options={templates.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={onChoose}
      />
      {template?.code === null && allowed(thresholdRoutes.removeTemplate) && (
        <Button
          icon={<DeleteOutlined />}
          aria-label={t('thresholds:template.forget')}
          title={t('thresholds:template.forget')}
          loading={drop.isPending}
          onClick={() => drop.mutate({ corporationId, templateId: template.id })}
        />
      )}
    </div>
  );
}

/** The field, the control values, and the limit that comes of them. */
function LimitInputs({
  template,
  target: { family, nodeCount },
  limit: { rule, field, isRatio, ofValue, ofRate },
}: {
  template: ThresholdTemplate;
  target: Target;
  limit: ReturnType<typeof useLimit>;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return (
    <>
      <Select
        aria-label={t('points:rule.field')}
        value={field.key}
        options={fieldsOf(family, nodeCount).map(({ key }) => ({ value: key, label: fieldWord(family, key) }))}
        onChange={field.set}
      />
      {ofValue && <ControlInput label={t('thresholds:template.control')} unit={field.unit} control={ofValue} />}
      {ofRate && (
        <ControlInput label={t('thresholds:template.rateControl')} unit={`${field.unit}/d`} control={ofRate} />
      )}
      <p className="pl-2 pl-sm">
        {t(`points:kind.${template.kind}`)} · {t(`thresholds:method.${template.method}`)}
      </p>
      <div className="pt-levels" aria-live="polite">
        {(rule ?? template).levels.map((level, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
          <span key={i} className="pl-lv">
            <LevelMark level={i + 1} size={14} />
            {formatNumber(level)} {isRatio && !rule ? '%' : field.unit}
          </span>
        ))}
      </div>
    </>
  );
}

function ControlInput({
  label,
  unit,
  control,
}: {
  label: string;
  unit: string;
  control: { readonly value: number | null; readonly set: (value: number | null) => void };
}) {
  return (
    <InputNumber
      style={{ width: '100%' }}
      aria-label={label}
      prefix={<span className="pl-3">{label}</span>}
      suffix={unit}
      value={control.value}
      onChange={control.set}
    />
  );
}
