import type { FirmwareType } from '@plumbline/contract/telemetry/firmware';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../../design/Pane.tsx';
import { formatCount } from '../../../kernel/format.ts';

/** The firmware types, each with its newest version and how many devices are behind it. */
export function TypesPane({
  types,
  chosen,
  onChoose,
}: {
  types: readonly FirmwareType[];
  chosen: string | null;
  onChoose: (type: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <nav className="fw-types" aria-label={t('firmware:types')}>
      {types.map(({ type, newest, devices, behind }) => (
        <button
          key={type}
          type="button"
          className="pl-bare fw-type"
          aria-pressed={type === chosen}
          onClick={() => onChoose(type)}
        >
          <span className="pl-row">
            <span className="pl-b pl-ell pl-gap">{type}</span>
            <span className="pl-num">{newest}</span>
          </span>
          <span className="pl-2 pl-sm">
            {devices === 0
              ? t('firmware:noHost')
              : behind === 0
                ? t('firmware:hosts', { count: devices, shown: formatCount(devices) })
                : t('firmware:hostsBehind', {
                    count: devices,
                    shown: formatCount(devices),
                    behind: formatCount(behind),
                  })}
          </span>
        </button>
      ))}
    </nav>
  );
}

/** Shows the versions that the devices of a type run, newest first, as counts with bars. */
export function Running({ type: { running, devices, newest } }: { type: FirmwareType }) {
  const { t } = useTranslation();
  if (devices === 0) return <p className="pl-2 fw-running fw-running-head">{t('firmware:noHostWhy')}</p>;
  return (
    <>
      <h3 className="pl-sm pl-3 fw-running-head">{t('firmware:running')}</h3>
      <ul className="fw-running">
        {running.map(({ version, devices: count }) => (
          <li key={version}>
            <span className="pl-num pl-ell">
              {version || <span className="pl-2">{t('firmware:notSaid')}</span>}
              {version === newest && <span className="pl-3 pl-sm"> {t('firmware:newest')}</span>}
            </span>
            <Bar share={count / devices} />
            <span className="pl-num pl-2">{t('firmware:devices', { count, shown: formatCount(count) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
