import { type DutyPerson, duty } from '@plumbline/contract/alerts/duty';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';

const nobody: readonly DutyPerson[] = [];

/** Returns what keeps somebody who may be on duty from acting; empty = nothing. */
const noteOf = ({ email, sms, canAcknowledge }: DutyPerson, t: TFunction): string =>
  [
    ...(!email && !sms ? [t('duty:problem.unreachable')] : []),
    ...(canAcknowledge ? [] : [t('duty:problem.cannotAcknowledge')]),
  ].join(', ');

/** Returns people to choose from in a list without room for notes. */
export const optionsOf = (people: readonly DutyPerson[], t: TFunction) =>
  people.map((person) => ({
    value: person.id,
    label: [person.name, noteOf(person, t)].filter(Boolean).join(': '),
  }));

/** Returns the people who may be on duty, and what to choose from; who cannot act is marked. */
export function useDutyPeople(projectId: number) {
  const { t } = useTranslation();
  const data = useRead(duty.people, { projectId }).data;
  const people = data?.people ?? nobody;
  return {
    people,
    nameOf: (id: number): string => people.find((each) => each.id === id)?.name ?? `#${id}`,
    options: data?.people.map((person) => ({
      value: person.id,
      label: person.name,
      ...(noteOf(person, t) !== '' && { note: noteOf(person, t) }),
    })),
  };
}

/** While one looks, the shift changes. */
const refetchInterval = 60_000;

export const useRosters = (projectId: number) => useRead(duty.list, { projectId }, { refetchInterval });
