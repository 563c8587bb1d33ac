import { elementAt } from '@plumbline/contract/kernel/elements';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'points:name', span: 2 },
  { type: 'INPUT', inputType: 'textarea', prop: 'note', label: 'points:note', span: 2 },
];

/** Keeps one of the limits of a point under a name. */
export function TemplateSave({
  family,
  rules,
  onClose,
}: {
  family: FamilyCode;
  rules: readonly Threshold[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createTemplate } = useWrite(thresholds.createTemplate);
  const fieldWord = useFieldWord();
  const { project } = useProject();
  const [at, setAt] = useState('0');
  const which: FieldDefinition = {
    type: 'SELECT',
    prop: 'rule',
    label: 'thresholds:template.rule',
    options: rules.map((rule, i) => ({
      value: String(i),
      label: `${fieldWord(family, rule.field)} · ${t(`points:kind.${rule.kind}`)} · ${t(`thresholds:method.${rule.method}`)}`,
    })),
    span: 2,
  };
  const { enabled: _, ...rule } = rules[Number(at)] ?? elementAt(rules, 0);
  return (
    <FormDialog
      title={t('thresholds:template.save')}
      schema={thresholds.createTemplate.input}
      fixed={{ corporationId: project.corporationId, basis: 'levels', family, ...rule }}
      initial={{ name: '', note: '', rule: '0' }}
      fields={rules.length > 1 ? [which, ...fields] : fields}
      onChange={(values) => setAt(String(values.rule ?? '0'))}
      onSave={async (input: never) => {
        await createTemplate(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
      widthPx={440}
    />
  );
}
