import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../design/SearchField.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { Value } from '../../design/Value.tsx';
import { maxCurves } from '../../features/views/views/view-state.parts.ts';
import { useProject } from '../../kernel/project.tsx';

/** Other points beside the one shown: those of the same family first, eight curves at most. */
export function ComparePicker({
  chosen,
  pointId,
  nodes,
  onChange,
}: {
  chosen: readonly number[];
  pointId: number | null;
  nodes: readonly TreeNode[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      styles={{ container: { padding: 0, width: 320 } }}
      content={<Choices chosen={chosen} pointId={pointId} nodes={nodes} onChange={onChange} />}
    >
      <Button size="small" icon={<PlusOutlined />} title={t('readings:compare')} aria-label={t('readings:compare')}>
        <span className="dv-compare-word">{t('readings:compare')}</span>
        {chosen.length > 0 && <span className="pl-count">{chosen.length}</span>}
      </Button>
    </Popover>
  );
}

function Choices({
  chosen,
  pointId,
  nodes,
  onChange,
}: {
  chosen: readonly number[];
  pointId: number | null;
  nodes: readonly TreeNode[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const points = nodes.filter((node) => node.kind === 'point' && node.ref !== pointId);
  const family = nodes.find((node) => node.kind === 'point' && node.ref === pointId)?.family;
  const needle = keyword.trim().toLowerCase();
  const matching = points
    .filter((node) => !chosen.includes(node.ref) && node.name.toLowerCase().includes(needle))
    .sort((a, b) => Number(b.family === family) - Number(a.family === family))
    .slice(0, 60);
  const full = chosen.length >= maxCurves - 1;
  return (
    <div>
      {chosen.length > 0 && (
        <Picked
          named={chosen.map((id) => ({ id, name: points.find((node) => node.ref === id)?.name ?? String(id) }))}
          onRemove={(id) => onChange(chosen.filter((each) => each !== id))}
        />
      )}
      {full ? (
        <p className="pl-sm pl-3" style={{ padding: 16 }}>
          {t('readings:compareFull', { most: maxCurves })}
        </p>
      ) : (
        <>
          <div style={{ padding: '12px 12px 8px' }}>
            <SearchField value={keyword} onChange={setKeyword} label={t('readings:filterName')} autoFocus />
          </div>
          <div className="dv-choices">
            {matching.map((node) => (
              <Choice key={node.id} node={node} onChoose={() => onChange([...chosen, node.ref])} />
            ))}
            {matching.length === 0 && (
              <p className="pl-sm pl-3" style={{ padding: '4px 16px 16px' }}>
                {t('readings:noneToCompare')}
              </p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** The points that are drawn beside, each to be taken away. */
function Picked({
  named,
  onRemove,
}: {
  named: readonly { readonly id: number; readonly name: string }[];
  onRemove: (id: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="dv-picked">
      {named.map(({ id, name }) => (
        <div key={id} className="pl-row">
          <span className="pl-ell pl-gap">{name}</span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('readings:remove')}
            onClick={() => onRemove(id)}
          />
        </div>
      ))}
    </div>
  );
}

function Choice({ node, onChoose }: { node: TreeNode; onChoose: () => void }) {
  const { project } = useProject();
  return (
    <button type="button" className="pl-bare pick" onClick={onChoose}>
      <StatusMark status={node.status} size={14} />
      <span className="pl-ell pl-gap">{node.name}</span>
      <Value
        value={node.value}
        unit={node.unit}
        state={node.status.state === 'stale' ? 'stale' : 'fresh'}
        at={lastReadAt(node.status)}
        zone={project.timeZone}
      />
    </button>
  );
}
