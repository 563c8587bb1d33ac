import type { Person, peopleSorts } from '@plumbline/contract/site/projects.people';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../design/DataTable.tsx';
import { numeric } from '../../design/DataTable.tsx';
import { roleName } from '../../features/people/roles/role-words.parts.ts';
import { UserStatus } from '../../features/people/users/console.parts.tsx';
import { formatAge, formatCount, formatDay, formatTime } from '../../kernel/format.ts';
import type { PeopleFilter } from './people-list.ts';

// Long because it is one list: a column after the other, each with its words, width and cell.
/** The columns of the list of accounts; on a phone two of them have what the others would say. */
export function usePeopleColumns({ sort, isDescending }: PeopleFilter): Columns<Person> {
  const { t } = useTranslation();
  const sorted = (key: (typeof peopleSorts)[number]) => ({
    key,
    sorter: true,
    sortOrder: sort === key ? (isDescending ? ('descend' as const) : ('ascend' as const)) : null,
  });
  return [
    {
      title: t('people:username'),
      ...sorted('name'),
      render: (_, person) => (
        <span className="uname">
          <span className={`pl-ell ${person.disabled ? 'pl-3' : 'pl-b'}`}>{person.name}</span>
          <span className="pl-sm pl-3 pl-ell">{person.displayName}</span>
          <span className="pl-sm pl-2 pl-phone-only">
            {t(`users:type.${person.type}`)}
            {person.disabled && ` · ${t('people:disabled')}`}
          </span>
        </span>
      ),
    },
    {
      title: t('people:type'),
      key: 'type',
      width: 130,
      render: (_, { type }) => t(`users:type.${type}`),
      responsive: ['sm'],
    },
    {
      title: t('people:status'),
      key: 'status',
      width: 110,
      render: (_, person) => <UserStatus user={person} />,
      responsive: ['sm'],
    },
    {
      title: t('people:list.lastSignIn'),
      ...sorted('lastSignIn'),
      width: 170,
      render: (_, person) => <LastSignIn person={person} />,
    },
    {
      title: t('people:list.secondFactor'),
      key: 'factor',
      width: 150,
      render: (_, person) => <SecondFactors person={person} />,
      responsive: ['md'],
    },
    {
      ...numeric(t('people:list.projects')),
      ...sorted('projects'),
      width: 110,
      render: (_, { projects }) => <span className="pl-num">{formatCount(projects)}</span>,
      responsive: ['md'],
    },
    {
      title: t('people:list.roles'),
      key: 'roles',
      width: 200,
      render: (_, { roles }) => {
        const words = roles.map((role) => roleName(role, t)).join(', ');
        return (
          <span className="pl-2 pl-ell" title={words}>
            {words}
          </span>
        );
      },
      responsive: ['lg'],
    },
    {
      title: t('people:createdAt'),
      ...sorted('createdAt'),
      width: 120,
      render: (_, { createdAt }) => <span className="pl-2">{formatDay(createdAt)}</span>,
      responsive: ['xl'],
    },
  ];
}

/** How long ago, and by which way; the time itself on pointing. */
function LastSignIn({ person: { lastSignIn, secondFactors } }: { person: Person }) {
  const { t, i18n } = useTranslation();
  const factors = secondFactors.map((each) => t(`people:list.factor.${each}`)).join(', ');
  return (
    <span className="uname">
      {lastSignIn === null ? (
        <span className="pl-3">{t('people:list.never')}</span>
      ) : (
        <>
          <Tooltip title={formatTime(lastSignIn.at)}>
            <span>{formatAge(lastSignIn.at, i18n.language)}</span>
          </Tooltip>
          <span className="pl-sm pl-3">{t(`people:list.way.${lastSignIn.by ?? 'unknown'}`)}</span>
        </>
      )}
      {factors !== '' && <span className="pl-sm pl-2 pl-phone-only">{factors}</span>}
    </span>
  );
}

function SecondFactors({ person: { secondFactors } }: { person: Person }) {
  const { t } = useTranslation();
  if (secondFactors.length === 0) return <span className="pl-3">{t('people:list.factor.none')}</span>;
  return secondFactors.map((each) => t(`people:list.factor.${each}`)).join(', ');
}
