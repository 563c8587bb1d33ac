import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { uploadOf } from '@plumbline/contract/kernel/route';
import { projects } from '@plumbline/contract/site/projects';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { PictureBox } from '../../../design/PictureBox.tsx';
import { download } from '../../../kernel/call.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { ConsoleTab } from './console-tab.ts';
import { zoneOptions } from './zone-options.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'projects:name' },
  { type: 'INPUT', prop: 'address', label: 'projects:address' },
  { type: 'SELECT', prop: 'timeZone', label: 'projects:zone', tips: 'projects:zoneHelp' },
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'projects:place' },
];

/** Edits a project: name, place, zone, and its two pictures. */
export function ProjectConfigTab({ readOnly }: ConsoleTab) {
  const { run: updateProject } = useWrite(projects.update);
  const { project } = useStoredProject();
  const zones = useMemo(zoneOptions, []);
  const { id: projectId } = project;
  return (
    <div className="pj-tab">
      <div className="pj-pictures">
        <ProjectPicture which="picture" routes={pictureRoutes} readOnly={readOnly} />
        <ProjectPicture which="logo" routes={logoRoutes} readOnly={readOnly} />
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
          await updateProject(input, precondition);
        }}
      />
    </div>
  );
}

const pictureRoutes = { get: projects.picture, set: projects.setPicture, remove: projects.removePicture };
const logoRoutes = { get: projects.logo, set: projects.setLogo, remove: projects.removeLogo };

/** One of the two pictures of a project. */
function ProjectPicture({
  which,
  routes,
  readOnly,
}: {
  which: 'picture' | 'logo';
  routes: typeof pictureRoutes | typeof logoRoutes;
  readOnly: ConsoleTab['readOnly'];
}) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const { run: setPicture } = useWrite(routes.set);
  const { run: removePicture } = useWrite(routes.remove);
  const { id: projectId } = project;
  return (
    <PictureBox
      label={t(`projects:${which}`)}
      fileId={project[which]}
      load={async () => (await download(routes.get, { projectId })).blob}
      takes={uploadOf(routes.set)}
      {...(readOnly === undefined && {
        onFile: (file: File) => setPicture({ projectId }, { file }),
        onRemove: () => removePicture({ projectId }),
      })}
    />
  );
}
