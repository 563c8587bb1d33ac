import { conditions } from '@plumbline/contract/alerts/conditions';
import {
  planScopes,
  type ResponsePlan,
  responsePlanLimits,
  responsePlans,
} from '@plumbline/contract/alerts/response-plans';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useOptions } from '../../../design/form/use-options.ts';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlaces } from '../../points/points/place-names.queries.ts';

const place: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'scope',
    label: 'plans:for',
    options: planScopes.map((value) => ({ value, label: `plans:scope.${value}` })),
  },
  {
    type: 'SELECT',
    prop: 'level',
    label: 'plans:level',
    options: [1, 2, 3, 4].map((value) => ({ value, label: `common:level.${levelName(value)}` })),
  },
  {
    type: 'SELECT',
    prop: 'structureId',
    label: 'plans:scope.structure',
    visibleWhen: { prop: 'scope', is: 'structure' },
    span: 2,
  },
  { type: 'SELECT', prop: 'pointId', label: 'plans:scope.point', visibleWhen: { prop: 'scope', is: 'point' }, span: 2 },
  {
    type: 'SELECT',
    prop: 'conditionId',
    label: 'plans:scope.condition',
    visibleWhen: { prop: 'scope', is: 'condition' },
    span: 2,
  },
];
const content: readonly FieldDefinition[] = [
  { type: 'INPUT', inputType: 'textarea', prop: 'text', label: 'plans:text', span: 2 },
  { type: 'slot', prop: 'steps', label: 'plans:steps', tips: 'plans:stepsTips', span: 2 },
];

/** One step a line. */
const StepLines = ({ id, value, onChange, disabled, label }: Slot) => (
  <Input.TextArea
    {...(id ? { id } : {})}
    autoSize={{ minRows: 4, maxRows: 14 }}
    disabled={disabled}
    aria-label={label}
    maxLength={responsePlanLimits.steps * responsePlanLimits.stepLength}
    defaultValue={((value as string[] | undefined) ?? []).join('\n')}
    onChange={({ target }) =>
      onChange(
        target.value
          .split('\n')
          .map((each) => each.trim())
          .filter(Boolean),
      )
    }
  />
);

/** Makes a plan, or changes its text and checklist: what it is for stays. */
export function PlanDialog({ plan, onClose }: { plan: ResponsePlan | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const projectId = project.id;
  const { run: create } = useWrite(responsePlans.create);
  const { run: update } = useWrite(responsePlans.update);
  const options = useChoices(plan === null);
  return (
    <FormDialog
      title={t(plan ? 'plans:editTitle' : 'plans:add')}
      schema={plan ? responsePlans.update.input : responsePlans.create.input}
      fixed={plan ? { projectId, planId: plan.id } : { projectId }}
      {...(plan && { record: plan })}
      initial={
        plan
          ? { text: plan.text, steps: plan.steps }
          : { scope: 'project', level: 4, structureId: null, pointId: null, conditionId: null, text: '', steps: [] }
      }
      fields={plan ? content : [...place, ...content]}
      options={options}
      slots={{ steps: StepLines }}
      errorField={{ responsePlanThere: 'level' }}
      onSave={async (input: never, precondition) => {
        if (plan) await update(input, precondition);
        else await create(input);
      }}
      onClose={onClose}
    />
  );
}

/** Structures with items, points and conditions of the project. */
function useChoices(enabled: boolean) {
  const projectId = useProject().project.id;
  const allowed = useAllowed();
  const { options: structureId } = usePlaces(projectId);
  const rows = useOptions('points', points.rows, { projectId }, { enabled }).data?.rows;
  const list = useRead(conditions.list, { projectId }, { enabled: enabled && allowed(conditions.list) }).data;
  return {
    structureId,
    pointId: rows?.map(({ id, name }) => ({ value: id, label: name })),
    conditionId: list?.conditions.map(({ id, name }) => ({ value: id, label: name })),
  };
}
