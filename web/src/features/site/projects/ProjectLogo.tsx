import { projects } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { usePicture } from '../../../design/form/use-picture.ts';
import { download } from '../../../kernel/call.ts';
import { useProject } from '../../../kernel/project.tsx';

/** The logo of the project, 28 px high; nothing where it has none. */
export function ProjectLogo() {
  const { t } = useTranslation();
  const { project } = useProject();
  const address = usePicture(project.logo, async () => (await download(projects.logo, { projectId: project.id })).blob);
  return address && <img className="pj-logo" src={address} alt={t('projects:logoOf', { name: project.name })} />;
}
