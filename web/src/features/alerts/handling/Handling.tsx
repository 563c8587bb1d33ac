import './handling.css';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import type { AlertDocument, AlertFile } from '@plumbline/contract/alerts/alerts.handling';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { AlertDocuments } from './AlertDocuments.tsx';
import { AlertFiles } from './AlertFiles.tsx';
import { MeasureForm } from './MeasureForm.tsx';
import type { Unsent } from './unsent.ts';

/** Shows the handling of an alert: who takes it on, what caused it, measures taken, files and documents. */
export function Handling({
  alert,
  files,
  documents,
  unsent,
}: {
  alert: Alert;
  files: readonly AlertFile[];
  documents: readonly AlertDocument[];
  unsent: Unsent;
}) {
  const { t } = useTranslation();
  const mayHandle = useAllowed()(alerts.assign);
  return (
    <section className="ah" aria-label={t('handling:title')}>
      <h3>{t('handling:title')}</h3>
      <div className="ah-fields">
        <Assignee alert={alert} mayHandle={mayHandle} />
        <Cause alert={alert} mayHandle={mayHandle} />
      </div>
      {mayHandle && <MeasureForm alert={alert} unsent={unsent} />}
      <AlertFiles alert={alert} files={files} mayHandle={mayHandle} />
      <AlertDocuments alert={alert} documents={documents} mayHandle={mayHandle} />
    </section>
  );
}

function Assignee({ alert, mayHandle }: { alert: Alert; mayHandle: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { user } = useSession();
  const people = useRead(alerts.assignees, { projectId: alert.projectId }, { enabled: mayHandle }).data?.people ?? [];
  const { mutate, isPending } = useWrite(alerts.assign, { onError: toasts.failed });
  const assign = (assigneeId: number | null): void => mutate({ alertId: alert.id, assigneeId }, { over: alert });
  const isMe = people.some(({ id }) => id === user.id) && alert.assigneeId !== user.id;
  if (!mayHandle)
    return (
      <div>
        <span className="pl-sm pl-3">{t('handling:assignee')}</span>
        <span>{alert.assigneeName ?? t('handling:nobody')}</span>
      </div>
    );
  return (
    <div>
      <label className="pl-sm pl-3" htmlFor={`assignee-${alert.id}`}>
        {t('handling:assignee')}
      </label>
      <span className="pl-row tight">
        <Select
          id={`assignee-${alert.id}`}
          className="ah-choice"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          loading={isPending}
          disabled={isPending}
          placeholder={t('handling:nobody')}
          value={alert.assigneeId}
          options={withPresent(people, alert.assigneeId, alert.assigneeName)}
          onChange={(id: number | undefined) => assign(id ?? null)}
        />
        {isMe && (
          <Button disabled={isPending} onClick={() => assign(user.id)}>
            {t('handling:assignToMe')}
          </Button>
        )}
      </span>
    </div>
  );
}

function Cause({ alert, mayHandle }: { alert: Alert; mayHandle: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { projectId } = alert;
  const causes = useRead(alertCauses.ofProject, { projectId }, { enabled: mayHandle }).data?.causes;
  const { mutate, isPending } = useWrite(alerts.setCause, { onError: toasts.failed });
  if (!mayHandle)
    return (
      <div>
        <span className="pl-sm pl-3">{t('handling:cause')}</span>
        <span>{alert.causeName ?? t('handling:causeUnknown')}</span>
      </div>
    );
  return (
    <div>
      <label className="pl-sm pl-3" htmlFor={`cause-${alert.id}`}>
        {t('handling:cause')}
      </label>
      <Select
        id={`cause-${alert.id}`}
        className="ah-choice"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        loading={isPending}
        disabled={isPending}
        placeholder={t('handling:causeUnknown')}
        notFoundContent={causes?.length === 0 ? t('handling:noCauses') : undefined}
        value={alert.causeId}
        options={withPresent(causes ?? [], alert.causeId, alert.causeName)}
        onChange={(id: number | undefined) => mutate({ alertId: alert.id, causeId: id ?? null }, { over: alert })}
      />
    </div>
  );
}

/** What may be chosen, and what is chosen although it may be no more: a member who has left, a cause taken off the list. */
function withPresent(
  choices: readonly { readonly id: number; readonly name: string }[],
  id: number | null,
  name: string | null,
) {
  const options = choices.map((each) => ({ value: each.id, label: each.name }));
  const isGone = id !== null && !choices.some((each) => each.id === id);
  return isGone ? [{ value: id, label: name ?? String(id) }, ...options] : options;
}
