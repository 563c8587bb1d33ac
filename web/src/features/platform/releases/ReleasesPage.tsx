import { releases } from '@plumbline/contract/platform/releases';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { GuideText } from '../guide/guide.parts.tsx';

/** Shows the notes of each version: the versions at the left, the notes of one at the right. */
export default function ReleasesPage() {
  const { t } = useTranslation();
  const [named] = useUrlState('version', '');
  const query = useRead(releases.list, {});
  return (
    <Page title={t('releases:title')} flush>
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {(list) => {
          const open = named || (list.releases[0]?.version ?? '');
          return (
            <div className={`guide${named === '' ? '' : ' open'}`}>
              <nav aria-label={t('releases:versions')}>
                <h2 className="pl-h3">{t('releases:running', { version: list.running })}</h2>
                {list.releases.map(({ version, date }) => (
                  <Link
                    key={version}
                    to={to('Releases', {}, { version })}
                    aria-current={version === open ? 'page' : undefined}
                  >
                    {version} <span className="pl-3 pl-sm">{date}</span>
                  </Link>
                ))}
              </nav>
              <article>
                <Link className="back" to={to('Releases')}>
                  {t('releases:all')}
                </Link>
                {open !== '' && <Notes version={open} />}
              </article>
            </div>
          );
        }}
      </Answer>
    </Page>
  );
}

function Notes({ version }: { version: string }) {
  const language = useLanguage();
  const query = useRead(releases.get, { version, language });
  return (
    <Answer query={query} loading={<SkeletonRows rows={10} />}>
      {(notes) => (
        <>
          <h1>
            {notes.version} <span className="pl-3 pl-sm">{notes.date}</span>
          </h1>
          <GuideText text={notes.text} page="releases" language={language} />
        </>
      )}
    </Answer>
  );
}
