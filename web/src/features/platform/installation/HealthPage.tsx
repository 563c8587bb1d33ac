import './installation.css';
import type { InstallationHealth } from '@plumbline/contract/platform/installation';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { Backup, Certificates, Disks, Processes, Queues, Stores, Versions } from './HealthSections.tsx';
import { useHealth } from './installation.queries.ts';
import { ProblemList } from './ProblemList.tsx';

/** How the installation itself is: what is wrong and what to try first, then what is known of each part. */
export default function HealthPage() {
  const query = useHealth();
  const page = (
    <div className="inst-scroll">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ health }) => <HealthBody health={health} />}
      </Answer>
    </div>
  );
  // The installation is one: it does not matter which corporation a System account has chosen.
  return <Console otherwise={page}>{() => page}</Console>;
}

function HealthBody({ health }: { health: InstallationHealth }) {
  const { t } = useTranslation();
  return (
    <>
      <section>
        <div className="inst-head">
          <h2 className="pl-h2">{t(`installation:status.${health.status}`)}</h2>
          <span className="pl-3 pl-sm">
            {t('installation:at', { time: `${formatTime(health.at)} ${formatZone()}` })}
          </span>
        </div>
        <ProblemList problems={health.problems} />
      </section>
      <Processes health={health} />
      {health.queues && <Queues queues={health.queues} />}
      <Disks health={health} />
      {health.stores && <Stores stores={health.stores} />}
      <Backup health={health} />
      <Certificates health={health} />
      <Versions health={health} />
    </>
  );
}
