import { Failure } from '@plumbline/contract/kernel/errors';
import { projects } from '@plumbline/contract/site/projects';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { Failed, SkeletonRows } from '../design/States.tsx';
import { AllowedInPlace } from '../kernel/allowed.tsx';
import { ProjectProvider } from '../kernel/project.tsx';
import { useRead } from '../kernel/reads.ts';
import { warmPages } from './warm-pages.ts';

const NotFoundPage = lazy(() => import('./NotFoundPage.tsx'));

/** Everything under one project: its record, its zone and what the caller may do in it. An unknown project is a page not found. */
export function ProjectPlace() {
  const projectId = Number(useParams().projectId);
  const isValid = Number.isInteger(projectId) && projectId > 0;
  useEffect(warmPages, []);
  const query = useRead(projects.get, { projectId }, { enabled: isValid });
  if (!isValid || (query.error instanceof Failure && query.error.name === 'notFound'))
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );
  if (query.data === undefined)
    return query.error ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={10} />
    );
  return (
    <AllowedInPlace value={query.data.permissions}>
      <ProjectProvider value={query.data}>
        <Outlet key={projectId} />
      </ProjectProvider>
    </AllowedInPlace>
  );
}
