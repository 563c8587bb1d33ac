import type { FieldDefinition } from '@plumbline/contract/forms';
import { projects } from '@plumbline/contract/projects';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../design/form/FormTab.tsx';
import { call, download, upload } from '../../kernel/call.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { invalidate } from '../../kernel/queries.ts';
import type { ConsoleTab } from './console-tab.ts';
import { PictureBox } from './PictureBox.tsx';
import { zoneOptions } from './zone-options.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'projects:name' },
  { type: 'INPUT', prop: 'address', label: 'projects:address' },
  { type: 'SELECT', prop: 'timeZone', label: 'projects:zone', tips: 'projects:zoneHelp' },
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'projects:place' },
];

/** What a project is: name, place, zone, and its two pictures. */
export function ProjectConfigTab({ readOnly }: ConsoleTab) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const zones = useMemo(zoneOptions, []);
  const { id: projectId } = project;
  const again = () => invalidate(projects.get, projects.list);
  const pictures = [
    { which: 'picture', get: projects.picture, set: projects.setPicture, remove: projects.removePicture },
    { which: 'logo', get: projects.logo, set: projects.setLogo, remove: projects.removeLogo },
  ] as const;
  return (
    <div className="pj-tab">
      <div className="pj-pictures">
        {pictures.map(({ which, get, set, remove }) => (
          <PictureBox
            key={which}
            label={t(`projects:${which}`)}
            fileId={project[which]}
            load={async () => (await download(get, { projectId })).blob}
            takes={set.takes!}
            {...(readOnly === undefined && {
              onFile: async (file: File) => {
                await upload(set, { projectId }, file);
                await again();
              },
              onRemove: async () => {
                await call(remove, { projectId });
                await again();
              },
            })}
          />
        ))}
      </div>
      <FormTab
        schema={projects.update.input}
        fixed={{ projectId }}
        record={project}
        initial={{
          name: project.name,
          address: project.address,
          timeZone: project.timeZone,
          coordinates: project.coordinates,
        }}
        sections={[{ fields }]}
        options={{ timeZone: zones }}
        errorField={{ nameTaken: 'name' }}
        readOnly={readOnly}
        onSave={async (input: never, precondition) => {
          await call(projects.update, input, precondition);
          await again();
        }}
      />
    </div>
  );
}
