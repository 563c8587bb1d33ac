import './points.css';
import {
  type Family,
  type FamilyCode,
  families,
  familyCodes,
  fieldsOf,
  sensorModes,
} from '@plumbline/contract/points/families';
import { formulaTypes, type Point } from '@plumbline/contract/points/points';
import { formulas } from '@plumbline/contract/readings/formulas';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../design/SchemaForm.tsx';
import { Partial, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { FormulasInput, InitialValuesInput, ParametersInput } from './formulas.parts.tsx';
import { IntervalInput } from './IntervalInput.tsx';
import { useStructureChoices } from './structure-choices.parts.ts';

/** Returns the form of an existing point. */
export const pointInput = (point: Point): Record<string, unknown> => ({
  name: point.name,
  structureId: point.structureId,
  mode: point.mode,
  mainField: point.mainField,
  formulaType: point.formulaType,
  parameters: point.parameters,
  customFormula: point.customFormula,
  initialValues: point.initialValues,
  intervalSeconds: point.intervalSeconds,
});

const measured = familyCodes.filter((code) => families[code].modes.length > 0);

/**
 * The fields by which a point is made (no `point`) or changed: name, place, family and sensor mode, the parameters that
 * the system formula of the two asks for or a formula of one's own, initial values, interval. Stands in a SchemaForm.
 */
export function PointFields({
  projectId,
  point,
  withStructure = true,
  fedBy,
}: {
  projectId: number;
  point?: Point;
  withStructure?: boolean;
  /** The sensor mode of the channel that will feed a new point: only families that it suits are offered. */
  fedBy?: number;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Field name="name" label={t('points:name')}>
        <Input maxLength={32} autoFocus={!point} />
      </Field>
      {withStructure && <StructureField projectId={projectId} />}
      <KindFields point={point} fedBy={fedBy} />
      <ConversionFields point={point} />
      {point && <ValueFields point={point} />}
      <Field name="intervalSeconds" label={t('points:interval')} help={t('points:intervalHelp')}>
        <IntervalInput />
      </Field>
    </>
  );
}

function StructureField({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const choices = useStructureChoices(projectId);
  return (
    <Field name="structureId" label={t('points:structure')}>
      <Select showSearch={{ optionFilterProp: 'label' }} {...choices} />
    </Field>
  );
}

/** What the point is, as it is written now: its family, and how its sensor is read. */
function useKind(point: Point | undefined) {
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<FamilyCode | undefined>('family', form);
  const mode = Form.useWatch<number | undefined>('mode', form) ?? point?.mode;
  const nodes = Form.useWatch<number | undefined>('nodeCount', form) ?? point?.nodeCount ?? 0;
  const family = point?.family ?? chosen;
  return { family, known: family ? (families[family] as Family) : undefined, mode, nodes };
}

/** The family, which is said once; the sensor mode; of a chain, how many nodes it has. */
function KindFields({ point, fedBy }: { point: Point | undefined; fedBy: number | undefined }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const { known, mode } = useKind(point);
  const changeFamily = (code: FamilyCode): void => {
    const { modes, nodeFields } = families[code] as Family;
    form.setFieldsValue({
      mode: modes.includes(mode as never) ? mode : modes[0],
      parameters: {},
      customFormula: {},
      initialValues: {},
      mainField: undefined,
      nodeCount: nodeFields ? 8 : 0,
    });
  };
  const offered = measured.filter(
    (code) => fedBy === undefined || (families[code].modes as readonly number[]).includes(fedBy),
  );
  return (
    <>
      <div className="pl-fields-2">
        {point ? (
          <Form.Item label={t('points:family')}>
            <Input disabled value={t(`families:family.${point.family}`)} />
          </Form.Item>
        ) : (
          <Field name="family" label={t('points:family')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              onChange={changeFamily}
              options={offered.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
            />
          </Field>
        )}
        <Field name="mode" label={t('points:mode')}>
          <Select
            disabled={!known}
            options={
              known?.modes.map((each) => ({ value: each, label: t(`families:mode.${sensorModes[each]}`) })) ?? []
            }
          />
        </Field>
      </div>
      {!point && known?.nodeFields && (
        <Field name="nodeCount" label={t('points:nodes')} help={t('points:nodesHelp')}>
          <InputNumber min={1} max={150} precision={0} style={{ width: 120 }} />
        </Field>
      )}
    </>
  );
}

/** How samples become values: by the system formula with its parameters, or by formulas of one's own. */
function ConversionFields({ point }: { point: Point | undefined }) {
  const { t } = useTranslation();
  const { family, known, mode } = useKind(point);
  const fits = known !== undefined && mode !== undefined && (known.modes as readonly number[]).includes(mode);
  const system = useRead(
    formulas.system,
    { family: family ?? 'temperature', mode: mode ?? 4 },
    {
      enabled: fits,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  if (!fits || !family) return null;
  return (
    <>
      <Form.Item label={t('points:conversion')} style={{ marginBottom: 12 }}>
        <Field name="formulaType" label={null} className="pt-bare">
          <FormulaKind />
        </Field>
      </Form.Item>
      {system.data ? (
        <FormulaFields point={point} family={family} system={system.data} />
      ) : system.error ? (
        <Partial onRetry={() => void system.refetch()}>{wordsOf(system.error, t).words}</Partial>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </>
  );
}

function FormulaFields({
  point,
  family,
  system: { quantities, parameters: systemParameters },
}: {
  point: Point | undefined;
  family: FamilyCode;
  system: Reply<typeof formulas.system>;
}) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const { nodes } = useKind(point);
  const formulaType =
    Form.useWatch<(typeof formulaTypes)[number] | undefined>('formulaType', form) ??
    point?.formulaType ??
    'SYSTEM_FORMULA';
  const parameters = Form.useWatch<Record<string, number> | undefined>('parameters', form) ?? point?.parameters ?? {};
  const isCustom = formulaType === 'CUSTOM_FORMULA';
  return (
    <>
      {isCustom && (
        <Field
          name="customFormula"
          label={t('points:formula.own')}
          help={t('points:formula.names', { names: quantities.join(', ') })}
        >
          <FormulasInput
            family={family}
            fields={fieldsOf(family, Math.min(nodes, 4))}
            quantities={quantities}
            system={systemParameters}
            parameters={parameters}
          />
        </Field>
      )}
      <Field name="parameters" label={t('points:parameters')}>
        <ParametersInput system={systemParameters} own={isCustom} />
      </Field>
    </>
  );
}

/** What cumulative counts from, and the field that stands for the point. */
function ValueFields({ point }: { point: Point }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { nodes } = useKind(point);
  const fields = fieldsOf(point.family, nodes);
  return (
    <>
      <Field name="initialValues" label={t('points:initial')} help={t('points:initialHelp')}>
        <InitialValuesInput
          family={point.family}
          fields={fields}
          own={Object.keys(point.formulaType === 'CUSTOM_FORMULA' ? point.customFormula : {})}
          latest={point.latest}
        />
      </Field>
      <Field name="mainField" label={t('points:mainField')} help={t('points:mainFieldHelp')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={fields.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) }))}
        />
      </Field>
    </>
  );
}

function FormulaKind({
  value,
  onChange,
}: {
  value?: (typeof formulaTypes)[number];
  onChange?: (value: (typeof formulaTypes)[number]) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('points:conversion')}
      value={value ?? 'SYSTEM_FORMULA'}
      onChange={(next) => onChange?.(next)}
      options={formulaTypes.map((each) => ({ value: each, label: t(`points:formulaType.${each}`) }))}
    />
  );
}
