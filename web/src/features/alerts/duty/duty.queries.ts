import { type DutyPerson, duty } from '@plumbline/contract/alerts/duty';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';

const nobody: readonly DutyPerson[] = [];

/** Returns the people who may be on duty, and what to choose from; who cannot be reached is marked. */
export function useDutyPeople(projectId: number) {
  const { t } = useTranslation();
  const data = useRead(duty.people, { projectId }).data;
  const people = data?.people ?? nobody;
  return {
    people,
    isKnown: data !== undefined,
    nameOf: (id: number): string => people.find((each) => each.id === id)?.name ?? `#${id}`,
    options: data?.people.map(({ id, name, email, sms }) => ({
      value: id,
      label: name,
      ...(!email && !sms && { note: t('duty:unreachable') }),
    })),
  };
}

/** While one looks, the shift changes. */
const refetchInterval = 60_000;

export const useRosters = (projectId: number) => useRead(duty.list, { projectId }, { refetchInterval });
