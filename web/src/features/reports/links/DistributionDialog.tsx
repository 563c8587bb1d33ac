import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { languages } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type ReportRecipient, reportLinks } from '@plumbline/contract/reports/links';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

type Distribution = Reply<typeof reportLinks.distribution>;
const recipientFields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'reportLinks:recipient', rules: { maxLength: 50 }, span: 2 },
  { type: 'INPUT', inputType: 'email', prop: 'email', label: 'reportLinks:email', span: 2 },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'periodReports:language',
    options: languages.map((value) => ({ value, label: languageName(value) })),
  },
];

/** Edits who is sent each report of the project when it is released, and which hooks are told. */
export function DistributionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const query = useRead(reportLinks.distribution, { projectId });
  const [open, setOpen] = useState<'add' | 'settings' | ReportRecipient | null>(null);
  return (
    <Modal open title={t('reportLinks:distribution')} footer={null} onCancel={onClose} width={640}>
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {(answer) => (
          <>
            {!answer.hasMail && <p className="pl-notice">{t('reportLinks:noMail')}</p>}
            {answer.recipients.length === 0 && <p className="pl-3">{t('reportLinks:noRecipients')}</p>}
            <ul className="rr-threads">
              {answer.recipients.map((recipient) => (
                <Recipient key={recipient.id} recipient={recipient} onEdit={() => setOpen(recipient)} />
              ))}
            </ul>
            <div className="pl-row tight">
              <Button icon={<PlusOutlined />} onClick={() => setOpen('add')}>
                {t('reportLinks:addRecipient')}
              </Button>
              <Button onClick={() => setOpen('settings')}>{t('reportLinks:settings')}</Button>
            </div>
            {open === 'settings' && <SettingsDialog answer={answer} onClose={() => setOpen(null)} />}
          </>
        )}
      </Answer>
      {open !== null && open !== 'settings' && (
        <RecipientDialog recipient={open === 'add' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Modal>
  );
}

function Recipient({ recipient, onEdit }: { recipient: ReportRecipient; onEdit: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run } = useWrite(reportLinks.removeRecipient);
  const { id, name, email, language } = recipient;
  return (
    <li className="pl-row tight">
      <div className="rr-who">
        <div className="pl-b pl-wrap">{name}</div>
        <div className="pl-sm pl-3 pl-wrap">
          {email}, {languageName(language)}
        </div>
      </div>
      <span className="pl-gap" />
      <IconButton icon={<EditOutlined />} label={t('reportLinks:editRecipient', { name })} onClick={onEdit} />
      <IconButton
        icon={<DeleteOutlined />}
        label={t('reportLinks:removeRecipient', { name })}
        onClick={() => void run({ projectId, recipientId: id }).catch(toasts.failed)}
      />
    </li>
  );
}

function RecipientDialog({ recipient, onClose }: { recipient: ReportRecipient | null; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const projectId = useProject().project.id;
  const { run: add } = useWrite(reportLinks.addRecipient);
  const { run: update } = useWrite(reportLinks.updateRecipient);
  return (
    <FormDialog
      title={recipient ? t('reportLinks:editRecipient', { name: recipient.name }) : t('reportLinks:addRecipient')}
      schema={recipient ? reportLinks.updateRecipient.input : reportLinks.addRecipient.input}
      fixed={recipient ? { projectId, recipientId: recipient.id } : { projectId }}
      record={recipient ?? undefined}
      initial={recipient ?? { name: '', email: '', language }}
      errorField={{ nameTaken: 'email' }}
      fields={recipientFields}
      onSave={async (input: never, precondition) => {
        if (recipient) await update(input, precondition);
        else await add(input);
      }}
      onClose={onClose}
    />
  );
}

function SettingsDialog({ answer: { distribution, hooks }, onClose }: { answer: Distribution; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run } = useWrite(reportLinks.setDistribution);
  return (
    <FormDialog
      title={t('reportLinks:settings')}
      schema={reportLinks.setDistribution.input}
      fixed={{ projectId }}
      record={distribution}
      initial={{ ...distribution }}
      fields={[
        {
          type: 'SELECT',
          inputType: 'many',
          prop: 'hookIds',
          label: 'reportLinks:hooks',
          tips: 'reportLinks:hooksTips',
          options: hooks.map(({ id, name }) => ({ value: id, label: name })),
          span: 2,
        },
        { type: 'NUMBER', prop: 'linkDays', label: 'reportLinks:linkDays', span: 2 },
      ]}
      onSave={async (input: never, precondition) => {
        await run(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
