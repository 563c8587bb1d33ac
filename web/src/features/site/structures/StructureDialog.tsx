import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Structure, structures, structureTypes } from '@plumbline/contract/site/structures';
import type { StructureType } from '@plumbline/contract/site/structures.measures';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { measureFields, measuresOf } from './measures.parts.ts';

const ofItem: readonly FieldDefinition[] = [{ type: 'INPUT', prop: 'name', label: 'structures:name', span: 2 }];
const ofStructure: readonly FieldDefinition[] = [
  ...ofItem,
  {
    type: 'SELECT',
    prop: 'type',
    label: 'structures:kind',
    options: structureTypes.map((type) => ({ value: type, label: `structures:type.${type}` })),
  },
  // What a type cannot do without; the rest is in its settings.
  ...measureFields(({ required }) => required === true),
  { type: 'INPUT', prop: 'address', label: 'structures:address' },
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'structures:place' },
];

/** Adds a structure, or changes a structure or item. `parent` given = adds an item to it. */
export function StructureDialog({
  structure,
  parent,
  onClose,
}: {
  structure?: Structure;
  parent?: Structure;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createStructure } = useWrite(structures.create);
  const { run: createItem } = useWrite(structures.createItem);
  const { run: updateStructure } = useWrite(structures.update);
  const { project } = useProject();
  const item = parent !== undefined || structure?.isItem === true;
  const schema = structure ? structures.update.input : parent ? structures.createItem.input : structures.create.input;
  const save = async (input: never, precondition: { readonly over: unknown }): Promise<void> => {
    if (parent) await createItem(input);
    else if (item) await updateStructure(input, precondition);
    else {
      const { type, options, ...fields } = input as { type: StructureType; options?: Record<string, number> };
      const measured = { ...fields, type, options: measuresOf(type, { ...structure?.options, ...options }) } as never;
      if (structure) await updateStructure(measured, precondition);
      else await createStructure(measured);
    }
    toasts.done(t('common:saved'));
  };
  return (
    <FormDialog
      title={structure ? t('structures:edit') : parent ? t('structures:newItem') : t('structures:new')}
      widthPx={520}
      schema={schema}
      fixed={
        structure ? { structureId: structure.id } : parent ? { structureId: parent.id } : { projectId: project.id }
      }
      record={structure}
      initial={
        structure
          ? {
              name: structure.name,
              address: structure.address,
              type: structure.type,
              options: structure.options,
              coordinates: structure.coordinates,
            }
          : item
            ? {}
            : { type: 'other', coordinates: project.coordinates }
      }
      fields={item ? ofItem : ofStructure}
      {...(structure ? {} : { saveLabel: t('common:create') })}
      onSave={save}
      onClose={onClose}
    />
  );
}
