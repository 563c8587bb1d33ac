import './points-style.parts.ts';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { useProject } from '../../../kernel/project.tsx';

/** The title of a page below the list of points: the way back to the list, then the page's own name. */
export function PointsPath({ name }: { name: string }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <PagePath to={to('ProjectPoints', { projectId: project.id })} above={t('points:menu')}>
      {name}
    </PagePath>
  );
}
