import type { User } from '@plumbline/contract/people/users';
import { type Grant, projectGroups } from '@plumbline/contract/site/projects.groups';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';

const first = 20;

/** Shows the projects that a user sees, and the chain of grants by which: account type, role, user group, until when. */
export function AccessSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const query = useRead(projectGroups.grants, { userId: user.id });
  return (
    <section>
      <h3>{t('people:access.title')}</h3>
      <p className="pl-2 pl-sm" style={{ marginBottom: 10 }}>
        {t('people:access.why')}
      </p>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ projects: rows, disabled }) => (
          <>
            {disabled && <p className="pl-notice">{t('people:access.disabled')}</p>}
            {rows.length === 0 && <p className="pl-3">{t('people:access.none')}</p>}
            <ul className="uaccess">
              {(all ? rows : rows.slice(0, first)).map(({ projectId, name, sees, grants }) => (
                <li key={projectId} className={sees ? '' : 'pl-3'}>
                  <Link to={to('ProjectScreen', { projectId })}>{name}</Link>
                  {grants.map((grant) => (
                    <Reason key={`${grant.by} ${grant.groupName} ${grant.roleName}`} grant={grant} user={user} />
                  ))}
                </li>
              ))}
            </ul>
            {rows.length > first && !all && (
              <Button type="link" size="small" onClick={() => setAll(true)}>
                {t('people:access.all', { count: rows.length })}
              </Button>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

/** One reason in a sentence. */
function Reason({ grant, user }: { grant: Grant; user: User }) {
  const { t } = useTranslation();
  const role =
    grant.roleType === null || grant.roleType === 'Custom' ? grant.roleName : t(`roles:fixed.${grant.roleType}`);
  const words =
    grant.by === 'accountType'
      ? t('people:access.byType', { type: t(`users:type.${user.type}`) })
      : grant.by === 'group'
        ? t('people:access.byGroup', { role, group: grant.groupName })
        : t('people:access.byMember', { role });
  return (
    <div className="pl-sm pl-2">
      {words}
      {grant.until && `, ${t('people:members.untilDay', { day: grant.until })}`}
      {grant.status === 'disabled' && `, ${t('people:access.ended')}`}
    </div>
  );
}
