import { PlusOutlined, StopOutlined } from '@ant-design/icons';
import { type ReportLink, reportLinks } from '@plumbline/contract/reports/links';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { LinkDialog } from '../../../design/LinkDialog.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useReportLinks } from './links.queries.ts';

/** Lists who has a link to this report, whether it was opened, and what was sent. */
export function LinksPane({ reportId, isReleased }: { reportId: number; isReleased: boolean }) {
  const { t } = useTranslation();
  const may = useAllowed()(reportLinks.list);
  return may ? <Links reportId={reportId} isReleased={isReleased} title={t('reportLinks:links')} /> : null;
}

function Links({ reportId, isReleased, title }: { reportId: number; isReleased: boolean; title: string }) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const query = useReportLinks(projectId, reportId);
  const [isAdding, setAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  return (
    <Pane
      title={title}
      action={
        isReleased && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('reportLinks:add')}
          </Button>
        )
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ links, messages }) => (
          <>
            {links.length === 0 && <p className="pl-3">{t('reportLinks:none')}</p>}
            <ul className="rr-threads">
              {links.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
            {messages.length > 0 && <Messages messages={messages} />}
          </>
        )}
      </Answer>
      {isAdding && <AddDialog reportId={reportId} onDone={setToken} onClose={() => setAdding(false)} />}
      {token !== null && (
        <LinkDialog title={t('reportLinks:made')} page={to('ReportLink', { token })} onClose={() => setToken(null)} />
      )}
    </Pane>
  );
}

function LinkRow({ link }: { link: ReportLink }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [isEnding, setEnding] = useState(false);
  const { run } = useWrite(reportLinks.end);
  const at = (iso: string): string => formatTime(iso, project.timeZone).slice(0, 16);
  const { recipient, endedAt, expiresAt, hasPassword, openings, lastOpenedAt } = link;
  return (
    <li>
      <div className="pl-row">
        <span className={endedAt === null ? 'pl-b pl-wrap' : 'pl-3 pl-wrap'}>{recipient}</span>
        <span className="pl-gap" />
        {endedAt === null && (
          <IconButton
            icon={<StopOutlined />}
            label={t('reportLinks:end', { name: recipient })}
            onClick={() => setEnding(true)}
          />
        )}
      </div>
      <div className="pl-sm pl-2">
        {lastOpenedAt === null
          ? t('reportLinks:notOpened')
          : t('reportLinks:opened', { count: openings, time: at(lastOpenedAt) })}
      </div>
      <div className="pl-sm pl-3">
        {[
          endedAt === null
            ? expiresAt === null
              ? t('reportLinks:noEnd')
              : t('reportLinks:until', { time: at(expiresAt) })
            : t('reportLinks:ended', { time: at(endedAt) }),
          ...(hasPassword ? [t('reportLinks:withPassword')] : []),
        ].join(' · ')}
      </div>
      {isEnding && (
        <ConfirmDestructive
          open
          title={t('reportLinks:endTitle', { name: recipient })}
          lost={t('reportLinks:endLost')}
          action={t('reportLinks:endAction')}
          onConfirm={() => run({ projectId: project.id, reportId: link.reportId, linkId: link.id })}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  );
}

function Messages({ messages }: { messages: Reply<typeof reportLinks.list>['messages'] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <>
      <h3 className="pl-sm pl-b">{t('reportLinks:messages')}</h3>
      <ul className="rr-threads">
        {messages.map(({ id, to: recipient, about, state, answer, sentAt, createdAt }) => (
          <li key={id} className="pl-sm">
            <div className="pl-wrap">{recipient}</div>
            <div className={state === 'failed' ? 'pl-wrong' : 'pl-3'}>
              {t(`reportLinks:about.${about}`)}, {t(`reportLinks:states.${state}`)}{' '}
              {formatTime(sentAt ?? createdAt, project.timeZone).slice(0, 16)}
            </div>
            {state !== 'sent' && answer !== '' && <div className="pl-3 pl-wrap">{answer}</div>}
          </li>
        ))}
      </ul>
    </>
  );
}

function AddDialog({
  reportId,
  onDone,
  onClose,
}: {
  reportId: number;
  onDone: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run } = useWrite(reportLinks.create);
  return (
    <FormDialog<string>
      title={t('reportLinks:add')}
      schema={reportLinks.create.input}
      fixed={{ projectId: project.id, reportId }}
      initial={{ recipient: '', expiresAt: null }}
      zone={project.timeZone}
      errorField={{ reportLinkEnded: 'expiresAt' }}
      fields={[
        { type: 'INPUT', prop: 'recipient', label: 'reportLinks:recipient', rules: { maxLength: 50 }, span: 2 },
        { type: 'DATE', inputType: 'datetime', prop: 'expiresAt', label: 'reportLinks:expiresAt', span: 2 },
        {
          type: 'INPUT',
          prop: 'password',
          label: 'reportLinks:password',
          tips: 'reportLinks:passwordTips',
          rules: { maxLength: 100 },
          span: 2,
        },
      ]}
      saveLabel={t('reportLinks:make')}
      onSave={async (input: never) => (await run(input)).token}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
