import './corrections.css';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Point } from '@plumbline/contract/points/points';
import type { Correction, CorrectionKind } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { read } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
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
  kind: initialKind = 'shift',
  onClose,
}: {
  point: Point;
  /** The one that is changed; none = a new one. */
  correction?: Correction | undefined;
  /** Where a new one begins, if something was chosen on the chart. */
  startAt?: number | undefined;
  /** With which kind a new one begins, where the point has it. */
  kind?: CorrectionKind;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const zone = useProject().project.timeZone;
  const kinds = kindsOf(point);
  const [kind, setKind] = useState(correction?.kind ?? (kinds.includes(initialKind) ? initialKind : 'shift'));
  const [values, setValues] = useState<Values>({});
  const initial = correction ? { ...correction, reason: '' } : newValues(kind, startAt);
  const form = kindForms[kind];
  const { run: save } = useWrite(correction ? form.update : form.create);
  const estimate = estimateOf(point.id, kind, { ...initial, ...values });
  return (
    <FormDialog
      key={kind}
      title={correction ? t('corrections:change') : t('corrections:add')}
      schema={correction ? form.update.input : form.create.input}
      fixed={{ pointId: point.id, ...(correction && { correctionId: correction.id }) }}
      {...(correction && { record: correction })}
      initial={initial}
      fields={correction ? form.fields : [kindField, ...form.fields]}
      slots={{
        kind: () => <KindChoice kinds={kinds} chosen={kind} onChoose={setKind} />,
        [kind === 'initshift' ? 'initials' : 'fixes']: ({ id, value, onChange, readOnly }) => (
          <FixesInput
            id={id}
            point={point}
            value={value as Record<string, number> | undefined}
            onChange={onChange}
            onEstimate={estimate}
            isZero={kind === 'initshift'}
            readOnly={readOnly}
          />
        ),
      }}
      zone={zone}
      onChange={setValues}
      saveLabel={correction ? t('common:save') : t('corrections:add')}
      onSave={async (input: never, precondition) => {
        await save(input, correction ? precondition : undefined);
        toasts.done(t(correction ? 'corrections:changed' : 'corrections:added'));
      }}
      onClose={onClose}
    />
  );
}

/** How a new correction begins. */
const newValues = (kind: CorrectionKind, startAt: number | undefined): Values => ({
  ...(startAt === undefined ? {} : { startAt: new Date(startAt).toISOString() }),
  ...(kind === 'shift' && { stableTimes: 4 }),
});

/** Proposes the numbers from the readings round the start; undefined until it is said where the correction begins. */
function estimateOf(
  pointId: number,
  kind: CorrectionKind,
  { startAt, stableTimes = 4 }: Values,
): (() => Promise<Record<string, number>>) | undefined {
  if (typeof startAt !== 'string') return undefined;
  return async () => {
    if (kind === 'initshift') return (await read(history.estimateInitshift, { pointId, startAt })).initials;
    const times = typeof stableTimes === 'number' ? stableTimes : 4;
    return (await read(history.estimateShift, { pointId, startAt, stableTimes: times })).fixes;
  };
}

/** Which kind of correction, and what it means. */
function KindChoice({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: readonly CorrectionKind[];
  chosen: CorrectionKind;
  onChoose: (kind: CorrectionKind) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="cor-kinds">
      <Segmented
        label={t('corrections:kindLabel')}
        value={chosen}
        options={kinds.map((each) => ({ value: each, label: t(`corrections:kind.${each}`) }))}
        onChange={onChoose}
      />
      <div className="pl-sm pl-3">{t(`corrections:means.${chosen}`)}</div>
    </div>
  );
}
