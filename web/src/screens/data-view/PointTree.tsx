import { DoubleLeftOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { lastReadAt, urgencyOf } from '@plumbline/contract/kernel/status';
import { type FamilyCode, precisionOf } from '@plumbline/contract/points/families';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { SearchField } from '../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { treeKey } from '../../design/tree-keys.ts';
import { Value } from '../../design/Value.tsx';
import { HeadlineValue, useHeadlines } from '../../features/views/masters/headline.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useStateWord } from '../../kernel/field-words.ts';
import { formatCount, formatZone } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import type { useTree } from './tree.queries.ts';
import { useExpansion } from './tree-expansion.ts';
import { type TreeRow, treeRows } from './tree-rows.ts';

const rowPx = 30;

/** Structures, items and points with their last value. Up, down, left, right and Enter; filters by name or sncode. */
export function PointTree({
  tree,
  chosen,
  onChoose,
  onFold,
}: {
  tree: ReturnType<typeof useTree>;
  chosen: number | null;
  onChoose: (pointId: number) => void;
  onFold: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [keyword, setKeyword] = useState('');
  const { total } = tree;
  const [isOpen, toggle] = useExpansion(project.id, tree, chosen);
  const rows = useMatching(tree.nodes, isOpen, useDeferredValue(keyword.trim().toLowerCase()));
  return (
    <aside className="dv-tree" aria-label={t('readings:points')}>
      <header className="pl-row">
        <h3>{t('readings:points')}</h3>
        <span className="pl-gap" />
        <span className="pl-count">{total > 0 ? formatCount(total) : ''}</span>
        {chosen !== null && (
          <span className="pl-wide-only">
            <IconButton icon={<DoubleLeftOutlined />} label={t('readings:foldTree')} onClick={onFold} />
          </span>
        )}
      </header>
      <div className="filter">
        <SearchField value={keyword} onChange={setKeyword} label={t('readings:filter')} />
      </div>
      <Answer
        query={tree.query}
        loading={<SkeletonRows rows={12} rowPx={rowPx} />}
        isEmpty={() => total === 0}
        empty={<NoPoints projectId={project.id} />}
      >
        {() =>
          rows.length === 0 ? (
            <Empty title={t('readings:noMatch', { keyword })} />
          ) : (
            <Rows rows={rows} chosen={chosen} zone={project.timeZone} onChoose={onChoose} onToggle={toggle} />
          )
        }
      </Answer>
      <footer className="pl-row pl-sm pl-3">
        <span className="pl-gap">{t('common:zone', { zone: formatZone(project.timeZone) })}</span>
        <span className="pl-value stale">
          <i>{t('readings:staleLegend')}</i>
        </span>
      </footer>
    </aside>
  );
}

/** The rows to be seen: those of open groups, or everything whose name or device has the keyword. */
function useMatching(nodes: readonly TreeNode[], isOpen: (id: string) => boolean, keyword: string): TreeRow[] {
  const { project } = useProject();
  const allowed = useAllowed();
  // The tree knows names; which device feeds a point is asked of the devices.
  const fed = useRead(
    warehouse.ofProject,
    { projectId: project.id, keyword, pageSize: 200 },
    { enabled: keyword.length > 1 && allowed(warehouse.ofProject) },
  );
  return useMemo(() => {
    if (keyword === '') return treeRows(nodes, isOpen, null);
    const byDevice = new Set(
      fed.data?.devices
        .filter((device) => device.sncode.toLowerCase().includes(keyword))
        .flatMap((device) => device.channels.map((channel) => channel.pointId)),
    );
    return treeRows(nodes, isOpen, (node) => node.name.toLowerCase().includes(keyword) || byDevice.has(node.ref));
  }, [nodes, isOpen, keyword, fed.data]);
}

function NoPoints({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return (
    <Empty title={t('readings:noPoints')} why={t('readings:noPointsWhy')}>
      {allowed(structures.create) && <Link to={to('ProjectScreen', { projectId })}>{t('readings:openProject')}</Link>}
      {allowed(warehouse.list) && <Link to={to('DeviceWarehouse')}>{t('readings:openDevices')}</Link>}
    </Empty>
  );
}

function Rows({
  rows,
  chosen,
  zone,
  onChoose,
  onToggle,
}: {
  rows: readonly TreeRow[];
  chosen: number | null;
  zone: string;
  onChoose: (pointId: number) => void;
  onToggle: (id: string) => void;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const virtual = useRowsInSight(rows.length, place);
  const { focused, active, go, leave } = useRowFocus(rows, chosen, (index) =>
    virtual.scrollToIndex(index, { align: 'auto' }),
  );
  const act = (row: TreeRow): void => (row.open === null ? onChoose(row.node.ref) : onToggle(row.node.id));
  const key = (event: KeyboardEvent): void => {
    const row = rows[active];
    const next = treeKey(event.key, rows, active);
    if (!row || next === null) return;
    if (next === 'act') act(row);
    else if (next === 'toggle') onToggle(row.node.id);
    else go(next);
    event.preventDefault();
  };
  return (
    <div
      ref={place}
      className="rows"
      role="tree"
      tabIndex={0}
      aria-label={t('readings:points')}
      aria-activedescendant={rows[active] ? `node-${rows[active].node.id}` : undefined}
      onKeyDown={key}
      onBlur={leave}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = elementAt(rows, index);
          return (
            <Row
              key={row.node.id}
              row={row}
              top={start}
              isChosen={isPoint(row, chosen)}
              isFocused={row.node.id === focused}
              zone={zone}
              onPress={() => act(row)}
            />
          );
        })}
      </div>
    </div>
  );
}

function Row({
  row,
  top,
  isChosen,
  isFocused,
  zone,
  onPress,
}: {
  row: TreeRow;
  top: number;
  isChosen: boolean;
  isFocused: boolean;
  zone: string;
  onPress: () => void;
}) {
  const { node, depth, open } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree, which holds the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names its active row
    <div
      id={`node-${node.id}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={open ?? undefined}
      className={`row${isChosen ? ' on' : ''}${isFocused ? ' focus' : ''}`}
      style={{ top, height: rowPx, paddingInlineStart: 14 + depth * 16 }}
      onClick={onPress}
    >
      <span className="fold">{open === null ? null : open ? <DownOutlined /> : <RightOutlined />}</span>
      {open === null ? <Leaf node={node} zone={zone} /> : <Group row={row} />}
    </div>
  );
}

const isPoint = ({ node }: TreeRow, pointId: number | null): boolean => node.kind === 'point' && node.ref === pointId;

/** Which rows are drawn: those in sight and a few around them. */
const useRowsInSight = (count: number, place: RefObject<HTMLDivElement | null>) =>
  useVirtualizer({
    count,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // Rows stand in the first frame, before the place is measured in the second.
    initialRect: { width: 300, height: 900 },
  });

/** The row that keys act on: where one has gone by keys, else the chosen point. */
function useRowFocus(rows: readonly TreeRow[], chosen: number | null, show: (index: number) => void) {
  const [focused, setFocused] = useState<string | null>(null);
  const chosenAt = rows.findIndex((row) => isPoint(row, chosen));
  const active = Math.max(0, focused === null ? chosenAt : rows.findIndex((row) => row.node.id === focused));
  // The chosen point is brought into sight once, not on every new reading.
  const scrolledId = useRef<number | null>(null);
  useEffect(() => {
    if (chosen === null || scrolledId.current === chosen || chosenAt < 0) return;
    scrolledId.current = chosen;
    show(chosenAt);
  });
  const go = (index: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[next];
    if (!row) return;
    setFocused(row.node.id);
    show(next);
  };
  return { focused, active, go, leave: () => setFocused(null) };
}

/** A master shows its headline. */
function Leaf({ node, zone }: { node: TreeNode; zone: string }) {
  const { project } = useProject();
  const headline = useHeadlines(project.id, node.joins !== undefined).get(node.ref);
  const stateWord = useStateWord();
  const { field, family } = node;
  return (
    <>
      <StatusMark status={node.status} size={14} />
      <span className="pl-ell pl-gap" title={node.name}>
        {node.name}
      </span>
      {headline ? (
        <HeadlineValue headline={headline} zone={zone} />
      ) : (
        <Value
          precision={family && field ? precisionOf(family as FamilyCode, field) : undefined}
          value={node.value}
          word={field && stateWord(field, node.value)}
          state={node.status.state === 'stale' ? 'stale' : 'fresh'}
          at={lastReadAt(node.status)}
          zone={zone}
        />
      )}
    </>
  );
}

const Group = ({ row }: { row: TreeRow }) => (
  <>
    <span className="pl-ell pl-gap pl-b" title={row.node.name}>
      {row.node.name}
    </span>
    {urgencyOf(row.status) > 0 && <StatusMark status={row.status} size={14} />}
    <span className="pl-count">{row.count}</span>
  </>
);
