import { EditOutlined } from '@ant-design/icons';
import { bindings } from '@plumbline/contract/points/bindings';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import type { TabProps } from '../../points/points/point-tab.parts.ts';
import { CorrectVersionDialog } from './CorrectVersionDialog.tsx';
import { type ConversionChange, type ConversionVersion, versionsOf } from './conversion-changes.ts';
import { useVersionTime } from './version-time.ts';

/** Changes of one version that are written out; a chain of 150 nodes may have hundreds. */
const listed = 8;

/** How a point was converted over time, by whom and why: readings keep the geometry and calibration of their time. */
export function ConversionHistory({ point, readOnly }: Pick<TabProps, 'point' | 'readOnly'>) {
  const { t } = useTranslation();
  const [corrected, setCorrected] = useState<ConversionVersion | null>(null);
  const query = useRead(bindings.deviceGroups, { pointId: point.id });
  return (
    <section className="pt-history" aria-label={t('formulas:versions.title')}>
      <h2 className="pl-h3">{t('formulas:versions.title')}</h2>
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} />}
        isEmpty={({ deviceGroups }) => versionsOf(deviceGroups).length < 2}
        empty={<p className="pl-3 pl-sm">{t('formulas:versions.none')}</p>}
      >
        {({ deviceGroups }) => (
          <ol>
            {versionsOf(deviceGroups).map((version) => (
              <Version
                key={version.group.id}
                version={version}
                onCorrect={readOnly || version.toAt === null ? null : () => setCorrected(version)}
              />
            ))}
          </ol>
        )}
      </Answer>
      {corrected && <CorrectVersionDialog point={point} version={corrected} onClose={() => setCorrected(null)} />}
    </section>
  );
}

function Version({
  version: { group, fromAt, toAt, changes },
  onCorrect,
}: {
  version: ConversionVersion;
  /** null = it is not corrected here: it is in force, or nothing may be changed. */
  onCorrect: (() => void) | null;
}) {
  const { t } = useTranslation();
  const timeWords = useVersionTime();
  return (
    <li>
      <p className="pl-sm">
        <b className="pl-num">{timeWords({ fromAt, toAt })}</b>
        {toAt === null && <span className="pl-tag quiet">{t('masters:history.now')}</span>}
        {onCorrect && (
          <Button size="small" type="link" icon={<EditOutlined />} onClick={onCorrect}>
            {t('formulas:versions.correct')}
          </Button>
        )}
        <br />
        <span className="pl-2">{fromAt === null ? t('masters:history.first') : <Changes changes={changes} />}</span>
        {(group.byName !== '' || group.reason !== '') && (
          <>
            <br />
            <span className="pl-3">{[group.byName, group.reason].filter((each) => each !== '').join(' · ')}</span>
          </>
        )}
      </p>
    </li>
  );
}

function Changes({ changes }: { changes: readonly ConversionChange[] }) {
  const { t } = useTranslation();
  const words = (value: string | number | null): string => (value === null ? t('points:notSet') : String(value));
  if (changes.length === 0) return t('formulas:versions.same');
  const listedChanges = changes
    .slice(0, listed)
    .map(({ key, before, after }) => `${key} ${words(before)} → ${words(after)}`);
  const more = changes.length - listedChanges.length;
  return [...listedChanges, ...(more > 0 ? [t('formulas:versions.more', { count: more })] : [])].join(', ');
}
