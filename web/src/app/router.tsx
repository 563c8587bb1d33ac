import { createHashRouter, type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router';
import { loadWords } from '../kernel/language.ts';
import { queryClient } from '../kernel/queries.ts';
import { current } from '../kernel/session.ts';
import { Broken } from './Broken.tsx';
import { NeedsPermission, NeedsSession } from './guards.tsx';
import { PageTitle } from './PageTitle.tsx';
import { ProjectPlace } from './ProjectPlace.tsx';
import type { PageReads } from './page.ts';
import { pageFiles } from './page-files.ts';
import { allPages, isOfProject, type NamedPage } from './pages.ts';
import { Shell } from './shell/Shell.tsx';
import { warmHome } from './warm-pages.ts';

/** The page that the first words are enough for: whoever signs in over a slow network does not wait for the others. */
const firstPage = 'Sign';

/** While the first page's file is on its way. */
const Blank = (): null => null;

/** Asks without waiting: the page is drawn meanwhile, and finds the answers under way. */
const asking =
  (reads: PageReads) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    if (current() !== null)
      for (const query of reads({
        projectId: Number(params['projectId']),
        search: new URL(request.url).searchParams,
      }))
        void queryClient.prefetchQuery(query);
    return null;
  };

/** Hash routes from the lists of pages. A page is fetched when it is first opened; until then the one before stays. */
function routeOf(page: NamedPage): RouteObject {
  return {
    id: page.name,
    path: page.path,
    ErrorBoundary: Broken,
    HydrateFallback: Blank,
    lazy: async () => {
      const isFirst = page.name === firstPage;
      const [{ default: Page, reads }] = await Promise.all([pageFiles[page.name](), isFirst ? null : loadWords()]);
      if (isFirst) warmHome();
      if (page.frame !== undefined)
        return {
          Component: () => (
            <>
              <PageTitle page={page} />
              <Page />
            </>
          ),
        };
      return {
        ...(reads && {
          loader: asking(reads),
          // What is narrowed or chosen on the page stands in its address too.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        }),
        Component: () => (
          <>
            <PageTitle page={page} />
            <NeedsPermission page={page}>
              <Page />
            </NeedsPermission>
          </>
        ),
      };
    },
  };
}

const framed = allPages.filter((page) => page.frame === undefined);

export const makeRouter = () =>
  createHashRouter([
    { path: '/', element: <Navigate to="/dashboard" replace /> },
    ...allPages.filter((page) => page.frame !== undefined).map(routeOf),
    {
      element: (
        <NeedsSession>
          <Shell />
        </NeedsSession>
      ),
      ErrorBoundary: Broken,
      HydrateFallback: Blank,
      children: [
        {
          path: '/projects/:projectId/monitor',
          element: <Navigate to="../monitor-new/home" relative="path" replace />,
        },
        { element: <ProjectPlace />, children: framed.filter(isOfProject).map(routeOf) },
        ...framed.filter((page) => !isOfProject(page)).map(routeOf),
      ],
    },
  ]);
