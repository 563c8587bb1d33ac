import { type Family, families, fieldsOf, sensorModes } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { formulas } from '@plumbline/contract/formulas';
import { formulaTypes, type Point, points } from '@plumbline/contract/points';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { FieldSources } from '../../design/form/Fields.tsx';
import { FormTab } from '../../design/form/FormTab.tsx';
import { SkeletonRows } from '../../design/States.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { TabProps } from '../points/point-tab.parts.ts';
import { ChainInput } from './ChainInput.tsx';
import { ConversionHistory } from './ConversionHistory.tsx';
import { ConversionPreview } from './ConversionPreview.tsx';
import type { Conversion } from './conversion.ts';
import { FormulasInput } from './FormulasInput.tsx';
import { InitialValuesInput } from './InitialValuesInput.tsx';
import { ParametersInput } from './ParametersInput.tsx';

const kind: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'mode', label: 'points:mode' },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'formulaType',
    label: 'points:conversion',
    options: formulaTypes.map((each) => ({ value: each, label: `points:formulaType.${each}` })),
  },
  {
    type: 'slot',
    prop: 'customFormula',
    label: 'points:formula.own',
    span: 2,
    visibleWhen: { prop: 'formulaType', is: 'CUSTOM_FORMULA' },
  },
  { type: 'slot', prop: 'parameters', label: 'points:parameters', span: 2 },
];
const chain: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'parameters', label: 'points:formula.chain', span: 2 },
];
const depth: FieldDefinition = {
  type: 'NUMBER',
  prop: 'depthM',
  label: 'points:config.depth',
  tips: 'points:config.depthHelp',
  unit: 'm',
};
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

/** Inputs of our own as they are while nothing may be changed. */
const Closed = ({ closed, children }: { closed: boolean; children: ReactNode }) => (
  <fieldset disabled={closed} className="pt-closed">
    {children}
  </fieldset>
);

/** Tab "formula and parameters". While it is changed, old stands against new on readings as they came. */
export function FormulaTab({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const { run: updatePoint } = useWrite(points.update);
  const [values, setValues] = useState<Partial<Conversion>>({});
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
        onChange={(next) => setValues(next as Partial<Conversion>)}
        onSave={async (input: never, precondition) => {
          const { applies, validFrom, ...patch } = input as Saved;
          const since = applies === 'from' && validFrom !== undefined ? { validFrom } : {};
          await updatePoint({ ...patch, ...since }, precondition);
        }}
      >
        {automated && <ConversionPreview point={point} now={now} />}
      </FormTab>
      {(automated || isEnteredChain) && <ConversionHistory point={point} />}
    </div>
  );
}

/** Our own inputs: formulas, parameters (of the mode and the formula that are chosen now), and initial values. */
function useConversionSlots(point: Point, now: Conversion): NonNullable<FieldSources['slots']> {
  const { t } = useTranslation();
  const system = useSystem(point, now.mode);
  const isEnteredChain = point.type === 2;
  const waiting = <SkeletonRows rows={2} />;
  return {
    customFormula: ({ value, onChange, readOnly: closed }) =>
      system ? (
        <Closed closed={closed}>
          <p className="pl-3 pl-sm">{t('points:formula.names', { names: system.quantities.join(', ') })}</p>
          <FormulasInput
            value={(value as Record<string, string> | undefined) ?? {}}
            onChange={onChange}
            family={point.family}
            fields={fieldsOf(point.family, Math.min(point.nodeCount, 4))}
            quantities={system.quantities}
            system={system.parameters}
            parameters={now.parameters}
          />
        </Closed>
      ) : (
        waiting
      ),
    parameters: ({ value, onChange, readOnly: closed }) =>
      system || isEnteredChain ? (
        <Closed closed={closed}>
          {point.family === 'deepDisplacement' && now.formulaType === 'SYSTEM_FORMULA' ? (
            <ChainInput
              value={(value as Record<string, number> | undefined) ?? {}}
              onChange={onChange}
              nodeCount={point.nodeCount}
              readOnly={closed}
            />
          ) : (
            <ParametersInput
              value={(value as Record<string, number> | undefined) ?? {}}
              onChange={onChange}
              system={system?.parameters ?? []}
              own={now.formulaType === 'CUSTOM_FORMULA'}
            />
          )}
        </Closed>
      ) : (
        waiting
      ),
    initialValues: ({ value, onChange, readOnly: closed }) => (
      <Closed closed={closed}>
        <InitialValuesInput
          value={(value as Record<string, number> | undefined) ?? {}}
          onChange={onChange}
          family={point.family}
          fields={fieldsOf(point.family, point.nodeCount)}
          latest={point.latest}
        />
      </Closed>
    ),
  };
}

/** The system formula of the mode; undefined while it is not known, and of points that have none. */
function useSystem({ family, type }: Point, mode: number) {
  const modes: readonly number[] = (families[family] as Family).modes;
  const fits = type === 0 && modes.includes(mode);
  const { data } = useRead(
    formulas.system,
    { family, mode: fits ? mode : (modes[0] ?? 4) },
    { enabled: fits, staleTime: Number.POSITIVE_INFINITY },
  );
  return data;
}
