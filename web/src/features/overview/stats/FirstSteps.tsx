import { devices } from '@plumbline/contract/devices/devices';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordKey } from '../../../kernel/words.ts';

/** Home of an installation that watches nothing yet: what is to be done, in order, and where. */
export function FirstSteps() {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const may = allowed(projects.create);
  const steps: readonly { name: string; action: ReactNode }[] = [
    {
      name: 'project',
      action: may && (
        <LinkButton type="primary" to={to('ProjectList', {}, { create: '1' })}>
          {t('projects:new')}
        </LinkButton>
      ),
    },
    { name: 'points', action: null },
    {
      name: 'devices',
      action: allowed(devices.create) && <LinkButton to={to('DeviceWarehouse')}>{t('warehouse:title')}</LinkButton>,
    },
    { name: 'thresholds', action: null },
    {
      name: 'people',
      action: allowed(users.create) && <LinkButton to={to('UserConsole')}>{t('people:tab')}</LinkButton>,
    },
  ];
  return (
    <div className="first-steps">
      <h2>{t('projects:none')}</h2>
      <p className="pl-2">{may ? t('stats:first.why') : t('stats:first.askFor')}</p>
      <ol>
        {steps.map(({ name, action }, i) => (
          <li key={name}>
            <span className="number" aria-hidden="true">
              {i + 1}
            </span>
            <span>
              <b className="pl-b">{t(wordKey(`stats:first.${name}`))}</b>
              <span className="pl-2">{t(wordKey(`stats:first.${name}Why`))}</span>
            </span>
            {action}
          </li>
        ))}
      </ol>
    </div>
  );
}
