import { languagePacks } from '@plumbline/contract/platform/language-packs';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pages } from '../../../design/Pages.tsx';
import { SettledSearch } from '../../../design/SettledSearch.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';

const pageSize = 200;

/** Lists the texts that a pack lacks: each key with the words of the language below. */
export function MissingPanel({
  pack: { lang, name },
  onClose,
}: {
  pack: { readonly lang: string; readonly name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const query = useRead(
    languagePacks.missing,
    { lang, page, ...(keyword && { keyword }) },
    { placeholderData: keepPreviousData },
  );
  const search = (text: string): void => {
    setPage(1);
    setKeyword(text);
  };
  return (
    <SidePanel open onClose={onClose} title={t('languagePacks:missingIn', { name })} widthPx={520}>
      <SettledSearch widthPx={260} label={t('languagePacks:find')} value={keyword} onSettled={search} />
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={({ total }) => total === 0}
        empty={<Empty title={t('languagePacks:nothingMissing')} why={t('languagePacks:nothingMissingWhy')} />}
      >
        {({ missing, total }) => (
          <>
            <ul className="lp-missing">
              {missing.map(({ key, from }) => (
                <li key={key}>
                  <code className="pl-3 pl-sm">{key}</code>
                  <span>{from}</span>
                </li>
              ))}
            </ul>
            {total > pageSize && <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />}
          </>
        )}
      </Answer>
    </SidePanel>
  );
}
