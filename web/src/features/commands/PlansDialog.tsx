import './commands.css';
import { commands } from '@plumbline/contract/commands';
import { errors, Failure } from '@plumbline/contract/errors';
import type { RowProblem } from '@plumbline/contract/points.rows';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useWrite } from '../../kernel/writes.ts';
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
  const toasts = useToasts();
  const { run: setPlans } = useWrite(commands.setPlans);
  const [refused, setRefused] = useState<{ plan: Plan; problems: readonly RowProblem[] } | null>(null);
  const [busy, setBusy] = useState(false);
  /** What was tried last: the form begins with it when one comes back to it. */
  const tried = useRef<Plan>({
    mode: 'UploadCollect',
    interval: 3_600,
    timer: [],
    start: null,
    end: null,
    acceleration: 'none',
  });
  /** The form has ended and its answer is looked at: the dialog goes on. */
  const goesOn = useRef(false);
  if (picked.length > perCall)
    return (
      <Modal open title={t('commands:plans.title')} onCancel={onClose} footer={null}>
        <p>{t('commands:plans.tooMany', { most: perCall })}</p>
      </Modal>
    );
  const set = async (plan: Plan, ids: readonly number[], dryRun: boolean) =>
    await setPlans({ projectId, rows: ids.map((pointId) => ({ pointId, ...plan })), dryRun });
  const apply = async (plan: Plan, ids: readonly number[]): Promise<void> => {
    const { changed } = await set(plan, ids, false);
    toasts.done(t('commands:plans.set', { count: changed }));
  };
  if (!refused)
    return (
      <FormDialog
        title={t('commands:plans.forMany', { count: picked.length })}
        schema={planSchema}
        initial={tried.current}
        fields={planFields}
        errorField={planErrors}
        zone={zone}
        saveLabel={t('commands:plans.setAll')}
        onSave={async (input: never) => {
          const ids = picked.map(({ id }) => id);
          const { problems } = await set(input, ids, true);
          if (problems.length === 0) await apply(input, ids);
          // What is wrong with the plan itself is wrong at every point that could have one: it stays in the form.
          else if (problems.some(({ error }) => error in planErrors))
            throw failureOf(problems.find(({ error }) => error in planErrors)!);
          else {
            tried.current = input;
            goesOn.current = true;
            setRefused({ plan: input, problems });
          }
        }}
        onClose={() => goesOn.current || onClose()}
      >
        <p className="pl-3 pl-sm">{t('commands:plans.replaces')}</p>
      </FormDialog>
    );
  const bad = new Set(refused.problems.map(({ row }) => row));
  const others = picked.filter((_, row) => !bad.has(row)).map(({ id }) => id);
  return (
    <Modal
      open
      title={t('commands:plans.refused', { count: bad.size, all: picked.length })}
      onCancel={onClose}
      footer={[
        <Button
          key="back"
          onClick={() => {
            goesOn.current = false;
            setRefused(null);
          }}
        >
          {t('common:back')}
        </Button>,
        <Button
          key="others"
          type="primary"
          loading={busy}
          disabled={others.length === 0}
          onClick={() => {
            setBusy(true);
            apply(refused.plan, others)
              .then(onClose, toasts.failed)
              .finally(() => setBusy(false));
          }}
        >
          {t('commands:plans.setOthers', { count: others.length })}
        </Button>,
      ]}
    >
      <ul className="gw-refused">
        {refused.problems.map((problem) => (
          <li key={problem.row}>
            <span className="pl-b">{picked[problem.row]?.name}</span>{' '}
            <span className="pl-2">{wordsOf(failureOf(problem), t).words}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

const failureOf = ({ error, detail }: RowProblem): Failure =>
  new Failure(error in errors ? (error as keyof typeof errors) : 'unknown', detail);
