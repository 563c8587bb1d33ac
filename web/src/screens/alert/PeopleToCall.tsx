import { PhoneOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { duty, type PersonToCall } from '@plumbline/contract/alerts/duty';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';

/** A number as every telephone takes it: those without a country are Chinese. */
const addressOf = (mobile: string): string => `tel:${mobile.startsWith('+') ? mobile : `+86${mobile}`}`;

/** Offers to call the people of an alert: one touch calls them. Nothing where there is nobody else. */
export function PeopleToCall({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const self = useSession().user.id;
  const query = useRead(duty.peopleToCall, { alertId: alert.id }, { enabled: allowed(duty.peopleToCall) });
  const people = query.data?.people.filter(({ id }) => id !== self) ?? [];
  if (people.length === 0) return null;
  return (
    <section aria-label={t('handling:call.title')}>
      <h3>{t('handling:call.title')}</h3>
      <ul className="ap-people">
        {people.map((person) => (
          <li key={person.id}>
            <Person person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Person({ person: { name, reasons, mobile } }: { person: PersonToCall }) {
  const { t } = useTranslation();
  const why = reasons.map(({ kind, roster }) => t(`handling:call.why.${kind}`, { roster: roster ?? '' }));
  return (
    <>
      <span className="who">
        <b>{name}</b>
        <span className="pl-sm pl-3">{[...why, mobile ?? t('handling:call.noNumber')].join(' · ')}</span>
      </span>
      {mobile !== null && (
        <Button type="primary" ghost icon={<PhoneOutlined />} href={addressOf(mobile)}>
          {t('handling:call.one', { name })}
        </Button>
      )}
    </>
  );
}
