import './commands.css';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { commands } from '@plumbline/contract/telemetry/commands';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { planErrors, planFields, planSchema } from './plan-fields.ts';

type Plan = z.output<typeof planSchema>;
const perCall = 1_000;

/**
 * One collect plan for many points. It is tried first: where single points cannot take it, they are named with the reason,
 * and the others may have it without them.
 */
export function PlansDialog({
  projectId,
  zone,
  picked,
  onClose,
}: {
  projectId: number;
  zone: string;
  picked: readonly { readonly id: number; readonly name: string }[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { tryOn, apply } = usePlans(projectId);
  const [refused, setRefused] = useState<RefusedPlan | null>(null);
  /** What was tried last: the form begins with it when one comes back to it. */
  const tried = useRef(firstPlan);
  /** The form has ended and its answer is looked at: the dialog goes on. */
  const goesOn = useRef(false);
  if (picked.length > perCall)
    return (
      <Modal open title={t('commands:plans.title')} onCancel={onClose} footer={null}>
        <p>{t('commands:plans.tooMany', { most: perCall })}</p>
      </Modal>
    );
  const save = async (plan: Plan): Promise<void> => {
    const ids = picked.map(({ id }) => id);
    const problems = await tryOn(plan, ids);
    if (problems.length === 0) return apply(plan, ids);
    // What is wrong with the plan itself is wrong at every point that could have one: it stays in the form.
    const ofPlan = problems.find(({ error }) => error in planErrors);
    if (ofPlan) throw failureNamed(ofPlan.error, ofPlan.detail);
    tried.current = plan;
    goesOn.current = true;
    setRefused({ plan, problems });
  };
  const goBack = () => {
    goesOn.current = false;
    setRefused(null);
  };
  if (refused)
    return <RefusedPoints picked={picked} refused={refused} apply={apply} onBack={goBack} onClose={onClose} />;
  return (
    <FormDialog
      title={t('commands:plans.forMany', { count: picked.length })}
      schema={planSchema}
      initial={tried.current}
      fields={planFields}
      errorField={planErrors}
      zone={zone}
      saveLabel={t('commands:plans.setAll')}
      onSave={async (input: never) => save(input)}
      onClose={() => goesOn.current || onClose()}
    >
      <p className="pl-3 pl-sm">{t('commands:plans.replaces')}</p>
    </FormDialog>
  );
}

const firstPlan: Plan = {
  mode: 'UploadCollect',
  interval: 3_600,
  timer: [],
  start: null,
  end: null,
  acceleration: 'none',
};

/** A plan that some of the points cannot take, each with the reason. */
interface RefusedPlan {
  readonly plan: Plan;
  readonly problems: readonly RowProblem[];
}

/** Trying a plan on points, and giving it to them. */
function usePlans(projectId: number) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setPlans } = useWrite(commands.setPlans);
  const set = (plan: Plan, ids: readonly number[], dryRun: boolean) =>
    setPlans({ projectId, rows: ids.map((pointId) => ({ pointId, ...plan })), dryRun });
  return {
    tryOn: async (plan: Plan, ids: readonly number[]): Promise<readonly RowProblem[]> =>
      (await set(plan, ids, true)).problems,
    apply: async (plan: Plan, ids: readonly number[]): Promise<void> => {
      const { changed } = await set(plan, ids, false);
      toasts.done(t('commands:plans.set', { count: changed }));
    },
  };
}

/** The points that cannot take the plan; the others may have it without them. */
function RefusedPoints({
  picked,
  refused: { plan, problems },
  apply,
  onBack,
  onClose,
}: {
  picked: readonly { readonly id: number; readonly name: string }[];
  refused: RefusedPlan;
  apply: (plan: Plan, ids: readonly number[]) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const bad = new Set(problems.map(({ row }) => row));
  const others = picked.filter((_, row) => !bad.has(row)).map(({ id }) => id);
  const setOthers = () => {
    setBusy(true);
    apply(plan, others)
      .then(onClose, toasts.failed)
      .finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={t('commands:plans.refused', { count: bad.size, all: picked.length })}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onBack}>
          {t('common:back')}
        </Button>,
        <Button key="others" type="primary" loading={busy} disabled={others.length === 0} onClick={setOthers}>
          {t('commands:plans.setOthers', { count: others.length })}
        </Button>,
      ]}
    >
      <ul className="gw-refused">
        {problems.map((problem) => (
          <li key={problem.row}>
            <span className="pl-b">{picked[problem.row]?.name}</span>{' '}
            <span className="pl-2">{wordsOf(failureNamed(problem.error, problem.detail), t).words}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
