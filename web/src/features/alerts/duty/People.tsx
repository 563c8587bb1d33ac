import './duty.css';
import { WarningOutlined } from '@ant-design/icons';
import type { DutyRoster } from '@plumbline/contract/alerts/duty';
import { useTranslation } from 'react-i18next';

/** People, one after the other; who cannot act is marked, with what keeps them from it. */
export function People({
  people,
  nameOf,
}: {
  people: DutyRoster['onDuty'];
  nameOf: (person: DutyRoster['onDuty'][number]) => string;
}) {
  if (people.length === 0) return <Nobody />;
  return people.map((person, i) => (
    <span key={person.id} className={person.problems.length > 0 ? 'du-nobody' : ''}>
      {i > 0 && ', '}
      {person.problems.length > 0 && (
        <>
          <WarningOutlined aria-hidden />{' '}
        </>
      )}
      {nameOf(person)}
    </span>
  ));
}

function Nobody() {
  const { t } = useTranslation();
  return (
    <span className="du-nobody">
      <WarningOutlined aria-hidden /> {t('duty:nobody')}
    </span>
  );
}
