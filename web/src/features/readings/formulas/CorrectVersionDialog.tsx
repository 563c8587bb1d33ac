import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { bindings } from '@plumbline/contract/points/bindings';
import { type Family, families, sensorModes } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ConversionPreview } from './ConversionPreview.tsx';
import type { Conversion } from './conversion.ts';
import type { ConversionVersion } from './conversion-changes.ts';
import { chain, depth, kind, useConversionSlots } from './conversion-fields.tsx';
import { useVersionTime } from './version-time.ts';

const why: FieldDefinition = { type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 };

/** Corrects the conversion of an earlier time; what it would make of the readings of that time stands below. */
export function CorrectVersionDialog({
  point,
  version,
  onClose,
}: {
  point: Point;
  version: ConversionVersion;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const timeWords = useVersionTime();
  const { project } = useProject();
  const { run: correctGroup } = useWrite(bindings.correctGroup);
  const [values, setValues] = useState<Partial<Conversion>>({});
  const { group } = version;
  const { mode, formulaType, parameters, customFormula, depthM } = group;
  const initial = { mode, formulaType, parameters, customFormula, depthM, reason: '' };
  const now: Conversion = { ...initial, initialValues: point.initialValues, ...values };
  const slots = useConversionSlots(point, now);
  const isAutomated = point.type === 0;
  const isChain = point.family === 'deepDisplacement';
  const { modes } = families[point.family] as Family;
  return (
    <FormDialog
      title={t('formulas:versions.correctTitle', { time: timeWords(version) })}
      schema={bindings.correctGroup.input}
      fixed={{ pointId: point.id, groupId: group.id }}
      record={group}
      initial={initial as unknown as Record<string, unknown>}
      fields={[...(isAutomated ? kind : chain), ...(isChain ? [depth] : []), why]}
      zone={project.timeZone}
      options={{ mode: modes.map((each) => ({ value: each, label: t(`families:mode.${sensorModes[each]}`) })) }}
      slots={slots}
      errorField={{ formulaIllegal: 'customFormula' }}
      widthPx={960}
      onChange={(next) => setValues(next as Partial<Conversion>)}
      onSave={async (input, precondition) => {
        await correctGroup(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    >
      <p className="pl-3 pl-sm">{t('formulas:versions.correctHelp')}</p>
      {isAutomated && <ConversionPreview point={point} now={now} groupId={group.id} />}
    </FormDialog>
  );
}
