import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Project, projects } from '@plumbline/contract/site/projects';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { zoneOptions } from './zone-options.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'projects:name', span: 2 },
  { type: 'INPUT', prop: 'address', label: 'projects:address', span: 2 },
  { type: 'SELECT', prop: 'timeZone', label: 'projects:zone', tips: 'projects:zoneHelp' },
  // Last: it is the highest by far, and may be left empty.
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'projects:place' },
];

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
  const { run: createProject } = useWrite(projects.create);
  const { run: updateProject } = useWrite(projects.update);
  const { user, corporation } = useSession();
  const corporationId = corporation?.id ?? user.corporationId ?? 0;
  const zones = useMemo(zoneOptions, []);
  const save = async (input: never, precondition: { readonly over: unknown }): Promise<Project> => {
    const { project: saved } = project ? await updateProject(input, precondition) : await createProject(input);
    toasts.done(t('common:saved'));
    return saved;
  };
  return (
    <FormDialog
      title={project ? t('projects:edit') : t('projects:new')}
      schema={project ? projects.update.input : projects.create.input}
      fixed={project ? { projectId: project.id } : { corporationId }}
      record={project}
      initial={
        project
          ? {
              name: project.name,
              address: project.address,
              coordinates: project.coordinates,
              timeZone: project.timeZone,
            }
          : { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      }
      fields={fields}
      options={{ timeZone: zones }}
      errorField={{ nameTaken: 'name' }}
      {...(project ? {} : { saveLabel: t('common:create') })}
      onSave={save}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
