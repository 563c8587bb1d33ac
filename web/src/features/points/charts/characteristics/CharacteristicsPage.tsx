import '../charts.css';
import { DeleteOutlined, EditOutlined, FileTextOutlined, PlusOutlined } from '@ant-design/icons';
import type { Characteristic } from '@plumbline/contract/points/charts';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../../design/DataTable.tsx';
import { Page } from '../../../../design/Pane.tsx';
import { SearchField } from '../../../../design/SearchField.tsx';
import { Empty } from '../../../../design/States.tsx';
import { useToasts } from '../../../../design/Toasts.tsx';
import { Toolbar } from '../../../../design/Toolbar.tsx';
import { useAllowed } from '../../../../kernel/allowed.tsx';
import { useProject } from '../../../../kernel/project.tsx';
import { useRead } from '../../../../kernel/reads.ts';
import { useUrlState } from '../../../../kernel/url-state.ts';
import { useWrite } from '../../../../kernel/writes.ts';
import { CharacteristicDialog } from './CharacteristicDialog.tsx';
import { CharacteristicValues } from './CharacteristicValues.tsx';

type Open = 'new' | { readonly act: 'edit' | 'delete'; readonly one: Characteristic };

/** The page custom-characteristic: quantities that the project computes, beside the values of the one chosen. */
export default function CharacteristicsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const query = useRead(chartRoutes.characteristics, { projectId: project.id });
  const [find, setFind] = useUrlState('find', '');
  const [chosen, choose] = useUrlState('of', '');
  const [open, setOpen] = useState<Open | null>(null);
  const may = allowed(chartRoutes.createCharacteristic) && project.archivedAt === null;
  const all = query.data?.characteristics;
  const list = useMatching(all, find.trim().toLowerCase());
  const selected = all?.find(({ id }) => String(id) === chosen) ?? list?.[0];
  const columns = useColumns();
  const hasAny = (all?.length ?? 0) > 0;
  const adding = may && <AddButton onPress={() => setOpen('new')} />;
  return (
    <Page
      flush
      title={t('charts:characteristics.menu')}
      note={all && t('charts:characteristics.count', { count: all.length })}
      actions={adding}
    >
      <div className={all?.length === 0 ? 'cc-list' : 'cc-two'}>
        <div>
          {hasAny && (
            <Toolbar label={t('charts:characteristics.menu')}>
              <SearchField value={find} onChange={setFind} label={t('charts:characteristics.find')} widthPx={220} />
            </Toolbar>
          )}
          <DataTable
            rows={list}
            columns={columns}
            rowKey={({ id }) => id}
            loading={query.isPending}
            error={query.data ? undefined : query.error}
            onRetry={() => void query.refetch()}
            onOpen={({ id }) => choose(String(id))}
            isOpen={({ id }) => id === selected?.id}
            widthPx={440}
            empty={hasAny ? <NoMatches /> : <EmptyList>{adding}</EmptyList>}
          />
        </div>
        {selected && (
          <CharacteristicValues
            key={selected.id}
            one={selected}
            actions={may && <Buttons onAct={(act) => setOpen({ act, one: selected })} />}
            csvIcon={<FileTextOutlined />}
          />
        )}
      </div>
      {open !== null && (
        <Dialogs open={open} onChoose={(id) => choose(id === null ? null : String(id))} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

/** Those with the wanted words in name, formula or kind of point. */
function useMatching(all: readonly Characteristic[] | undefined, needle: string): Characteristic[] | undefined {
  const { t } = useTranslation();
  return all?.filter(({ name, formula, family }) =>
    `${name} ${formula} ${t(`families:family.${family}`)}`.toLowerCase().includes(needle),
  );
}

function Dialogs({
  open,
  onChoose,
  onClose,
}: {
  open: Open;
  onChoose: (id: number | null) => void;
  onClose: () => void;
}) {
  if (open === 'new') return <CharacteristicDialog onDone={onChoose} onClose={onClose} />;
  return open.act === 'edit' ? (
    <CharacteristicDialog one={open.one} onDone={onChoose} onClose={onClose} />
  ) : (
    <DeleteCharacteristic one={open.one} onDone={() => onChoose(null)} onClose={onClose} />
  );
}

function AddButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={onPress}>
      {t('charts:characteristics.new')}
    </Button>
  );
}

function NoMatches() {
  const { t } = useTranslation();
  return <Empty title={t('charts:noneFound')} why={t('charts:noneFoundWhy')} />;
}

function EmptyList({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('charts:characteristics.none')} why={t('charts:characteristics.noneWhy')}>
      {children}
    </Empty>
  );
}

function useColumns(): Columns<Characteristic> {
  const { t } = useTranslation();
  return [
    {
      title: t('charts:characteristics.name'),
      key: 'name',
      width: 160,
      ellipsis: true,
      render: (_, { name, unit }) => (
        <>
          <b>{name}</b>
          {unit && <span className="pl-3">, {unit}</span>}
        </>
      ),
    },
    {
      title: t('charts:characteristics.family'),
      key: 'family',
      width: 140,
      ellipsis: true,
      render: (_, { family }) => t(`families:family.${family}`),
    },
    {
      title: t('charts:characteristics.formula'),
      key: 'formula',
      ellipsis: true,
      render: (_, { formula }) => <span className="pl-mono">{formula}</span>,
    },
  ];
}

function Buttons({ onAct }: { onAct: (act: 'edit' | 'delete') => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button size="small" icon={<EditOutlined />} onClick={() => onAct('edit')}>
        {t('charts:edit')}
      </Button>
      <Button
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('common:delete')}
        title={t('common:delete')}
        onClick={() => onAct('delete')}
      />
    </>
  );
}

function DeleteCharacteristic({
  one,
  onDone,
  onClose,
}: {
  one: Characteristic;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: removeCharacteristic } = useWrite(chartRoutes.removeCharacteristic);
  const { project } = useProject();
  const toasts = useToasts();
  return (
    <ConfirmDestructive
      open
      title={t('charts:characteristics.deleteTitle', { name: one.name })}
      lost={t('charts:characteristics.deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeCharacteristic({ projectId: project.id, characteristicId: one.id });
        onDone();
        toasts.done(t('charts:deleted', { name: one.name }));
      }}
      onClose={onClose}
    />
  );
}
