import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { type CustomPushType, customPushTypes } from '@plumbline/contract/reports/push-formats';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { FormatDialog } from './FormatDialog.parts.tsx';

interface FormatsQuery {
  readonly data?: { readonly customPushTypes: readonly CustomPushType[] } | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  refetch(): unknown;
}

// Long because a table and its dialogs are one description.
/** Lists the formats of a project. `first` = the way to a first one. */
export function FormatList({ query, first }: { query: FormatsQuery; first: ReactNode }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const { run: removeFormat } = useWrite(customPushTypes.remove);
  const [open, setOpen] = useState<{ readonly what: 'edit' | 'remove'; readonly format: CustomPushType } | null>(null);
  const isOpen = project.archivedAt === null;
  const close = () => setOpen(null);
  return (
    <>
      <div className="push-list">
        <DataTable
          rows={query.data?.customPushTypes}
          columns={[
            { title: t('dataPush:name'), key: 'name', render: (_, row) => row.name },
            { title: t('dataPush:format'), key: 'body', width: 120, render: (_, row) => row.body.toUpperCase() },
            {
              title: <ActsHeading />,
              key: 'act',
              width: 110,
              render: (_, row) => (
                <>
                  {allowed(customPushTypes.update) && isOpen && (
                    <IconButton
                      icon={<EditOutlined />}
                      label={t('dataPush:change', { name: row.name })}
                      onClick={() => setOpen({ what: 'edit', format: row })}
                    />
                  )}
                  {allowed(customPushTypes.remove) && isOpen && (
                    <IconButton
                      icon={<DeleteOutlined />}
                      label={t('dataPush:delete', { name: row.name })}
                      onClick={() => setOpen({ what: 'remove', format: row })}
                    />
                  )}
                </>
              ),
            },
          ]}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={400}
          empty={
            <Empty title={t('dataPush:noFormats')} why={t('dataPush:noFormatsWhy')}>
              {first}
            </Empty>
          }
        />
      </div>
      {open?.what === 'edit' && <FormatDialog format={open.format} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmDestructive
          open
          title={t('dataPush:deleteTitle', { name: open.format.name })}
          lost={t('dataPush:formatLost')}
          action={t('common:delete')}
          onConfirm={async () => {
            await removeFormat({ projectId: project.id, customPushTypeId: open.format.id });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
