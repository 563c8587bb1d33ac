import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { SearchField } from '../../design/SearchField.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { to } from '../paths.ts';
import { Dropdown } from './Dropdown.tsx';
import { useProjects } from './projects.queries.ts';

/** The open project's name; with more than one project, a list to change to another, filtered by name. */
export function ProjectSwitch({ projectId }: { projectId: number }) {
  const { data } = useProjects();
  const [open, setOpen] = useState(false);
  const here = data?.projects.find((project) => project.id === projectId);
  if (!data || !here) return null;
  const name = (
    <>
      <StatusMark status={here.summary.status} />
      <span className="pl-b pl-ell">{here.name}</span>
    </>
  );
  if (data.projects.length < 2)
    return (
      <Link className="sw" to={to('ProjectScreen', { projectId })}>
        {name}
      </Link>
    );
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      side="left"
      widthPx={300}
      paddingPx={8}
      button={
        <button type="button" className="pl-bare sw" aria-expanded={open}>
          {name}
          <DownOutlined style={{ fontSize: 11 }} />
        </button>
      }
    >
      <Choices here={projectId} onDone={() => setOpen(false)} />
    </Dropdown>
  );
}

function Choices({ here, onDone }: { here: number; onDone: () => void }) {
  const { t } = useTranslation();
  const { data } = useProjects();
  const { pathname } = useLocation();
  const [keyword, setKeyword] = useState('');
  const matching = useMemo(
    () =>
      (data?.projects ?? [])
        .filter((project) => project.name.toLowerCase().includes(keyword.trim().toLowerCase()))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [data, keyword],
  );
  // The same page of the other project, where the address names nothing but the project.
  const same = (id: number): string =>
    /^\/projects\/\d+\/[^?]+$/.test(pathname)
      ? pathname.replace(/^\/projects\/\d+/, `/projects/${id}`)
      : to('ProjectScreen', { projectId: id });
  return (
    <div>
      <SearchField autoFocus label={t('shell:findProject')} value={keyword} onChange={setKeyword} />
      <div style={{ maxHeight: 360, overflowY: 'auto', marginTop: 8 }}>
        {matching.map((project) => (
          <Link key={project.id} className="pick" to={same(project.id)} onClick={onDone}>
            <StatusMark status={project.summary.status} size={14} />
            <span className="pl-gap pl-ell">{project.name}</span>
            {project.id === here && <CheckOutlined />}
          </Link>
        ))}
        {matching.length === 0 && (
          <p className="pl-3" style={{ padding: 8 }}>
            {t('shell:noProjectFound')}
          </p>
        )}
      </div>
    </div>
  );
}
