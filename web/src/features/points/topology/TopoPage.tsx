import './topology.css';
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageReads } from '../../../app/page.ts';
import { to } from '../../../app/paths.ts';
import { Page, StatStrip } from '../../../design/Pane.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { TopoFacts } from './TopoFacts.tsx';
import { TopoTree } from './TopoTree.tsx';
import { topoCsv } from './topo-csv.ts';
import {
  type TopoTree as TopoTreeNodes,
  type TopoView,
  topoCounts,
  topoFilter,
  topoRows,
  topoTree,
} from './topo-rows.ts';
import { topoOf, useTopo } from './topology.queries.ts';

export const reads: PageReads = ({ projectId, search }) => [topoOf(projectId, search.get('fields') === 'yes')];

/** Of a project this small everything is open at first. */
const smallNodes = 150;

const countNames = ['devices', 'points', 'unbound', 'unwell'] as const;
const views = ['all', 'unbound', 'unwell'] as const;

/** How the readings of a project arrive: DTU, collector, measuring device, channel, point. */
export default function TopoPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [full, setFull] = useUrlState('fields', '');
  const query = useTopo(project.id, full === 'yes');
  const tree = useMemo(() => topoTree(query.data?.nodes ?? []), [query.data]);
  const sight = useTopoSight(tree);
  const save = (): void => saveCsv(`${project.name} ${t('topology:title')}.csv`, ...topoCsv(tree, full === 'yes', t));
  return (
    <Page
      flush
      title={t('topology:title')}
      note={project.name}
      actions={
        <Button icon={<DownloadOutlined />} disabled={tree.nodes.length === 0} onClick={save}>
          {t('topology:export')}
        </Button>
      }
    >
      <div className="pj-topo">
        {query.data && tree.nodes.length > 0 && <Counts tree={tree} />}
        <TopoBar sight={sight} full={full === 'yes'} onFull={(on) => setFull(on ? 'yes' : null)} />
        <Answer
          query={query}
          loading={<SkeletonRows rows={12} rowPx={30} />}
          isEmpty={() => tree.nodes.length === 0}
          empty={
            <Empty title={t('topology:none')} why={t('topology:noneWhy')}>
              <Link to={to('ProjectPoints', { projectId: project.id })}>{t('points:menu')}</Link>
            </Empty>
          }
        >
          {() => <Panes tree={tree} sight={sight} full={full === 'yes'} />}
        </Answer>
      </div>
    </Page>
  );
}

/** What is looked at of the tree: view and search in the address, the chosen node, what was opened or closed by hand. */
function useTopoSight(tree: TopoTreeNodes) {
  const [view, setView] = useUrlState<TopoView>('view', 'all');
  const [keyword, setKeyword] = useUrlState('q', '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const deferred = useDeferredValue(keyword);
  const small = tree.nodes.length <= smallNodes;
  const keep = useMemo(() => topoFilter(tree, view, deferred), [tree, view, deferred]);
  const rows = useMemo(() => topoRows(tree, (id) => small !== toggled.has(id), keep), [tree, small, toggled, keep]);
  const toggle = (id: string): void => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  return { rows, toggle, view, setView, keyword, setKeyword, chosen, setChosen };
}
type TopoSight = ReturnType<typeof useTopoSight>;

function Counts({ tree }: { tree: TopoTreeNodes }) {
  const { t } = useTranslation();
  const counts = useMemo(() => topoCounts(tree), [tree]);
  return (
    <StatStrip
      small
      stats={countNames.map((key) => ({ label: t(`topology:count.${key}`), value: formatCount(counts[key]) }))}
    />
  );
}

function TopoBar({ sight, full, onFull }: { sight: TopoSight; full: boolean; onFull: (on: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('topology:title')}>
      <SearchField widthPx={220} label={t('topology:find')} value={sight.keyword} onChange={sight.setKeyword} />
      <Segmented
        label={t('topology:show')}
        value={sight.view}
        options={views.map((value) => ({ value, label: t(`topology:view.${value}`) }))}
        onChange={(next) => sight.setView(next === 'all' ? null : next)}
      />
      <span className="pl-gap" />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label className="pl-row pl-sm all">
        <Switch size="small" checked={full} onChange={onFull} />
        {t('topology:allFields')}
      </label>
    </Toolbar>
  );
}

/** The tree, and beside it what is known of the node that was chosen. */
function Panes({ tree, sight, full }: { tree: TopoTreeNodes; sight: TopoSight; full: boolean }) {
  const { t } = useTranslation();
  const node = sight.chosen === null ? undefined : tree.byId.get(sight.chosen);
  const clear = (): void => {
    sight.setKeyword(null);
    sight.setView(null);
  };
  if (sight.rows.length === 0)
    return (
      <Empty title={t('topology:noneFound')}>
        <Button onClick={clear}>{t('projects:clear')}</Button>
      </Empty>
    );
  return (
    <div className="panes">
      <TopoTree rows={sight.rows} chosen={sight.chosen} onChoose={sight.setChosen} onToggle={sight.toggle} />
      {node && <TopoFacts tree={tree} node={node} full={full} onClose={() => sight.setChosen(null)} />}
    </div>
  );
}
