import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { alertGroups } from '@plumbline/contract/alerts/alerts';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { SettledSearch } from '../../design/SettledSearch.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { levelName } from '../../kernel/levels.ts';
import { type AlertFilter, type Span, spans } from './alerts-filter.ts';

/** Filters the alerts: by words, level, span, person. */
export function AlertFilters({
  filter,
  keywordLabel,
  pointName,
  isRefreshing,
  onRefresh,
}: {
  filter: AlertFilter;
  keywordLabel: 'alerts:keyword' | 'alerts:keywordAll';
  /** Where only one point is listed. */
  pointName: string | undefined;
  isRefreshing: boolean;
  onRefresh: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('alerts:filter')}>
      <SettledSearch
        value={filter.keyword}
        onSettled={(keyword) => filter.set({ keyword })}
        label={t(keywordLabel)}
        widthPx={190}
      />
      <LevelSelect filter={filter} />
      <Select<Span | 'all'>
        size="small"
        aria-label={t('alerts:range')}
        style={{ width: 124, flex: 'none' }}
        value={filter.span ?? 'all'}
        onChange={(span) => filter.set({ span })}
        options={[
          { value: 'all', label: t('alerts:span.all') },
          ...(Object.keys(spans) as Span[]).map((span) => ({ value: span, label: t(`alerts:span.${span}`) })),
        ]}
      />
      <Select<string>
        size="small"
        aria-label={t('storms:group.label')}
        style={{ width: 148, flex: 'none' }}
        value={filter.group ?? 'none'}
        onChange={(group) => filter.set({ group: group === 'none' ? null : group })}
        options={(['none', ...alertGroups] as const).map((value) => ({ value, label: t(`storms:group.${value}`) }))}
      />
      <MineButton filter={filter} />
      {filter.pointId !== null && (
        <Button size="small" icon={<CloseOutlined />} onClick={() => filter.set({ point: null })}>
          {pointName ?? t('alerts:onePoint')}
        </Button>
      )}
      <span className="pl-gap" />
      <IconButton icon={<ReloadOutlined />} loading={isRefreshing} label={t('alerts:refresh')} onClick={onRefresh} />
    </Toolbar>
  );
}

function LevelSelect({ filter }: { filter: AlertFilter }) {
  const { t } = useTranslation();
  return (
    <Select<number>
      size="small"
      aria-label={t('alerts:level')}
      style={{ width: 132, flex: 'none' }}
      value={filter.level ?? 0}
      onChange={(level) => filter.set({ level: level || null })}
      options={[
        { value: 0, label: t('alerts:allLevels') },
        ...([4, 3, 2, 1] as const).map((level) => ({
          value: level,
          label: <LevelWith level={level}>{t(`common:level.${levelName(level)}`)}</LevelWith>,
        })),
      ]}
    />
  );
}

/** Those alone that are assigned to the reader. */
function MineButton({ filter }: { filter: AlertFilter }) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      type={filter.isMine ? 'primary' : 'default'}
      aria-pressed={filter.isMine}
      title={t('handling:mineHelp')}
      onClick={() => filter.set({ mine: filter.isMine ? null : 1 })}
    >
      {t('handling:mine')}
    </Button>
  );
}
