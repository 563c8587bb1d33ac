import {
  ApartmentOutlined,
  ApiOutlined,
  ClusterOutlined,
  DownOutlined,
  HddOutlined,
  MinusOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { TopoNode } from '@plumbline/contract/points/topology';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentType, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../../design/Status.tsx';
import { useStatusWords } from '../../../design/status-words.ts';
import { treeKey } from '../../../design/tree-keys.ts';
import { formatCount } from '../../../kernel/format.ts';
import { wordKey } from '../../../kernel/words.ts';
import { Connected, Health } from '../../devices/devices/devices.parts.tsx';
import { isAway, isDevice, type TopoRow } from './topo-rows.ts';

const rowPx = 30;
const icons: Readonly<Record<Exclude<TopoNode['kind'], 'point'>, ComponentType<{ className?: string }>>> = {
  DTU: ApartmentOutlined,
  collector: ClusterOutlined,
  measuring: HddOutlined,
  channel: ApiOutlined,
};

interface TopoTreeProps {
  readonly rows: readonly TopoRow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

/** The topology as a tree: arrows move, left and right close and open, Enter chooses. Only rows in sight are drawn. */
export function TopoTree(props: TopoTreeProps) {
  const { rows, chosen, onChoose, onToggle } = props;
  const { t } = useTranslation();
  const { place, virtual, key } = useRows(props);
  return (
    <div
      ref={place}
      className="rows"
      role="tree"
      tabIndex={0}
      aria-label={t('topology:title')}
      aria-activedescendant={chosen === null ? undefined : `topo-${chosen}`}
      onKeyDown={key}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = elementAt(rows, index);
          const { id } = row.node;
          return (
            <Row
              key={id}
              row={row}
              topPx={start}
              chosen={id === chosen}
              onChoose={() => onChoose(id)}
              onToggle={() => onToggle(id)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The rows in sight, and the keys of the tree: where they lead from the chosen row. */
function useRows({ rows, chosen, onChoose, onToggle }: TopoTreeProps) {
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 12,
    initialRect: { width: 800, height: 900 },
  });
  const at = Math.max(
    0,
    rows.findIndex((row) => row.node.id === chosen),
  );
  const go = (index: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    if (rows[next]) onChoose(rows[next].node.id);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const key = (event: KeyboardEvent): void => {
    const row = rows[at];
    const next = treeKey(event.key, rows, at);
    if (!row || next === null || (next === 'act' && row.open === null)) return;
    if (typeof next === 'string') onToggle(row.node.id);
    // Nothing is chosen yet: the first row is the next one.
    else go(event.key === 'ArrowDown' && chosen === null ? 0 : next);
    event.preventDefault();
  };
  return { place, virtual, key };
}

function Row({
  row,
  topPx,
  chosen,
  onChoose,
  onToggle,
}: {
  row: TopoRow;
  topPx: number;
  chosen: boolean;
  onChoose: () => void;
  onToggle: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree, which holds the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names its active row
    <div
      id={`topo-${row.node.id}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={chosen}
      aria-expanded={row.open ?? undefined}
      className={`row${chosen ? ' on' : ''}`}
      style={{ top: topPx, height: rowPx, paddingInlineStart: 14 + row.depth * 18 }}
      onClick={onChoose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys open and close for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span
        className="fold"
        onClick={(event) => {
          if (row.open === null) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {row.open === null ? null : row.open ? <DownOutlined /> : <RightOutlined />}
      </span>
      <Words row={row} />
    </div>
  );
}

function Words({ row: { node, open, points } }: { row: TopoRow }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const silent = node.status && node.status.state !== 'reporting';
  if (node.kind === 'point')
    return (
      <>
        {node.status && <StatusMark status={node.status} size={14} />}
        <span className={`pl-ell${silent ? ' pl-3' : ''}`}>{node.name}</span>
        {silent && node.status && <span className="pl-3 pl-sm">{words(node.status).short}</span>}
        {node.parentId === null && <span className="pl-tag quiet">{t('topology:unbound')}</span>}
        <span className="pl-gap" />
        <span className="pl-3 pl-sm more">{t(wordKey(`families:family.${node.family}`))}</span>
      </>
    );
  const Icon = icons[node.kind];
  if (node.kind === 'channel')
    return (
      <>
        <Icon className="pl-3" />
        <span className="pl-2">{t('topology:channel', { number: node.name })}</span>
        {open === null && <span className="pl-tag quiet">{t('topology:free')}</span>}
      </>
    );
  return (
    <>
      <Icon className="pl-2" />
      <b className="pl-ell" title={node.name}>
        {node.name}
      </b>
      <span className="pl-3 pl-sm pl-ell more">
        {node.sncode} · {node.model}
      </span>
      <span className="pl-gap" />
      {isDevice(node) && node.health && node.health !== 'normal' && <Health health={node.health} />}
      {isAway(node) && node.connection && (
        <span className="more">
          <Connected connection={node.connection} />
        </span>
      )}
      <span className="pl-count" title={t('projects:pointCount', { count: points })}>
        {points === 0 ? <MinusOutlined /> : formatCount(points)}
      </span>
    </>
  );
}
