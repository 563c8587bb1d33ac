import { urgencyOf } from '@plumbline/contract/kernel/status';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router';
import { SearchField } from '../../design/SearchField.tsx';
import { Failed, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { to } from '../paths.ts';
import { useProjects } from './projects.queries.ts';

/** Every project by urgency and name, filtered by name. The open project is scrolled into view. */
export function ProjectLinks({ phone = false }: { phone?: boolean }) {
  const { t } = useTranslation();
  const { projectId } = useParams();
  const [keyword, setKeyword] = useState('');
  const query = useProjects();
  const all = query.data?.projects;
  const list = useRef<HTMLDivElement>(null);
  const loaded = all !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per project, when the list has come
  useEffect(() => {
    // A phone's menu opens at its head: there the list scrolls with all of it.
    if (!phone) list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [projectId, loaded, phone]);
  const links = useMemo(() => {
    const needle = keyword.trim().toLowerCase();
    return (all ?? [])
      .filter((project) => project.name.toLowerCase().includes(needle))
      .sort((a, b) => urgencyOf(b.summary.status) - urgencyOf(a.summary.status) || a.name.localeCompare(b.name));
  }, [all, keyword]);
  if (query.error && !all) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <h6>
        <span>{t('projects:menu')}</span>
        <span>{all?.length}</span>
      </h6>
      <div className="find">
        <SearchField label={t('shell:findProject')} value={keyword} onChange={setKeyword} />
      </div>
      {!all && <SkeletonRows rows={6} rowPx={30} />}
      <div className="plist" ref={list}>
        {links.map((project) => (
          <NavLink
            key={project.id}
            to={to('ProjectScreen', { projectId: project.id })}
            className={String(project.id) === projectId ? 'active' : ''}
            title={project.name}
          >
            <StatusMark status={project.summary.status} size={14} />
            <span className="pl-ell">{project.name}</span>
          </NavLink>
        ))}
        {all && links.length === 0 && (
          <p className="pl-3 pl-sm" style={{ padding: '4px 12px' }}>
            {keyword ? t('shell:noProjectFound') : t('projects:none')}
          </p>
        )}
      </div>
    </>
  );
}
