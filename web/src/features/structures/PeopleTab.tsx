import { DeleteOutlined } from '@ant-design/icons';
import { projects } from '@plumbline/contract/projects';
import { structures } from '@plumbline/contract/structures';
import { type Duty, duties } from '@plumbline/contract/structures.settings';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { StructureTab } from './structure-tab.ts';

/** Who looks after a structure: each change is kept at once. */
export function PeopleTab({ structure, readOnly }: StructureTab) {
  const { t } = useTranslation();
  const { run: setMembers } = useWrite(structures.setMembers);
  const { project } = useProject();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const structureId = structure.id;
  const query = useRead(structures.members, { structureId });
  const people = useRead(
    projects.members,
    { projectId: project.id },
    {
      enabled: readOnly === undefined,
    },
  );
  const keep = async (members: { memberId: number; duty: Duty }[]): Promise<void> => {
    setBusy(true);
    try {
      await setMembers({ structureId, members });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="pj-tab">
      <p className="pl-sm pl-3">{t('structures:people.help')}</p>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ members }) => {
          const assignments = members.map(({ userId, duty }) => ({ memberId: userId, duty }));
          const others = (people.data?.members ?? []).filter(
            ({ userId, status }) => status === 'active' && !members.some((each) => each.userId === userId),
          );
          return (
            <>
              {members.length === 0 && <Empty title={t('structures:people.none')} />}
              <ul className="pj-rows">
                {members.map((each) => (
                  <li key={each.userId}>
                    <span className="pl-ell">{each.displayName}</span>
                    <span className="pl-gap" />
                    {readOnly === undefined ? (
                      <>
                        <Select
                          style={{ width: 150 }}
                          value={each.duty}
                          disabled={busy}
                          aria-label={t('structures:people.dutyOf', { name: each.displayName })}
                          options={duties.map((value) => ({ value, label: t(`structures:people.duty.${value}`) }))}
                          onChange={(duty: Duty) =>
                            void keep(assignments.map((one) => (one.memberId === each.userId ? { ...one, duty } : one)))
                          }
                        />
                        <Button
                          type="text"
                          icon={<DeleteOutlined />}
                          disabled={busy}
                          aria-label={t('structures:people.remove', { name: each.displayName })}
                          title={t('structures:people.remove', { name: each.displayName })}
                          onClick={() => void keep(assignments.filter(({ memberId }) => memberId !== each.userId))}
                        />
                      </>
                    ) : (
                      <span className="pl-sm pl-2">{t(`structures:people.duty.${each.duty}`)}</span>
                    )}
                  </li>
                ))}
              </ul>
              {readOnly === undefined && (
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
                    void keep([...assignments, { memberId, duty: assignments.length === 0 ? 'responsible' : 'deputy' }])
                  }
                />
              )}
            </>
          );
        }}
      </Answer>
    </div>
  );
}
