import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Family, families, sensorModes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { TabProps } from '../../points/points/point-tab.parts.ts';
import { ConversionHistory } from './ConversionHistory.tsx';
import { ConversionPreview } from './ConversionPreview.tsx';
import type { Conversion } from './conversion.ts';
import { chain, depth, kind, useConversionSlots } from './conversion-fields.tsx';

const validity: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'applies',
    label: 'points:formula.applies',
    tips: 'points:formula.appliesHelp',
    options: ['whole', 'from'].map((value) => ({ value, label: `points:formula.appliesTo.${value}` })),
    span: 2,
  },
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'validFrom',
    label: 'points:master.validFrom',
    visibleWhen: { prop: 'applies', is: 'from' },
  },
];
/** Another conversion from a date on needs the date: without one it would hold for the whole time. */
const schema = points.update.input
  .extend({ applies: z.enum(['whole', 'from']).default('whole') })
  .check(({ value, issues }) => {
    if (value.applies === 'from' && value.validFrom === undefined)
      issues.push({ code: 'custom', message: 'required', input: value.validFrom, path: ['validFrom'] });
  });
type Saved = z.output<typeof schema>;

const initials: FieldDefinition = {
  type: 'slot',
  prop: 'initialValues',
  label: 'points:initial',
  tips: 'points:initialHelp',
  span: 2,
};
const why: FieldDefinition = {
  type: 'INPUT',
  prop: 'reason',
  label: 'points:reason',
  tips: 'points:formula.reasonHelp',
  span: 2,
};

/** Tab "formula and parameters". While it is changed, old stands against new on readings as they came. */
export function FormulaTab({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const { run: updatePoint } = useWrite(points.update);
  const [values, setValues] = useState<Partial<Conversion & Pick<Saved, 'applies' | 'validFrom'>>>({});
  const since = values.applies === 'from' ? values.validFrom : undefined;
  const automated = point.type === 0;
  const isChain = point.family === 'deepDisplacement';
  const isEnteredChain = point.type === 2 && isChain;
  const { project } = useProject();
  const initial: Conversion & { reason: string; depthM: number | null; applies: string } = {
    mode: point.mode,
    formulaType: point.formulaType,
    parameters: point.parameters,
    customFormula: point.customFormula,
    initialValues: point.initialValues,
    depthM: point.depthM,
    applies: 'whole',
    reason: '',
  };
  const now: Conversion = { ...initial, ...values };
  const { modes } = families[point.family] as Family;
  const slots = useConversionSlots(point, now);
  return (
    <div className="pt-tab">
      <FormTab
        schema={schema}
        fixed={{ pointId: point.id }}
        record={point}
        initial={initial as unknown as Record<string, unknown>}
        sections={[
          ...(automated ? [{ title: 'points:conversion', fields: isChain ? [...kind, depth] : kind }] : []),
          ...(isEnteredChain ? [{ title: 'points:formula.chain', fields: [...chain, depth] }] : []),
          ...(automated || isEnteredChain ? [{ fields: validity }] : []),
          { fields: [initials, why], ...(automated ? {} : { tips: `points:formula.of${point.type}` }) },
        ]}
        zone={project.timeZone}
        options={{ mode: modes.map((mode) => ({ value: mode, label: t(`families:mode.${sensorModes[mode]}`) })) }}
        slots={slots}
        errorField={{ formulaIllegal: 'customFormula' }}
        readOnly={readOnly}
        onChange={setValues}
        onSave={async (input: never, precondition) => {
          const { applies, validFrom, ...patch } = input as Saved;
          const since = applies === 'from' && validFrom !== undefined ? { validFrom } : {};
          await updatePoint({ ...patch, ...since }, precondition);
        }}
      >
        {automated && <ConversionPreview point={point} now={now} {...(since && { validFrom: since })} />}
      </FormTab>
      {(automated || isEnteredChain) && <ConversionHistory point={point} readOnly={readOnly} />}
    </div>
  );
}
