import './guide.css';
import { guide } from '@plumbline/contract/platform/guide';
import { Grid } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { SettledSearch } from '../../../design/SettledSearch.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { GuideText } from './GuideText.tsx';
import { anchorOf } from './markdown.ts';
import { topicAt } from './topics.ts';

/** The guide: its pages at the left, found by words; the one that is open at the right. `from` = the page one came from. */
export default function GuidePage() {
  const { t } = useTranslation();
  const [from] = useUrlState('from', '');
  const [named] = useUrlState('page', '');
  const [keyword, setKeyword] = useUrlState('q', '');
  const page = named || (topicAt(from) ?? '');
  return (
    <Page
      title={t('guide:title')}
      actions={<SettledSearch widthPx={220} label={t('guide:find')} value={keyword} onSettled={setKeyword} />}
      flush
    >
      <div className={`guide${page === '' && keyword === '' ? '' : ' open'}`}>
        <nav aria-label={t('guide:pages')}>
          <Pages open={page} />
        </nav>
        <article>{keyword ? <SearchResults keyword={keyword} /> : <Text page={page || 'around'} />}</article>
      </div>
    </Page>
  );
}

/** Every page, those for users before those for operators, under its part of the index; on a telephone the parts are folded, but for that of the open page. */
function Pages({ open }: { open: string }) {
  const query = useRead(guide.list, { language: useLanguage() });
  const isNarrow = Grid.useBreakpoint().md === false;
  return (
    <Answer query={query} loading={<SkeletonRows rows={12} />}>
      {({ pages }) =>
        [...Map.groupBy(pages, ({ audience }) => audience)].map(([audience, half]) => (
          <section key={audience}>
            <h2 className="pl-h2">{audience}</h2>
            {[...Map.groupBy(half, ({ part }) => part)].map(([part, list]) => (
              <details key={part} open={!isNarrow || list.some(({ name }) => name === open)}>
                <summary>
                  <h3 className="pl-h3">{part}</h3>
                </summary>
                {list.map(({ name, title, language }) => (
                  <Link
                    key={name}
                    lang={language}
                    to={to('Documents', {}, { page: name })}
                    aria-current={name === open ? 'page' : undefined}
                  >
                    {title}
                  </Link>
                ))}
              </details>
            ))}
          </section>
        ))
      }
    </Answer>
  );
}

function Text({ page }: { page: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [at] = useUrlState('at', '');
  const query = useRead(guide.get, { page, language });
  const text = query.data?.text;
  useEffect(() => {
    if (text === undefined) return;
    const heading = at ? document.getElementById(`guide-${at}`) : null;
    (heading ?? document.querySelector('.guide article'))?.scrollIntoView({ block: 'start' });
  }, [text, at]);
  return (
    <>
      <Link className="back" to={to('Documents')}>
        {t('guide:all')}
      </Link>
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {(results) => (
          <div lang={results.language}>
            {results.language !== language && <p className="pl-2 pl-sm">{t('guide:inEnglish')}</p>}
            <h1>{results.title}</h1>
            <GuideText text={results.text} page={results.name} language={results.language} />
          </div>
        )}
      </Answer>
    </>
  );
}

/** Sections that hold the words. */
function SearchResults({ keyword }: { keyword: string }) {
  const { t } = useTranslation();
  const query = useRead(guide.search, { keyword, language: useLanguage() });
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} rowPx={56} />}>
      {({ sections }) =>
        sections.length === 0 ? (
          <Empty title={t('guide:none')} why={t('guide:noneWhy')} />
        ) : (
          <ul className="found">
            {sections.map(({ name, language, title, heading, excerpt }) => (
              <li key={`${name} ${heading}`} lang={language}>
                <Link to={to('Documents', {}, { page: name, at: anchorOf(heading) || undefined })}>
                  {heading ? `${title}: ${heading}` : title}
                </Link>
                <p className="pl-2 pl-sm">{excerpt}</p>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  );
}
