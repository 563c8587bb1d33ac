import { DeleteOutlined, DownloadOutlined, SettingOutlined } from '@ant-design/icons';
import { reportTemplates, type TemplateRow } from '@plumbline/contract/reports/templates';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import type { Columns } from '../../../design/DataTable.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { read } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { TemplateStatus } from './TemplateStatus.tsx';
import { exportTemplate } from './template-file.ts';

type Open = { readonly act: 'rename' | 'remove'; readonly template: TemplateRow };

/** The columns of the list, and the dialogs that its buttons open. */
export function useTemplateColumns(): { columns: Columns<TemplateRow>; dialogs: ReactNode } {
  const { t } = useTranslation();
  const { project } = useProject();
  const [open, setOpen] = useState<Open | null>(null);
  const columns: Columns<TemplateRow> = [
    {
      title: t('reportTemplates:name'),
      key: 'name',
      render: (_, row) => (
        <div>
          <Link to={to('ReportTemplateEditor', { projectId: project.id, templateId: row.id })}>{row.name}</Link>
          <div className="pl-sm pl-3">
            {t('reportTemplates:versionWords', { version: row.version })} ·{' '}
            {t('reportTemplates:blockCount', { count: row.blocks })}
          </div>
        </div>
      ),
    },
    {
      title: t('reportTemplates:status'),
      key: 'status',
      width: 190,
      render: (_, row) => <TemplateStatus template={row} />,
    },
    {
      title: t('reportTemplates:usedIn'),
      key: 'shared',
      width: 170,
      render: (_, row) =>
        t(row.shared ? (row.own ? 'reportTemplates:sharedOwn' : 'reportTemplates:shared') : 'reportTemplates:ownOnly'),
    },
    {
      title: t('reportTemplates:changed'),
      key: 'changed',
      width: 190,
      render: (_, row) => (
        <div>
          <div>{formatTime(row.updatedAt, project.timeZone)}</div>
          <div className="pl-sm pl-3 pl-ell">{row.byName}</div>
        </div>
      ),
    },
    { title: <ActsHeading />, key: 'act', width: 130, render: (_, row) => <Acts template={row} onOpen={setOpen} /> },
  ];
  const close = () => setOpen(null);
  return {
    columns,
    dialogs:
      open &&
      (open.act === 'rename' ? (
        <RenameDialog template={open.template} onClose={close} />
      ) : (
        <RemoveDialog template={open.template} onClose={close} />
      )),
  };
}

function Acts({ template, onOpen }: { template: TemplateRow; onOpen: (open: Open) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { project } = useProject();
  const { name, own } = template;
  const save = async (): Promise<void> =>
    exportTemplate((await read(reportTemplates.get, { projectId: project.id, templateId: template.id })).template);
  return (
    <span className="pl-row tight">
      <IconButton
        icon={<DownloadOutlined />}
        label={t('reportTemplates:exportOf', { name })}
        onClick={() => void save().catch(toasts.failed)}
      />
      {own && project.archivedAt === null && allowed(reportTemplates.update) && (
        <IconButton
          icon={<SettingOutlined />}
          label={t('reportTemplates:settingsOf', { name })}
          onClick={() => onOpen({ act: 'rename', template })}
        />
      )}
      {own && allowed(reportTemplates.remove) && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('reportTemplates:removeOf', { name })}
          onClick={() => onOpen({ act: 'remove', template })}
        />
      )}
    </span>
  );
}

function RenameDialog({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update } = useWrite(reportTemplates.update);
  return (
    <FormDialog
      title={t('reportTemplates:settingsOf', { name: template.name })}
      schema={reportTemplates.update.input}
      fixed={{ projectId: project.id, templateId: template.id }}
      record={template}
      initial={{ name: template.name, shared: template.shared }}
      fields={[
        { type: 'INPUT', prop: 'name', label: 'reportTemplates:name', rules: { maxLength: 50 }, span: 2 },
        { type: 'SWITCH', prop: 'shared', label: 'reportTemplates:share', tips: 'reportTemplates:shareTips', span: 2 },
      ]}
      onSave={async (input: never, precondition) => {
        await update(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(reportTemplates.remove);
  return (
    <ConfirmDestructive
      open
      title={t('reportTemplates:removeTitle', { name: template.name })}
      lost={t('reportTemplates:removeLost')}
      action={t('common:delete')}
      onConfirm={() => remove({ projectId: project.id, templateId: template.id })}
      onClose={onClose}
    />
  );
}
