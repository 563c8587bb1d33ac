import './points.css';
import './console.css';
import { points } from '@plumbline/contract/points';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { formatZone } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks } from '../../kernel/queries.ts';
import { BatchInit } from './BatchInit.tsx';
import { useChosenPoints } from './chosen-points.ts';

/** The page batch-init: of the points that were chosen in the list, or of all. */
export default function BatchInitPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const query = useQuery(asks(points.rows, { projectId: project.id }));
  return (
    <Page
      title={
        <>
          <Link className="pl-3" to={to('ProjectPoints', { projectId: project.id })}>
            {t('points:menu')}
          </Link>{' '}
          / {t('points:init.menu')}
        </>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
    >
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ rows }) => (
          <BatchInit
            rows={rows.filter(
              ({ id, archived, type }) => !archived && type !== 3 && (chosen === null || chosen.has(id)),
            )}
          />
        )}
      </Answer>
    </Page>
  );
}
