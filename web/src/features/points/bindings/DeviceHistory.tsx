import type { DeviceGroup } from '@plumbline/contract/points/bindings';
import { sensorModes } from '@plumbline/contract/points/families';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { wordKey } from '../../../kernel/words.ts';

/** Lists the devices that fed the point, newest first, with the conversion of each time. */
export function DeviceHistory({ groups }: { groups: readonly DeviceGroup[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const time = (at: string | null): string => formatTime(at, project.timeZone);
  return (
    <section className="pt-section">
      <h3>{t('bindings:device.history')}</h3>
      {groups.length === 0 ? (
        <Empty title={t('bindings:device.noHistory')} />
      ) : (
        <div className="pt-scroll">
          <table className="pt-table">
            <thead>
              <tr>
                {['from', 'to', 'device', 'conversion', 'migration', 'by'].map((key) => (
                  <th key={key}>{t(wordKey(`bindings:device.${key}`))}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.id}>
                  <td className="pl-num">{time(group.fromAt)}</td>
                  <td className="pl-num">{group.toAt === null ? t('bindings:device.now') : time(group.toAt)}</td>
                  <td>
                    {group.sncode || missing} <span className="pl-3">· {group.channel || missing}</span>
                  </td>
                  <td className="pl-sm pl-2">
                    {group.mode > 0 && t(`families:mode.${sensorModes[group.mode as keyof typeof sensorModes]}`)}{' '}
                    <span className="pl-mono pl-3">
                      {Object.entries({ ...group.fromDevice, ...group.parameters })
                        .map(([key, value]) => `${key} = ${value}`)
                        .join('  ')}
                    </span>
                  </td>
                  <td>{group.migration === 'none' ? '' : t(`bindings:migration.${group.migration}`)}</td>
                  <td className="pl-sm pl-2">
                    {group.byName}
                    {group.reason !== '' && <div className="pl-3">{group.reason}</div>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
