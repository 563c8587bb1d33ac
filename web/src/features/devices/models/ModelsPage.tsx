import './models.css';
import { PlusOutlined } from '@ant-design/icons';
import { deviceTypes } from '@plumbline/contract/devices/devices.words';
import { type Model, models } from '@plumbline/contract/devices/models';
import { Button, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatCount, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { ModelDialog } from './ModelDialog.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { nameOf } from './model-words.ts';

/** The catalogue of predefined models. A System account keeps it; everybody else reads it. */
export default function ModelsPage() {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  // The catalogue is the installation's: it does not matter which corporation a System account has chosen.
  const list = (
    <>
      <Catalogue />
      {making && <ModelDialog onClose={() => setMaking(false)} />}
    </>
  );
  return (
    <Console
      otherwise={list}
      actions={
        <Allowed to={models.create}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
            {t('models:new')}
          </Button>
        </Allowed>
      }
    >
      {() => list}
    </Console>
  );
}

function Catalogue() {
  const { t } = useTranslation();
  const filter = useModelFilter();
  const [open, setOpen] = useUrlState('model', '');
  const query = useRead(models.list, {}, { staleTime: 60_000 });
  const all = query.data?.models;
  const rows = useMemo(() => all?.filter(filter.fits), [all, filter.fits]);
  const columns = useColumns();
  const chosen = all?.find(({ id }) => String(id) === open);
  return (
    <>
      <Filters filter={filter} all={all} shown={rows?.length} />
      <DataTable
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        widthPx={320}
        error={all ? undefined : query.error}
        onRetry={() => void query.refetch()}
        onOpen={({ id }) => setOpen(String(id))}
        isOpen={({ id }) => String(id) === open}
        empty={<Empty title={filter.isNarrowed ? t('models:noneFound') : t('models:none')} />}
      />
      {chosen && <ModelPanel key={chosen.id} model={chosen} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What the catalogue is narrowed to, kept in the address. */
function useModelFilter() {
  const language = useLanguage();
  const [keyword, setKeyword] = useUrlState('q', '');
  const [type, setType] = useUrlState('type', '');
  const [series, setSeries] = useUrlState('series', '');
  const fits = useCallback(
    (model: Model): boolean => {
      const word = keyword.trim().toLowerCase();
      return (
        (type === '' || model.type === type) &&
        (series === '' || model.series === series) &&
        (word === '' ||
          [model.code, model.manufacturer, model.series, nameOf(model, language)].some((each) =>
            each.toLowerCase().includes(word),
          ))
      );
    },
    [keyword, type, series, language],
  );
  const isNarrowed = keyword !== '' || type !== '' || series !== '';
  return { keyword, setKeyword, type, setType, series, setSeries, fits, isNarrowed };
}

function Filters({
  filter,
  all,
  shown,
}: {
  filter: ReturnType<typeof useModelFilter>;
  all: readonly Model[] | undefined;
  /** How many models are listed; undefined = not known yet. */
  shown: number | undefined;
}) {
  const { t } = useTranslation();
  const allSeries = [...new Set(all?.map((model) => model.series))].sort();
  return (
    <Toolbar label={t('warehouse:filters')}>
      <SearchField widthPx={220} label={t('models:find')} value={filter.keyword} onChange={filter.setKeyword} />
      <Choice
        word={t('devices:series')}
        value={filter.series}
        options={allSeries.map((value) => ({ value, label: value }))}
        onChange={filter.setSeries}
      />
      <Choice
        word={t('devices:type')}
        value={filter.type}
        options={deviceTypes.map((value) => ({ value, label: t(`devices:types.${value}`) }))}
        onChange={filter.setType}
      />
      <span className="pl-gap" />
      {shown !== undefined && (
        <span className="pl-3 pl-sm md-filter">{t('models:count', { count: shown, shown: formatCount(shown) })}</span>
      )}
    </Toolbar>
  );
}

function Choice({
  word,
  value,
  options,
  onChange,
}: {
  word: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      className="md-filter"
      aria-label={word}
      popupMatchSelectWidth={false}
      value={value}
      options={[{ value: '', label: t('warehouse:anyOf', { filter: word }) }, ...options]}
      onChange={onChange}
    />
  );
}

function useColumns(): Columns<Model> {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      title: t('models:code'),
      key: 'code',
      width: 150,
      sorter: (a, b) => a.code.localeCompare(b.code),
      render: (_, { code }) => <span className="pl-b">{code}</span>,
    },
    {
      title: t('models:label'),
      key: 'label',
      render: (_, model) => <span className="md-wrap">{nameOf(model, language)}</span>,
    },
    {
      title: t('devices:series'),
      key: 'series',
      width: 110,
      responsive: ['sm'],
      sorter: (a, b) => a.series.localeCompare(b.series),
      render: (_, model) => <span className="pl-2">{model.series}</span>,
    },
    ...kindColumns(t),
  ];
}

/** What kind of device a model is. */
const kindColumns = (t: TFunction): Columns<Model> => [
  {
    title: t('devices:type'),
    key: 'type',
    width: 140,
    responsive: ['md'],
    render: (_, model) => <span className="pl-2">{t(`devices:types.${model.type}`)}</span>,
  },
  {
    title: t('devices:categoryWord'),
    key: 'category',
    width: 150,
    responsive: ['lg'],
    render: (_, { category }) => <span className="pl-2">{t(`devices:category.${category}`)}</span>,
  },
  {
    title: t('models:measurements'),
    key: 'measurements',
    responsive: ['xl'],
    render: (_, { measurements }) => {
      const families = measurements.map((each) => t(`families:family.${each}`)).join(', ');
      return (
        <span className="pl-2 pl-ell md-some" title={families}>
          {families || missing}
        </span>
      );
    },
  },
  {
    ...numeric(t('devices:channels')),
    key: 'channels',
    width: 92,
    responsive: ['lg'],
    render: (_, { maxChannels }) => maxChannels,
  },
  {
    title: t('models:origin'),
    key: 'origin',
    width: 120,
    responsive: ['lg'],
    render: (_, { builtIn }) => <span className="pl-2">{builtIn ? t('models:builtIn') : t('models:added')}</span>,
  },
];
