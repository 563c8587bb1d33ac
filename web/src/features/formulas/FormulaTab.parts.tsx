import { type Family, families, fieldsOf, sensorModes } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { formulas } from '@plumbline/contract/formulas';
import { formulaTypes, type Point, points } from '@plumbline/contract/points';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSources } from '../../design/form/Fields.tsx';
import { FormTab } from '../../design/form/FormTab.tsx';
import { SkeletonRows } from '../../design/States.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { TabProps } from '../points/point-tab.parts.ts';
import { ChainInput } from './ChainInput.tsx';
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
  const initial: Conversion & { reason: string } = {
    mode: point.mode,
    formulaType: point.formulaType,
    parameters: point.parameters,
    customFormula: point.customFormula,
    initialValues: point.initialValues,
    reason: '',
  };
  const now: Conversion = { ...initial, ...values };
  const { modes } = families[point.family] as Family;
  const slots = useConversionSlots(point, now);
  return (
    <div className="pt-tab">
      <FormTab
        schema={points.update.input}
        fixed={{ pointId: point.id }}
        record={point}
        initial={initial as unknown as Record<string, unknown>}
        sections={[
          ...(automated ? [{ title: 'points:conversion', fields: kind }] : []),
          { fields: [initials, why], ...(automated ? {} : { tips: `points:formula.of${point.type}` }) },
        ]}
        options={{ mode: modes.map((mode) => ({ value: mode, label: t(`families:mode.${sensorModes[mode]}`) })) }}
        slots={slots}
        errorField={{ formulaIllegal: 'customFormula' }}
        readOnly={readOnly}
        onChange={(next) => setValues(next as Partial<Conversion>)}
        onSave={async (input: never, precondition) => {
          await updatePoint(input, precondition);
        }}
      >
        {automated && <ConversionPreview point={point} now={now} />}
      </FormTab>
    </div>
  );
}

/** Our own inputs: formulas, parameters (of the mode and the formula that are chosen now), and initial values. */
function useConversionSlots(point: Point, now: Conversion): NonNullable<FieldSources['slots']> {
  const { t } = useTranslation();
  const system = useSystem(point, now.mode);
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
      system ? (
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
              system={system.parameters}
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
