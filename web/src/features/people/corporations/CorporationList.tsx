import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Corporation, corporations } from '@plumbline/contract/people/corporations';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable, pagesOf } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatDay } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';

const pageSize = 50;

/** Every corporation of the installation, for a System account. */
export function CorporationList({ onOpen, onNew }: { onOpen: (id: number) => void; onNew: () => void }) {
  const { t } = useTranslation();
  const { run: removeCorporation } = useWrite(corporations.remove);
  const language = useLanguage();
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Number(pageText) || 1;
  const query = useRead(corporations.list, { page, pageSize });
  const [removing, setRemoving] = useState<Corporation | null>(null);
  const remove = async (corporation: Corporation): Promise<void> => {
    try {
      await removeCorporation({ corporationId: corporation.id });
    } catch (error) {
      throw inWords(error, t, language);
    }
  };
  const columns = useCorporationColumns(setRemoving);
  return (
    <>
      <DataTable
        rows={query.data?.corporations}
        columns={columns}
        rowKey={({ id }) => id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <Empty title={t('corporations:none')} why={t('corporations:noneWhy')}>
            <Button icon={<PlusOutlined />} onClick={onNew}>
              {t('corporations:new')}
            </Button>
          </Empty>
        }
        {...pagesOf({ page, pageSize, total: query.data?.total ?? 0, onPage: (next) => setPage(String(next)) })}
      />
      <ConfirmDestructive
        open={removing !== null}
        title={t('corporations:removeTitle', { title: removing?.title ?? '' })}
        lost={t('corporations:removeLost')}
        action={t('corporations:remove')}
        onConfirm={async () => {
          if (removing) await remove(removing);
        }}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

/** What a corporation still holds, counted. */
function inWords(error: unknown, t: TFunction, language: string): unknown {
  if (!(error instanceof Failure) || error.name !== 'notEmpty') return error;
  const { projects = 0, devices = 0, users = 0 } = (error.detail ?? {}) as Partial<Record<string, number>>;
  const parts = [
    ...(projects > 0 ? [t('corporations:holds.projects', { count: projects })] : []),
    ...(devices > 0 ? [t('corporations:holds.devices', { count: devices })] : []),
    ...(users > 0 ? [t('corporations:holds.users', { count: users })] : []),
  ];
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
  return new Worded(t('corporations:holds.words', { list }));
}

function useCorporationColumns(onRemove: (corporation: Corporation) => void): Columns<Corporation> {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return [
    {
      title: t('corporations:title'),
      key: 'title',
      render: (_, { title }) => <span className="pl-b">{title}</span>,
    },
    { title: t('corporations:copyright'), key: 'copyright', dataIndex: 'copyright', responsive: ['md'] },
    {
      title: t('corporations:created'),
      key: 'created',
      width: 140,
      render: (_, { createdAt }) => formatDay(createdAt),
      responsive: ['sm'],
    },
    ...(allowed(corporations.remove)
      ? [
          {
            title: <ActsHeading />,
            key: 'remove',
            width: 64,
            align: 'right' as const,
            render: (_: unknown, corporation: Corporation) => (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`${t('corporations:remove')}: ${corporation.title}`}
                title={t('corporations:remove')}
                onClick={(event) => {
                  event.stopPropagation();
                  onRemove(corporation);
                }}
                onKeyDown={(event) => event.stopPropagation()}
              />
            ),
          },
        ]
      : []),
  ];
}
