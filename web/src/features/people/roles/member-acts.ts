import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Project, projects } from '@plumbline/contract/site/projects';
import type { Member } from '@plumbline/contract/site/projects.members';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { memberFailure } from './member-failure.ts';

export type MemberRow = OutputOf<typeof Member>;
interface Change {
  readonly roleId?: number;
  readonly status?: 'active' | 'disabled';
  readonly until?: string | null;
}
interface RoleChange {
  readonly kind: 'role';
  readonly member: MemberRow;
  readonly roleId: number;
}
/** Act that is asked about before it is done: it cannot be taken back here, or shuts the caller out. */
export type PendingAct = { readonly kind: 'remove'; readonly member: MemberRow } | RoleChange;

/** Returns the acts on the members of a project. `busyId` = the member who is being changed. */
export function useMemberActs({ id: projectId }: Project) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeMember } = useWrite(projects.removeMember);
  const { run: updateMember } = useWrite(projects.updateMember);
  const { user } = useSession();
  const [pending, setPending] = useState<PendingAct | null>(null);
  /** The member whose last day is being set. */
  const [ending, setEnding] = useState<MemberRow | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);

  const change = async (member: MemberRow, to: Change): Promise<void> => {
    setBusyId(member.userId);
    try {
      await updateMember({ projectId, userId: member.userId, ...to }, { over: member });
    } catch (error) {
      throw memberFailure(error, t);
    } finally {
      setBusyId(null);
    }
    toasts.done(t('common:saved'));
  };
  const giveRole = (member: MemberRow, roleId: number): void => {
    if (member.roleType === 'Owner' || member.userId === user.id) setPending({ kind: 'role', member, roleId });
    else void change(member, { roleId }).catch(toasts.failed);
  };
  const choose = (member: MemberRow, key: string): void => {
    if (key === 'remove') setPending({ kind: 'remove', member });
    else if (key === 'until') setEnding(member);
    else void change(member, { status: key === 'active' ? 'active' : 'disabled' }).catch(toasts.failed);
  };
  /** Does what was asked about. */
  const confirmed = async (): Promise<void> => {
    if (!pending) return;
    if (pending.kind === 'role') return change(pending.member, { roleId: pending.roleId });
    try {
      await removeMember({ projectId, userId: pending.member.userId });
    } catch (error) {
      throw memberFailure(error, t);
    }
  };
  const endOn = async (until: string | null): Promise<void> => {
    if (ending) await change(ending, { until });
    setEnding(null);
  };
  const dismiss = (): void => {
    setPending(null);
    setEnding(null);
  };
  return { busyId, pending, ending, giveRole, choose, confirmed, endOn, dismiss };
}
export type MemberActs = ReturnType<typeof useMemberActs>;
