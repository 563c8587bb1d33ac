import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import type { TemperatureCompensation } from '@plumbline/contract/points/points.settings';
import { followersOf } from '@plumbline/science/series/followers';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { TemperatureInput } from './TemperatureInput.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'tc', label: 'corrections:tc.compensated', span: 2 },
  { type: 'INPUT', prop: 'reason', label: 'points:reason', tips: 'corrections:tc.reasonHelp', span: 2 },
];

/** The temperature compensation of a point; nothing where the point measures no temperature beside something else. */
export function TemperatureForm({
  point,
  tc,
  readOnly,
}: {
  point: Point;
  tc: TemperatureCompensation | null;
  readOnly?: ReactNode;
}) {
  const { t } = useTranslation();
  const { run: setTc } = useWrite(points.setTc);
  const all = fieldsOf(point.family, point.nodeCount);
  const temperatures = all.filter(({ unit }) => unit === '°C');
  const customFields = point.formulaType === 'CUSTOM_FORMULA' ? Object.keys(point.customFormula) : [];
  const follows = followersOf(
    all.map(({ key }) => key),
    { own: customFields },
  );
  const others = all.filter(({ key, unit }) => unit !== '°C' && !follows.has(key));
  const [field, temperature] = [others.find(({ key }) => key === point.mainField) ?? others[0], temperatures[0]];
  if (!field || !temperature) return null;
  const begin: TemperatureCompensation = tc ?? {
    field: field.key,
    temperaturePointId: null,
    temperatureField: temperature.key,
    coefficient: 0,
    reference: point.initialValues[temperature.key] ?? 20,
    enabled: false,
  };
  return (
    <FormTab
      schema={points.setTc.input}
      fixed={{ pointId: point.id }}
      record={tc}
      initial={{ tc: begin, reason: '' }}
      sections={[{ title: t('corrections:tc.title'), tips: t('corrections:tc.help'), fields }]}
      slots={{
        tc: ({ value, onChange, readOnly: closed }) => (
          <TemperatureInput
            point={point}
            fields={others}
            temperatures={temperatures}
            value={value as TemperatureCompensation}
            onChange={onChange}
            closed={closed}
          />
        ),
      }}
      readOnly={readOnly}
      onSave={async (input: never, precondition) => {
        await setTc(input, precondition);
      }}
    />
  );
}
