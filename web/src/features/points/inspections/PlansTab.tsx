import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { inspections } from '@plumbline/contract/points/inspections';
import { type Plan, planUnits } from '@plumbline/contract/points/inspections.plans';
import { points } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlaces } from '../points/place-names.queries.ts';
import { PlanStateTag } from './PlanStateTag.tsx';

/** The plans of a project: what is inspected where, how often, and by whom. */
export function PlansTab({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const query = useRead(inspections.plans, { projectId: project.id });
  const templates = useRead(inspections.templates, { projectId: project.id });
  const [editing, setEditing] = useState<Plan | 'new' | null>(null);
  const [removing, setRemoving] = useState<Plan | null>(null);
  const hasTemplate = (templates.data?.templates.length ?? 0) > 0;
  const add = canChange && hasTemplate && (
    <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('inspections:plan.add')}
    </Button>
  );
  return (
    <div className="in-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} rowPx={52} />}
        isEmpty={(data) => data.plans.length === 0}
        empty={
          <Empty
            title={t('inspections:plan.none')}
            why={t(hasTemplate ? 'inspections:plan.noneWhy' : 'inspections:plan.templateFirst')}
          >
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            <div>{add}</div>
            <ul className="in-plans">
              {data.plans.map((plan) => (
                <PlanRow
                  key={plan.id}
                  plan={plan}
                  {...(canChange && { onEdit: () => setEditing(plan), onRemove: () => setRemoving(plan) })}
                />
              ))}
            </ul>
          </>
        )}
      </Answer>
      {editing !== null && (
        <PlanDialog plan={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {removing && <RemoveDialog plan={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function PlanRow({ plan, onEdit, onRemove }: { plan: Plan; onEdit?: () => void; onRemove?: () => void }) {
  const { t } = useTranslation();
  const { name, unit, every, at, firstOn } = plan;
  const often = t('inspections:plan.often', { often: t(`inspections:every.${unit}`, { count: every }), at, firstOn });
  return (
    <li>
      <div className="words">
        <b>{name}</b>
        <PlanStateTag state={plan.state} />
        <span className="pl-2 pl-sm">{[plan.templateName, plan.where].filter(Boolean).join(' · ')}</span>
        <span className="pl-3 pl-sm">{[often, plan.assignees.join(', ')].filter(Boolean).join(' · ')}</span>
      </div>
      {onEdit && <IconButton icon={<EditOutlined />} label={t('inspections:plan.edit', { name })} onClick={onEdit} />}
      {onRemove && (
        <IconButton icon={<DeleteOutlined />} label={t('inspections:plan.remove', { name })} onClick={onRemove} />
      )}
    </li>
  );
}

function RemoveDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const { run: remove } = useWrite(inspections.removePlan);
  return (
    <ConfirmDestructive
      open
      title={t('inspections:plan.removeTitle', { name: plan.name })}
      lost={t('inspections:plan.removeLost')}
      action={t('common:delete')}
      onConfirm={() => remove({ projectId: project.id, planId: plan.id })}
      onClose={onClose}
    />
  );
}

const maxPoints = 2_000;

/** What a plan may name: templates, structures, points and members of the project. */
function useChoices(projectId: number) {
  const { options: structureId } = usePlaces(projectId);
  const templates = useRead(inspections.templates, { projectId }).data?.templates;
  const measured = useOptions('points', points.list, { projectId, pageSize: maxPoints }).data?.measuringPoints;
  const members = useRead(projects.members, { projectId }).data?.members;
  return {
    structureId,
    templateId: templates?.map(({ id: value, name: label }) => ({ value, label })),
    pointId: measured?.map(({ id: value, name: label }) => ({ value, label })),
    assigneeIds: members
      ?.filter(({ status }) => status === 'active')
      .map(({ userId: value, displayName: label }) => ({ value, label })),
  };
}

function usePlanFields(): readonly FieldDefinition[] {
  const { t } = useTranslation();
  const units = planUnits.map((value) => ({ value, label: t(`inspections:units.${value}`) }));
  return [
    { type: 'INPUT', prop: 'name', label: 'inspections:plan.name', rules: { maxLength: 50 } },
    { type: 'SELECT', prop: 'templateId', label: 'inspections:plan.template' },
    { type: 'SELECT', prop: 'structureId', label: 'inspections:plan.structure' },
    { type: 'SELECT', prop: 'pointId', label: 'inspections:plan.point' },
    { type: 'INPUT', prop: 'location', label: 'inspections:plan.location', rules: { maxLength: 100 }, span: 2 },
    { type: 'NUMBER', prop: 'every', label: 'inspections:plan.every', rules: { whole: true } },
    { type: 'SELECT', inputType: 'buttons', prop: 'unit', label: 'inspections:plan.unit', options: units },
    { type: 'DATE', prop: 'firstOn', label: 'inspections:plan.firstOn' },
    { type: 'DATE', inputType: 'time', prop: 'at', label: 'inspections:plan.at', tips: 'inspections:plan.atHelp' },
    {
      type: 'NUMBER',
      prop: 'graceHours',
      label: 'inspections:plan.grace',
      unit: 'h',
      rules: { whole: true },
      tips: 'inspections:plan.graceHelp',
    },
    {
      type: 'SELECT',
      inputType: 'many',
      prop: 'assigneeIds',
      label: 'inspections:plan.assignees',
      tips: 'inspections:plan.assigneesHelp',
    },
    { type: 'SWITCH', prop: 'isEnabled', label: 'inspections:plan.enabled' },
  ];
}

function PlanDialog({ plan, onClose }: { plan: Plan | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useStoredProject();
  const { run: create } = useWrite(inspections.createPlan);
  const { run: update } = useWrite(inspections.updatePlan);
  const fields = usePlanFields();
  const options = useChoices(project.id);
  const begun = {
    name: '',
    location: '',
    structureId: null,
    pointId: null,
    every: 1,
    unit: 'week',
    firstOn: formatDay(Date.now(), project.timeZone),
    at: '08:00',
    graceHours: 24,
    assigneeIds: [],
    isEnabled: true,
  };
  return (
    <FormDialog
      title={plan ? t('inspections:plan.edit', { name: plan.name }) : t('inspections:plan.add')}
      schema={plan ? inspections.updatePlan.input : inspections.createPlan.input}
      fixed={{ projectId: project.id, ...(plan && { planId: plan.id }) }}
      {...(plan && { record: plan })}
      initial={plan ? { ...plan } : begun}
      fields={fields}
      options={options}
      zone={project.timeZone}
      widthPx={720}
      onSave={async (input: never, precondition) => {
        if (plan) await update(input, precondition);
        else await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
