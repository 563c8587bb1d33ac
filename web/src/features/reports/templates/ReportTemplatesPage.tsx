import './templates.css';
import { PlusOutlined } from '@ant-design/icons';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import type { LibraryKey } from '@plumbline/contract/reports/templates.library';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { DataTable } from '../../../design/DataTable.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { LibraryList } from './LibraryList.tsx';
import { libraryEntries } from './library.ts';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { useTemplateColumns } from './template-columns.tsx';

/** The page reports/template: what reports of a project can be made with. */
export default function ReportTemplatesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project } = useProject();
  const query = useRead(reportTemplates.list, { projectId: project.id });
  const { columns, dialogs } = useTemplateColumns();
  // What a new template begins with, while the dialog is open.
  const [begin, setBegin] = useState<LibraryKey | null>(null);
  const entries = libraryEntries(t);
  const isOpen = begin !== null;
  const setOpen = (open: boolean) => setBegin(open ? 'product' : null);
  const add = project.archivedAt === null && (
    <Allowed to={reportTemplates.create}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('reportTemplates:add')}
      </Button>
    </Allowed>
  );
  return (
    <Page
      title={
        <PagePath to={to('Reports', { projectId: project.id })} above={t('periodReports:menu')}>
          {t('reportTemplates:menu')}
        </PagePath>
      }
      actions={add}
    >
      <div className="rt-table">
        <DataTable
          rows={query.data?.templates}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={860}
          empty={
            <Empty title={t('reportTemplates:none')} why={t('reportTemplates:noneWhy')}>
              {project.archivedAt === null && (
                <Allowed to={reportTemplates.create}>
                  <LibraryList entries={entries} onChoose={setBegin} />
                </Allowed>
              )}
            </Empty>
          }
        />
      </div>
      {dialogs}
      {isOpen && (
        <NewTemplateDialog
          beginWith={begin}
          onClose={() => setOpen(false)}
          onMade={(templateId) => void navigate(to('ReportTemplateEditor', { projectId: project.id, templateId }))}
        />
      )}
    </Page>
  );
}
