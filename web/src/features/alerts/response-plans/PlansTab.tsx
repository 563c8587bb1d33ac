import './response-plans.css';
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type ResponsePlan, responsePlans } from '@plumbline/contract/alerts/response-plans';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { LevelTag } from '../../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { PlanDialog } from './PlanDialog.tsx';

/** Shows the response plans by level, for the project, its structures, points and conditions. */
export function PlansTab({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const may = useAllowed()(responsePlans.update) && canChange;
  const query = useRead(responsePlans.list, { projectId: project.id });
  const [editing, setEditing] = useState<ResponsePlan | 'new' | null>(null);
  const [removing, setRemoving] = useState<ResponsePlan | null>(null);
  const add = may && (
    <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('plans:add')}
    </Button>
  );
  return (
    <div className="rp-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} rowPx={64} />}
        isEmpty={({ plans }) => plans.length === 0}
        empty={
          <Empty title={t('plans:none')} why={t('plans:noneWhy')}>
            {add}
          </Empty>
        }
      >
        {({ plans }) => (
          <>
            <p className="pl-2">{t('plans:order')}</p>
            <div>{add}</div>
            <ul className="rp-list">
              {plans.map((plan) => (
                <li key={plan.id}>
                  <One plan={plan} onEdit={may ? setEditing : null} onRemove={setRemoving} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
      {editing !== null && <PlanDialog plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveDialog plan={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

/** What a plan is for, in words: the project has no name of its own here. */
const usePlanName = (): ((plan: ResponsePlan) => string) => {
  const { t } = useTranslation();
  return ({ scope, name }) => (scope === 'project' ? t('plans:scope.project') : name);
};

function One({
  plan,
  onEdit,
  onRemove,
}: {
  plan: ResponsePlan;
  onEdit: ((plan: ResponsePlan) => void) | null;
  onRemove: (plan: ResponsePlan) => void;
}) {
  const { t } = useTranslation();
  const name = usePlanName()(plan);
  return (
    <>
      <LevelTag level={plan.level} />
      <div>
        <b className="pl-b">{name}</b>{' '}
        {plan.scope !== 'project' && <span className="pl-sm pl-3">{t(`plans:scope.${plan.scope}`)}</span>}
        {plan.text !== '' && <p>{plan.text}</p>}
        {plan.steps.length > 0 && (
          <ol>
            {plan.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </div>
      {onEdit && (
        <span className="pl-row tight">
          <IconButton icon={<EditOutlined />} label={t('plans:edit', { name })} onClick={() => onEdit(plan)} />
          <IconButton icon={<DeleteOutlined />} label={t('plans:remove', { name })} onClick={() => onRemove(plan)} />
        </span>
      )}
    </>
  );
}

function RemoveDialog({ plan, onClose }: { plan: ResponsePlan; onClose: () => void }) {
  const { t } = useTranslation();
  const name = usePlanName()(plan);
  const { run: remove } = useWrite(responsePlans.remove);
  return (
    <ConfirmDestructive
      open
      title={t('plans:removeTitle', { name })}
      lost={t('plans:removeLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ projectId: plan.projectId, planId: plan.id });
      }}
      onClose={onClose}
    />
  );
}
