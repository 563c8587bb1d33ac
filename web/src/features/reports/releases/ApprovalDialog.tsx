import { roleTypes } from '@plumbline/contract/kernel/permissions';
import { type ReportApproval, reportReleases } from '@plumbline/contract/reports/releases';
import { projects } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Edits who approves the reports of the project, and what outsiders see of one that they verify. */
export function ApprovalDialog({ onClose }: { onClose: () => void }) {
  const projectId = useProject().project.id;
  const query = useRead(reportReleases.approval, { projectId });
  return query.data ? <Filled approval={query.data.approval} onClose={onClose} /> : null;
}

function Filled({ approval, onClose }: { approval: ReportApproval; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const members = useRead(projects.members, { projectId });
  const { run } = useWrite(reportReleases.setApproval);
  return (
    <FormDialog
      title={t('reportReleases:approval.title')}
      schema={reportReleases.setApproval.input}
      fixed={{ projectId }}
      record={approval}
      initial={{ ...approval }}
      fields={[
        {
          type: 'MILT_CHECK',
          prop: 'roles',
          label: 'reportReleases:approval.roles',
          tips: 'reportReleases:approval.rolesTips',
          options: roleTypes.map((value) => ({ value, label: `roles:fixed.${value}` })),
          span: 2,
        },
        {
          type: 'SELECT',
          inputType: 'many',
          prop: 'memberIds',
          label: 'reportReleases:approval.members',
          span: 2,
        },
        { type: 'SWITCH', prop: 'makerMayApprove', label: 'reportReleases:approval.maker', span: 2 },
        { type: 'SWITCH', prop: 'showsReleasedBy', label: 'reportReleases:approval.showsReleasedBy', span: 2 },
        { type: 'SWITCH', prop: 'showsPoints', label: 'reportReleases:approval.showsPoints', span: 2 },
      ]}
      options={{
        memberIds: (members.data?.members ?? []).map(({ userId, displayName }) => ({
          value: userId,
          label: displayName,
        })),
      }}
      onSave={async (input: never, precondition) => {
        await run(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
