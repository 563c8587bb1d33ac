import {
  BankOutlined,
  FileOutlined,
  HddOutlined,
  LineChartOutlined,
  ProjectOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { stats } from '@plumbline/contract/overview/stats';
import { keepPreviousData } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { wordsOf } from '../../kernel/failures.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { to } from '../paths.ts';
import { type JumpPage, useJumpPages } from './jump-pages.ts';
import { useOtherPage } from './other-page.ts';

type Found = Reply<typeof stats.search>['found'][number] | JumpPage;
const icons = {
  page: FileOutlined,
  project: ProjectOutlined,
  structure: BankOutlined,
  point: LineChartOutlined,
  device: HddOutlined,
} as const;

function addressOf(result: Found): string {
  if (result.kind === 'page') return result.address;
  if (result.kind === 'project') return to('ProjectScreen', { projectId: result.id });
  if (result.kind === 'structure' && result.projectId !== null)
    return to('StructureScreen', { projectId: result.projectId, structureId: result.id });
  if (result.kind === 'point' && result.projectId !== null)
    return to('DataView', { projectId: result.projectId }, { point: result.id });
  return to('DeviceWarehouse', {}, { device: result.id });
}

/** Ctrl+K: jumps to a page, project, structure, point or device by name or serial number. Says when it shows only some. */
export default function JumpBox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [at, setAt] = useState(0);
  const { wanted, found, query, more } = useSearchResults(keyword.trim());
  useOtherPage(onClose);
  const go = (each: Found | undefined): void => {
    if (!each) return;
    onClose();
    void navigate(addressOf(each));
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 88 }}
      title={<span className="pl-visually-hidden">{t('shell:jump')}</span>}
      styles={{ container: { padding: 8 }, header: { display: 'contents' } }}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined className="pl-3" />}
        placeholder={t('shell:jump')}
        aria-label={t('shell:jump')}
        value={keyword}
        maxLength={50}
        onChange={(event) => {
          setKeyword(event.target.value);
          setAt(0);
        }}
        onKeyDown={key}
      />
      {wanted !== '' && (
        <ResultList found={found} at={at} onAt={setAt} onOpen={go}>
          <ResultNotes wanted={wanted} count={found.length} more={more} query={query} />
        </ResultList>
      )}
    </Modal>
  );
}

/** What a keyword finds, pages first; and whether there is more of either. */
function useSearchResults(keyword: string) {
  const deferred = useDeferredValue(keyword);
  const query = useRead(
    stats.search,
    { keyword: deferred },
    {
      enabled: deferred !== '',
      placeholderData: keepPreviousData,
    },
  );
  const { pages, more: morePages } = useJumpPages(deferred);
  const results: readonly Found[] = deferred === '' ? [] : [...pages, ...(query.data?.found ?? [])];
  return { wanted: deferred, found: results, query, more: morePages || query.data?.more === true };
}
type Finding = ReturnType<typeof useSearchResults>;

function ResultList({
  found,
  at,
  onAt,
  onOpen,
  children,
}: {
  found: readonly Found[];
  at: number;
  onAt: (at: number) => void;
  onOpen: (found: Found) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="listbox"
      aria-label={t('shell:jump')}
      style={{
        borderTop: '1px solid var(--pl-line)',
        marginTop: 8,
        paddingTop: 8,
        maxHeight: 420,
        overflowY: 'auto',
      }}
    >
      {found.map((each, i) => {
        const Icon = icons[each.kind];
        return (
          <button
            key={`${each.kind}${each.id}`}
            type="button"
            role="option"
            aria-selected={i === at}
            className={`pl-bare pick${i === at ? ' on' : ''}`}
            onMouseMove={() => onAt(i)}
            onClick={() => onOpen(each)}
          >
            <Icon className="pl-3" />
            <span className="pl-ell">{each.name}</span>
            <span className="pl-gap" />
            <span className="pl-3 pl-sm pl-ell">{each.where}</span>
          </button>
        );
      })}
      {children}
    </div>
  );
}

/** Under the list: that there is more, that it failed, or that nothing was found. */
function ResultNotes({ wanted, count, more, query }: Pick<Finding, 'wanted' | 'more' | 'query'> & { count: number }) {
  const { t } = useTranslation();
  return (
    <>
      {more && count > 0 && (
        <p className="pl-3 pl-sm" style={{ padding: '8px 10px 4px' }}>
          {t('shell:jumpMore')}
        </p>
      )}
      {query.error && (
        <p className="pl-2" style={{ padding: 8 }}>
          {wordsOf(query.error, t).words}
        </p>
      )}
      {query.data && !query.isFetching && count === 0 && (
        <p className="pl-3" style={{ padding: 8 }}>
          {t('shell:nothingFound', { keyword: wanted })}
        </p>
      )}
    </>
  );
}
