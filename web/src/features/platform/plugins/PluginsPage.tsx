import './plugins.css';
import type { Plugin } from '@plumbline/contract/platform/plugins';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, missing } from '../../../kernel/format.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { PluginPanel } from './PluginPanel.tsx';
import { PluginState } from './PluginState.tsx';
import { usePlugins } from './plugins.queries.ts';

/** The plug-ins of the installation: what lies in the folder, what of it may run, how it runs. */
export default function PluginsPage() {
  const { t } = useTranslation();
  const query = usePlugins();
  const [open, setOpen] = useUrlState('plugin', '');
  const columns = useColumns();
  const { plugins, folder = '', publishers } = query.data ?? {};
  const chosen = plugins?.find(({ name }) => name === open);
  const page = (
    <>
      <Toolbar label={t('plugins:tab')}>
        <span className="pl-2 plug-lead">
          {t('plugins:folder')} <code>{folder}</code>
          {folder !== '' && <CopyButton text={folder} />}
        </span>
        <span className="pl-gap" />
        <span className="pl-2 pl-wide-only">
          {publishers?.length === 0
            ? t('plugins:noPublishers')
            : publishers && t('plugins:publishers', { names: publishers.join(', ') })}
        </span>
      </Toolbar>
      <DataTable
        rows={plugins}
        columns={columns}
        rowKey={({ file }) => file}
        widthPx={320}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        onOpen={({ name }) => setOpen(name)}
        isOpen={({ name }) => name === open}
        empty={
          <Empty
            title={t('plugins:none')}
            why={t(publishers?.length === 0 ? 'plugins:noneNoKeys' : 'plugins:noneWhy')}
          />
        }
      />
      {chosen && <PluginPanel key={chosen.name} plugin={chosen} onClose={() => setOpen(null)} />}
    </>
  );
  // Plug-ins are the installation's: it does not matter which corporation a System account has chosen.
  return <Console otherwise={page}>{() => page}</Console>;
}

function useColumns(): Columns<Plugin> {
  const { t } = useTranslation();
  return [
    {
      title: t('plugins:name'),
      key: 'name',
      render: (_, { title, name, version }) => (
        <span className="plug-name">
          <span className="pl-b">{title}</span>
          <span className="pl-3 pl-sm">{[name === title ? '' : name, version].filter(Boolean).join(' ')}</span>
        </span>
      ),
    },
    {
      title: t('plugins:state'),
      key: 'state',
      width: 200,
      render: (_, plugin) => <PluginState plugin={plugin} />,
    },
    {
      title: t('plugins:does'),
      key: 'does',
      responsive: ['md'],
      render: (_, { capabilities }) => (
        <span className="pl-2">
          {[...new Set(capabilities.map(({ kind }) => t(`plugins:kinds.${kind}`)))].join(', ') || missing}
        </span>
      ),
    },
    {
      title: t('plugins:publisher'),
      key: 'publisher',
      width: 150,
      responsive: ['lg'],
      render: (_, { publisher }) => <span className="pl-2">{publisher ?? missing}</span>,
    },
    {
      ...numeric(t('plugins:uses')),
      key: 'uses',
      width: 96,
      responsive: ['sm'],
      render: (_, { useCount }) => formatCount(useCount),
    },
    {
      ...numeric(t('plugins:calls')),
      key: 'calls',
      width: 96,
      responsive: ['md'],
      render: (_, { runs }) =>
        runs.length === 0 ? missing : formatCount(runs.reduce((sum, { calls }) => sum + calls, 0)),
    },
  ];
}
