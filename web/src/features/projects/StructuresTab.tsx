import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { type Structure, structures } from '@plumbline/contract/structures';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { ConsoleTab } from './console-tab.ts';
import { StructureDialog } from './StructureDialog.tsx';

/** The structures of a project with their items, in the order in which they are shown everywhere. */
export function StructuresTab({ readOnly }: ConsoleTab) {
  const { t } = useTranslation();
  const { run: orderStructures } = useWrite(structures.order);
  const { project } = useProject();
  const allowed = useAllowed();
  const toasts = useToasts();
  const [adding, setAdding] = useState<'structure' | Structure | null>(null);
  const [busy, setBusy] = useState(false);
  const query = useRead(structures.list, { projectId: project.id });
  const closed = readOnly !== undefined && readOnly !== true;
  const canAdd = !closed && allowed(structures.create);
  const canMove = !closed && allowed(structures.order);

  const move = async (beside: readonly Structure[], from: number, by: number): Promise<void> => {
    const order = beside.map(({ id }) => id);
    const [moved] = order.splice(from, 1);
    order.splice(from + by, 0, moved!);
    setBusy(true);
    try {
      await orderStructures({ projectId: project.id, parentId: beside[from]!.parentId, order });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const row = (each: Structure, beside: readonly Structure[], n: number) => (
    <li key={each.id} className={each.isItem ? 'item' : ''}>
      <StatusMark status={each.status} />
      <Link
        className="pl-ell"
        to={
          each.isItem
            ? to('ItemConsole', { projectId: project.id, structureId: each.parentId!, itemId: each.id })
            : to('StructureConsole', { projectId: project.id, structureId: each.id })
        }
      >
        {each.name}
      </Link>
      <span className="pl-sm pl-3 pl-wide-only">
        {t(`structures:type.${each.type}`)} · {t('projects:pointCount', { count: each.status.points })}
      </span>
      <span className="pl-gap" />
      {canMove && (
        <>
          <IconButton
            icon={<ArrowUpOutlined />}
            disabled={busy || n === 0}
            label={t('structures:up', { name: each.name })}
            onClick={() => void move(beside, n, -1)}
          />
          <IconButton
            icon={<ArrowDownOutlined />}
            disabled={busy || n === beside.length - 1}
            label={t('structures:down', { name: each.name })}
            onClick={() => void move(beside, n, 1)}
          />
        </>
      )}
      {canAdd && !each.isItem && (
        <Button size="small" type="text" icon={<PlusOutlined />} onClick={() => setAdding(each)}>
          {t('structures:newItem')}
        </Button>
      )}
      <Link
        aria-label={t('structures:settingsOf', { name: each.name })}
        title={t('structures:settingsOf', { name: each.name })}
        to={
          each.isItem
            ? to('ItemConsole', { projectId: project.id, structureId: each.parentId!, itemId: each.id })
            : to('StructureConsole', { projectId: project.id, structureId: each.id })
        }
      >
        <SettingOutlined />
      </Link>
    </li>
  );
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ structures: all }) => {
          const tops = all.filter((each) => !each.isItem);
          if (tops.length === 0)
            return (
              <Empty title={t('projects:noStructures')} why={t('projects:noStructuresWhy')}>
                {canAdd && (
                  <Button type="primary" onClick={() => setAdding('structure')}>
                    {t('structures:new')}
                  </Button>
                )}
              </Empty>
            );
          return (
            <>
              <ul className="pj-rows">
                {tops.flatMap((top, n) => {
                  const items = all.filter((each) => each.parentId === top.id);
                  return [row(top, tops, n), ...items.map((item, i) => row(item, items, i))];
                })}
              </ul>
              {canAdd && (
                <Button icon={<PlusOutlined />} style={{ marginTop: 16 }} onClick={() => setAdding('structure')}>
                  {t('structures:new')}
                </Button>
              )}
            </>
          );
        }}
      </Answer>
      {adding !== null && (
        <StructureDialog {...(adding === 'structure' ? {} : { parent: adding })} onClose={() => setAdding(null)} />
      )}
    </div>
  );
}
