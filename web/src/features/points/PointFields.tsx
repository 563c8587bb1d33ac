import './points.css';
import {
  type Family,
  type FamilyCode,
  families,
  familyCodes,
  fieldsOf,
  sensorModes,
} from '@plumbline/contract/families';
import { formulas } from '@plumbline/contract/formulas';
import { formulaTypes, type Point } from '@plumbline/contract/points';
import { structures } from '@plumbline/contract/structures';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/SchemaForm.tsx';
import { Partial, SkeletonRows } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { useRead } from '../../kernel/reads.ts';
import { FormulasInput, InitialValuesInput, ParametersInput } from '../formulas/formulas.parts.tsx';
import { IntervalInput } from './IntervalInput.tsx';

/** What a form of an existing point begins with. */
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
  const fieldWord = useFieldWord();
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<FamilyCode | undefined>('family', form);
  const mode = Form.useWatch<number | undefined>('mode', form) ?? point?.mode;
  const nodes = Form.useWatch<number | undefined>('nodeCount', form) ?? point?.nodeCount ?? 0;
  const formulaType =
    Form.useWatch<(typeof formulaTypes)[number] | undefined>('formulaType', form) ??
    point?.formulaType ??
    'SYSTEM_FORMULA';
  const parameters = Form.useWatch<Record<string, number> | undefined>('parameters', form) ?? point?.parameters ?? {};
  const family = point?.family ?? chosen;
  const known = family ? (families[family] as Family) : undefined;
  const fits = known !== undefined && mode !== undefined && (known.modes as readonly number[]).includes(mode);
  const system = useRead(
    formulas.system,
    { family: family ?? 'temperature', mode: mode ?? 4 },
    {
      enabled: fits,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const places = useRead(structures.list, { projectId }, { enabled: withStructure });
  const fields = family ? fieldsOf(family, Math.min(nodes, 4)) : [];
  const allFields = family ? fieldsOf(family, nodes) : [];

  const changeFamily = (code: FamilyCode): void => {
    const { modes, nodeFields } = families[code] as Family;
    const first = modes.includes(mode as never) ? mode : modes[0];
    form.setFieldsValue({
      mode: first,
      parameters: {},
      customFormula: {},
      initialValues: {},
      mainField: undefined,
      nodeCount: nodeFields ? 8 : 0,
    });
  };
  return (
    <>
      <Field name="name" label={t('points:name')}>
        <Input maxLength={32} autoFocus={!point} />
      </Field>
      {withStructure && (
        <Field name="structureId" label={t('points:structure')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={places.isPending}
            options={(places.data?.structures ?? []).map((place) => {
              const parent = places.data?.structures.find((each) => each.id === place.parentId);
              return { value: place.id, label: parent ? `${parent.name} / ${place.name}` : place.name };
            })}
          />
        </Field>
      )}
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
              options={measured
                .filter((code) => fedBy === undefined || (families[code].modes as readonly number[]).includes(fedBy))
                .map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
            />
          </Field>
        )}
        <Field name="mode" label={t('points:mode')}>
          <Select
            disabled={!known}
            options={(known?.modes ?? []).map((each) => ({
              value: each,
              label: t(`families:mode.${sensorModes[each]}`),
            }))}
          />
        </Field>
      </div>
      {!point && known?.nodeFields && (
        <Field name="nodeCount" label={t('points:nodes')} help={t('points:nodesHelp')}>
          <InputNumber min={1} max={150} precision={0} style={{ width: 120 }} />
        </Field>
      )}
      {fits && (
        <>
          <Form.Item label={t('points:conversion')} style={{ marginBottom: 12 }}>
            <Field name="formulaType" label={null} className="pt-bare">
              <FormulaKind />
            </Field>
          </Form.Item>
          {system.data === undefined ? (
            system.error ? (
              <Partial onRetry={() => void system.refetch()}>{wordsOf(system.error, t).words}</Partial>
            ) : (
              <SkeletonRows rows={2} />
            )
          ) : (
            <>
              {formulaType === 'CUSTOM_FORMULA' && (
                <Field
                  name="customFormula"
                  label={t('points:formula.own')}
                  help={t('points:formula.names', { names: system.data.quantities.join(', ') })}
                >
                  <FormulasInput
                    family={family!}
                    fields={fields}
                    quantities={system.data.quantities}
                    system={system.data.parameters}
                    parameters={parameters}
                  />
                </Field>
              )}
              <Field name="parameters" label={t('points:parameters')}>
                <ParametersInput system={system.data.parameters} own={formulaType === 'CUSTOM_FORMULA'} />
              </Field>
            </>
          )}
        </>
      )}
      {point && (
        <>
          <Field name="initialValues" label={t('points:initial')} help={t('points:initialHelp')}>
            <InitialValuesInput family={point.family} fields={allFields} latest={point.latest} />
          </Field>
          <Field name="mainField" label={t('points:mainField')} help={t('points:mainFieldHelp')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={allFields.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) }))}
            />
          </Field>
        </>
      )}
      <Field name="intervalSeconds" label={t('points:interval')} help={t('points:intervalHelp')}>
        <IntervalInput />
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
