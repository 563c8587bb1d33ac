/** The inputs of a conversion, for the point as it stands and for an earlier version of it. */

import { defaultsInForce } from '@plumbline/contract/devices/devices.parameters';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Family, families, fieldsOf } from '@plumbline/contract/points/families';
import { formulaTypes, type Point } from '@plumbline/contract/points/points';
import { formulas } from '@plumbline/contract/readings/formulas';
import type { ComponentProps, ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSources } from '../../../design/form/Fields.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { FormulasInput, InitialValuesInput, ParametersInput } from '../../points/points/formulas.parts.tsx';
import { ChainInput } from './ChainInput.tsx';
import type { Conversion } from './conversion.ts';

export const kind: readonly FieldDefinition[] = [
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
export const chain: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'parameters', label: 'points:formula.chain', span: 2 },
];
export const depth: FieldDefinition = {
  type: 'NUMBER',
  prop: 'depthM',
  label: 'points:config.depth',
  tips: 'points:config.depthHelp',
  unit: 'm',
};
/** Inputs of our own as they are while nothing may be changed. */
const Closed = ({ closed, children }: { closed: boolean; children: ReactNode }) => (
  <fieldset disabled={closed} className="pt-closed">
    {children}
  </fieldset>
);

/** Our own inputs: formulas, parameters (of the mode and the formula that are chosen now), and initial values. */
export function useConversionSlots(point: Point, now: Conversion): NonNullable<FieldSources['slots']> {
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
          <ParameterFields
            point={point}
            now={now}
            value={(value as Record<string, number> | undefined) ?? {}}
            onChange={onChange}
            system={system?.parameters ?? []}
            closed={closed}
          />
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
          own={now.formulaType === 'CUSTOM_FORMULA' ? Object.keys(now.customFormula) : []}
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

/** The parameters of a conversion: of a chain in its form, else in a list. */
function ParameterFields({
  point,
  now,
  value,
  onChange,
  system,
  closed,
}: {
  point: Point;
  now: Conversion;
  value: Record<string, number>;
  onChange: (value: Readonly<Record<string, number>>) => void;
  system: ComponentProps<typeof ParametersInput>['system'];
  closed: boolean;
}) {
  const { deviceParameters } = point;
  const ofDevice = useMemo(
    () => defaultsInForce({ mode: now.mode, parameters: {}, deviceParameters }),
    [now.mode, deviceParameters],
  );
  const isCustom = now.formulaType === 'CUSTOM_FORMULA';
  return point.family === 'deepDisplacement' && !isCustom ? (
    <ChainInput {...{ value, onChange, ofDevice }} nodeCount={point.nodeCount} readOnly={closed} />
  ) : (
    <ParametersInput {...{ value, onChange, system, ofDevice }} own={isCustom} />
  );
}
