import '../points/points-style.parts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { useProject } from '../../kernel/project.tsx';

/** The title of a page below the list of points: the way back to the list, then the page's own name. */
export function PointsPath({ name }: { name: string }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <>
      <Link className="pl-3" to={to('ProjectPoints', { projectId: project.id })}>
        {t('points:menu')}
      </Link>{' '}
      / {name}
    </>
  );
}
