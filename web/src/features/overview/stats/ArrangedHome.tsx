import type { HomeChoice } from '@plumbline/contract/people/users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { StatusTag } from '../../../design/Status.tsx';

type Panels = Readonly<Record<Exclude<HomeChoice['panels'][number]['panel'], 'favourites'>, ReactNode>>;

/** The panels of Home as somebody arranged them: two beside each other, a wide one alone. */
export default function ArrangedHome({ choice, panels }: { choice: HomeChoice; panels: Panels }) {
  return (
    <div className="home-arranged">
      {choice.panels.map(({ panel, isWide }) => (
        <div key={panel} className={`pl-panes${isWide ? ' wide' : ''}`} data-panel={panel}>
          {panel === 'favourites' ? <Favourites ids={choice.favouriteIds} /> : panels[panel]}
        </div>
      ))}
    </div>
  );
}

/** Projects that somebody chose, in their order, each with how it is. What they may no longer see is not there. */
function Favourites({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const query = useProjects();
  return (
    <Pane title={t('stats:arrange.favourites')}>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ projects }) => {
          const chosen = ids.flatMap((id) => projects.find((each) => each.id === id) ?? []);
          if (chosen.length === 0) return <Empty title={t('stats:arrange.noFavourites')} />;
          return (
            <ul className="home-favourites">
              {chosen.map(({ id, name, summary }) => (
                <li key={id}>
                  <Link className="pl-ell" to={to('ProjectScreen', { projectId: id })}>
                    {name}
                  </Link>
                  <StatusTag status={summary.status} words="word" />
                </li>
              ))}
            </ul>
          );
        }}
      </Answer>
    </Pane>
  );
}
