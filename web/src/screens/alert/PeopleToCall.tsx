import { PhoneOutlined, WarningOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { duty, type PersonToCall } from '@plumbline/contract/alerts/duty';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';

/** A number as every telephone takes it: those without a country are Chinese. */
const addressOf = (mobile: string): string => `tel:${mobile.startsWith('+') ? mobile : `+86${mobile}`}`;

/** Returns the people of an alert but oneself. */
function usePeopleToCall(alert: Alert): readonly PersonToCall[] | undefined {
  const allowed = useAllowed();
  const self = useSession().user.id;
  const query = useRead(duty.peopleToCall, { alertId: alert.id }, { enabled: allowed(duty.peopleToCall) });
  return query.data?.people.filter(({ id }) => id !== self);
}

/** Says to somebody who may not acknowledge an open alert who can, and offers to call them. */
export function PeopleWhoCan({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const people = usePeopleToCall(alert);
  if (people === undefined) return null;
  const able = people.filter(({ canAcknowledge }) => canAcknowledge);
  return (
    <section className="ap-able" role="note">
      <p>
        <WarningOutlined aria-hidden /> {t(able.length > 0 ? 'handling:call.able' : 'handling:call.nobodyAble')}
      </p>
      <People people={able} />
    </section>
  );
}

/** Offers to call the people of an alert: one touch calls them. Nothing where there is nobody else. */
export function PeopleToCall({ alert, onlyUnable }: { alert: Alert; onlyUnable: boolean }) {
  const { t } = useTranslation();
  const people = usePeopleToCall(alert)?.filter(({ canAcknowledge }) => !onlyUnable || !canAcknowledge) ?? [];
  if (people.length === 0) return null;
  return (
    <section aria-label={t('handling:call.title')}>
      <h3>{t('handling:call.title')}</h3>
      <People people={people} />
    </section>
  );
}

function People({ people }: { people: readonly PersonToCall[] }) {
  if (people.length === 0) return null;
  return (
    <ul className="ap-people">
      {people.map((person) => (
        <li key={person.id}>
          <Person person={person} />
        </li>
      ))}
    </ul>
  );
}

function Person({ person: { name, reasons, mobile, canAcknowledge } }: { person: PersonToCall }) {
  const { t } = useTranslation();
  const why = reasons.map(({ kind, roster }) => t(`handling:call.why.${kind}`, { roster: roster ?? '' }));
  const cannot = canAcknowledge ? [] : [t('handling:call.cannot')];
  return (
    <>
      <span className="who">
        <b>{name}</b>
        <span className="pl-sm pl-3">{[...why, ...cannot, mobile ?? t('handling:call.noNumber')].join(' · ')}</span>
      </span>
      {mobile !== null && (
        <Button type="primary" ghost icon={<PhoneOutlined />} href={addressOf(mobile)}>
          {t('handling:call.one', { name })}
        </Button>
      )}
    </>
  );
}
