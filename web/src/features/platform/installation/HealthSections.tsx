import type { InstallationHealth } from '@plumbline/contract/platform/installation';
import { formatBytes } from '@plumbline/science/display/quantity';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, type Stat, StatStrip } from '../../../design/Pane.tsx';
import { formatCount, formatTime, formatZone } from '../../../kernel/format.ts';
import { useSpan } from './span-words.ts';

type Health = { readonly health: InstallationHealth };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pl-h3">{title}</h2>
      {children}
    </section>
  );
}

export function Processes({ health: { processes } }: Health) {
  const { t } = useTranslation();
  const span = useSpan();
  return (
    <Section title={t('installation:processes')}>
      <ul className="inst-list">
        {processes.map(({ id, host, pid, roles, version, isSilent, lastSignSeconds, startedAt }) => (
          <li key={id} className={isSilent ? 'failing' : ''}>
            <b className="pl-b">{roles.map((role) => t(`installation:role.${role}`)).join(' · ')}</b>
            {host !== null && (
              <span className="pl-2">
                {host} · {pid}
              </span>
            )}
            <span className="pl-2">
              {t(isSilent ? 'installation:silentFor' : 'installation:lastSign', { span: span(lastSignSeconds) })}
            </span>
            <span className="pl-3 pl-sm">
              {t('installation:startedAt', { time: `${formatTime(startedAt)} ${formatZone()}`, version })}
            </span>
          </li>
        ))}
      </ul>
      {processes.length === 0 && <p className="pl-2">{t('installation:unknown')}</p>}
    </Section>
  );
}

export function Queues({ queues }: { queues: NonNullable<InstallationHealth['queues']> }) {
  const { t } = useTranslation();
  const span = useSpan();
  const stats = queues.map(
    ({ lane, due, stuck, oldestSeconds }): Stat => ({
      label: t(`work:lane.${lane}`),
      value: formatCount(due),
      unit: t('work:due', { count: due }),
      note: [
        oldestSeconds === null ? null : t('installation:oldest', { span: span(oldestSeconds) }),
        stuck === 0 ? t('installation:noneStuck') : t('installation:stuck', { count: stuck }),
      ]
        .filter(Boolean)
        .join(' · '),
    }),
  );
  return (
    <Section title={t('installation:queues')}>
      <StatStrip className="inst-strip" stats={stats} />
    </Section>
  );
}

export function Disks({ health: { disks } }: Health) {
  const { t } = useTranslation();
  const rows = disks.map(({ host, path, freeBytes, totalBytes }): [string, string] => [
    [host, path].filter(Boolean).join(' ') || t('installation:disk'),
    freeBytes === null || totalBytes === null
      ? t('installation:unknown')
      : t('installation:free', { free: formatBytes(freeBytes), total: formatBytes(totalBytes) }),
  ]);
  return (
    <Section title={t('installation:disks')}>
      {rows.length === 0 ? <p className="pl-2">{t('installation:unknown')}</p> : <Facts facts={rows} />}
    </Section>
  );
}

export function Stores({ stores }: { stores: NonNullable<InstallationHealth['stores']> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('installation:stores')}>
      <Facts
        facts={stores.map(({ store, bytes, entries }) => [
          t(`installation:store.${store}`),
          bytes === null
            ? t('installation:unknown')
            : [
                formatBytes(bytes) || '0 B',
                entries === null ? null : t('installation:entries', { count: entries, shown: formatCount(entries) }),
              ]
                .filter(Boolean)
                .join(' · '),
        ])}
      />
    </Section>
  );
}

export function Backup({ health: { backup } }: Health) {
  const { t } = useTranslation();
  const span = useSpan();
  const { by, lastAt, ageSeconds, isTried, failedAt } = backup;
  const last =
    lastAt === null
      ? t(by === 'elsewhere' ? 'installation:backup.elsewhere' : 'installation:backup.none')
      : `${formatTime(lastAt)} ${formatZone()} · ${t('installation:backup.age', { span: span(ageSeconds ?? 0) })}`;
  const facts: [string, string][] = [[t('installation:backup.last'), last]];
  if (isTried !== null)
    facts.push([
      t('installation:backup.trial'),
      t(isTried ? 'installation:backup.tried' : 'installation:backup.untried'),
    ]);
  if (failedAt !== null) facts.push([t('installation:backup.failed'), `${formatTime(failedAt)} ${formatZone()}`]);
  return (
    <Section title={t('installation:backup.title')}>
      <Facts facts={facts} />
    </Section>
  );
}

export function Certificates({ health: { certificates } }: Health) {
  const { t } = useTranslation();
  return (
    <Section title={t('installation:certificates')}>
      <Facts
        facts={certificates.map(({ use, state, endsAt, subject }) => [
          use === 'web' ? t('installation:role.web') : use.toUpperCase(),
          endsAt === null
            ? t(`installation:certificate.${state}`)
            : [t('installation:ends', { time: formatTime(endsAt) }), subject].filter(Boolean).join(' · '),
        ])}
      />
    </Section>
  );
}

export function Versions({ health: { versions } }: Health) {
  const { t } = useTranslation();
  return (
    <Section title={t('installation:versions')}>
      <Facts
        facts={[
          ['Plumbline', versions.product],
          ['PostgreSQL', versions.database ?? t('installation:unknown')],
          ['Node', versions.node],
        ]}
      />
    </Section>
  );
}
