import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { structures, structureTypes } from '@plumbline/contract/site/structures';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { measureFields, measuresOf } from './measures.parts.ts';
import type { StructureTab } from './structure-tab.ts';

const general: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'structures:name' },
  { type: 'INPUT', prop: 'address', label: 'structures:address' },
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'structures:place' },
];
const kind: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'type',
    label: 'structures:kind',
    options: structureTypes.map((type) => ({ value: type, label: `structures:type.${type}` })),
  },
  ...measureFields(),
];

/** Name and place of a structure; what it is, with the measures of that type. */
export function StructureConfigTab({ structure, readOnly }: StructureTab) {
  const { run: setTypeOptions } = useWrite(structures.setTypeOptions);
  const { run: updateStructure } = useWrite(structures.update);
  const structureId = structure.id;
  const query = useRead(structures.settings, { structureId });
  return (
    <div className="pj-tab">
      <FormTab
        schema={structures.update.input}
        fixed={{ structureId }}
        record={structure}
        initial={{ name: structure.name, address: structure.address, coordinates: structure.coordinates }}
        sections={[{ fields: general }]}
        errorField={{ nameTaken: 'name' }}
        readOnly={readOnly}
        onSave={async (input: never, precondition) => {
          await updateStructure(input, precondition);
        }}
      />
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ settings }) => (
          <FormTab
            schema={structures.setTypeOptions.input}
            fixed={{ structureId }}
            record={settings.typeOptions}
            initial={{ type: structure.type, options: settings.typeOptions }}
            sections={[{ title: 'structures:measures', fields: kind }]}
            readOnly={readOnly === undefined ? undefined : true}
            onSave={async (input: never, precondition) => {
              const { type, options } = input as {
                type: (typeof structureTypes)[number];
                options?: Record<string, number>;
              };
              await setTypeOptions({ structureId, type, options: measuresOf(type, options ?? {}) }, precondition);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
