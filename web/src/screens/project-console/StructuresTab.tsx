import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { type Structure, structures } from '@plumbline/contract/site/structures';
import { missingOptions } from '@plumbline/contract/site/structures.measures';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import type { ConsoleTab } from '../../features/site/projects/console.parts.tsx';
import { StructureDialog } from '../../features/site/structures/structures.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';

type Adding = 'structure' | Structure | null;

/** The structures of a project with their items, in the order in which they are shown everywhere. */
export function StructuresTab({ readOnly }: ConsoleTab) {
  const { project } = useProject();
  const allowed = useAllowed();
  const [adding, setAdding] = useState<Adding>(null);
  const query = useRead(structures.list, { projectId: project.id });
  const closed = readOnly !== undefined && readOnly !== true;
  const onAdd = !closed && allowed(structures.create) ? setAdding : null;
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ structures: all }) =>
          all.some((each) => !each.isItem) ? (
            <StructureRows all={all} canMove={!closed && allowed(structures.order)} onAdd={onAdd} />
          ) : (
            <NoStructures onAdd={onAdd} />
          )
        }
      </Answer>
      {adding !== null && (
        <StructureDialog {...(adding === 'structure' ? {} : { parent: adding })} onClose={() => setAdding(null)} />
      )}
    </div>
  );
}

/** null = the reader may add nothing. */
type OnAdd = ((adding: 'structure' | Structure) => void) | null;

function NoStructures({ onAdd }: { onAdd: OnAdd }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('projects:noStructures')} why={t('projects:noStructuresWhy')}>
      {onAdd && (
        <Button type="primary" onClick={() => onAdd('structure')}>
          {t('structures:new')}
        </Button>
      )}
    </Empty>
  );
}

function StructureRows({ all, canMove, onAdd }: { all: readonly Structure[]; canMove: boolean; onAdd: OnAdd }) {
  const { t } = useTranslation();
  const tops = all.filter((each) => !each.isItem);
  const { moveButtons } = useOrder(canMove);
  return (
    <>
      <ul className="pj-rows">
        {tops.flatMap((top, n) => {
          const items = all.filter((each) => each.parentId === top.id);
          return [
            <Row key={top.id} structure={top} onAdd={onAdd}>
              {moveButtons(tops, top, n)}
            </Row>,
            ...items.map((item, i) => (
              <Row key={item.id} structure={item} onAdd={null}>
                {moveButtons(items, item, i)}
              </Row>
            )),
          ];
        })}
      </ul>
      {onAdd && (
        <Button icon={<PlusOutlined />} style={{ marginTop: 16 }} onClick={() => onAdd('structure')}>
          {t('structures:new')}
        </Button>
      )}
    </>
  );
}

/** Up and down among those beside it: kept at once. */
function useOrder(canMove: boolean) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: orderStructures, isPending } = useWrite(structures.order, { onError: toasts.failed });
  const move = (beside: readonly Structure[], { id, parentId }: Structure, to: number): void => {
    const order = beside.map((each) => each.id).filter((each) => each !== id);
    order.splice(to, 0, id);
    void orderStructures({ projectId: project.id, parentId, order }).catch(() => undefined);
  };
  const moveButtons = (beside: readonly Structure[], structure: Structure, n: number): ReactNode =>
    canMove && (
      <>
        <IconButton
          icon={<ArrowUpOutlined />}
          disabled={isPending || n === 0}
          label={t('structures:up', { name: structure.name })}
          onClick={() => move(beside, structure, n - 1)}
        />
        <IconButton
          icon={<ArrowDownOutlined />}
          disabled={isPending || n === beside.length - 1}
          label={t('structures:down', { name: structure.name })}
          onClick={() => move(beside, structure, n + 1)}
        />
      </>
    );
  return { moveButtons };
}

/** A structure or an item: what it is, and the way to its console. `children` move it. */
function Row({ structure, onAdd, children }: { structure: Structure; onAdd: OnAdd; children: ReactNode }) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const { id, name, parentId, isItem } = structure;
  const address =
    parentId === null
      ? to('StructureConsole', { projectId, structureId: id })
      : to('ItemConsole', { projectId, structureId: parentId, itemId: id });
  const settings = t('structures:settingsOf', { name });
  return (
    <li className={isItem ? 'item' : ''}>
      <StatusMark status={structure.status} />
      <Link className="pl-ell" to={address}>
        {name}
      </Link>
      <span className="pl-sm pl-3 pl-wide-only">
        {t(`structures:type.${structure.type}`)} ·{' '}
        {!structure.isItem &&
          missingOptions(structure.type, structure.options).map((key) => (
            <b key={key} className="pl-b">
              {t('structures:optionMissing', { option: t(wordKey(`structures:option.${key}`)) })} ·{' '}
            </b>
          ))}
        {t('projects:pointCount', { count: structure.status.points })}
      </span>
      <span className="pl-gap" />
      {children}
      {onAdd && !isItem && (
        <Button size="small" type="text" icon={<PlusOutlined />} onClick={() => onAdd(structure)}>
          {t('structures:newItem')}
        </Button>
      )}
      <Link aria-label={settings} title={settings} to={address}>
        <SettingOutlined />
      </Link>
    </li>
  );
}
