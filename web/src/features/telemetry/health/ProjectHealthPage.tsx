import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { HealthList } from './HealthList.tsx';
import { LimitsNote } from './LimitsNote.tsx';

/** The health of the devices that feed the open project, in its time zone. */
export default function ProjectHealthPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <Page
      flush
      title={
        <PagePath to={to('Devices', { projectId: project.id })} above={t('devices:menu')}>
          {t('health:title')}
        </PagePath>
      }
      actions={<LimitsNote corporationId={project.corporationId} />}
    >
      <HealthList projectId={project.id} zone={project.timeZone} />
    </Page>
  );
}
