/** Panels that list how things are: structures, and devices. */
import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { SilentCount, StatusTag } from '../../../design/Status.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { Health } from '../../devices/devices/devices.parts.tsx';

/** Structures with their items: how each is, how many of its points are silent, how many alerts are open. */
export function StructuresPanel({ content: { structures } }: { content: ContentOf<'structures'> }) {
  const { t } = useTranslation();
  if (structures.length === 0) return <Empty title={t('statusPages:noStructures')} />;
  const heads = structures.filter(({ parentName }) => parentName === null);
  const rows = heads.flatMap((head) => [head, ...structures.filter(({ parentName }) => parentName === head.name)]);
  return (
    <ul className="db-list">
      {rows.map(({ name, parentName, status, openAlerts }) => (
        <li key={`${parentName ?? ''}/${name}`} className={parentName === null ? undefined : 'db-item'}>
          <span className="db-name">
            <b className="pl-ell">{name}</b>
            {openAlerts !== null && openAlerts > 0 && (
              <span className="pl-sm pl-2">{t('statusPages:alerts', { count: openAlerts })}</span>
            )}
          </span>
          <span className="pl-gap" />
          <SilentCount status={status} />
          <StatusTag status={status} words="word" />
        </li>
      ))}
    </ul>
  );
}

/** How many devices of the project are healthy, and those that are not, the worst first. */
export function HealthPanel({ content }: { content: ContentOf<'health'> }) {
  const { t } = useTranslation();
  const { devices, unhealthy, toCheck, timeZone } = content;
  if (devices === 0) return <Empty title={t('dashboards:noDevices')} />;
  return (
    <div className="db-health">
      <dl>
        <div>
          <dd>{formatCount(devices - unhealthy)}</dd>
          <dt>{t('walls:healthy')}</dt>
        </div>
        <div>
          <dd>{formatCount(unhealthy)}</dd>
          <dt>{t('walls:toCheck')}</dt>
        </div>
      </dl>
      <ul className="db-list">
        {toCheck.map(({ deviceId, name, status, since }) => (
          <li key={deviceId}>
            <b className="pl-ell">{name}</b>
            <span className="pl-gap" />
            <span className="db-figures">
              <Health health={status} />
              {since && <time className="pl-sm pl-3">{formatTime(since, timeZone).slice(0, 16)}</time>}
            </span>
          </li>
        ))}
        {unhealthy > toCheck.length && (
          <li className="pl-sm pl-2">{t('dashboards:moreDevices', { count: unhealthy - toCheck.length })}</li>
        )}
      </ul>
    </div>
  );
}
