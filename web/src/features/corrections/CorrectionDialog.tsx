import './corrections.css';
import type { Correction, CorrectionKind } from '@plumbline/contract/corrections';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { history } from '@plumbline/contract/history';
import type { Point } from '@plumbline/contract/points';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { useProject } from '../../kernel/project.tsx';
import { read } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { kindForms, kindsOf } from './correction-kinds.ts';
import { FixesInput } from './FixesInput.tsx';

type Values = Record<string, unknown>;

/** Chooses the form; not sent. */
const kindField: FieldDefinition = { type: 'slot', prop: 'kind', label: 'corrections:kindLabel', span: 2 };

/** Adds a correction, or changes one. A shift and a new zero can be proposed from the readings round their start. */
export function CorrectionDialog({
  point,
  correction,
  startAt,
  onClose,
}: {
  point: Point;
  /** The one that is changed; none = a new one. */
  correction?: Correction | undefined;
  /** Where a new one begins, if something was chosen on the chart. */
  startAt?: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const kinds = kindsOf(point);
  const [kind, setKind] = useState<CorrectionKind>(correction?.kind ?? 'shift');
  const [values, setValues] = useState<Values>({});
  const initial: Values = correction
    ? { ...correction, reason: '' }
    : {
        ...(startAt === undefined ? {} : { startAt: new Date(startAt).toISOString() }),
        ...(kind === 'shift' && { stableTimes: 4 }),
      };
  const now = { ...initial, ...values };
  const form = kindForms[kind];
  const { run: save } = useWrite(correction ? form.update : form.create);
  const begins = typeof now.startAt === 'string' ? now.startAt : null;
  const estimate = begins
    ? async (): Promise<Record<string, number>> => {
        if (kind === 'initshift')
          return (await read(history.estimateInitshift, { pointId: point.id, startAt: begins })).initials;
        const stableTimes = typeof now.stableTimes === 'number' ? now.stableTimes : 4;
        return (await read(history.estimateShift, { pointId: point.id, startAt: begins, stableTimes })).fixes;
      }
    : undefined;
  const amounts = kind === 'initshift' ? 'initials' : 'fixes';
  return (
    <FormDialog
      key={kind}
      title={correction ? t('corrections:change') : t('corrections:add')}
      schema={correction ? form.update.input : form.create.input}
      fixed={{ pointId: point.id, ...(correction && { correctionId: correction.id }) }}
      initial={initial}
      fields={correction ? form.fields : [kindField, ...form.fields]}
      slots={{
        kind: () => (
          <div className="cor-kinds">
            <Segmented
              label={t('corrections:kindLabel')}
              value={kind}
              options={kinds.map((each) => ({ value: each, label: t(`corrections:kind.${each}`) }))}
              onChange={setKind}
            />
            <div className="pl-sm pl-3">{t(`corrections:means.${kind}`)}</div>
          </div>
        ),
        [amounts]: ({ id, value, onChange, readOnly }) => (
          <FixesInput
            id={id}
            point={point}
            value={value as Record<string, number> | undefined}
            onChange={onChange}
            onEstimate={estimate}
            readOnly={readOnly}
          />
        ),
      }}
      zone={project.timeZone}
      onChange={setValues}
      saveLabel={correction ? t('common:save') : t('corrections:add')}
      onSave={async (input: never) => {
        await save(input);
        toasts.done(t(correction ? 'corrections:changed' : 'corrections:added'));
      }}
      onClose={onClose}
    />
  );
}
