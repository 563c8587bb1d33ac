import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { PointsPath } from '../../features/points/points/PointsPath.parts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { AddPoints } from './AddPoints.tsx';

/** Batch creation: points from a spreadsheet or a table. */
export default function PointsAddPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const home = to('ProjectPoints', { projectId: project.id });
  return (
    <Page title={<PointsPath name={t('points:add.menu')} />}>
      <AddPoints onAdded={() => void navigate(home)} />
    </Page>
  );
}
