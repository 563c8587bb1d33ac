import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { structures } from '@plumbline/contract/site/structures';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { read, useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'dashboards:name', span: 2, rules: { is: 'name50' } },
  {
    type: 'SELECT',
    prop: 'structureId',
    label: 'dashboards:template',
    tips: 'dashboards:templateTips',
    placeholder: 'dashboards:noTemplate',
    span: 2,
  },
];

/** A new dashboard: without panels, or with those that its kind of structure begins with. */
export function NewDashboardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const { run: create } = useWrite(dashboards.create);
  const all = useRead(structures.list, { projectId: project.id }).data?.structures ?? [];
  const [chosen, setChosen] = useState<Record<string, unknown>>({});
  const structureId = all
    .filter(({ parentId }) => parentId === null)
    .map(({ id, name, type }) => ({ value: id, label: name, note: t(`structures:type.${type}`) }));
  return (
    <FormDialog
      title={t('dashboards:new')}
      schema={dashboards.create.input}
      fixed={{ projectId: project.id }}
      initial={{}}
      fields={fields}
      options={{ structureId }}
      onChange={setChosen}
      errorField={{ nameTaken: 'name', dashboardsFull: 'name' }}
      saveLabel={t('dashboards:create')}
      onSave={async (input: never) => {
        const from = chosen['structureId'];
        const panels = typeof from === 'number' ? (await read(dashboards.template, { structureId: from })).panels : [];
        const { dashboard } = await create({ ...(input as Parameters<typeof create>[0]), panels });
        return dashboard.id;
      }}
      onClose={onClose}
      onDone={(dashboardId) => void navigate(to('Dashboard', { projectId: project.id, dashboardId }))}
    />
  );
}
