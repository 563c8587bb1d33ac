import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { useProject } from '../../kernel/project.tsx';
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
        <>
          <Link className="pl-3" to={to('Devices', { projectId: project.id })}>
            {t('devices:menu')}
          </Link>
          {` / ${t('health:title')}`}
        </>
      }
      actions={<LimitsNote corporationId={project.corporationId} />}
    >
      <HealthList projectId={project.id} zone={project.timeZone} />
    </Page>
  );
}
