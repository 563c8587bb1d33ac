import { connections } from '@plumbline/contract/devices/connections';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatNumber, missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';

/** Queries the operator of a SIM card. Asked only on demand: each question may cost the installation money. */
export function SimQuery({ device }: { device: Device }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(
    connections.simInfoQuery,
    { sncode: device.sncode, iccid: device.iccid },
    {
      enabled: false,
      retry: false,
    },
  );
  if (device.iccid === '' || !allowed(connections.simInfoQuery)) return null;
  const sim = query.data?.sim;
  const amount = (mb: number | null): string => (mb === null ? missing : `${formatNumber(mb, 1)} MB`);
  return (
    <section className="dv-section">
      <div className="pl-row" style={{ marginBottom: 4 }}>
        <h3 className="pl-gap">{t('connections:sim.title')}</h3>
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('connections:sim.ask')}
        </Button>
      </div>
      {query.error && !query.isFetching ? (
        <p role="alert" className="pl-notice pl-sm dv-refused">
          {wordsOf(query.error, t).words}
        </p>
      ) : sim ? (
        <Facts
          facts={[
            [t('connections:sim.status'), sim.status ?? missing],
            [t('connections:sim.operator'), sim.operator ?? missing],
            [t('connections:sim.msisdn'), sim.msisdn ?? missing],
            [t('connections:sim.used'), `${amount(sim.usedMb)} / ${amount(sim.totalMb)}`],
            [t('connections:sim.expires'), sim.expiresAt ?? missing],
            ...Object.entries(sim.other).map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      ) : (
        <p className="pl-3 pl-sm">{t('connections:sim.why')}</p>
      )}
    </section>
  );
}
