import { DeleteOutlined } from '@ant-design/icons';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import { Threshold } from '@plumbline/contract/points';
import { type ThresholdTemplate, thresholdOf, thresholds as thresholdRoutes } from '@plumbline/contract/thresholds';
import { Button, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatNumber } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';

/** A template's name: those that Plumbline brings have theirs in the language packs. */
export function useTemplateName(): (template: Pick<ThresholdTemplate, 'code' | 'name'>) => string {
  const { t } = useTranslation();
  return ({ code, name }) => (code === null ? name : t(wordKey(`thresholds:templates.${code}`)));
}

/** Chooses a template, a field, and the control value that its percentages are of; gives the limit it stands for. */
export function TemplateDialog({
  family,
  nodeCount,
  mainField,
  onUse,
  onClose,
}: {
  family: FamilyCode;
  nodeCount: number;
  mainField: string;
  onUse: (rule: Threshold) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const fieldWord = useFieldWord();
  const nameOf = useTemplateName();
  const { project } = useProject();
  const query = useRead(thresholdRoutes.templates, { corporationId: project.corporationId });
  const [chosen, setChosen] = useState<number | null>(null);
  const [field, setField] = useState<string | null>(null);
  const [control, setControl] = useState<number | null>(null);
  const [rateControl, setRateControl] = useState<number | null>(null);
  const drop = useWrite(thresholdRoutes.removeTemplate, {
    onSuccess: () => setChosen(null),
    onError: toasts.failed,
  });
  const fits = (query.data?.templates ?? []).filter((each) => each.family === null || each.family === family);
  const template = fits.find(({ id }) => id === chosen);
  const fields = fieldsOf(family, nodeCount);
  const key = field ?? template?.field ?? mainField;
  const unit = fields.find((each) => each.key === key)?.unit ?? '';
  const ratio = template?.basis === 'ratio';
  const needsValue = ratio && template.kind !== 'rate';
  const needsRate = ratio && (template.kind === 'rate' || template.kind === 'multi');
  const ready = template && (!needsValue || control !== null) && (!needsRate || rateControl !== null);
  const rule = ready
    ? thresholdOf(template, {
        field: key,
        ...(control === null ? {} : { control }),
        ...(rateControl === null ? {} : { rateControl }),
      })
    : null;
  const sound = rule !== null && Threshold.safeParse(rule).success;
  return (
    <Modal
      open
      title={t('thresholds:template.use')}
      onCancel={onClose}
      okText={t('thresholds:template.add')}
      okButtonProps={{ disabled: !sound }}
      onOk={() => {
        if (rule) onUse(rule);
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
            <div className="pl-row">
              <Select
                style={{ flex: 1, minWidth: 0 }}
                aria-label={t('thresholds:template.template')}
                placeholder={t('thresholds:template.choose')}
                value={chosen}
                options={fits.map((each) => ({ value: each.id, label: nameOf(each) }))}
                onChange={setChosen}
              />
              {template?.code === null && allowed(thresholdRoutes.removeTemplate) && (
                <Button
                  icon={<DeleteOutlined />}
                  aria-label={t('thresholds:template.forget')}
                  title={t('thresholds:template.forget')}
                  loading={drop.isPending}
                  onClick={() => drop.mutate({ corporationId: project.corporationId, templateId: template.id })}
                />
              )}
            </div>
            {template && (
              <>
                <Select
                  aria-label={t('points:rule.field')}
                  value={key}
                  options={fields.map((each) => ({ value: each.key, label: fieldWord(family, each.key) }))}
                  onChange={setField}
                />
                {needsValue && (
                  <InputNumber
                    style={{ width: '100%' }}
                    aria-label={t('thresholds:template.control')}
                    prefix={<span className="pl-3">{t('thresholds:template.control')}</span>}
                    suffix={unit}
                    value={control}
                    onChange={setControl}
                  />
                )}
                {needsRate && (
                  <InputNumber
                    style={{ width: '100%' }}
                    aria-label={t('thresholds:template.rateControl')}
                    prefix={<span className="pl-3">{t('thresholds:template.rateControl')}</span>}
                    suffix={`${unit}/d`}
                    value={rateControl}
                    onChange={setRateControl}
                  />
                )}
                <p className="pl-2 pl-sm">
                  {t(`points:kind.${template.kind}`)} · {t(`thresholds:method.${template.method}`)}
                </p>
                <div className="pt-levels" aria-live="polite">
                  {(rule ?? template).levels.map((level, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
                    <span key={i} className="pl-lv">
                      <LevelMark level={i + 1} size={14} />
                      {formatNumber(level)} {rule ? unit : ratio ? '%' : unit}
                    </span>
                  ))}
                </div>
              </>
            )}
          </div>
        )}
      </Answer>
    </Modal>
  );
}
