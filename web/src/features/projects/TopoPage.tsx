import { wordKey } from '../../kernel/words.ts';
import './topo.css';
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page, StatStrip } from '../../design/Pane.tsx';
import { SearchField } from '../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { saveCsv } from '../../kernel/save-csv.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { useTopo } from './projects.queries.ts';
import { TopoFacts } from './TopoFacts.tsx';
import { TopoTree } from './TopoTree.tsx';
import { isUnbound, isUnwell, type TopoView, topoFilter, topoLines, topoRows, topoTree } from './topo-rows.ts';

/** Of a project this small everything is open at first. */
const smallNodes = 150;

/** How the readings of a project arrive: DTU, collector, measuring device, channel, point. */
export default function TopoPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [view, setView] = useUrlState<TopoView>('view', 'all');
  const [keyword, setKeyword] = useUrlState('q', '');
  const [full, setFull] = useUrlState('fields', '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(keyword);
  const query = useTopo(project.id, full === 'yes');
  const tree = useMemo(() => topoTree(query.data?.nodes ?? []), [query.data]);
  const small = tree.nodes.length <= smallNodes;
  const keep = useMemo(() => topoFilter(tree, view, wanted), [tree, view, wanted]);
  const rows = useMemo(() => topoRows(tree, (id) => small !== toggled.has(id), keep), [tree, small, toggled, keep]);
  const counts = useMemo(() => {
    const of = (test: (node: (typeof tree.nodes)[number]) => boolean): number => tree.nodes.filter(test).length;
    return {
      devices: of(({ kind }) => kind !== 'channel' && kind !== 'point'),
      points: of(({ kind }) => kind === 'point'),
      unbound: of((node) => isUnbound(tree, node)),
      unwell: of(isUnwell),
    };
  }, [tree]);
  const toggle = (id: string): void => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  const save = (): void => {
    const kinds = ['DTU', 'collector', 'measuring', 'channel', 'point'] as const;
    const more = full === 'yes';
    saveCsv(
      `${project.name} ${t('projects:topo.title')}.csv`,
      [
        ...kinds.map((kind) => t(`projects:topo.kind.${kind}`)),
        ...[
          'sncode',
          'model',
          'health',
          'connection',
          ...(more ? ['iccid', 'register', 'manufacturer', 'seenAt'] : []),
        ].map((word) => t(wordKey(`projects:topo.${word}`))),
      ],
      topoLines(tree).map((way) => {
        const device = way.measuring ?? way.collector ?? way.DTU;
        return [
          ...kinds.map((kind) => way[kind]?.name ?? null),
          device?.sncode ?? null,
          device?.model ?? null,
          device?.health ? t(`common:health.${device.health}`) : null,
          device === undefined ? null : t(`devices:connection.${device.connected ? 'connected' : 'notConnected'}`),
          ...(more
            ? [
                device?.device?.iccid ?? null,
                device?.device?.register ?? null,
                device?.device?.manufacturer ?? null,
                device?.device?.seenAt ?? null,
              ]
            : []),
        ];
      }),
    );
  };
  const node = chosen === null ? undefined : tree.byId.get(chosen);
  return (
    <Page
      flush
      title={t('projects:topo.title')}
      note={project.name}
      actions={
        <Button icon={<DownloadOutlined />} disabled={tree.nodes.length === 0} onClick={save}>
          {t('projects:topo.export')}
        </Button>
      }
    >
      <div className="pj-topo">
        {query.data && tree.nodes.length > 0 && (
          <StatStrip
            small
            stats={(['devices', 'points', 'unbound', 'unwell'] as const).map((key) => ({
              label: t(`projects:topo.count.${key}`),
              value: formatCount(counts[key]),
            }))}
          />
        )}
        <Toolbar label={t('projects:topo.title')}>
          <SearchField widthPx={220} label={t('projects:topo.find')} value={keyword} onChange={setKeyword} />
          <Segmented
            label={t('projects:topo.show')}
            value={view}
            options={(['all', 'unbound', 'unwell'] as const).map((value) => ({
              value,
              label: t(`projects:topo.view.${value}`),
            }))}
            onChange={(next) => setView(next === 'all' ? null : next)}
          />
          <span className="pl-gap" />
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
          <label className="pl-row pl-sm all">
            <Switch size="small" checked={full === 'yes'} onChange={(on) => setFull(on ? 'yes' : null)} />
            {t('projects:topo.allFields')}
          </label>
        </Toolbar>
        <Answer
          query={query}
          loading={<SkeletonRows rows={12} rowPx={30} />}
          isEmpty={() => tree.nodes.length === 0}
          empty={
            <Empty title={t('projects:topo.none')} why={t('projects:topo.noneWhy')}>
              <Link to={to('ProjectPoints', { projectId: project.id })}>{t('points:menu')}</Link>
            </Empty>
          }
        >
          {() =>
            rows.length === 0 ? (
              <Empty title={t('projects:topo.noneFound')}>
                <Button
                  onClick={() => {
                    setKeyword(null);
                    setView(null);
                  }}
                >
                  {t('projects:clear')}
                </Button>
              </Empty>
            ) : (
              <div className="panes">
                <TopoTree rows={rows} chosen={chosen} onChoose={setChosen} onToggle={toggle} />
                {node && <TopoFacts tree={tree} node={node} full={full === 'yes'} onClose={() => setChosen(null)} />}
              </div>
            )
          }
        </Answer>
      </div>
    </Page>
  );
}
