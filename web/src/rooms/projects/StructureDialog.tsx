import { projects } from '@plumbline/contract/projects';
import { stats } from '@plumbline/contract/stats';
import { type Structure, structures, structureTypes } from '@plumbline/contract/structures';
import { Button, Input, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { forget } from '../../kernel/queries.ts';
import { PlaceField } from '../../maps/PlaceField.tsx';

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
  const { project } = useProject();
  const item = parent !== undefined || structure?.isItem === true;
  const schema = structure ? structures.update.input : parent ? structures.createItem.input : structures.create.input;
  const save = async (input: never): Promise<void> => {
    if (structure) await call(structures.update, input);
    else if (parent) await call(structures.createItem, input);
    else await call(structures.create, input);
    await forget(structures.list, structures.get, projects.tree, stats.structure);
    toasts.done(t('common:saved'));
    onClose();
  };
  const title = structure ? t('structures:edit') : parent ? t('structures:newItem') : t('structures:new');
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={520} destroyOnHidden>
      <SchemaForm
        schema={schema}
        fixed={
          structure ? { structureId: structure.id } : parent ? { structureId: parent.id } : { projectId: project.id }
        }
        initial={
          structure
            ? {
                name: structure.name,
                address: structure.address,
                type: structure.type,
                coordinates: structure.coordinates,
              }
            : item
              ? {}
              : { type: 'other', coordinates: project.coordinates }
        }
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {structure ? t('common:save') : t('common:create')}
            </Button>
          </div>
        )}
      >
        <Field name="name" label={t('structures:name')}>
          <Input autoFocus maxLength={32} />
        </Field>
        {!item && (
          <>
            <Field name="type" label={t('structures:kind')}>
              <Select options={structureTypes.map((type) => ({ value: type, label: t(`structures:type.${type}`) }))} />
            </Field>
            <Field name="address" label={t('structures:address')}>
              <Input maxLength={50} />
            </Field>
            <Field name="coordinates" label={t('structures:place')} help={t('projects:placeHelp')}>
              <PlaceField />
            </Field>
          </>
        )}
      </SchemaForm>
    </Modal>
  );
}
