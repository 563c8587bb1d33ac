import { points } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useChosenPoints } from '../points/chosen-points.parts.ts';
import { PointsPath } from '../points/PointsPath.parts.tsx';
import { BatchInit } from './BatchInit.tsx';

/** The page batch-init: of the points that were chosen in the list, or of all. */
export default function BatchInitPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const query = useRead(points.rows, { projectId: project.id });
  return (
    <Page
      title={<PointsPath name={t('points:init.menu')} />}
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
