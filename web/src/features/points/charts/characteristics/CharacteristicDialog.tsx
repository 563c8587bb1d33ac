import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Characteristic } from '@plumbline/contract/points/charts';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { familyCodes } from '@plumbline/contract/points/families';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../design/form/FormDialog.tsx';
import { useProject } from '../../../../kernel/project.tsx';
import { useWrite } from '../../../../kernel/writes.ts';
import { CharacteristicFormula } from './CharacteristicFormula.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'charts:characteristics.name' },
  {
    type: 'SELECT',
    prop: 'family',
    label: 'charts:characteristics.family',
    options: familyCodes.map((code) => ({ value: code, label: `families:family.${code}` })),
  },
  { type: 'slot', prop: 'formula', label: 'charts:characteristics.formula', span: 2 },
  { type: 'INPUT', prop: 'unit', label: 'charts:characteristics.unit' },
  { type: 'NUMBER', prop: 'precision', label: 'charts:characteristics.precision' },
];
const start = { name: '', family: undefined, formula: '', unit: '', precision: 3 };

/** Says a characteristic: a new one, or `one` anew. What its formula gives is shown while one types. */
export function CharacteristicDialog({
  one,
  onDone,
  onClose,
}: {
  one?: Characteristic;
  onDone: (id: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: createCharacteristic } = useWrite(chartRoutes.createCharacteristic);
  const { run: updateCharacteristic } = useWrite(chartRoutes.updateCharacteristic);
  const { project } = useProject();
  const [now, setNow] = useState<Partial<Characteristic>>(one ?? {});
  return (
    <FormDialog
      title={t(one ? 'charts:editTitle' : 'charts:characteristics.new', { name: one?.name })}
      schema={one ? chartRoutes.updateCharacteristic.input : chartRoutes.createCharacteristic.input}
      fixed={{ projectId: project.id, ...(one ? { characteristicId: one.id } : {}) }}
      initial={one ? { ...one } : start}
      fields={fields}
      slots={{
        formula: ({ id, value, onChange, label }) => (
          <CharacteristicFormula
            {...(id ? { id } : {})}
            label={label}
            value={(value as string | undefined) ?? ''}
            onChange={onChange}
            family={now.family as FamilyCode | undefined}
            unit={now.unit ?? ''}
            precision={now.precision ?? 3}
          />
        ),
      }}
      errorField={{ nameTaken: 'name', formulaIllegal: 'formula' }}
      onChange={(values) => setNow(values as Partial<Characteristic>)}
      saveLabel={t(one ? 'common:save' : 'common:create')}
      widthPx={640}
      onSave={async (input: never) => {
        const { characteristic } = one ? await updateCharacteristic(input) : await createCharacteristic(input);
        return characteristic.id;
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
