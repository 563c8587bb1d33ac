import './templates.css';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../../app/NotFoundPage.tsx';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

/** The page reports/template/{templateId}: a template put together of blocks. */
export default function TemplateEditorPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const templateId = Number(useParams()['templateId']);
  const query = useRead(reportTemplates.get, { projectId: project.id, templateId });
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  const template: ReportTemplate | undefined = query.data?.template;
  const mayChange = allowed(reportTemplates.update) && project.archivedAt === null && template?.own === true;
  return (
    <Page
      title={
        <PagePath to={to('ReportTemplate', { projectId: project.id })} above={t('reportTemplates:menu')}>
          {template?.name}
        </PagePath>
      }
      note={template && t('reportTemplates:versionWords', { version: template.version })}
    >
      <Answer query={query} loading={<SkeletonRows rows={8} />} isEmpty={() => false} empty={null}>
        {(data) => <TemplateEditor key={data.template.id} template={data.template} mayChange={mayChange} />}
      </Answer>
    </Page>
  );
}
