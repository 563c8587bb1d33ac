import { type Project, projects } from '@plumbline/contract/projects';
import { Button, Input, Modal, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { formatZone } from '../../kernel/format.ts';
import { forget } from '../../kernel/queries.ts';
import { useSession } from '../../kernel/session.ts';
import { PlaceField } from '../../maps/PlaceField.tsx';

/** Opens a project, or changes one: name, address, place on the map, zone. */
export function ProjectDialog({
  project,
  onClose,
  onDone,
}: {
  project?: Project;
  onClose: () => void;
  onDone?: (project: Project) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { user, corporation } = useSession();
  const corporationId = corporation?.id ?? user.corporationId ?? 0;
  const zones = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
        value: zone,
        label: `${zone.replaceAll('_', ' ')} (${formatZone(zone)})`,
      })),
    [],
  );
  const save = async (input: never): Promise<void> => {
    const { project: saved } = project ? await call(projects.update, input) : await call(projects.create, input);
    await forget(projects.list, projects.get);
    toasts.done(t('common:saved'));
    onClose();
    onDone?.(saved);
  };
  return (
    <Modal
      open
      title={project ? t('projects:edit') : t('projects:new')}
      footer={null}
      onCancel={onClose}
      width={560}
      destroyOnHidden
    >
      <SchemaForm
        schema={project ? projects.update.input : projects.create.input}
        fixed={project ? { projectId: project.id } : { corporationId }}
        initial={
          project
            ? {
                name: project.name,
                address: project.address,
                coordinates: project.coordinates,
                timeZone: project.timeZone,
                useStructure: project.useStructure,
              }
            : { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, useStructure: true }
        }
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {project ? t('common:save') : t('common:create')}
            </Button>
          </div>
        )}
      >
        <Field name="name" label={t('projects:name')}>
          <Input autoFocus maxLength={32} />
        </Field>
        <Field name="address" label={t('projects:address')}>
          <Input maxLength={50} />
        </Field>
        <Field name="timeZone" label={t('projects:zone')} help={t('projects:zoneHelp')}>
          <Select showSearch options={zones} />
        </Field>
        <Field name="coordinates" label={t('projects:place')} help={t('projects:placeHelp')}>
          <PlaceField />
        </Field>
        <Field name="useStructure" label={t('projects:useStructure')} valuePropName="checked">
          <Switch />
        </Field>
      </SchemaForm>
    </Modal>
  );
}
