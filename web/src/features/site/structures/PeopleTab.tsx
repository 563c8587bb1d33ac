import { DeleteOutlined } from '@ant-design/icons';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { type Duty, duties } from '@plumbline/contract/site/structures.settings';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { StructureTab } from './structure-tab.ts';

type Member = Reply<typeof structures.members>['members'][number];
interface Assignment {
  readonly memberId: number;
  readonly duty: Duty;
}

/** Edits the people of a structure: each change is kept at once. */
export function PeopleTab({ structure, readOnly }: StructureTab) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const structureId = structure.id;
  const { run: setMembers, isPending } = useWrite(structures.setMembers, { onError: toasts.failed });
  const query = useRead(structures.members, { structureId });
  const keep = (members: readonly Assignment[]): void =>
    void setMembers({ structureId, members: [...members] }).catch(() => undefined);
  return (
    <div className="pj-tab">
      <p className="pl-sm pl-3">{t('structures:people.help')}</p>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ members }) => {
          const assignments = members.map(({ userId, duty }) => ({ memberId: userId, duty }));
          return (
            <>
              {members.length === 0 && <Empty title={t('structures:people.none')} />}
              <ul className="pj-rows">
                {members.map((each) => (
                  <li key={each.userId}>
                    <span className="pl-ell">{each.displayName}</span>
                    <span className="pl-gap" />
                    {readOnly === undefined ? (
                      <DutyInput member={each} assignments={assignments} busy={isPending} onKeep={keep} />
                    ) : (
                      <span className="pl-sm pl-2">{t(`structures:people.duty.${each.duty}`)}</span>
                    )}
                  </li>
                ))}
              </ul>
              {readOnly === undefined && <AddPerson assignments={assignments} busy={isPending} onKeep={keep} />}
            </>
          );
        }}
      </Answer>
    </div>
  );
}

interface Keeping {
  readonly assignments: readonly Assignment[];
  readonly busy: boolean;
  readonly onKeep: (assignments: readonly Assignment[]) => void;
}

/** What one member has to do here, and the end of it. */
function DutyInput({ member, assignments, busy, onKeep }: Keeping & { member: Member }) {
  const { t } = useTranslation();
  const name = member.displayName;
  const isOfMember = ({ memberId }: Assignment): boolean => memberId === member.userId;
  return (
    <>
      <Select
        style={{ width: 150 }}
        value={member.duty}
        disabled={busy}
        aria-label={t('structures:people.dutyOf', { name })}
        options={duties.map((value) => ({ value, label: t(`structures:people.duty.${value}`) }))}
        onChange={(duty: Duty) => onKeep(assignments.map((each) => (isOfMember(each) ? { ...each, duty } : each)))}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        disabled={busy}
        aria-label={t('structures:people.remove', { name })}
        title={t('structures:people.remove', { name })}
        onClick={() => onKeep(assignments.filter((each) => !isOfMember(each)))}
      />
    </>
  );
}

/** Another member of the project; the first one answers for the structure. */
function AddPerson({ assignments, busy, onKeep }: Keeping) {
  const { t } = useTranslation();
  const people = useRead(projects.members, { projectId: useProject().project.id });
  const others = (people.data?.members ?? []).filter(
    ({ userId, status }) => status === 'active' && !assignments.some(({ memberId }) => memberId === userId),
  );
  return (
    <Select
      style={{ width: 300, maxWidth: '100%', marginTop: 16 }}
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      disabled={busy}
      loading={people.isPending}
      placeholder={t('structures:people.add')}
      aria-label={t('structures:people.add')}
      notFoundContent={t('structures:people.nobody')}
      options={others.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
      onChange={(memberId: number | null) =>
        memberId !== null &&
        onKeep([...assignments, { memberId, duty: assignments.length === 0 ? 'responsible' : 'deputy' }])
      }
    />
  );
}
