import { DeleteOutlined, EditOutlined, LinkOutlined } from '@ant-design/icons';
import { type Wall, walls } from '@plumbline/contract/overview/walls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { languageName } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { WallDialog } from './WallDialog.tsx';

type Act = { readonly kind: 'edit' | 'renew' | 'remove'; readonly wall: Wall };
type Openings = Reply<typeof walls.list>['openings'];

/** Lists the walls: their content, until when, and how often each was opened. */
export function WallList({ empty, onLink }: { empty: ReactNode; onLink: (token: string) => void }) {
  const query = useRead(walls.list, {});
  const [act, setAct] = useState<Act | null>(null);
  const columns = useColumns(query.data?.openings ?? [], setAct);
  const close = (): void => setAct(null);
  return (
    <>
      <div style={{ height: 'min(70vh, 640px)', display: 'flex' }}>
        <DataTable
          rows={query.data?.walls}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={960}
          empty={empty}
        />
      </div>
      {act?.kind === 'edit' && <WallDialog wall={act.wall} onClose={close} />}
      {act?.kind === 'renew' && <RenewDialog wall={act.wall} onLink={onLink} onClose={close} />}
      {act?.kind === 'remove' && <RemoveDialog wall={act.wall} onClose={close} />}
    </>
  );
}

function useColumns(openings: Openings, onAct: (act: Act) => void): Columns<Wall> {
  const { t } = useTranslation();
  const now = useServerNow();
  return [
    {
      title: t('walls:name'),
      key: 'name',
      width: 220,
      render: (_, wall) => (
        <div>
          <div className="pl-b pl-ell">{wall.name}</div>
          <div className="pl-sm pl-3 pl-ell">{languageName(wall.language)}</div>
        </div>
      ),
    },
    {
      title: t('walls:shows'),
      key: 'shows',
      render: (_, wall) => (
        <span style={{ whiteSpace: 'normal' }}>
          {t('walls:projects', { count: wall.projectIds.length })} ·{' '}
          {t('walls:slideCount', { count: wall.slides.length })}
        </span>
      ),
    },
    {
      title: t('walls:expiresAt'),
      key: 'expiresAt',
      width: 180,
      render: (_, { expiresAt }) =>
        expiresAt === null ? (
          <span className="pl-2">{t('statusPages:untilEnded')}</span>
        ) : (
          <div>
            <div>{formatTime(expiresAt)}</div>
            {Date.parse(expiresAt) <= now && <div className="pl-sm pl-2">{t('statusPages:over')}</div>}
          </div>
        ),
    },
    {
      title: t('statusPages:opened'),
      key: 'opened',
      width: 190,
      render: (_, wall) => {
        const { count = 0, lastAt = null } = openings.find(({ wallId }) => wallId === wall.id) ?? {};
        return (
          <div>
            <div>{count === 0 ? t('statusPages:neverOpened') : t('statusPages:times', { count })}</div>
            {lastAt !== null && <div className="pl-sm pl-3">{formatTime(lastAt)}</div>}
          </div>
        );
      },
    },
    { title: <ActsHeading />, key: 'act', width: 120, render: (_, wall) => <Acts wall={wall} onAct={onAct} /> },
  ];
}

function Acts({ wall, onAct }: { wall: Wall; onAct: (act: Act) => void }) {
  const { t } = useTranslation();
  const { name } = wall;
  return (
    <span className="pl-row tight">
      <IconButton
        icon={<LinkOutlined />}
        label={t('walls:renew', { name })}
        onClick={() => onAct({ kind: 'renew', wall })}
      />
      <IconButton
        icon={<EditOutlined />}
        label={t('walls:edit', { name })}
        onClick={() => onAct({ kind: 'edit', wall })}
      />
      <IconButton
        icon={<DeleteOutlined />}
        label={t('walls:remove', { name })}
        onClick={() => onAct({ kind: 'remove', wall })}
      />
    </span>
  );
}

interface DialogProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

function RenewDialog({ wall, onLink, onClose }: DialogProps & { readonly onLink: (token: string) => void }) {
  const { t } = useTranslation();
  const { run: renewLink } = useWrite(walls.renewLink);
  return (
    <ConfirmDestructive
      open
      title={t('walls:renew', { name: wall.name })}
      lost={t('walls:renewLost')}
      action={t('statusPages:renewAction')}
      onConfirm={async () => onLink((await renewLink({ wallId: wall.id })).token)}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ wall, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(walls.remove);
  return (
    <ConfirmDestructive
      open
      title={t('walls:remove', { name: wall.name })}
      lost={t('walls:removeLost')}
      action={t('walls:removeAction')}
      onConfirm={async () => {
        await remove({ wallId: wall.id });
      }}
      onClose={onClose}
    />
  );
}
