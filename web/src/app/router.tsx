import { createHashRouter, type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router';
import { queryClient } from '../kernel/queries.ts';
import { current } from '../kernel/session.ts';
import { Broken } from './Broken.tsx';
import { type FeaturePage, featurePages, type PageReads, pathOf } from './feature-pages.ts';
import { NeedsPermission, NeedsSession } from './guards.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageTitle } from './PageTitle.tsx';
import { ProjectPlace } from './ProjectPlace.tsx';
import { Shell } from './shell/Shell.tsx';

/** While the first page's file is on its way. */
const Nothing = (): null => null;

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

/** Hash routes from the features' lists. A page is fetched when it is first opened; until then the one before stays. */
function routeOf(page: FeaturePage): RouteObject {
  return {
    id: page.name,
    path: pathOf(page),
    ErrorBoundary: Broken,
    HydrateFallback: Nothing,
    lazy: async () => {
      const { default: Page, reads } = await page.page();
      if (page.frame === 'bare')
        return {
          Component: () => (
            <>
              <PageTitle name={page.name} />
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
            <PageTitle name={page.name} />
            <NeedsPermission needs={page.needs}>
              <Page />
            </NeedsPermission>
          </>
        ),
      };
    },
  };
}

const framed = featurePages.filter((page) => page.frame !== 'bare');
const inProject = framed.filter((page) => pathOf(page).includes(':projectId'));

export const makeRouter = () =>
  createHashRouter([
    { path: '/', element: <Navigate to="/dashboard" replace /> },
    ...featurePages.filter((page) => page.frame === 'bare').map(routeOf),
    {
      element: (
        <NeedsSession>
          <Shell />
        </NeedsSession>
      ),
      ErrorBoundary: Broken,
      HydrateFallback: Nothing,
      children: [
        {
          path: '/projects/:projectId/monitor',
          element: <Navigate to="../monitor-new/home" relative="path" replace />,
        },
        { element: <ProjectPlace />, children: inProject.map(routeOf) },
        ...framed.filter((page) => !inProject.includes(page)).map(routeOf),
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
