import './api-reference.css';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { restore } from '../../app/restore.queries.ts';
import { Page } from '../../design/Pane.tsx';
import { SearchField } from '../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { current } from '../../kernel/session.ts';
import { useUrlChange, useUrlState } from '../../kernel/url-state.ts';
import { wordKey } from '../../kernel/words.ts';
import { finderOf } from './find-operations.ts';
import { Method, OperationArticle } from './OperationArticle.tsx';
import { useReference } from './reference.queries.ts';
import type { Operation, Reference } from './reference-document.ts';

/** Operations that a search shows; a further word narrows it. */
const shownHits = 60;

/** Every operation of the API: found by words at the left, one of them at the right. It reads without a session. */
export default function ApiReferencePage() {
  const { t } = useTranslation();
  const query = useReference();
  useEffect(() => {
    // Whoever is signed in in this browser tries operations as themselves.
    if (current() === null) void restore();
  }, []);
  return (
    <div className="api-page">
      <Page
        title={t('apiReference:title')}
        note={query.data?.document.info.version}
        actions={
          <>
            <a href="./api/openapi.json" className="pl-sm">
              openapi.json
            </a>
            <Link to={to('Home')} className="pl-sm">
              {t('apiReference:product')}
            </Link>
          </>
        }
        flush
      >
        <Answer query={query} loading={<SkeletonRows rows={14} />}>
          {(reference) => <Both reference={reference} />}
        </Answer>
      </Page>
    </div>
  );
}

function Both({ reference }: { reference: Reference }) {
  const { t } = useTranslation();
  const change = useUrlChange();
  const [id] = useUrlState('op', '');
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const find = useMemo(() => finderOf(reference.operations), [reference]);
  const hits = useMemo(() => find(words), [find, words]);
  const open = reference.operations.find(({ operationId }) => operationId === id);
  const choose = (operation: Operation) => change({ op: operation.operationId });
  return (
    <div className={`api-reference${open ? ' open' : ''}`}>
      <nav aria-label={t('apiReference:operations')}>
        <div className="api-search">
          <SearchField
            label={t('apiReference:find', { count: reference.operations.length })}
            value={words}
            onChange={(text) => {
              setWords(text);
              setAt(0);
            }}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
              const last = Math.min(hits.length, shownHits) - 1;
              if (step !== 0) {
                event.preventDefault();
                setAt(Math.max(0, Math.min(last, at + step)));
              }
              const hit = hits[at];
              if (event.key === 'Enter' && hit) choose(hit);
            }}
          />
        </div>
        {words.trim() === '' ? (
          <Wings reference={reference} id={id} onChoose={choose} />
        ) : (
          <Hits hits={hits} at={at} id={id} onChoose={choose} />
        )}
      </nav>
      <article key={id}>
        <button type="button" className="api-back" onClick={() => change({ op: null })}>
          {t('apiReference:all')}
        </button>
        {open ? <OperationArticle document={reference.document} operation={open} /> : <Begin reference={reference} />}
      </article>
    </div>
  );
}

/** Wings and features, folded: what is folded is not drawn. */
function Wings({ reference, id, onChoose }: { reference: Reference; id: string; onChoose: (one: Operation) => void }) {
  const { t } = useTranslation();
  return reference.wings.map(({ wing, features }) => (
    <section key={wing}>
      <h2 className="pl-h3">{t(wordKey(`apiReference:wings.${wing}`))}</h2>
      {features.map(({ feature, description, operations }) => (
        <Feature key={feature} title={feature} description={description} isOpen={id.startsWith(`${feature}.`)}>
          {operations.map((each) => (
            <Entry key={each.operationId} operation={each} isOpen={each.operationId === id} onChoose={onChoose} />
          ))}
        </Feature>
      ))}
    </section>
  ));
}

function Feature({
  title,
  description,
  isOpen: isOpenAtFirst,
  children,
}: {
  title: string;
  description: string;
  isOpen: boolean;
  children: React.ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={description}>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function Entry({
  operation,
  isOpen,
  onChoose,
}: {
  operation: Operation;
  isOpen: boolean;
  onChoose: (one: Operation) => void;
}) {
  return (
    <button
      type="button"
      className="api-entry"
      aria-current={isOpen ? 'page' : undefined}
      title={operation.summary}
      onClick={() => onChoose(operation)}
    >
      <Method method={operation.method} /> <span>{operation.path.slice('/api'.length)}</span>
    </button>
  );
}

const showNearest = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: 'nearest' });

function Hits({
  hits,
  at,
  id,
  onChoose,
}: {
  hits: readonly Operation[];
  at: number;
  id: string;
  onChoose: (one: Operation) => void;
}) {
  const { t } = useTranslation();
  if (hits.length === 0) return <Empty title={t('apiReference:none')} why={t('apiReference:noneWhy')} />;
  return (
    <div role="listbox" aria-label={t('apiReference:operations')}>
      {hits.slice(0, shownHits).map((each, index) => (
        <div
          key={each.operationId}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className="api-hit"
          ref={index === at ? showNearest : undefined}
        >
          <Entry operation={each} isOpen={each.operationId === id} onChoose={onChoose} />
          <div className="pl-3 pl-sm">{each.summary}</div>
        </div>
      ))}
      {hits.length > shownHits && (
        <p className="pl-3 pl-sm api-more">{t('apiReference:more', { count: hits.length - shownHits })}</p>
      )}
    </div>
  );
}

function Begin({ reference }: { reference: Reference }) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('apiReference:title')}</h2>
      <p>{t('apiReference:begin', { count: reference.operations.length })}</p>
      <p>{t('apiReference:beginTokens')}</p>
      <dl className="api-features">
        {reference.wings.flatMap(({ features }) =>
          features.map(({ feature, description }) => (
            <div key={feature}>
              <dt>
                <code>{feature}</code>
              </dt>
              <dd>{description}</dd>
            </div>
          )),
        )}
      </dl>
    </>
  );
}
