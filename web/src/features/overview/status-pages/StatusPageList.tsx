import { DeleteOutlined, EditOutlined, LinkOutlined } from '@ant-design/icons';
import { type StatusPage, statusPages } from '@plumbline/contract/overview/status-pages';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { languageName } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { StatusPageDialog } from './StatusPageDialog.tsx';

interface Props {
  /** The project is not archived. */
  readonly canChange: boolean;
  readonly empty: ReactNode;
  /** A page has a new link. */
  readonly onLink: (token: string) => void;
}
type Act = { readonly kind: 'edit' | 'renew' | 'remove'; readonly page: StatusPage };

/** Lists the status pages: their content, until when, and how often each was opened. */
export function StatusPageList({ canChange, empty, onLink }: Props) {
  const query = useRead(statusPages.list, { projectId: useProject().project.id });
  const [act, setAct] = useState<Act | null>(null);
  const columns = useColumns(query.data?.openings ?? [], canChange, setAct);
  const close = (): void => setAct(null);
  return (
    <>
      <div style={{ height: 'min(70vh, 640px)', display: 'flex' }}>
        <DataTable
          rows={query.data?.statusPages}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={1080}
          empty={empty}
        />
      </div>
      {act?.kind === 'edit' && <StatusPageDialog page={act.page} onClose={close} />}
      {act?.kind === 'renew' && <RenewDialog page={act.page} onLink={onLink} onClose={close} />}
      {act?.kind === 'remove' && <RemoveDialog page={act.page} onClose={close} />}
    </>
  );
}

interface Opening {
  readonly statusPageId: number;
  readonly count: number;
  readonly lastAt: string | null;
}

function useColumns(openings: readonly Opening[], canChange: boolean, onAct: (act: Act) => void): Columns<StatusPage> {
  const { t } = useTranslation();
  const zone = useProject().project.timeZone;
  return [
    {
      title: t('statusPages:name'),
      key: 'title',
      width: 220,
      render: (_, page) => (
        <div>
          <div className="pl-b pl-ell">{page.title}</div>
          <div className="pl-sm pl-3 pl-ell">{languageName(page.language)}</div>
        </div>
      ),
    },
    { title: t('statusPages:shows'), key: 'shows', render: (_, page) => <PageContent page={page} /> },
    {
      title: t('statusPages:expiresAt'),
      key: 'expiresAt',
      width: 170,
      render: (_, page) => <Until at={page.expiresAt} zone={zone} />,
    },
    {
      title: t('statusPages:opened'),
      key: 'opened',
      width: 190,
      render: (_, page) => {
        const { count, lastAt } = openings.find(({ statusPageId }) => statusPageId === page.id) ?? {
          count: 0,
          lastAt: null,
        };
        return (
          <div>
            <div>{count === 0 ? t('statusPages:neverOpened') : t('statusPages:times', { count })}</div>
            {lastAt !== null && <div className="pl-sm pl-3">{formatTime(lastAt, zone)}</div>}
          </div>
        );
      },
    },
    {
      title: t('statusPages:by'),
      key: 'by',
      width: 150,
      render: (_, page) => (
        <div>
          <div className="pl-ell">{page.byName}</div>
          <div className="pl-sm pl-3">{formatTime(page.linkedAt, zone)}</div>
        </div>
      ),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 120,
      render: (_, page) => <Acts page={page} canChange={canChange} onAct={onAct} />,
    },
  ];
}

function PageContent({ page: { structureIds, pointIds, curveDays, showAlerts } }: { page: StatusPage }) {
  const { t } = useTranslation();
  const parts = [
    t('statusPages:structures', { count: structureIds.length }),
    pointIds.length > 0 && t('statusPages:values', { count: pointIds.length }),
    pointIds.length > 0 && curveDays > 0 && t(`statusPages:curveDays.${curveDays}`),
    showAlerts && t('statusPages:openAlerts'),
  ];
  return <span style={{ whiteSpace: 'normal' }}>{parts.filter(Boolean).join(' · ')}</span>;
}

function Until({ at, zone }: { at: string | null; zone: string }) {
  const { t } = useTranslation();
  const now = useServerNow();
  if (at === null) return <span className="pl-2">{t('statusPages:untilEnded')}</span>;
  const isOver = Date.parse(at) <= now;
  return (
    <div>
      <div>{formatTime(at, zone)}</div>
      {isOver && <div className="pl-sm pl-2">{t('statusPages:over')}</div>}
    </div>
  );
}

function Acts({ page, canChange, onAct }: { page: StatusPage; canChange: boolean; onAct: (act: Act) => void }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { title: name } = page;
  return (
    <span className="pl-row tight">
      {canChange && allowed(statusPages.update) && (
        <>
          <IconButton
            icon={<LinkOutlined />}
            label={t('statusPages:renew', { name })}
            onClick={() => onAct({ kind: 'renew', page })}
          />
          <IconButton
            icon={<EditOutlined />}
            label={t('statusPages:edit', { name })}
            onClick={() => onAct({ kind: 'edit', page })}
          />
        </>
      )}
      {allowed(statusPages.remove) && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('statusPages:remove', { name })}
          onClick={() => onAct({ kind: 'remove', page })}
        />
      )}
    </span>
  );
}

interface DialogProps {
  readonly page: StatusPage;
  readonly onClose: () => void;
}

function RenewDialog({ page: { id, projectId, title }, onLink, onClose }: DialogProps & Pick<Props, 'onLink'>) {
  const { t } = useTranslation();
  const { run: renewLink } = useWrite(statusPages.renewLink);
  return (
    <ConfirmDestructive
      open
      title={t('statusPages:renew', { name: title })}
      lost={t('statusPages:renewLost')}
      action={t('statusPages:renewAction')}
      onConfirm={async () => {
        const { token } = await renewLink({ projectId, statusPageId: id });
        onLink(token);
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ page: { id, projectId, title }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(statusPages.remove);
  return (
    <ConfirmDestructive
      open
      title={t('statusPages:remove', { name: title })}
      lost={t('statusPages:removeLost')}
      action={t('statusPages:removeAction')}
      onConfirm={async () => {
        await remove({ projectId, statusPageId: id });
      }}
      onClose={onClose}
    />
  );
}
