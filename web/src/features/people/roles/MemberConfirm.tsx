import type { Project } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useSession } from '../../../kernel/session.ts';
import type { MemberActs } from './member-acts.ts';

/** Asked before a member is removed, an Owner gets another role, or the caller shuts themselves out. */
export function MemberConfirm({
  project,
  acts: { pending, confirmed, dismiss },
}: {
  project: Project;
  acts: MemberActs;
}) {
  const { t } = useTranslation();
  const { user } = useSession();
  const name = pending?.member.displayName ?? '';
  const isSelf = pending?.member.userId === user.id;
  return (
    <ConfirmDestructive
      open={pending !== null}
      title={
        pending?.kind === 'role' ? t('people:members.roleTitle', { name }) : t('people:members.removeTitle', { name })
      }
      lost={
        pending?.kind !== 'role'
          ? isSelf
            ? t('people:members.leaveLost', { project: project.name })
            : t('people:members.removeLost', { project: project.name })
          : pending.member.roleType === 'Owner'
            ? t('people:members.ownerLost')
            : t('people:members.ownRoleLost')
      }
      action={pending?.kind === 'role' ? t('people:members.changeRole') : t('people:members.remove')}
      onConfirm={confirmed}
      onClose={dismiss}
    />
  );
}
